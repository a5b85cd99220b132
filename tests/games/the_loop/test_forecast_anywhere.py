"""The forecast in the middle of things: exact wherever it says so, and silent about it nowhere else."""

from random import Random
from typing import Any

import pytest

from companion.engine import Applied, State
from companion.games import load
from companion.games.the_loop.rules.effects.cubes import RemoveRiftOn
from companion.games.the_loop.rules.foo import PREV_FRONT_NEXT
from companion.games.the_loop.rules.inputs import Correct
from companion.games.the_loop.rules.modes import MODES

from .following import compare, followed, positions, step
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
)
from .random_games import AGENTS

GAME = load("the-loop")
TWO = {"agents": [CZ, MR_TIME]}
NOBODY: dict[str, list[str]] = {CZ: [], MR_TIME: []}
"""Empty draw piles."""


def agrees(state: State, game: Any = GAME) -> None:
    told, true = game.forecast(state, PREV_FRONT_NEXT), followed(game, state)
    assert told is not None
    assert told.exact
    assert (told.somewhere, told.defeat) == pytest.approx((true.somewhere, true.defeat))
    if not told.defeat:  # a lost game ends before its other vortexes are opened
        assert told.places == pytest.approx(true.places)


def given(state: State, kind: str, **words: Any) -> State:
    made = GAME.apply(state, GAME.read(state, {"kind": kind, **words}), "hand")
    assert isinstance(made, Applied), made
    return made.state


def corrected(state: State, path: str, value: Any) -> State:
    made = GAME.apply(state, Correct(path, value), "hand")
    assert isinstance(made, Applied), made
    return made.state


def exactly(state: State) -> bool:
    told = GAME.forecast(state, PREV_FRONT_NEXT)
    assert told is not None
    return told.exact


# -- cards of a new cycle ----------------------------------------------------------------------------------


@pytest.mark.rule("ULTRA-08")
def test_from_the_first_card_of_a_new_cycle_to_the_last_it_is_exact():
    """All three are drawn out of one pile: none can be the same as another."""
    pile = ["tar-pit-turbine", "karmic-rebirth", "soot-chimney", "entropy-engine"]
    state = GAME.position(
        {**TWO, "mode": "ultramachina"},
        {
            "phase": "end",
            "foo": END,
            "rifts": {DAWN: 2, MEDIEVAL: 3},
            "bag": ["0>2"],
            "huge": [],
            "draw": NOBODY,
            "extra": {"ultra-pile": pile},
        },
    )
    for card in ("soot-chimney", "entropy-engine", "karmic-rebirth"):
        assert GAME.awaited(state)[0].id == "reveal-ultra"
        agrees(state)
        state = given(state, "UltraRevealed", ultra=card)


@pytest.mark.rule("ULTRA-07", "AMB-19")
def test_while_the_team_chooses_the_first_card_all_of_them_still_strike():
    state = GAME.position(
        {**TWO, "mode": "ultramachina"},
        {
            "phase": "foo",
            "foo": END,
            "rifts": {DAWN: 3, MEDIEVAL: 2},
            "bag": ["0>2"],
            "huge": [],
            "extra": {"ultras": {DAWN: ["tar-pit-turbine", "karmic-rebirth"]}},
        },
    )
    assert GAME.awaited(state)[0].id == "pick-ultra"
    agrees(state)


def order_matters(cards: list[str], bag: list[str]) -> bool:
    state = GAME.position(
        {**TWO, "mode": "ultramachina"},
        {
            "phase": "foo",
            "foo": END,
            "rifts": {DAWN: 2},
            "bag": bag,
            "cycle": 1,
            "huge": [],
            "extra": {"ultras": {DAWN: cards}},
        },
    )
    return not exactly(state)


@pytest.mark.rule("ULTRA-07")
def test_where_the_order_of_the_cards_makes_a_difference_it_is_not_exact():
    """A token destroyed at once is in the bag again for the card that comes after."""
    assert order_matters(["android-nursery", "endless-assembly-line"], ["3>0", "4>0", "0>2", "0>3"])
    assert not order_matters(
        ["android-nursery", "endless-assembly-line"], ["3>1", "4>1", "5>1", "0>2", "0>3"]
    )
    assert not order_matters(["tar-pit-turbine", "endless-assembly-line"], ["3>0", "4>0", "0>2", "0>3"])


# -- eras that are about to break --------------------------------------------------------------------------


def two_break(rifts: dict[str, int], options: dict[str, Any] = TWO, **more: Any) -> State:
    """The drop has broken two eras; the first of them is open, and its tile gives way to a new mission."""
    tiles = {INDUSTRY: "m9", GLOBALIZATION: "m10", DAWN: "hidden", MEDIEVAL: "none", RENAISSANCE: "none"}
    base = {"phase": "foo", "bag": [], "huge": [], "seen": [DAWN], "tiles": tiles, "draw": NOBODY}
    state = GAME.position(options, {**base, "rifts": rifts, **more})
    state = given(state, "FooRevealed", era=INDUSTRY)
    state = given(state, "RiftsLanded", landed={INDUSTRY: 1, GLOBALIZATION: 1}, inside=0)
    assert state.phase == 1
    return state


@pytest.mark.rule("VORTEX-16")
def test_an_era_that_still_has_to_break_after_the_drop_breaks():
    state = two_break({INDUSTRY: 3, GLOBALIZATION: 3, ROBOTS: 2})
    assert (GAME.awaited(state)[0].id, state.vortex[3], state.rifts[4]) == ("reveal-mission", 1, 4)
    agrees(state)
    told = GAME.forecast(state, PREV_FRONT_NEXT)
    assert told is not None
    assert (told.places[4], told.somewhere) == pytest.approx((1, 1))
    assert told.defeat < 1


@pytest.mark.rule("LOSE-02")
def test_when_it_is_one_vortex_too_many_the_game_is_lost():
    state = two_break({INDUSTRY: 3, GLOBALIZATION: 3}, vortexes={END: 1, ROBOTS: 1})
    told = GAME.forecast(state, PREV_FRONT_NEXT)
    assert told is not None
    assert (told.defeat, told.exact) == (pytest.approx(1), True)


@pytest.mark.rule("AMB-08")
def test_which_of_two_is_opened_first_makes_no_difference():
    state = two_break({INDUSTRY: 3, GLOBALIZATION: 3}, {**TWO, "vortex-order": "chosen"})
    assert GAME.awaited(state)[0].id == "pick-era"
    agrees(state)


@pytest.mark.rule("FOO-17")
def test_an_ability_used_in_this_drop_is_there_again_for_the_next():
    state = two_break(
        {INDUSTRY: 3, GLOBALIZATION: 3, ROBOTS: 2}, {"agents": [CZ, PROWLER]}, draw={CZ: [], PROWLER: []}
    )
    agrees(corrected(state, "marks", ["ability"]))


@pytest.mark.rule("VORTEX-01")
@pytest.mark.parametrize("rifts", [{END: 4}, {INDUSTRY: 5}, {END: 4, INDUSTRY: 3}])
def test_too_many_rifts_set_by_hand_break_with_the_next_drop_wherever_they_are(rifts):
    base = {"bag": ["3>1"], "huge": [], "seen": [e for e in ERAS if e not in (INDUSTRY, RENAISSANCE)]}
    state = GAME.position(TWO, {**base, "draw": NOBODY})
    for era, cubes in rifts.items():
        state = corrected(state, f"rifts.{ERAS.index(era)}", cubes)
    agrees(state)


@pytest.mark.rule("FOO-10", "AMB-05")
def test_cubes_inside_the_machine_stay_there_when_the_pool_has_none_to_throw():
    base = {"rifts": [3] * 7, "bag": [], "huge": [], "draw": NOBODY, "seen": list(ERAS)[:5]}
    told = GAME.forecast(corrected(GAME.position(TWO, base), "inside", 9), PREV_FRONT_NEXT)
    assert told is not None
    assert (told.somewhere, told.exact) == (0, True)
    agrees(corrected(GAME.position(TWO, base), "inside", 9))
    agrees(corrected(GAME.position(TWO, base), "inside", 8))


def test_a_landed_rift_that_is_cancelled_takes_away_no_other():
    """Five by hand and one that lands: sparing that one does not bring the era down to three."""
    base = {"phase": "foo", "bag": [], "huge": [], "seen": [e for e in ERAS if e != INDUSTRY]}
    state = GAME.position({"agents": [PROWLER, CZ]}, {**base, "rifts": {INDUSTRY: 5}}).copy()
    state.shields = 2
    agrees(state)


# -- the middle of an action ---------------------------------------------------------------------------------


def acting(
    effect: list[Any], mode: str = "sabotage", options: dict[str, Any] | None = None, **more: Any
) -> State:
    """A card with this effect has just been used, in a game that knows it."""
    entry = {"id": "probe", "dimension": "star", "era": DAWN, "source": "owner", "effect": effect}
    game = load("the-loop", {**GAME.box, "card": [*GAME.box["card"], entry]})
    base = {
        "hand": {CZ: ["probe"]},
        "bag": ["3>1", "4>1"],
        "huge": [],
        "draw": NOBODY,
        "rifts": {INDUSTRY: 3},
    }
    base |= {"tiles": {DAWN: "m10", MEDIEVAL: "m9"}, "seen": [e for e in ERAS if e not in (INDUSTRY, END)]}
    state = game.position({**TWO, "mode": mode, **(options or {})}, {**base, **more})
    made = game.apply(state, game.read(state, {"kind": "UseCard", "card": "probe"}))
    assert isinstance(made, Applied)
    return made.state


@pytest.mark.rule("SUPA-07")
def test_duplicates_that_an_action_still_generates_count():
    agrees(acting([{"generate": 1}]))
    there = {"duplicates": {"supa-3": INDUSTRY, "2>6": RENAISSANCE}, "agents": {CZ: INDUSTRY}}
    state = acting([{"destroy-duplicate": 1}], "supa", **there, bag=["3>1", "1>3", "4>0", "3>6"])
    assert GAME.awaited(state)[0].id == "draw-duplicate"
    agrees(state)


def test_what_an_action_does_where_dr_foo_is_happens_before_he_goes_on():
    first = {"choose": [[{"draw": 1}], [{"discard": 1}]]}
    agrees(acting([first, {"remove-rift": 2, "at": "foo"}], foo=DAWN, rifts={DAWN: 3, INDUSTRY: 2}))
    agrees(acting([first, {"place-rift": 1, "at": "each-foo-neighbour"}], foo=DAWN, rifts={END: 3}))
    for place in ("here", "previous", "next", "each-adjacent"):
        near = {"agents": {CZ: ROBOTS}, "rifts": {INDUSTRY: 3, GLOBALIZATION: 2, ROBOTS: 3, END: 2}}
        agrees(acting([first, {"remove-rift": 2, "at": place}], **near))
        agrees(acting([first, {"place-rift": 1, "at": place}], **near))
    agrees(acting([first, {"generate": 2, "at": "foo"}], foo=DAWN, bag=["3>0", "3>1", "4>1", "5>0"]))


@pytest.mark.rule("AMB-56")
@pytest.mark.parametrize("again", [True, False])
def test_a_token_destroyed_at_once_may_come_again_in_its_batch_or_not(again):
    state = GAME.position(
        {**TWO, "mode": "ultramachina", "redraw-in-batch": again},
        {
            "phase": "foo",
            "foo": END,
            "rifts": {DAWN: 2, MEDIEVAL: 2},
            "huge": [],
            "cycle": 1,
            "bag": ["3>0", "4>0", "3>1"],
            "extra": {"ultras": {DAWN: ["android-nursery"]}},
        },
    )
    agrees(state)
    state = given(state, "DuplicateDrawn", token="3>1")
    assert GAME.awaited(state)[0].id == "draw-duplicate"
    agrees(state)
    agrees(given(state, "DuplicateDrawn", token="3>0"))


@pytest.mark.rule("AMB-11")
def test_rifts_that_an_action_still_removes_elsewhere_count():
    """Between the two eras somebody is asked whether the first rift shall damage a tile."""
    where = {"agents": {CZ: GLOBALIZATION}, "rifts": {INDUSTRY: 3, ROBOTS: 3, GLOBALIZATION: 2}}
    where |= {"tiles": {DAWN: "m6", MEDIEVAL: "m9"}, "seen": [DAWN, MEDIEVAL, RENAISSANCE]}
    effect = [{"remove-rift": 1}, {"remove-rift": 1, "at": "each-adjacent"}]
    state = acting(effect, options={"auto-damage": False}, **where)
    for _ in range(2):
        assert GAME.awaited(state)[0].id == "may-damage"
        agrees(state)
        state, _ = step(GAME, state, GAME.awaited(state)[0].answers[-1])
    assert RemoveRiftOn(1, 5) not in state.agenda


@pytest.mark.parametrize(
    ("effect", "exact"),
    [
        ([{"push": 1}], False),
        ([{"remove-rift": 1, "at": "adjacent"}], False),
        ([{"choose": [[{"draw": 1}], [{"discard": 1}]]}], True),
        ([{"choose": [[{"draw": 1}], [{"remove-rift": 1}]]}], False),
        ([{"optional": [{"draw": 1}]}], True),
        ([{"optional": [{"move": 1}]}], False),
        ([{"add-energy": 1, "at": "adjacent"}], True),
        ([{"by-one-agent": [{"discard": 1}]}], True),
        ([{"by-one-agent": [{"place-rift": 1}]}], False),
    ],
)
def test_a_choice_in_an_action_counts_only_where_it_could_change_something(effect, exact):
    here = {"duplicates": {"2>6": ERAS[0], "1>5": ERAS[0]}, "agents": {CZ: DAWN, MR_TIME: MEDIEVAL}}
    state = acting(effect, **here)
    assert GAME.awaited(state)[0].id.startswith("pick")
    assert exactly(state) is exact
    if exact:
        agrees(state)


@pytest.mark.rule("ULTRA-10")
def test_energy_that_may_damage_a_card_before_it_strikes_is_not_harmless():
    effect = [{"add-energy": 1, "at": "adjacent"}]
    assert not exactly(acting(effect, "ultramachina", foo=END, cycle=1))
    assert exactly(acting(effect, "supa"))


@pytest.mark.rule("AMB-05", "AMB-07")
def test_with_few_rifts_left_the_rest_of_an_action_may_take_one_for_damage():
    effect, many = [{"choose": [[{"draw": 1}], [{"discard": 1}]]}], [3] * 7
    assert exactly(acting(effect, rifts=[2] * 7))  # 16 are left, no drop comes near
    assert not exactly(acting(effect, rifts=many))
    state = GAME.position(TWO, {"rifts": many, "bag": [], "huge": [], "draw": NOBODY, "seen": list(ERAS)[:5]})
    agrees(state)  # between actions nothing takes one


# -- the rest of a turn --------------------------------------------------------------------------------------


@pytest.mark.rule("CYCLE-01")
def test_a_turn_set_to_its_end_by_hand_still_ends_its_cycle():
    base = {"rifts": {INDUSTRY: 3}, "bag": ["3>1", "3>5"], "huge": [], "draw": NOBODY, "seen": list(ERAS)}
    state = corrected(GAME.position(TWO, base), "phase", 5)
    assert GAME.awaited(state)[0].id == "go-on"
    agrees(state)


@pytest.mark.rule("FOO-15")
def test_without_a_foo_card_to_reveal_dr_foo_stays():
    base = {
        "phase": "foo",
        "rifts": {INDUSTRY: 3},
        "bag": ["3>1"],
        "huge": [],
        "foo": INDUSTRY,
        "draw": NOBODY,
    }
    agrees(corrected(GAME.position(TWO, base), "seen", list(range(7))))


@pytest.mark.rule("SOLO-09")
def test_in_solo_it_is_exact_once_it_is_known_who_plays():
    options = {"solo": 2, "agents": [PROWLER, CZ], "hands": "table", "huge": "table"}
    state = GAME.position(options, {"phase": "end", "rifts": {INDUSTRY: 3}, "bag": [], "foo": END})
    assert GAME.awaited(state)[0].id == "pick-agent"
    assert not exactly(state)


@pytest.mark.rule("MEGA-02")
def test_who_can_no_longer_leave_a_mega_vortex_has_lost():
    base = {"agents": {CZ: DAWN}, "vortexes": {DAWN: 1}, "tiles": {DAWN: "none"}, "draw": NOBODY, "bag": []}
    card = {"available": {DAWN: ["?0"]}, "huge": []}
    options = {**TWO, "level": 2, "hands": "table", "huge": "table"}
    state = GAME.position(options, {**base, **card, "phase": "card"})
    assert GAME.awaited(state)[0].id == "take-card"
    agrees(state)
    told = GAME.forecast(GAME.position(options, {**base, **card, "phase": "actions"}), PREV_FRONT_NEXT)
    assert told is not None
    assert told.defeat < 1  # there is time to walk away


# -- anywhere --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_in_the_middle_of_any_game_it_is_exact_or_says_that_it_is_not(mode):
    """Random games with corrections, cubes that stay inside, and all rulings that matter."""
    dice, compared = Random(f"anywhere {mode}"), 0
    while compared < 100:
        solo = dice.choice((0, 0, 2, 3))
        options = {"mode": mode, "solo": solo, "agents": dice.sample(AGENTS, solo or dice.choice((2, 3)))}
        for name, values in {
            "level": (1, 2),
            "redraw-in-batch": (True, False),
            "vortex-order": ("fixed", "chosen"),
        }.items():
            options[name] = dice.choice(values)
        compared += sum(compare(GAME, state, dice) for state in positions(GAME, options, dice))
