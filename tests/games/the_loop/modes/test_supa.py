"""Sayan Supa Clones: reinforced duplicates, blue cubes, and a victory that needs both."""

from typing import Any

import pytest

from companion.engine import Plain
from tests.games.the_loop.playing import (
    CZ,
    DAWN,
    END,
    ERAS,
    GLOBALIZATION,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    QUIET,
    RENAISSANCE,
    ROBOTS,
    Table,
    dropped,
    foo_phase,
    table,
    using,
    with_probe,
)  # fmt: skip
from tests.games.the_loop.test_setup import set_up, started

HOME = "supa-3"
"""The Supa that shows Industry."""
PUSH = [{"push": 1}]
SWAP = [{"swap": "duplicates", "at": "here", "with": "next"}]


def supa(**options: Any) -> dict[str, Any]:
    return {"mode": "supa", **options}


def supas(t: Table) -> dict[str, str]:
    return {token: era for token, era in t["duplicates"].items() if token.startswith("supa")}


def others(t: Table) -> dict[str, str]:
    return {token: era for token, era in t["duplicates"].items() if not token.startswith("supa")}


def blue(t: Table, era: str) -> int:
    return t["extra"]["perpetual"][era]


def about_to_destroy(duplicates: dict[str, str] | None = None, **given: Plain) -> Table:
    """The Supa of Industry is about to be pushed home from Renaissance."""
    options = given.pop("options", {})
    return using(
        PUSH,
        supa(**options),
        agents={CZ: RENAISSANCE},
        duplicates={HOME: RENAISSANCE, **(duplicates or {})},
        **given,
    )


def pushed_home(t: Table) -> Table:
    if t.asked == "pick-duplicate":
        t.do("PickDuplicate", token=HOME)
    return t.do("PickEra", era=INDUSTRY)


# -- setup ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SUPA-01", "DIFF-03", "SETUP-21")
@pytest.mark.parametrize(("level", "number"), [(1, 3), (2, 4), (3, 5)])
def test_supas_are_drawn_one_after_another_before_the_duplicates(level: int, number: int) -> None:
    t = started(mode="supa", level=level).any_chance(until="draw-supa")
    for drawn in range(number):
        assert t.asked == "draw-supa"
        assert len(t.question.answers) == 7 - drawn
        t.do(**t.answers[-1], source="app")
    assert t.asked != "draw-supa"
    assert len(supas(t)) == number
    assert others(t) == {}


@pytest.mark.rule("SUPA-02", "SCN-09")
def test_the_kth_supa_goes_k_eras_into_the_future_of_the_one_it_shows() -> None:
    t = started(mode="supa", level=3).any_chance(until="draw-supa")
    for token in ("supa-3", "supa-0", "supa-6", "supa-5", "supa-4"):
        t.do("SupaDrawn", token=token)
    assert supas(t) == {
        "supa-3": GLOBALIZATION,
        "supa-0": RENAISSANCE,
        "supa-6": RENAISSANCE,
        "supa-5": RENAISSANCE,
        "supa-4": RENAISSANCE,
    }


@pytest.mark.rule("SUPA-03", "SCN-09", "EDGE-87", "AMB-51")
@pytest.mark.parametrize(
    ("options", "totals"),
    [
        ({"solo": 3}, (7, 7, 7)),
        ({"players": 2}, (7, 7, 7)),
        ({"players": 3}, (5, 5, 5)),
        ({"players": 4}, (4, 4, 5)),
    ],
)
def test_duplicates_complete_the_number_and_no_supa_is_taken_away(
    options: dict[str, int], totals: tuple[int, int, int]
) -> None:
    for level, total in enumerate(totals, 1):
        t = set_up(mode="supa", level=level, **options)
        drawn = [told for told in t.happened("DuplicateGenerated") if told["token"].startswith("supa")]
        assert len(drawn) == (3, 4, 5)[level - 1]
        first_turn = t.order.index("TurnBegan") if "TurnBegan" in t.order else len(t.order)
        generated = [told for told in t.told[:first_turn] if told["kind"] == "DuplicateGenerated"]
        assert len(generated) == total


# -- a duplicate in everything -------------------------------------------------------------------------------


@pytest.mark.rule("SUPA-04", "FOO-10")
def test_a_supa_adds_a_rift_to_the_drop() -> None:
    t = foo_phase(supa(), duplicates={HOME: GLOBALIZATION, "0>2": GLOBALIZATION})
    t.do("FooRevealed", era=GLOBALIZATION)
    assert t.happened("RiftsThrown") == [{"cubes": 4}]


@pytest.mark.rule("SUPA-04", "SUPA-05")
@pytest.mark.parametrize(
    ("mission", "at", "foo"), [("m5", INDUSTRY, INDUSTRY), ("m5", INDUSTRY, DAWN), ("m8", INDUSTRY, DAWN)]
)
def test_a_destroyed_supa_counts_for_missions(mission: str, at: str, foo: str) -> None:
    t = pushed_home(about_to_destroy(foo=foo, tiles={DAWN: mission}, bag=[]))
    counts = mission == "m8" or foo == at
    assert bool(t.happened("DamageDone")) is counts


@pytest.mark.rule("SUPA-04", "MISSION-11")
def test_an_era_with_a_supa_is_not_clean() -> None:
    given: dict[str, Any] = {"tiles": {DAWN: "m2"}, "agents": {CZ: END}}
    assert "ClaimCleanEra" in [told["kind"] for told in table(supa(), **given).answers]
    given["duplicates"] = {HOME: END}
    assert "ClaimCleanEra" not in [told["kind"] for told in table(supa(), **given).answers]


@pytest.mark.rule("SUPA-04")
@pytest.mark.parametrize(
    ("effect", "at"),
    [([{"pull": 1}], MEDIEVAL), (PUSH, DAWN), ([{"swap": "agent-duplicate", "at": "next"}], MEDIEVAL)],
)
def test_what_moves_a_duplicate_moves_a_supa(effect: list[Plain], at: str) -> None:
    t = using(effect, supa(), agents={CZ: DAWN}, duplicates={HOME: at})
    if t.asked == "pick-era":
        t.do("PickEra", era=MEDIEVAL)
    assert t["duplicates"][HOME] != at


# -- destroying one ------------------------------------------------------------------------------------------


@pytest.mark.rule("SUPA-05")
def test_a_supa_is_destroyed_where_it_shows_and_leaves_the_game() -> None:
    t = about_to_destroy()
    bag = t["bag"]
    pushed_home(t)
    assert t.happened("DuplicateDestroyed") == [{"token": HOME, "era": INDUSTRY}]
    assert HOME not in t["duplicates"]
    assert t["bag"] == bag


@pytest.mark.rule("SUPA-05", "AMB-55", "TERM-17")
def test_a_destroy_effect_reaches_a_supa_wherever_it_stands() -> None:
    destroy = [{"destroy-duplicate": 1}]
    t = using(destroy, supa(), agents={CZ: END}, duplicates={HOME: END})
    assert supas(t) == {}
    assert blue(t, END) == 1
    t = using(destroy, supa(**{"supa-destroy-anywhere": False}), agents={CZ: END}, duplicates={HOME: END})
    assert supas(t) == {HOME: END}
    assert t.asked == "act"


@pytest.mark.rule("SUPA-06")
@pytest.mark.parametrize("gone", range(5))
def test_the_nth_supa_leaves_a_blue_cube_and_n_duplicates(gone: int) -> None:
    t = pushed_home(about_to_destroy(extra={"supas-destroyed": gone, "perpetual": {END: gone}}))
    assert t.happened("PerpetualAdded") == [{"era": INDUSTRY}]
    assert blue(t, INDUSTRY) == 1
    for _ in range(gone + 1):
        assert t.asked == "draw-duplicate"
        token = next(one for one in t.offers("DuplicateDrawn", "token") if one[2] != "3")
        t.do("DuplicateDrawn", token=token)
    assert t.asked == "act"
    assert list(t["duplicates"].values()) == [INDUSTRY] * (gone + 1)
    assert t["extra"]["supas-destroyed"] == gone + 1


@pytest.mark.rule("SUPA-06", "FOO-04", "EDGE-66")
def test_a_bag_that_is_almost_empty_gives_what_it_has() -> None:
    t = pushed_home(about_to_destroy(bag=["0>2"], extra={"supas-destroyed": 2, "perpetual": {END: 2}}))
    assert others(t) == {"0>2": INDUSTRY}
    assert blue(t, INDUSTRY) == 1
    assert t.asked == "act"


@pytest.mark.rule("SUPA-07")
def test_those_duplicates_ignore_their_generation_side() -> None:
    t = pushed_home(about_to_destroy()).do("DuplicateDrawn", token="0>2")
    assert t.happened("DuplicateGenerated") == [{"token": "0>2", "era": INDUSTRY}]


@pytest.mark.rule("SUPA-08", "EDGE-67", "AMB-26", "AMB-56")
def test_one_that_comes_home_is_destroyed_at_once_counts_and_may_come_again() -> None:
    given: dict[str, Any] = {"tiles": {DAWN: "m5", MEDIEVAL: "m9"}, "foo": INDUSTRY}
    t = about_to_destroy(extra={"supas-destroyed": 1, "perpetual": {END: 1}}, **given)
    pushed_home(t).do("DuplicateDrawn", token="1>3")
    assert t.happened("DuplicateDestroyed") == [{"token": "1>3", "era": INDUSTRY}]
    assert len(t.happened("DamageDone")) == 1
    assert "1>3" in t["bag"]
    assert "1>3" in t.offers("DuplicateDrawn", "token")
    t.do("DuplicateDrawn", token="1>3")
    assert t["damage"][DAWN] == 3
    assert others(t) == {}


@pytest.mark.rule("SUPA-08", "AMB-56")
def test_ruled_otherwise_it_may_not_come_again_in_the_same_batch() -> None:
    t = about_to_destroy(
        options={"redraw-in-batch": False}, extra={"supas-destroyed": 2, "perpetual": {END: 2}}
    )
    pushed_home(t).do("DuplicateDrawn", token="1>3").do("DuplicateDrawn", token="0>3")
    assert not {"1>3", "0>3"} & set(t.offers("DuplicateDrawn", "token"))
    t = about_to_destroy(
        options={"redraw-in-batch": False},
        bag=["1>3"],
        extra={"supas-destroyed": 2, "perpetual": {END: 2}},
    )
    assert pushed_home(t).asked == "act"
    assert t["bag"] == ["1>3"]


@pytest.mark.rule("SUPA-13", "EDGE-68", "DUP-04")
@pytest.mark.parametrize("first", ["supa-3", "supa-4"])
def test_two_destroyed_by_one_effect_are_numbered_in_the_chosen_order(first: str) -> None:
    t = using(
        [{"destroy-duplicate": 2}], supa(), agents={CZ: END}, duplicates={"supa-3": END, "supa-4": END}
    )
    t.do("PickDuplicate", token=first)
    t.do("DuplicateDrawn", token="0>2")
    assert t.asked == "pick-duplicate"
    t.do("PickDuplicate", token="supa-4" if first == "supa-3" else "supa-3")
    t.do("DuplicateDrawn", token="0>3").do("DuplicateDrawn", token="0>4")
    assert t["duplicates"] == {"0>2": END, "0>3": END, "0>4": END}
    assert blue(t, END) == 2


@pytest.mark.rule("SUPA-13", "EDGE-68", "TERM-11")
def test_two_that_swap_home_are_destroyed_one_after_the_other() -> None:
    t = using(
        SWAP, supa(), agents={CZ: INDUSTRY}, duplicates={"supa-4": INDUSTRY, "supa-3": GLOBALIZATION}
    )
    assert supas(t) == {"supa-3": INDUSTRY}  # both have changed places before either goes home
    t.do("DuplicateDrawn", token="0>2")
    assert t["duplicates"] == {"0>2": GLOBALIZATION}
    t.do("DuplicateDrawn", token="0>5").do("DuplicateDrawn", token="6>1")
    assert t["duplicates"] == {"0>2": GLOBALIZATION, "0>5": INDUSTRY, "6>1": INDUSTRY}
    assert t.asked == "act"


@pytest.mark.rule("SUPA-06", "TERM-18", "AMB-27")
def test_a_supa_carried_across_its_era_leaves_its_duplicates_there_before_the_walk_goes_on() -> None:
    t = using(
        [{"move": 2, "carry": "any"}], supa(), agents={CZ: RENAISSANCE}, duplicates={HOME: RENAISSANCE}
    )
    t.do("PickEra", era=GLOBALIZATION).do("PickDuplicate", token=HOME)
    assert t.asked == "draw-duplicate"
    assert t["agents"][CZ] == INDUSTRY
    t.do("DuplicateDrawn", token="0>2")
    assert others(t) == {"0>2": INDUSTRY}
    assert t["agents"][CZ] == GLOBALIZATION


# -- perpetual energy ----------------------------------------------------------------------------------------

ONE = {"perpetual": {DAWN: 1}, "supas-destroyed": 1}


@pytest.mark.rule("SUPA-09", "SUPA-10", "EDGE-72", "ACT-04")
def test_a_blue_cube_pays_every_move_and_stays() -> None:
    t = table(supa(), agents={CZ: DAWN}, extra=ONE, energy={MEDIEVAL: 3})
    for _ in range(3):
        t.do("Move", to=MEDIEVAL).do("Move", to=DAWN)
    assert blue(t, DAWN) == 1
    assert t["energy"] == {**dict.fromkeys(ERAS, 0)}
    assert t["pools"]["energy"] == 30


@pytest.mark.rule("SUPA-10", "EDGE-71", "LOOP-03")
def test_blue_and_green_pay_a_second_loop_together() -> None:
    t = table(supa(), agents={CZ: DAWN}, extra=ONE, energy={DAWN: 1}, loops=1, hand={CZ: ["bottled-comet"]})
    t.do("Loop", dimension="star")
    assert blue(t, DAWN) == 1
    assert t["energy"][DAWN] == 0
    assert t.happened("EnergySpent") == [{"era": DAWN, "cubes": 1}]


@pytest.mark.rule("SUPA-10", "EDGE-73", "AMB-17")
def test_one_blue_cube_pays_one_in_an_action() -> None:
    t = table(supa(), agents={CZ: DAWN}, extra=ONE, loops=1, hand={CZ: ["bottled-comet"]})
    t.refuses("LOOP-03", "Loop", dimension="star")
    two = {"perpetual": {DAWN: 2}, "supas-destroyed": 2}
    t = table(supa(), agents={CZ: DAWN}, extra=two, loops=1, hand={CZ: ["bottled-comet"]})
    assert blue(t.do("Loop", dimension="star"), DAWN) == 2


@pytest.mark.rule("SUPA-09", "EFF-16")
def test_a_blue_cube_is_energy_for_effects() -> None:
    t = using([{"until-equal": "energy"}], supa(), agents={CZ: DAWN}, extra=ONE, rifts={DAWN: 3})
    assert t["energy"][DAWN] == 2


@pytest.mark.rule("SUPA-09", "MISSION-18")
def test_a_blue_cube_powers_its_era() -> None:
    rest = {era: 1 for era in ERAS if era != END}
    for cubes, damage in ((1, 1), (0, 0)):
        extra = {"perpetual": {END: cubes}, "supas-destroyed": cubes}
        t = using(
            [{"add-energy": 1}], supa(), agents={CZ: DAWN}, extra=extra, energy=rest, tiles={DAWN: "m9"}
        )
        assert t["damage"][DAWN] == damage


@pytest.mark.rule("SUPA-09", "SUPA-10")
def test_what_removes_energy_takes_green_cubes_only() -> None:
    t = using([{"remove-energy": 2}], supa(), agents={CZ: DAWN}, extra=ONE, energy={DAWN: 1})
    assert t["energy"][DAWN] == 0
    assert blue(t, DAWN) == 1


@pytest.mark.rule("SUPA-11", "AMB-16")
@pytest.mark.parametrize(("ruling", "damage"), [(True, 1), (False, 0)])
def test_the_blue_cube_counts_as_energy_that_you_added(ruling: bool, damage: int) -> None:
    t = about_to_destroy(
        options={"perpetual-is-add": ruling}, tiles={INDUSTRY: "m10", DAWN: "m9", MEDIEVAL: "hidden"}, bag=[]
    )
    assert pushed_home(t)["damage"][INDUSTRY] == damage


@pytest.mark.rule("SUPA-12", "SUPA-06")
def test_five_blue_cubes_suffice() -> None:
    """A whole game in which every Supa of level 3 is destroyed."""
    t = table(
        supa(level=3), agents={CZ: END}, bag=[], duplicates={f"supa-{k}": END for k in range(5)},
        hand={CZ: ["shock-wave"]},
    )  # fmt: skip
    for token in list(supas(t)):
        t = t.do("Correct", path=f"duplicate.{token}", value=int(token[-1]))
        t.do("Settle", what="duplicate", where=token)
    assert sum(t["extra"]["perpetual"].values()) == t["extra"]["supas-destroyed"] == 5
    assert t.game.check(t.state) == ()


@pytest.mark.rule("SUPA-12")
def test_a_blue_cube_that_no_supa_left_is_found() -> None:
    t = table(supa()).do("Correct", path="extra.perpetual.3", value=1)
    assert [finding.id for finding in t.game.check(t.state)] == ["perpetual-mismatch"]


@pytest.mark.rule("SUPA-14", "FOO-02")
@pytest.mark.parametrize("cycle", [1, 2, 3])
def test_the_duplicates_of_a_turn_are_as_ever(cycle: int) -> None:
    t = table(supa(), phase="foo", cycle=cycle, seen=[], duplicates={HOME: END}, huge=[])
    t.any_chance(until="reveal-foo")
    assert len(t.happened("DuplicateGenerated")) == cycle
    assert supas(t) == {HOME: END}


# -- victory -------------------------------------------------------------------------------------------------

FOUR = ["m3", "m4", "m5", "m6"]


@pytest.mark.rule("WIN-02", "SUPA-15", "EDGE-69", "TURN-03")
def test_the_last_supa_wins_with_four_tiles_at_once() -> None:
    t = pushed_home(about_to_destroy(archived=FOUR))
    assert t.outcome == ("won", "WIN-02")
    assert t["phase"] == "actions"
    assert t.asked == "nothing"


@pytest.mark.rule("WIN-02", "SUPA-15")
def test_a_supa_that_is_left_or_a_tile_that_is_missing_is_no_victory() -> None:
    t = about_to_destroy(duplicates={"supa-5": END}, archived=FOUR, bag=[])
    assert pushed_home(t).outcome is None
    assert pushed_home(about_to_destroy(archived=FOUR[:3], bag=[])).outcome is None


def archiving(archived: list[str], **given: Plain) -> Table:
    """Phase IV on a complete tile."""
    options = given.pop("options", supa())
    return table(
        options, phase="archive", agents={CZ: MEDIEVAL}, damage={MEDIEVAL: 6}, archived=archived, **given
    )


@pytest.mark.rule("WIN-02", "SUPA-15", "WIN-05")
def test_the_fourth_tile_wins_when_no_supa_is_left_before_any_test_of_phase_five() -> None:
    given: dict[str, Any] = {"cycle": 3, "seen": list(ERAS), "turn": 21}
    assert archiving(FOUR[:3], **given).do("Archive", yes=True).outcome == ("won", "WIN-02")
    t = archiving(FOUR[:3], duplicates={HOME: END}, **given).do("Archive", yes=True)
    assert t.outcome is None


@pytest.mark.rule("WIN-04", "EDGE-70", "AMB-47", "ARCH-04")
@pytest.mark.parametrize("archived", [FOUR[:3], FOUR, [*FOUR, "m7"]])
def test_play_goes_on_after_the_fourth_tile_and_every_archive_has_its_bonus(archived: list[str]) -> None:
    t = archiving(archived, duplicates={HOME: END}, unseen=["m1", "m2"]).do("Archive", yes=True)
    assert t.outcome is None
    assert len(t["archived"]) == len(archived) + 1
    t.do("MissionRevealed", mission="m1")
    revealed = 0
    while t.asked == "reveal-card":
        t.do(**t.answers[0], source="app")
        revealed += 1
    assert revealed == 3


@pytest.mark.rule("EDGE-16", "MISSION-03", "WIN-04")
def test_the_game_goes_on_without_a_tile() -> None:
    tiles = {era: "none" for era in ERAS if era != MEDIEVAL} | {MEDIEVAL: "m10"}
    t = archiving([*FOUR, "m1", "m2"], duplicates={HOME: END}, tiles=tiles, unseen=["m7"])
    t.do("Archive", yes=True)
    assert set(t["tiles"].values()) == {"none"}
    assert t.outcome is None
    t.any_chance(until="pick-card")
    while t.asked == "pick-card":
        t.do(**t.answers[0])
    t.any_chance()
    assert t["turn"] == 2
    assert t.asked == "act"
    assert t["active"] == MR_TIME
    assert t.game.check(t.state) == ()


@pytest.mark.rule("SUPA-04", "VORTEX-14")
def test_a_supa_stays_when_its_era_breaks() -> None:
    t = foo_phase(supa(), duplicates={HOME: GLOBALIZATION}, rifts={GLOBALIZATION: 3}, tiles=QUIET)
    dropped(t, GLOBALIZATION, globalization=3)
    assert t["vortexes"][GLOBALIZATION] == 1
    assert supas(t) == {HOME: GLOBALIZATION}


@pytest.mark.rule("SUPA-15")
def test_nothing_is_generated_after_the_victory() -> None:
    t = pushed_home(with_last_supa())
    assert "DuplicateGenerated" not in t.order
    assert t.order[-1] == "GameWon"


def with_last_supa() -> Table:
    t = with_probe(
        PUSH, supa(), agents={CZ: RENAISSANCE}, duplicates={HOME: RENAISSANCE}, archived=FOUR, bag=["0>2"]
    )
    return t.do("UseCard", card="probe")


@pytest.mark.rule("SUPA-05", "DUP-02")
@pytest.mark.parametrize("era", [ROBOTS, DAWN])
def test_a_supa_dies_nowhere_but_on_its_own_era(era: str) -> None:
    t = using(PUSH, supa(), agents={CZ: END}, duplicates={HOME: END}).do("PickEra", era=era)
    assert supas(t) == {HOME: era}
