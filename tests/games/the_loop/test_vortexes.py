"""The fourth rift: what a Vortex does when it opens, and what an era with one still can do."""

import pytest

from .playing import (
    CZ,
    DAWN,
    END,
    ERAS,
    GLOBALIZATION,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    RENAISSANCE,
    ROBOTS,
    dropped,
    foo_phase,
    table,
    using,
)

NEAR = {"rifts": {INDUSTRY: 3}, "tiles": {DAWN: "m9", MEDIEVAL: "m10"}}
"""Industry one rift short of a Vortex, under a tile that is still face down."""


@pytest.mark.rule("VORTEX-01", "VORTEX-04", "VORTEX-08")
def test_the_fourth_rift_opens_a_vortex_and_all_rifts_of_the_era_return() -> None:
    t = dropped(foo_phase(**NEAR), INDUSTRY, industry=1, renaissance=1)
    assert t["vortexes"] == dict.fromkeys(ERAS, 0) | {INDUSTRY: 1}
    assert t["rifts"] == dict.fromkeys(ERAS, 0) | {RENAISSANCE: 1}
    assert t["pools"]["rifts"] == 29
    assert t.happened("VortexOpened") == [{"era": INDUSTRY, "returned": 4}]


@pytest.mark.rule("VORTEX-09")
def test_however_many_overflow_one_vortex_opens() -> None:
    tokens = {"3>5": INDUSTRY, "3>6": INDUSTRY}
    t = dropped(foo_phase(duplicates=tokens, bag=[], **NEAR), INDUSTRY, industry=4)
    assert t.happened("VortexOpened") == [{"era": INDUSTRY, "returned": 7}]
    assert sum(t["vortexes"].values()) == 1
    assert t["rifts"][INDUSTRY] == 0


@pytest.mark.rule("VORTEX-02", "LOSE-01", "TURN-03")
def test_a_fourth_rift_on_a_vortex_loses_at_once() -> None:
    t = foo_phase(vortexes={INDUSTRY: 1}, **NEAR)
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert t.outcome == ("lost", "LOSE-01")
    assert t.asked == "nothing"
    assert t.order[-1] == "GameLost"


@pytest.mark.rule("VORTEX-02", "LOSE-01")
def test_an_era_with_a_vortex_loses_by_it_even_when_no_tile_is_left() -> None:
    t = foo_phase(vortexes={INDUSTRY: 1, END: 1, ROBOTS: 1}, **NEAR)
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert t.outcome == ("lost", "LOSE-01")


@pytest.mark.rule("VORTEX-03", "LOSE-02")
def test_a_fourth_vortex_tile_loses() -> None:
    t = foo_phase(vortexes={ROBOTS: 1, END: 1, GLOBALIZATION: 1}, **NEAR)
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert t.outcome == ("lost", "LOSE-02")
    t = foo_phase(vortexes={ROBOTS: 1, END: 1}, **NEAR)
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert t.outcome is None
    assert sum(t["vortexes"].values()) == 3


@pytest.mark.rule("VORTEX-05", "ERA-06", "MISSION-24")
def test_a_tile_there_is_lost_and_not_archived() -> None:
    t = dropped(foo_phase(**NEAR), INDUSTRY, industry=1, renaissance=1)
    assert t["tiles"][INDUSTRY] == "none"
    assert t["lost"] == ["hidden"]
    assert t["archived"] == []
    assert t.happened("TileLost") == [{"era": INDUSTRY, "mission": ""}]
    assert t.happened("MissionTurned") == []  # two are still revealed
    assert [tile for tile in t["tiles"].values() if tile != "none"] == ["m9", "m10", *["hidden"] * 4]


@pytest.mark.rule("VORTEX-05")
def test_without_a_tile_there_nothing_is_lost() -> None:
    tiles = {DAWN: "m9", MEDIEVAL: "m10", INDUSTRY: "none"}
    t = dropped(foo_phase(rifts={INDUSTRY: 3}, tiles=tiles), INDUSTRY, industry=1, renaissance=1)
    assert t["vortexes"][INDUSTRY] == 1
    assert t["lost"] == []
    assert t.happened("TileLost") == []


@pytest.mark.rule("VORTEX-06")
def test_damage_on_the_lost_tile_returns_to_the_pools() -> None:
    tiles = {DAWN: "m9", MEDIEVAL: "hidden", INDUSTRY: "m10"}
    t = foo_phase(rifts={INDUSTRY: 3}, tiles=tiles, damage={INDUSTRY: 4})
    energy = t["pools"]["energy"]
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert t.happened("DamageReturned") == [{"era": INDUSTRY, "rifts": 0, "energy": 4}]
    assert t["damage"][INDUSTRY] == 0
    assert t["pools"]["energy"] == energy + 4
    assert t["lost"] == ["m10"]


@pytest.mark.rule("VORTEX-07", "MISSION-02")
def test_a_lost_mission_is_replaced_at_once_before_cards_are_destroyed() -> None:
    t = foo_phase(
        rifts={RENAISSANCE: 3},
        tiles={RENAISSANCE: "m3", DAWN: "m9", MEDIEVAL: "hidden"},
        foo=DAWN,
        available=["gutenbergs-wormhole"],
    )
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert t.asked == "reveal-mission"
    assert dict(t.question.about)["era"] == 3  # from Dr Foo's new era on
    t.do("MissionRevealed", mission="m7", source="app")
    assert t["tiles"][INDUSTRY] == "m7"
    assert t.order == ["MissionTurned", "CardDestroyed"]


@pytest.mark.rule("VORTEX-10", "CARD-11")
def test_available_cards_on_the_era_are_destroyed_and_those_elsewhere_stay() -> None:
    t = foo_phase(available=["matriochka", "holy-grail"], **NEAR)
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert t["available"][INDUSTRY] == []
    assert t["available"][MEDIEVAL] == ["holy-grail"]
    assert t["destroyed"] == ["matriochka"]


@pytest.mark.rule("VORTEX-10", "CARD-12")
def test_the_active_player_chooses_the_order_of_several_destroyed_cards() -> None:
    t = foo_phase(available=["war-horse", "holy-grail"], rifts={MEDIEVAL: 3}, tiles={DAWN: "m9", END: "m10"})
    dropped(t, MEDIEVAL, medieval=1, renaissance=1)
    assert t.asked == "pick-card"
    assert t.question.owner == 0
    assert t.offers("PickCard", "card") == ["war-horse", "holy-grail"]
    t.do("PickCard", card="holy-grail")
    assert t["destroyed"] == ["holy-grail", "war-horse"]
    t = foo_phase(
        available=["war-horse", "holy-grail"],
        rifts={MEDIEVAL: 3},
        tiles={DAWN: "m9", END: "m10"},
        active=MR_TIME,
    )
    assert dropped(t, MEDIEVAL, medieval=1, renaissance=1).question.owner == 1


@pytest.mark.rule("VORTEX-12", "EFF-05", "FOO-07")
def test_a_card_made_available_on_a_vortex_by_an_effect_is_destroyed_only_after_it() -> None:
    effect = [{"make-available": 1}, {"optional": [{"add-energy": 1}]}]
    t = using(effect, agents={CZ: INDUSTRY}, vortexes={INDUSTRY: 1}, tiles={INDUSTRY: "none"})
    t.do("CardRevealed", card="matriochka", source="app")
    assert t["available"][INDUSTRY] == ["matriochka"]  # still of use to the running effect
    t.do("PickOption", option=1)
    assert t["available"][INDUSTRY] == []
    assert t["destroyed"] == ["matriochka"]


@pytest.mark.rule("VORTEX-12", "EFF-05")
def test_the_effect_that_made_it_available_may_use_the_card() -> None:
    effect = [{"make-available": 1}, {"add-to-deck": 1, "from": "available"}]
    t = using(effect, agents={CZ: INDUSTRY}, vortexes={INDUSTRY: 1}, tiles={INDUSTRY: "none"})
    t.do("CardRevealed", card="matriochka", source="app")
    assert t["destroyed"] == []
    assert t["top"][CZ] == ["matriochka"]


@pytest.mark.rule("VORTEX-12", "EFF-05")
def test_an_effect_inside_another_does_not_destroy_what_the_outer_one_made_available() -> None:
    effect = [{"make-available": 1}, {"apply-card": "discard"}, {"add-to-deck": 1, "from": "available"}]
    t = using(
        effect,
        cards={"inner": [{"add-energy": 1}]},
        agents={CZ: INDUSTRY},
        discard={CZ: ["inner"]},
        vortexes={INDUSTRY: 1},
        tiles={INDUSTRY: "none"},
    )
    t.do("CardRevealed", card="matriochka", source="app")
    assert t.order.count("CardUsed") == 1
    assert t["top"][CZ] == ["matriochka"]


@pytest.mark.rule("VORTEX-12")
def test_what_an_inner_effect_made_available_goes_when_that_effect_is_over() -> None:
    effect = [{"apply-card": "discard"}, {"optional": [{"add-to-deck": 1, "from": "available"}]}]
    t = using(
        effect,
        cards={"inner": [{"make-available": 1}]},
        agents={CZ: INDUSTRY},
        discard={CZ: ["inner"]},
        vortexes={INDUSTRY: 1},
        tiles={INDUSTRY: "none"},
    )
    t.do("CardRevealed", card="matriochka", source="app")
    assert t.asked == "pick-option"
    assert t["destroyed"] == ["matriochka"]


@pytest.mark.rule("VORTEX-13", "VORTEX-14", "ACT-17", "VORTEX-15")
def test_agents_energy_and_duplicates_stay_and_the_era_works_on() -> None:
    t = foo_phase(
        energy={INDUSTRY: 2},
        duplicates={"0>5": INDUSTRY},
        bag=[],
        agents={CZ: INDUSTRY, MR_TIME: INDUSTRY},
        hand={CZ: ["holy-grail"]},
        **NEAR,
    )
    dropped(t, INDUSTRY, industry=1, renaissance=2)
    assert t["energy"][INDUSTRY] == 2
    assert t["duplicates"] == {"0>5": INDUSTRY}
    assert t["agents"] == {CZ: INDUSTRY, MR_TIME: INDUSTRY}
    t.do("Loop", dimension="spiral")
    t.do("Move", to=GLOBALIZATION).do("FreeMove", to=INDUSTRY)
    assert t["vortexes"][INDUSTRY] == 1


@pytest.mark.rule("VORTEX-13", "VORTEX-19")
def test_a_vortex_era_may_hold_three_rifts_again() -> None:
    t = foo_phase(vortexes={INDUSTRY: 1}, tiles={INDUSTRY: "none"}, rifts={INDUSTRY: 1})
    dropped(t, INDUSTRY, industry=2)
    assert t["rifts"][INDUSTRY] == 3
    assert t.outcome is None


@pytest.mark.rule("VORTEX-16")
def test_several_eras_overflow_in_one_drop_each_with_its_own_vortex() -> None:
    t = foo_phase(rifts={INDUSTRY: 3, RENAISSANCE: 3, GLOBALIZATION: 3}, duplicates={"0>5": INDUSTRY}, bag=[])
    dropped(t, INDUSTRY, industry=1, renaissance=1, globalization=1)
    assert [told["era"] for told in t.happened("VortexOpened")] == [INDUSTRY, GLOBALIZATION, RENAISSANCE]
    assert sum(t["vortexes"].values()) == 3
    assert t["lost"] == ["hidden"] * 3


@pytest.mark.rule("VORTEX-16", "LOSE-02")
def test_two_overflows_with_one_tile_left_place_it_and_lose() -> None:
    t = foo_phase(rifts={INDUSTRY: 3, RENAISSANCE: 3}, vortexes={END: 1, ROBOTS: 1})
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert t["vortexes"][INDUSTRY] == 1
    assert t.outcome == ("lost", "LOSE-02")


@pytest.mark.rule("AMB-08", "VORTEX-16")
def test_as_an_option_the_active_player_chooses_which_vortex_opens_first() -> None:
    t = foo_phase({"vortex-order": "chosen"}, rifts={INDUSTRY: 3, RENAISSANCE: 3})
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert t.asked == "pick-era"
    assert t.question.owner == 0
    t.do("PickEra", era=RENAISSANCE)
    assert [told["era"] for told in t.happened("VortexOpened")] == [RENAISSANCE, INDUSTRY]


@pytest.mark.rule("AMB-08", "VORTEX-02")
def test_an_era_that_was_settled_while_its_turn_was_chosen_does_not_break_again() -> None:
    t = foo_phase({"vortex-order": "chosen"}, rifts={INDUSTRY: 3, RENAISSANCE: 3})
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    t.do("Correct", source="hand", path="rifts.2", value=3).do("PickEra", era=INDUSTRY)
    assert [told["era"] for told in t.happened("VortexOpened")] == [INDUSTRY]
    assert t["rifts"][RENAISSANCE] == 3


@pytest.mark.rule("VORTEX-16")
def test_an_era_far_from_dr_foo_overflows_too() -> None:
    t = dropped(foo_phase(rifts={END: 3}), INDUSTRY, industry=1, end_of_times=1)
    assert t["vortexes"][END] == 1


@pytest.mark.rule("VORTEX-16", "VORTEX-19")
@pytest.mark.parametrize("far", [GLOBALIZATION, ROBOTS, END, DAWN, MEDIEVAL, RENAISSANCE])
def test_only_the_era_with_a_fourth_rift_breaks_wherever_it_is(far: str) -> None:
    three = {era: 3 for era in ERAS if era != INDUSTRY}
    t = foo_phase(rifts=three)
    t.do("FooRevealed", era=INDUSTRY, source="app")
    t.do("RiftsLanded", landed={far: 1, INDUSTRY: 1}, source="hand").any_chance()
    assert t["vortexes"] == dict.fromkeys(ERAS, 0) | {far: 1}
    assert t["rifts"] == three | {INDUSTRY: 1, far: 0}


@pytest.mark.rule("VORTEX-06", "AMB-07")
def test_red_damage_returns_to_the_rifts_and_green_to_the_energy() -> None:
    t = using(
        [{"remove-rift": 3}, {"place-rift": 4, "at": "next"}],
        rifts={DAWN: 3},
        energy={END: 1},
        tiles={DAWN: "none", MEDIEVAL: "m3", RENAISSANCE: "m9"},
    )
    assert t.happened("DamageDone") == [
        {"era": MEDIEVAL, "mission": "m3", "space": "none", "colour": colour}
        for colour in ("rift", "rift", "energy")
    ]
    assert t.happened("DamageReturned") == [{"era": MEDIEVAL, "rifts": 2, "energy": 1}]


@pytest.mark.rule("VORTEX-17")
def test_rifts_of_an_effect_open_a_vortex_just_the_same() -> None:
    t = using([{"place-rift": 1}, {"add-energy": 1}], agents={CZ: INDUSTRY}, **NEAR)
    assert t["vortexes"][INDUSTRY] == 1
    assert t.order == ["CardUsed", "RiftsPlaced", "VortexOpened", "TileLost", "EnergyAdded"]


@pytest.mark.rule("VORTEX-17")
def test_cubes_that_fall_out_late_open_a_vortex_too() -> None:
    t = table(inside=2, **NEAR)
    t.do("LateRifts", landed={INDUSTRY: 1}, source="tower")
    assert t["vortexes"][INDUSTRY] == 1
    assert t["inside"] == 1
    t.refuses("TOWER-06", "LateRifts", landed={INDUSTRY: 2}, source="tower")
    t.refuses("TOWER-06", "LateRifts", landed={}, source="tower")
    with pytest.raises(ValueError, match=r"field LateRifts landed \['one'\]"):
        t.do("LateRifts", landed=["one"], source="tower")


@pytest.mark.rule("VORTEX-18", "BONUS-03")
def test_a_bonus_card_of_a_vortex_era_is_not_destroyed_by_it() -> None:
    t = table(
        phase="archive",
        agents={CZ: MEDIEVAL},
        damage={MEDIEVAL: 6},
        vortexes={INDUSTRY: 1},
        tiles={DAWN: "m9", MEDIEVAL: "m10", INDUSTRY: "none"},
        huge=["matriochka"],
    )
    t.do("Archive", yes=True)
    t.any_chance(until="reveal-foo")
    assert "matriochka" in (*t["hand"][CZ], *t["top"][CZ])
    assert t["destroyed"] == []
