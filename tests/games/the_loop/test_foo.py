"""Phase I: duplicates, a new card, Dr Foo's move and the drop; and what the machine may do with cubes."""

import pytest

from companion.games.the_loop.rules.foo import splits

from .playing import (
    CZ,
    DAWN,
    END,
    ERAS,
    GLOBALIZATION,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    PROWLER,
    RENAISSANCE,
    ROBOTS,
    dropped,
    foo_phase,
    landing,
    table,
)

CANCELLER = {"agents": [PROWLER, MR_TIME]}
"""The active agent may cancel a landed rift."""


# -- step A --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FOO-01", "TURN-02")
def test_phase_one_draws_duplicates_then_a_card_then_dr_foos_card_and_only_then_drops() -> None:
    t = table(phase="foo", seen=[], cycle=1)
    asked = []
    while t.asked != "act":
        asked.append(t.asked)
        t.any_chance(until="nothing") if t.asked == "drop" else t.do(**t.answers[0], source="app")
    assert asked == ["draw-duplicate", "reveal-card", "reveal-foo", "drop"]


@pytest.mark.rule("FOO-02", "CYCLE-04")
@pytest.mark.parametrize(("cycle", "tokens"), [(1, 1), (2, 2), (3, 3)])
def test_each_cycle_generates_one_duplicate_more(cycle: int, tokens: int) -> None:
    t = table(phase="foo", seen=[], cycle=cycle)
    t.any_chance(until="reveal-card")
    assert len(t["duplicates"]) == tokens


@pytest.mark.rule("FOO-03", "TERM-24", "DUP-01")
def test_a_duplicate_comes_into_play_on_the_era_of_its_generation_side() -> None:
    t = table(phase="foo", seen=[])
    t.do("DuplicateDrawn", token="3>5", source="app")
    assert t["duplicates"] == {"3>5": INDUSTRY}
    assert "3>5" not in t["bag"]
    assert len(t["bag"]) == 27
    assert t.happened("DuplicateGenerated") == [{"token": "3>5", "era": INDUSTRY}]


@pytest.mark.rule("FOO-03")
def test_a_duplicate_on_the_board_cannot_come_out_of_the_bag() -> None:
    t = table(phase="foo", seen=[], duplicates={"3>5": DAWN})
    t.refuses("FOO-03", "DuplicateDrawn", token="3>5", source="hand")


@pytest.mark.rule("FOO-04", "LOSE-05")
def test_a_short_bag_gives_what_it_has() -> None:
    t = table(phase="foo", seen=[], cycle=3, bag=["0>2", "3>5"])
    t.do("DuplicateDrawn", token="3>5", source="app")  # the second is the only one left and is not asked
    assert t["duplicates"] == {"3>5": INDUSTRY, "0>2": DAWN}
    assert t["bag"] == []
    assert t.asked == "reveal-card"


@pytest.mark.rule("FOO-05", "FOO-06", "TERM-21", "TERM-22")
@pytest.mark.parametrize("cycle", [1, 2, 3])
def test_one_card_becomes_available_above_its_original_era(cycle: int) -> None:
    t = table(phase="foo", seen=[], cycle=cycle, bag=[])
    t.do("CardRevealed", card="matriochka", source="app")
    assert t["available"] == {era: (["matriochka"] if era == INDUSTRY else []) for era in ERAS}
    assert "matriochka" not in t["huge"]
    assert t.asked == "reveal-foo"


@pytest.mark.rule("FOO-07", "VORTEX-11")
def test_a_card_that_turns_up_on_a_vortex_is_destroyed() -> None:
    t = table(phase="foo", seen=[], bag=[], vortexes={INDUSTRY: 1}, destroyed=["holy-grail"])
    t.do("CardRevealed", card="matriochka", source="app")
    assert t["available"][INDUSTRY] == []
    assert t["destroyed"] == ["holy-grail", "matriochka"]


# -- Dr Foo's move -------------------------------------------------------------------------------------------


@pytest.mark.rule("FOO-08", "FOO-15")
def test_a_revealed_foo_card_stays_out_until_the_cycle_ends() -> None:
    t = foo_phase(foo=DAWN, seen=[DAWN, ROBOTS])
    assert t.offers("FooRevealed", "era") == [era for era in ERAS if era not in (DAWN, ROBOTS)]
    t.refuses("FOO-15", "FooRevealed", era=ROBOTS, source="hand")
    t.do("FooRevealed", era=END, source="app")
    assert t["seen"] == [DAWN, ROBOTS, END]


@pytest.mark.rule("FOO-08")
def test_nothing_but_a_foo_card_answers_for_dr_foos_move() -> None:
    foo_phase().refuses("FOO-08", "EndActions")


@pytest.mark.rule("FOO-09", "ERA-07", "TOWER-01")
def test_dr_foo_jumps_to_the_era_of_the_card_from_any_other() -> None:
    t = foo_phase(foo=DAWN)
    t.do("FooRevealed", era=GLOBALIZATION, source="app")
    assert t["foo"] == GLOBALIZATION
    assert t.happened("FooMoved") == [{"era": GLOBALIZATION}]


@pytest.mark.rule("FOO-09", "CYCLE-05")
def test_dr_foo_may_stay_where_he_is_in_a_new_cycle_and_drops_all_the_same() -> None:
    t = foo_phase(foo=ROBOTS, seen=[], cycle=2)
    t.do("FooRevealed", era=ROBOTS, source="app")
    assert t["foo"] == ROBOTS
    assert t.happened("RiftsThrown") == [{"cubes": 2}]


# -- the drop ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FOO-10", "FOO-14")
def test_two_rifts_and_one_for_each_duplicate_on_his_new_era() -> None:
    elsewhere = {"0>2": RENAISSANCE, "0>3": GLOBALIZATION}
    t = foo_phase(duplicates={"3>5": INDUSTRY, "3>6": INDUSTRY, "0>4": INDUSTRY, **elsewhere}, bag=[])
    t.do("FooRevealed", era=INDUSTRY, source="app")
    assert t.happened("RiftsThrown") == [{"cubes": 5}]


@pytest.mark.rule("FOO-10")
def test_the_duplicate_of_step_a_counts_in_the_same_turn() -> None:
    t = table(phase="foo", seen=[], huge=[])
    t.do("DuplicateDrawn", token="3>5", source="app").do("FooRevealed", era=INDUSTRY, source="app")
    assert t.happened("RiftsThrown") == [{"cubes": 3}]


@pytest.mark.rule("FOO-11", "SETUP-04")
def test_thrown_rifts_leave_the_pool() -> None:
    t = foo_phase(rifts={DAWN: 2})
    assert t["pools"]["rifts"] == 28
    t.do("FooRevealed", era=INDUSTRY, source="app")
    assert t["pools"]["rifts"] == 26
    landing(t, industry=2)
    assert t["pools"]["rifts"] == 26


@pytest.mark.rule("FOO-10", "FOO-11", "LOSE-05")
def test_a_pool_that_is_too_small_gives_what_it_has() -> None:
    full = dict.fromkeys(ERAS[:6], 3) | {END: 2}
    t = foo_phase(rifts=full, inside=9, duplicates={"3>5": INDUSTRY, "3>6": INDUSTRY}, bag=[])
    assert t["pools"]["rifts"] == 1
    t.do("FooRevealed", era=INDUSTRY, source="app")
    assert t.happened("RiftsThrown") == [{"cubes": 1}]


@pytest.mark.rule("FOO-10", "LOSE-05")
def test_an_empty_pool_drops_nothing_and_the_turn_goes_on() -> None:
    t = foo_phase(rifts=dict.fromkeys(ERAS, 3), inside=9)
    t.do("FooRevealed", era=INDUSTRY, source="app")
    assert t.happened("RiftsThrown") == []
    assert t.asked == "act"


@pytest.mark.rule("FOO-10")
def test_with_an_unlimited_pool_every_drop_is_whole() -> None:
    t = foo_phase({"rift-pool": 0}, rifts=dict.fromkeys(ERAS, 3), inside=9)
    t.do("FooRevealed", era=INDUSTRY, source="app")
    assert t.happened("RiftsThrown") == [{"cubes": 2}]


@pytest.mark.rule("FOO-12")
def test_rifts_are_placed_where_they_landed() -> None:
    t = dropped(foo_phase(rifts={RENAISSANCE: 1}), INDUSTRY, renaissance=1, globalization=1)
    assert t["rifts"] == dict.fromkeys(ERAS, 0) | {RENAISSANCE: 2, GLOBALIZATION: 1}
    assert t["phase"] == "actions"


@pytest.mark.rule("FOO-13", "VORTEX-19", "ERA-04")
def test_an_era_holds_three_and_breaks_at_the_fourth() -> None:
    t = dropped(foo_phase(rifts={INDUSTRY: 1, RENAISSANCE: 3}), INDUSTRY, industry=2)
    assert t["rifts"][INDUSTRY] == t["rifts"][RENAISSANCE] == 3
    assert sum(t["vortexes"].values()) == 0
    t = dropped(foo_phase(rifts={INDUSTRY: 2}), INDUSTRY, industry=2)
    assert t["vortexes"][INDUSTRY] == 1


@pytest.mark.rule("FOO-16")
def test_every_vortex_of_the_drop_is_open_before_phase_two() -> None:
    t = foo_phase(rifts={INDUSTRY: 3, RENAISSANCE: 3}, available=["holy-grail", "war-horse", "matriochka"])
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    assert (t["phase"], t.asked) == ("actions", "act")
    assert t.order.count("VortexOpened") == 2


# -- cancelling ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FOO-17", "EFF-02")
def test_a_landed_rift_may_be_cancelled_before_it_is_placed_and_opens_no_vortex() -> None:
    t = dropped(foo_phase(CANCELLER, rifts={INDUSTRY: 3}), INDUSTRY, industry=1, renaissance=1)
    assert t.asked == "cancel-rift"
    assert t.question.owner == 0
    assert t.offers("PickEra", "era") == [RENAISSANCE, INDUSTRY, "none"]
    pool = t["pools"]["rifts"]
    t.do("PickEra", era=INDUSTRY)
    assert t["rifts"][INDUSTRY] == 3
    assert t["rifts"][RENAISSANCE] == 1
    assert t["vortexes"][INDUSTRY] == 0
    assert t["pools"]["rifts"] == pool + 1
    assert t.happened("RiftCancelled") == [{"era": INDUSTRY}]


@pytest.mark.rule("FOO-17", "ACT-13")
def test_cancelling_is_optional_and_once() -> None:
    t = dropped(foo_phase(CANCELLER), INDUSTRY, industry=2)
    t.do("PickEra", era="none")
    assert t["rifts"][INDUSTRY] == 2
    assert "ability" not in t["marks"]
    t = dropped(foo_phase(CANCELLER), INDUSTRY, industry=2)
    t.do("PickEra", era=INDUSTRY)
    assert t.asked == "act"
    assert t["rifts"][INDUSTRY] == 1
    assert t["marks"] == ["ability"]


@pytest.mark.rule("FOO-17", "ACT-13")
def test_nobody_cancels_in_another_agents_turn() -> None:
    t = dropped(foo_phase({"agents": [MR_TIME, PROWLER]}), INDUSTRY, industry=2)
    assert t.asked == "act"


@pytest.mark.rule("FOO-17")
def test_nothing_landed_nothing_to_cancel() -> None:
    t = dropped(foo_phase(CANCELLER), INDUSTRY, inside=2)
    assert t.asked == "act"


@pytest.mark.rule("FOO-18", "EFF-02")
def test_phase_one_damages_no_mission() -> None:
    t = foo_phase(CANCELLER, tiles={DAWN: "m3", MEDIEVAL: "m6"}, rifts={RENAISSANCE: 3})
    dropped(t, INDUSTRY, industry=1, renaissance=1).do("PickEra", era=INDUSTRY)
    assert t.order.count("VortexOpened") == 1
    assert t["damage"][DAWN] == 0
    assert t["damage"][MEDIEVAL] == []


@pytest.mark.rule("FOO-18", "DUP-06")
def test_a_duplicate_that_dies_in_phase_one_damages_no_mission() -> None:
    home = {"tiles": {DAWN: "m5", MEDIEVAL: "m8"}, "foo": INDUSTRY, "seen": []}
    t = table({"bag": "hand"}, phase="foo", **home)
    t.do("Learn", piece="duplicate", entry={"id": "3>3"})
    t.do("DuplicateDrawn", token="3>3", source="hand")
    assert t.happened("DuplicateDestroyed") == [{"token": "3>3", "era": INDUSTRY}]
    assert t["damage"][DAWN] == 0
    assert t["damage"][MEDIEVAL] == []


# -- the machine ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TOWER-02", "TOWER-03", "ERA-01", "ERA-03")
@pytest.mark.parametrize(
    ("front", "prev", "after"),
    [(DAWN, END, MEDIEVAL), (INDUSTRY, RENAISSANCE, GLOBALIZATION), (END, ROBOTS, DAWN)],
)
def test_results_drawn_by_the_app_use_the_three_outlets(front: str, prev: str, after: str) -> None:
    t = foo_phase()
    t.do("FooRevealed", era=front, source="app")
    seen = {era for answer in t.answers for era in answer["landed"]}
    assert seen == {prev, front, after}


@pytest.mark.rule("TOWER-06")
def test_any_split_over_the_outlets_is_possible_once() -> None:
    results, odds = splits(4, 3)
    assert len(results) == len(set(results)) == 15  # 4 cubes into 3 outlets: C(6, 2)
    assert all(sum(result.landed) == 4 for result in results)
    assert sum(odds) == 100**4


@pytest.mark.rule("TOWER-03")
def test_the_odds_of_a_single_cube_are_those_of_the_outlets() -> None:
    results, odds = splits(1, 0)
    by_era = {result.landed.index(1): weight for result, weight in zip(results, odds, strict=True)}
    assert by_era == {6: 26, 0: 48, 1: 26}


@pytest.mark.rule("TOWER-03")
@pytest.mark.parametrize("source", ["hand", "tower"])
def test_what_was_seen_on_the_table_may_name_any_era(source: str) -> None:
    t = foo_phase()
    t.do("FooRevealed", era=INDUSTRY, source="app")
    t.do("RiftsLanded", landed={END: 2}, source=source)  # type: ignore[arg-type]
    assert t["rifts"][END] == 2


@pytest.mark.rule("TOWER-03")
@pytest.mark.parametrize("source", ["app", "player"])
def test_the_app_itself_cannot_report_another_era(source: str) -> None:
    t = foo_phase()
    t.do("FooRevealed", era=INDUSTRY, source="app")
    t.refuses("TOWER-03", "RiftsLanded", landed={END: 2}, source=source)  # type: ignore[arg-type]


@pytest.mark.rule("TOWER-06", "TOWER-07")
def test_landed_and_inside_add_up_to_what_was_thrown_and_inside_before() -> None:
    t = foo_phase(inside=1)
    t.do("FooRevealed", era=INDUSTRY, source="app")
    t.refuses("TOWER-06", "RiftsLanded", landed={INDUSTRY: 2}, inside=0, source="hand")
    t.refuses("TOWER-06", "RiftsLanded", landed={INDUSTRY: 4}, inside=0, source="hand")
    t.refuses("TOWER-06", "RiftsLanded", landed={INDUSTRY: 4}, inside=-1, source="hand")
    t.refuses("TOWER-06", "RiftsLanded", landed=[3], inside=0, source="hand")
    with pytest.raises(ValueError, match=r"field RiftsLanded landed \['three', 0, 0, 0, 0, 0, 0\]"):
        t.do("RiftsLanded", landed=["three", 0, 0, 0, 0, 0, 0], inside=0, source="hand")
    t.do("RiftsLanded", landed={INDUSTRY: 1}, inside=2, source="hand")
    assert t["rifts"][INDUSTRY] == 1
    assert t["inside"] == 2
    assert t["pools"]["rifts"] == 27
    assert t.happened("RiftsInside") == [{"cubes": 2}]


@pytest.mark.rule("TOWER-06", "TOWER-07")
def test_cubes_that_stayed_inside_come_out_with_the_next_drop_of_the_app() -> None:
    t = foo_phase(inside=2)
    t.do("FooRevealed", era=INDUSTRY, source="app")
    assert {sum(answer["landed"].values()) for answer in t.answers} == {4}
    t.do(**t.answers[0], source="app")
    assert t["inside"] == 0


@pytest.mark.rule("TOWER-04", "FOO-12")
def test_the_first_printed_drop_is_possible() -> None:
    t = foo_phase(duplicates={"3>5": INDUSTRY}, bag=[])
    t.do("FooRevealed", era=INDUSTRY, source="app")
    assert {RENAISSANCE: 1, INDUSTRY: 2} in t.offers("RiftsLanded", "landed")


@pytest.mark.rule("TOWER-05", "FOO-12")
def test_the_second_printed_drop_is_possible() -> None:
    t = foo_phase(duplicates={"3>5": GLOBALIZATION, "3>6": GLOBALIZATION}, bag=[])
    t.do("FooRevealed", era=GLOBALIZATION, source="app")
    assert {INDUSTRY: 2, GLOBALIZATION: 2} in t.offers("RiftsLanded", "landed")


@pytest.mark.rule("TOWER-08", "MISSION-22")
def test_the_machine_stays_turned_through_the_rest_of_the_turn() -> None:
    t = dropped(foo_phase(), INDUSTRY, industry=2)
    t.do("FreeMove", to=MEDIEVAL)
    t.do("EndActions")
    t.any_chance(until="reveal-foo")
    assert t["turn"] == 2
    assert t["foo"] == INDUSTRY
    assert t["active"] != CZ


@pytest.mark.rule("TOWER-06", "SETUP-04")
@pytest.mark.parametrize("cubes", [1, 3, 28])
def test_hands_may_have_thrown_another_number_than_was_asked_for(cubes: int) -> None:
    """The pool gives what was too much, and keeps what was too little: no cube is made or lost."""
    t = foo_phase()
    t.do("FooRevealed", era=INDUSTRY, source="app")
    assert t["pools"]["rifts"] == 28
    t.do("Thrown", source="hand", cubes=cubes)
    assert t.happened("RiftsThrown") == [{"cubes": cubes}]
    t.refuses("TOWER-06", "RiftsLanded", landed={INDUSTRY: 2}, inside=0, source="hand")
    t.do("RiftsLanded", landed={INDUSTRY: 1}, inside=cubes - 1, source="hand")
    assert (t["rifts"][INDUSTRY], t["inside"], t["pools"]["rifts"]) == (1, cubes - 1, 30 - cubes)


@pytest.mark.rule("TOWER-06", "SETUP-04")
def test_nobody_threw_cubes_that_are_not_there_or_while_none_is_thrown() -> None:
    t = foo_phase(inside=1)
    t.refuses("TOWER-06", "Thrown", source="hand", cubes=3)
    t.do("FooRevealed", era=INDUSTRY, source="app")
    t.refuses("SETUP-04", "Thrown", source="hand", cubes=30)
    t.refuses("SETUP-04", "Thrown", source="hand", cubes=0)
    t.do("Thrown", source="hand", cubes=29)
    t.do("RiftsLanded", landed={}, inside=30, source="hand")
    assert t["pools"]["rifts"] == 0


@pytest.mark.rule("TOWER-06", "AMB-05")
@pytest.mark.parametrize("cubes", [31, 10**6])
def test_a_pool_without_limit_is_not_thrown_at_one_time(cubes: int) -> None:
    """A drop lists every way in which its cubes can fall: of a million nobody would see the end."""
    t = foo_phase({"rift-pool": 0}).do("FooRevealed", era=INDUSTRY, source="app")
    t.refuses("SETUP-04", "Thrown", source="hand", cubes=cubes)
    assert dict(t.question.about)["most"] == 30
    t.do("Thrown", source="hand", cubes=30)
    assert len(t.question.answers) == 31 * 32 // 2


@pytest.mark.rule("TOWER-06", "SETUP-04")
@pytest.mark.parametrize("over", [0, 1, 3])
def test_from_an_empty_pool_nobody_throws_more_than_is_in_the_air(over: int) -> None:
    """Also where more rifts lie on the board than there are: so it was set by hand."""
    t = foo_phase().do("FooRevealed", era=INDUSTRY, source="app")
    flying = 30 - t["pools"]["rifts"]
    t.do("Correct", path="rifts.0", value=30 - flying + over)
    assert t["pools"]["rifts"] == -over
    assert dict(t.question.about)["most"] == flying
    t.refuses("SETUP-04", "Thrown", source="hand", cubes=flying + 1)
    t.do("Thrown", source="hand", cubes=flying)
