"""Phase II: moves, cards and abilities, as many as you like and one after another."""

import pytest

from .playing import (
    CZ,
    DAWN,
    END,
    GLOBALIZATION,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    PROWLER,
    RENAISSANCE,
    ROBOTS,
    V_GIRL,
    dropped,
    foo_phase,
    table,
    using,
    with_cards,
    with_probe,
)


@pytest.mark.rule("ACT-01", "TURN-04")
def test_no_action_at_all_is_legal() -> None:
    t = table()
    assert {"kind": "EndActions"} in t.answers
    t.do("EndActions")
    assert t["phase"] != "actions"


@pytest.mark.rule("ACT-01")
def test_actions_repeat_in_any_order() -> None:
    t = table(energy={DAWN: 2, MEDIEVAL: 1}, hand={CZ: ["spartan-shield", "super-underwear"]})
    t.do("Move", to=MEDIEVAL).do("UseCard", card="spartan-shield").do("FreeMove", to=DAWN)
    t.do("UseCard", card="super-underwear").do("Move", to=MEDIEVAL).do("Move", to=RENAISSANCE)
    assert t["agents"][CZ] == RENAISSANCE
    assert t.asked == "act"


@pytest.mark.rule("ACT-02")
def test_no_action_starts_while_another_is_being_resolved() -> None:
    t = using([{"choose": [[{"add-energy": 1}], [{"remove-rift": 1}]]}], energy={DAWN: 1})
    assert t.asked == "pick-option"
    t.refuses("ACT-02", "Move", to=MEDIEVAL)
    t.refuses("ACT-02", "FreeMove", to=MEDIEVAL)
    t.refuses("ACT-02", "EndActions")


@pytest.mark.rule("ACT-03")
def test_the_types_of_action_are_move_card_loop_and_ability() -> None:
    t = table(energy={DAWN: 1}, hand={CZ: ["spartan-shield"]})
    kinds = {answer["kind"] for answer in t.answers}
    assert kinds == {"Move", "FreeMove", "UseCard", "Loop", "UseAbility", "EndActions"}
    t.refuses("ACT-03", "TakeCard", card="")
    t.refuses("ACT-03", "Archive", yes=True)


@pytest.mark.rule("ACT-04", "ACT-05", "TERM-09")
def test_a_paid_move_takes_one_energy_of_the_era_you_leave() -> None:
    t = table(energy={DAWN: 2, MEDIEVAL: 2})
    pool = t["pools"]["energy"]
    t.do("Move", to=MEDIEVAL)
    assert t["agents"][CZ] == MEDIEVAL
    assert (t["energy"][DAWN], t["energy"][MEDIEVAL]) == (1, 2)
    assert t["pools"]["energy"] == pool + 1
    assert t.order == ["EnergySpent", "AgentMoved"]


@pytest.mark.rule("ACT-04", "TERM-09", "ERA-03")
def test_a_move_leads_to_either_neighbour_and_nowhere_else() -> None:
    t = table(energy={DAWN: 2})
    assert t.offers("Move", "to") == [END, MEDIEVAL]
    t.refuses("TERM-09", "Move", to=RENAISSANCE)
    t.refuses("TERM-09", "FreeMove", to=DAWN)
    t.do("Move", to=END)
    assert t["agents"][CZ] == END


@pytest.mark.rule("ACT-04", "ACT-07")
def test_energy_next_door_does_not_pay() -> None:
    t = table(energy={MEDIEVAL: 5, END: 5})
    assert t.offers("Move") == []
    t.refuses("ACT-04", "Move", to=MEDIEVAL)


@pytest.mark.rule("ACT-06")
def test_the_free_move_turns_the_batteries_and_comes_once() -> None:
    t = table(energy={DAWN: 1})
    t.do("FreeMove", to=MEDIEVAL)
    assert t["agents"][CZ] == MEDIEVAL
    assert t["batteries"] == {CZ: "low", MR_TIME: "full"}
    assert t["energy"][DAWN] == 1
    assert t.offers("FreeMove") == []
    t.refuses("ACT-06", "FreeMove", to=DAWN)


@pytest.mark.rule("ACT-08")
def test_a_used_card_is_exhausted_before_its_effect_applies() -> None:
    t = using([{"choose": [[{"add-energy": 1}], [{"remove-rift": 1}]]}])
    assert t["exhausted"][CZ] == ["probe"]
    assert t["hand"][CZ] == []
    assert t.order == ["CardUsed"]
    t.do("PickOption", option=0)
    assert t["energy"][DAWN] == 1


@pytest.mark.rule("ACT-08")
def test_only_a_ready_card_of_your_own_hand_can_be_used() -> None:
    t = table(hand={MR_TIME: ["holy-grail"]}, exhausted={CZ: ["spartan-shield"]}, discard={CZ: ["war-horse"]})
    assert t.offers("UseCard") == []
    assert t.refuses("ACT-08", "UseCard", card="spartan-shield").id == "card-exhausted"
    assert t.refuses("ACT-08", "UseCard", card="holy-grail").id == "card-not-in-hand"
    assert t.refuses("ACT-08", "UseCard", card="war-horse").id == "card-not-in-hand"


@pytest.mark.rule("ACT-09", "TERM-01")
def test_a_part_that_cannot_be_done_does_not_stop_the_rest_in_printed_order() -> None:
    t = using([{"remove-rift": 2}, {"push": 1}, {"remove-rift": 1, "at": "a-vortex"}, {"add-energy": 1}])
    assert t.order == ["CardUsed", "EnergyAdded"]
    t = using([{"add-energy": 1}, {"remove-rift": 2}], rifts={DAWN: 1})
    assert t.order == ["CardUsed", "EnergyAdded", "RiftsRemoved"]


@pytest.mark.rule("ACT-09")
def test_a_card_without_any_possible_effect_may_be_used_and_is_exhausted() -> None:
    t = using([{"remove-rift": 1}, {"pull": 1}])
    assert t.order == ["CardUsed"]
    assert t["exhausted"][CZ] == ["probe"]
    assert t.asked == "act"


@pytest.mark.rule("ACT-10", "TERM-20", "SETUP-04")
def test_energy_comes_from_the_pool_as_far_as_it_goes() -> None:
    t = using([{"add-energy": 3}], energy={END: 28})
    assert t["energy"][DAWN] == 2
    assert t["pools"]["energy"] == 0
    assert t.happened("EnergyAdded") == [{"era": DAWN, "cubes": 2}]
    t = using([{"add-energy": 3}], energy={END: 30})
    assert t.happened("EnergyAdded") == []
    t = using([{"add-energy": 3}], {"energy-pool": 0}, energy={END: 30})
    assert t["energy"][DAWN] == 3


@pytest.mark.rule("ACT-11", "TERM-19")
def test_rifts_are_removed_to_the_pool_as_many_as_there_are() -> None:
    t = with_probe([{"remove-rift": 3}], rifts={DAWN: 2, MEDIEVAL: 3})
    assert t["pools"]["rifts"] == 25
    t.do("UseCard", card="probe")
    assert (t["rifts"][DAWN], t["rifts"][MEDIEVAL]) == (0, 3)
    assert t["pools"]["rifts"] == 27
    assert t.happened("RiftsRemoved") == [{"era": DAWN, "cubes": 2}]


@pytest.mark.rule("ACT-12", "TERM-06")
def test_here_is_where_your_pawn_stands_when_that_part_applies() -> None:
    t = using([{"add-energy": 1}, {"move": 1}, {"add-energy": 1}])
    t.do("PickEra", era=MEDIEVAL)
    assert (t["energy"][DAWN], t["energy"][MEDIEVAL]) == (1, 1)


@pytest.mark.rule("ACT-13", "ACT-15")
def test_an_ability_is_an_action_once_per_turn_whatever_the_batteries() -> None:
    t = table(
        {"agents": [MR_TIME, CZ]}, batteries={MR_TIME: "low"}, agents={CZ: DAWN}, energy={RENAISSANCE: 1}
    )
    t.do("UseAbility").do("PickEra", era=END)
    assert t["agents"][CZ] == END
    assert t["batteries"][MR_TIME] == "low"
    assert t["marks"] == ["ability"]
    assert t.offers("UseAbility") == []
    t.refuses("ACT-13", "UseAbility")


@pytest.mark.rule("ACT-01")
def test_when_nothing_but_the_end_is_left_the_end_is_not_asked_for() -> None:
    t = table({"agents": [MR_TIME, CZ]}, batteries={MR_TIME: "low"}, agents={CZ: DAWN})
    t.do("UseAbility").do("PickEra", era=END)
    assert t["batteries"][MR_TIME] == "full"
    assert t["active"] == MR_TIME  # drawing cards at the end of the turn
    assert t.asked == "draw-card"


@pytest.mark.rule("ACT-15", "ACT-06")
def test_ability_and_free_move_in_one_turn() -> None:
    t = table({"agents": [MR_TIME, CZ]})
    t.do("UseAbility").do("PickEra", era=MEDIEVAL).do("FreeMove", to=INDUSTRY)
    assert t["agents"] == {MR_TIME: INDUSTRY, CZ: MEDIEVAL}


@pytest.mark.rule("ACT-13")
def test_an_ability_for_the_drop_is_no_action() -> None:
    t = table({"agents": [PROWLER, CZ]})
    assert t.offers("UseAbility") == []
    t.refuses("ACT-13", "UseAbility")


@pytest.mark.rule("ACT-13", "EFF-03")
def test_v_girls_ability_is_used_with_her_pawn_as_the_reference() -> None:
    t = table({"agents": [V_GIRL, CZ]}, available=["spartan-shield"], agents={V_GIRL: DAWN}, rifts={DAWN: 3})
    t.do("UseAbility")
    assert t["rifts"][DAWN] == 1
    assert t["destroyed"] == ["spartan-shield"]


@pytest.mark.rule("ACT-14")
def test_an_ability_cannot_interrupt_another_action() -> None:
    t = using([{"move": 1}])
    t.refuses("ACT-02", "UseAbility")


@pytest.mark.rule("ACT-16")
@pytest.mark.parametrize("icons", [[], ["energy"], ["rift", "duplicate", "movement", "card"]])
def test_a_card_does_what_its_text_says_whatever_its_icons(icons: list[str]) -> None:
    told = {"shown": {"effect": [{"add-energy": 2}, {"remove-rift": 1}], "icons": icons}}
    t = table(on=with_cards(told), hand={CZ: ["shown"]}, rifts={DAWN: 1}).do("UseCard", card="shown")
    assert t.order == ["CardUsed", "EnergyAdded", "RiftsRemoved"]


@pytest.mark.rule("ACT-17", "VORTEX-13", "MEGA-03")
def test_any_era_may_be_entered_with_a_vortex_or_with_others() -> None:
    t = table(
        {"agents": [CZ, MR_TIME], "level": 2},
        vortexes={MEDIEVAL: 1},
        agents={MR_TIME: MEDIEVAL},
        energy={DAWN: 1, MEDIEVAL: 1},
    )
    t.do("Move", to=MEDIEVAL)
    assert t.outcome is None
    t.do("Move", to=RENAISSANCE)
    assert t["agents"] == {CZ: RENAISSANCE, MR_TIME: MEDIEVAL}


@pytest.mark.rule("ACT-18", "TURN-01")
def test_only_the_active_player_is_asked_to_act() -> None:
    t = table(active=MR_TIME)
    assert t.question.owner == 1
    t.do("FreeMove", to=MEDIEVAL)
    assert t["agents"] == {CZ: DAWN, MR_TIME: MEDIEVAL}


@pytest.mark.rule("ACT-13")
def test_the_ability_is_there_again_in_the_next_own_turn() -> None:
    t = dropped(foo_phase(marks=["ability"]), GLOBALIZATION, globalization=2)
    assert t["marks"] == ["ability"]
    t.end_turn().any_chance(until="reveal-foo")
    assert (t["active"], t["marks"]) == (MR_TIME, [])
    t.do("FooRevealed", era=ROBOTS, source="app").do(**t.answers[0], source="app")
    assert {"kind": "UseAbility"} in t.answers
