"""Phase V, cycles, victory and every defeat."""

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
    ROBO,
    ROBOTS,
    Table,
    dropped,
    foo_phase,
    table,
)

ALL_SEEN = list(ERAS)


def last_archive(**given: object) -> Table:
    """Phase IV, the fourth tile complete under the active agent."""
    return table(
        **{
            "phase": "archive",
            "agents": {CZ: MEDIEVAL},
            "tiles": {MEDIEVAL: "m10", DAWN: "m9"},
            "damage": {MEDIEVAL: 6},
            "archived": ["m1", "m2", "m3"],
            **given,
        }
    )


# -- phase V -------------------------------------------------------------------------------------------------


@pytest.mark.rule("END-01")
def test_the_batteries_of_the_active_agent_are_full_again() -> None:
    t = table(batteries={CZ: "low", MR_TIME: "low"}, energy={DAWN: 1})
    t.do("EndActions")
    assert t["batteries"] == {CZ: "full", MR_TIME: "low"}
    assert t.happened("BatteriesTurned") == [{"agent": CZ, "full": True}]
    assert table().do("EndActions").happened("BatteriesTurned") == []


@pytest.mark.rule("END-02", "CARD-07")
def test_the_whole_hand_is_discarded_ready_or_exhausted() -> None:
    t = table(hand={CZ: ["matriochka"], MR_TIME: ["holy-grail"]}, exhausted={CZ: ["war-horse"]})
    t.do("EndActions")
    assert t["discard"][CZ] == ["matriochka", "war-horse"]
    assert t["hand"][MR_TIME] == ["holy-grail"]


@pytest.mark.rule("END-03", "CARD-05", "CARD-06")
def test_everybody_draws_up_to_three() -> None:
    t = table(hand={MR_TIME: ["holy-grail"]}, exhausted={MR_TIME: ["war-horse"]})
    t.do("EndActions").any_chance(until="draw-duplicate")
    assert len(t["hand"][CZ]) == 3
    assert len(t["hand"][MR_TIME]) == 2
    assert t["exhausted"][MR_TIME] == ["war-horse"]


@pytest.mark.rule("END-04", "CARD-10")
def test_nobody_else_discards_and_a_full_hand_draws_nothing() -> None:
    five = ["holy-grail", "war-horse", "matriochka", "double-joystick", "spartan-shield"]
    t = table(hand={MR_TIME: five})
    t.do("EndActions").any_chance(until="draw-duplicate")
    assert t["hand"][MR_TIME] == sorted(five)


@pytest.mark.rule("END-05", "CYCLE-01", "TURN-02")
def test_the_foo_pile_is_looked_at_after_everybody_has_drawn() -> None:
    t = table(seen=ALL_SEEN).do("EndActions")
    assert t.asked == "draw-card"
    assert t["cycle"] == 1
    t.any_chance(until="draw-duplicate")
    assert t.order[-2:] == ["CycleBegan", "TurnBegan"]


@pytest.mark.rule("END-06", "TURN-01", "INV-15")
def test_the_next_player_clockwise_begins_with_a_clean_slate() -> None:
    three = {"agents": [CZ, MR_TIME, ROBO]}
    t = table(three, active=MR_TIME, loops=2, marks=["m1", "ability"]).do("EndActions")
    t.any_chance(until="draw-duplicate")
    assert (t["active"], t["turn"], t["loops"], t["marks"]) == (ROBO, 2, 0, [])
    t = table(three, active=ROBO).do("EndActions").any_chance(until="draw-duplicate")
    assert t["active"] == CZ


@pytest.mark.rule("TURN-04", "END-02")
def test_phase_five_is_not_asked_for() -> None:
    t = table(hand={CZ: ["matriochka"]})
    t.do("EndActions")
    assert t["phase"] == "end"
    assert t.happened("HandDiscarded") == [{"agent": CZ, "cards": ["matriochka"]}]


# -- cycles --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CYCLE-01", "CYCLE-04", "CYCLE-05")
@pytest.mark.parametrize("cycle", [1, 2])
def test_after_the_seventh_foo_card_the_next_cycle_begins(cycle: int) -> None:
    t = table(foo=ROBOTS, seen=ALL_SEEN, cycle=cycle).end_turn().any_chance(until="draw-duplicate")
    assert t["cycle"] == cycle + 1
    assert t["seen"] == []
    assert t["foo"] == ROBOTS
    t.any_chance(until="reveal-card")
    assert t["seen"] == []
    assert len(t["duplicates"]) == cycle + 1
    t.any_chance(until="reveal-foo")
    assert t.offers("FooRevealed", "era") == list(ERAS)


@pytest.mark.rule("CYCLE-01")
def test_before_the_seventh_card_the_cycle_goes_on() -> None:
    t = table(seen=ALL_SEEN[:6]).end_turn().any_chance(until="draw-duplicate")
    assert t["cycle"] == 1
    assert t["seen"] == ALL_SEEN[:6]


@pytest.mark.rule("CYCLE-02")
def test_the_turn_of_the_seventh_card_is_played_in_full() -> None:
    t = foo_phase(seen=ALL_SEEN[:6], cycle=3)
    assert t.asked == "drop"  # the last card is the only answer and is not asked
    assert t["foo"] == END
    t.do("RiftsLanded", source="hand", landed={END: 2})
    assert (t["phase"], t.asked, t["cycle"]) == ("actions", "act", 3)


@pytest.mark.rule("CYCLE-03", "TURN-06", "INV-18", "LOSE-03")
def test_a_cycle_visits_each_era_once_and_a_game_ends_after_21_turns() -> None:
    t = table({"rift-pool": 30}, phase="foo", turn=1, foo=DAWN, seen=[])
    visits: list[str] = []
    while t.outcome is None:
        if t.asked == "act":
            t.do("EndActions")
        elif t.asked == "take-card":
            t.do("TakeCard", card="")
        elif t.asked == "drop":  # all cubes stay inside, so that no Vortex ends the game early
            cubes = dict(t.question.about)["cubes"] + t["inside"]
            t.do("RiftsLanded", source="hand", landed={}, inside=cubes)
        else:
            made = t.answers[-1]
            t.do(**made, source="app")
        visits += [told["era"] for told in t.happened("FooMoved")]
    assert t.outcome == ("lost", "LOSE-03")
    assert t["turn"] == len(visits) == 21
    assert [sorted(visits[at : at + 7]) for at in (0, 7, 14)] == [sorted(ERAS)] * 3


@pytest.mark.rule("LOSE-03", "CYCLE-01")
def test_a_pile_that_runs_out_on_the_third_space_loses() -> None:
    t = table(seen=ALL_SEEN, cycle=3).end_turn().any_chance(until="nothing")
    assert t.outcome == ("lost", "LOSE-03")
    assert t["cycle"] == 3


# -- victory -------------------------------------------------------------------------------------------------


@pytest.mark.rule("WIN-01", "SABO-02", "ARCH-04", "TURN-03", "TURN-05")
def test_the_fourth_archived_tile_wins_at_once_without_a_bonus() -> None:
    t = last_archive().do("Archive", yes=True)
    assert t.outcome == ("won", "WIN-01")
    assert t.order == ["TileArchived", "DamageReturned", "GameWon"]
    assert t.asked == "nothing"


@pytest.mark.rule("WIN-01")
def test_three_do_not_win() -> None:
    t = last_archive(archived=["m1", "m2"]).do("Archive", yes=True)
    assert t.outcome is None
    assert len(t["archived"]) == 3


@pytest.mark.rule("WIN-05")
def test_victory_comes_before_the_last_cycle_ends() -> None:
    t = last_archive(seen=ALL_SEEN, cycle=3, turn=21).do("Archive", yes=True)
    assert t.outcome == ("won", "WIN-01")
    t = last_archive(seen=ALL_SEEN, cycle=3, turn=21).do("Archive", yes=False).any_chance(until="nothing")
    assert t.outcome == ("lost", "LOSE-03")


@pytest.mark.rule("TURN-03")
def test_after_the_end_nothing_is_taken_any_more() -> None:
    t = last_archive().do("Archive", yes=True)
    t.refuses("TURN-03", "EndActions")
    t.refuses("TURN-03", "Archive", yes=True)
    t.refuses("TURN-03", "Correct", path="rifts.0", value=1)
    t.refuses("TURN-03", "Settle", what="missions", where=None)
    t.refuses("TURN-03", "Learn", piece="duplicate", entry={"id": "0>1"})
    t.refuses("TURN-03", "LateRifts", landed={DAWN: 1}, source="tower")


@pytest.mark.rule("TURN-03", "VORTEX-16")
def test_a_defeat_in_the_drop_stops_everything_after_it() -> None:
    t = foo_phase(rifts={INDUSTRY: 3, RENAISSANCE: 3}, vortexes={INDUSTRY: 1}, tiles={INDUSTRY: "none"})
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert t.outcome == ("lost", "LOSE-01")
    assert t["vortexes"][RENAISSANCE] == 0
    assert t["phase"] == "foo"


# -- Mega Vortexes -------------------------------------------------------------------------------------------

MEGA = {"agents": [CZ, MR_TIME], "level": 2}


@pytest.mark.rule("LOSE-04", "MEGA-02", "END-07", "MEGA-01", "DIFF-06")
@pytest.mark.parametrize("level", [2, 3])
def test_ending_your_turn_on_a_mega_vortex_loses_before_anything_else_of_phase_five(level: int) -> None:
    t = table(
        {**MEGA, "level": level},
        vortexes={DAWN: 1},
        batteries={CZ: "low"},
        energy={DAWN: 1},
        tiles={DAWN: "none"},
    )
    t.do("EndActions")
    assert t.outcome == ("lost", "LOSE-04")
    assert t.order == ["GameLost"]


@pytest.mark.rule("MEGA-01", "VORTEX-13", "DIFF-06")
def test_at_level_one_a_vortex_is_no_mega_vortex() -> None:
    t = table({**MEGA, "level": 1}, vortexes={DAWN: 1}, tiles={DAWN: "none"})
    t.do("EndActions").any_chance(until="draw-duplicate")
    assert t.outcome is None
    assert t["active"] == MR_TIME


@pytest.mark.rule("MEGA-03")
def test_only_the_agent_whose_turn_ends_is_tested() -> None:
    t = table(MEGA, vortexes={MEDIEVAL: 1}, agents={MR_TIME: MEDIEVAL}, tiles={MEDIEVAL: "none"})
    t.do("EndActions").any_chance(until="draw-duplicate")
    assert t.outcome is None
    t = table(
        MEGA, active=MR_TIME, vortexes={MEDIEVAL: 1}, agents={MR_TIME: MEDIEVAL}, tiles={MEDIEVAL: "none"}
    )
    assert t.do("EndActions").outcome == ("lost", "LOSE-04")


@pytest.mark.rule("MEGA-02", "LOSE-01")
def test_a_mega_vortex_is_a_vortex_in_every_respect() -> None:
    t = foo_phase(MEGA, rifts={INDUSTRY: 3}, available=["matriochka"])
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert t["vortexes"][INDUSTRY] == 1
    assert t["destroyed"] == ["matriochka"]
    t = foo_phase(MEGA, rifts={INDUSTRY: 3}, vortexes={INDUSTRY: 1}, tiles={INDUSTRY: "none"})
    assert dropped(t, INDUSTRY, industry=1, renaissance=1).outcome == ("lost", "LOSE-01")


@pytest.mark.rule("MEGA-04", "MEGA-03")
@pytest.mark.parametrize("leaves", [True, False])
def test_an_agent_whose_era_breaks_in_its_own_phase_one_must_leave(leaves: bool) -> None:
    t = foo_phase(MEGA, rifts={DAWN: 3}, tiles={DAWN: "hidden", MEDIEVAL: "m9", ROBOTS: "m10"})
    dropped(t, DAWN, dawn_of_time=1, medieval=1)
    assert t.asked == "act"
    if leaves:
        t.do("FreeMove", to=END)
    t.end_turn().any_chance(until="draw-duplicate")
    assert t.outcome == (None if leaves else ("lost", "LOSE-04"))


@pytest.mark.rule("WIN-05", "ERA-06")
def test_no_tile_is_ever_archived_on_a_vortex() -> None:
    t = table(MEGA, phase="archive", agents={CZ: MEDIEVAL}, vortexes={MEDIEVAL: 1}, tiles={MEDIEVAL: "none"})
    assert t.outcome == ("lost", "LOSE-04")  # nothing to archive, so phase V comes at once


# -- nothing else loses --------------------------------------------------------------------------------------


@pytest.mark.rule("LOSE-05", "CARD-14", "CARD-09")
def test_empty_bag_decks_and_pools_lose_nothing() -> None:
    t = foo_phase(
        rifts=dict.fromkeys(ERAS, 3),
        inside=9,
        energy={GLOBALIZATION: 30},
        draw={CZ: [], MR_TIME: []},
    )
    t.do("FooRevealed", era=INDUSTRY, source="app")
    assert t.asked == "act"
    t.do("EndActions")
    assert t.outcome is None
    assert t["turn"] == 2


@pytest.mark.rule("TURN-05")
def test_the_outcome_is_that_of_the_whole_team() -> None:
    outcome = last_archive().do("Archive", yes=True)
    assert outcome.game.outcome(outcome.state).ranking == ()  # type: ignore[union-attr]
