"""The forecast where it is tight: few rifts left, odd cards, half-resolved effects, many cards on one era."""

from typing import Any

import pytest

from companion.engine import Applied, State
from companion.games import load
from companion.games.the_loop.rules.effects.cubes import PlaceRiftOn
from companion.games.the_loop.rules.effects.places import There
from companion.games.the_loop.rules.foo import PREV_FRONT_NEXT
from companion.games.the_loop.rules.forecast import _reveals_hands
from companion.games.the_loop.rules.inputs import Correct

from .following import followed, step
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

TWO = {"agents": [CZ, MR_TIME]}
NOBODY: dict[str, list[str]] = {CZ: [], MR_TIME: []}
HARMLESS = {"choose": [[{"draw": 1}], [{"discard": 1}]]}
"""Asks, and changes nothing that counts."""


def owned(**effects: list[Any]) -> Any:
    """The shipped box, with these Ultramachina cards besides."""
    shipped = load("the-loop").box
    entry = {"name": {"en": "Ours"}, "era": DAWN, "spaces": 2, "source": "owner"}
    ultras = [
        {"id": name, **entry, **({"effect": effect} if effect else {})} for name, effect in effects.items()
    ]
    card = {"id": "probe", "dimension": "star", "era": DAWN, "source": "owner", "effect": [HARMLESS]}
    return load(
        "the-loop", {**shipped, "ultra": [*shipped["ultra"], *ultras], "card": [*shipped["card"], card]}
    )


def struck(game: Any, cards: list[str], options: dict[str, Any] | None = None, **more: Any) -> State:
    """Dr Foo is about to come to Dawn of Time, where these cards lie."""
    base: dict[str, Any] = {"phase": "foo", "foo": END, "bag": [], "huge": [], "draw": NOBODY}
    base |= {"extra": {"ultras": {DAWN: cards}}, "tiles": {DAWN: "none"}}
    return game.position({**TWO, "mode": "ultramachina", **(options or {})}, {**base, **more})


def told(game: Any, state: State) -> Any:
    found = game.forecast(state, PREV_FRONT_NEXT)
    assert found is not None
    return found


def agrees(game: Any, state: State) -> None:
    found, true = told(game, state), followed(game, state)
    assert found.exact
    assert (found.somewhere, found.defeat) == pytest.approx((true.somewhere, true.defeat))
    if not found.defeat:
        assert found.places == pytest.approx(true.places)


def corrected(game: Any, state: State, path: str, value: Any) -> State:
    made = game.apply(state, Correct(path, value), "hand")
    assert isinstance(made, Applied), made
    return made.state


FAR = [3, 0, 3, 3, 3, 3, 0]
"""Fifteen rifts, and room on both sides of Dawn of Time."""

LAST = ["6>3", "6>4"]
"""Tokens still to be drawn, so that the card has not struck yet."""


def crowd(game: Any) -> dict[str, str]:
    """Twenty duplicates on Dawn of Time: more rifts are wanted than there are."""
    away = [entry["id"] for entry in game.box["duplicate"] if not entry["id"].endswith("0")]
    return dict.fromkeys(away[:20], DAWN)


# -- few rifts are left --------------------------------------------------------------------------------------


@pytest.mark.rule("VORTEX-06", "VORTEX-08", "FOO-10")
@pytest.mark.parametrize("uses_pool", [True, False])
@pytest.mark.parametrize("red", [0, 2])
def test_what_comes_back_from_a_broken_era_can_be_thrown(uses_pool: bool, red: int) -> None:
    """Its rifts, and the red cubes of its tile where damage is taken from the pool."""
    game = owned()
    tiles, options = {DAWN: "m3", MEDIEVAL: "m9"}, {"damage-uses-pool": uses_pool}
    given = {"rifts": FAR, "duplicates": crowd(game), "bag": LAST, "tiles": tiles}
    state = struck(game, ["tar-pit-turbine"], options, **given).copy()
    assert game.awaited(state)[0].id == "draw-duplicate"
    state.red[0], state.damage[0] = red, (-1,) * red
    agrees(game, state)


@pytest.mark.rule("AMB-05")
@pytest.mark.parametrize("uses_pool", [True, False])
@pytest.mark.parametrize("more", [0, 1, 2])
def test_a_card_that_removes_rifts_makes_them_fly_again(uses_pool: bool, more: int) -> None:
    game = owned(broom=[{"remove-rift": 2, "at": "foo"}])
    options = {"damage-uses-pool": uses_pool}
    given = {"rifts": FAR, "duplicates": crowd(game), "bag": LAST, "inside": more}
    agrees(game, struck(game, ["broom"], options, **given))


def test_more_rifts_than_there_are_come_back_from_below_zero() -> None:
    game = owned()
    state = struck(game, ["tar-pit-turbine"], rifts=FAR, bag=LAST)
    agrees(game, corrected(game, state, "inside", 16))


@pytest.mark.rule("TOWER-06")
@pytest.mark.parametrize("inside", [0, 1, 2])
def test_cubes_inside_fall_with_those_that_are_flying(inside: int) -> None:
    game = load("the-loop")
    base = {"phase": "foo", "bag": [], "huge": [], "draw": NOBODY, "inside": inside, "seen": [DAWN]}
    state = game.position(TWO, {**base, "rifts": {INDUSTRY: 1, GLOBALIZATION: 1, END: 3}})
    state, _ = step(game, state, game.read(state, {"kind": "FooRevealed", "era": INDUSTRY}))
    assert game.awaited(state)[0].id == "drop"
    agrees(game, state)


@pytest.mark.rule("FOO-17")
def test_of_two_eras_alike_the_earlier_is_spared() -> None:
    """Two cubes, never by the front: one on each side (half of the time), or both on one, past saving."""
    game = load("the-loop")
    base = {"phase": "foo", "bag": [], "huge": [], "rifts": {RENAISSANCE: 3, GLOBALIZATION: 3}}
    options = {"agents": [PROWLER, CZ], "drop": "tower"}
    state = game.position(options, {**base, "seen": [era for era in ERAS if era != INDUSTRY]})
    told = game.forecast(state, (1, 0, 1))
    assert told is not None
    assert (told.places[2], told.places[4], told.somewhere) == pytest.approx((0.25, 0.75, 1))


# -- odd cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "exact"),
    [
        ([{"place-rift": 1, "at": "every-vortex"}], True),
        ([{"place-rift": 2, "at": "here"}], True),
        ([{"place-rift": 1, "at": "each-agent"}], True),
        ([{"cancel-rift": 2}], True),
        ([{"place-rift": 1, "at": "anywhere"}], False),
        ([{"generate": 1, "at": "next"}], False),
        ([], False),  # nobody has told what it does
    ],
)
def test_a_card_is_foreseen_unless_somebody_chooses(effect: list[Any], exact: bool) -> None:
    game = owned(ours=effect)
    places = {"agents": {CZ: MEDIEVAL, MR_TIME: INDUSTRY}, "vortexes": {ROBOTS: 1}, "bag": ["3>1", "4>1"]}
    state = struck(game, ["ours"], rifts=[3, 2, 0, 3, 0, 3, 1], **places)
    assert told(game, state).exact is exact
    if exact:
        agrees(game, state)


def test_who_plays_next_in_solo_matters_only_to_a_card_or_an_ability_that_looks_at_them() -> None:
    game = owned(ours=[{"place-rift": 1, "at": "here"}])
    table = {"hands": "table", "huge": "table"}
    for agents, cards, exact in (
        ([CZ, MR_TIME], [], True),
        ([CZ, MR_TIME], ["ours"], False),
        ([CZ, PROWLER], [], False),
    ):
        options = {"solo": 2, "agents": agents, **table}
        state = struck(game, cards, options, phase="end", draw={}, cycle=1, foo=END, extra={})
        state = state.copy()
        state.extra = state.extra._replace(ultras=(tuple(cards), *state.extra.ultras[1:]), ultra_pile=())
        assert game.awaited(state)[0].id == "pick-agent"
        assert told(game, state).exact is exact


@pytest.mark.rule("ULTRA-07", "AMB-19")
def test_four_cards_are_tried_in_every_order_and_five_are_not() -> None:
    game = owned()
    cards = ["tar-pit-turbine", "entropy-engine", "last-alarm-clock", "flying-forgery", "satellite-of-doom"]
    agrees(game, struck(game, cards[:4], rifts={DAWN: 1, MEDIEVAL: 3}, bag=["3>1", "4>1", "4>2"]))
    assert not told(game, struck(game, cards, bag=["3>1", "4>1", "4>2"])).exact


# -- whose pawn it is about ----------------------------------------------------------------------------------


def test_a_card_after_one_that_another_agent_applied_is_about_the_active_agent_again() -> None:
    game = owned(
        theirs=[{"by-one-agent": [{"place-rift": 1, "at": "foo"}]}], mine=[{"place-rift": 1, "at": "here"}]
    )
    places = {"agents": {CZ: INDUSTRY, MR_TIME: GLOBALIZATION}, "tiles": {DAWN: "m3", MEDIEVAL: "m9"}}
    state = struck(game, ["theirs", "mine"], rifts={DAWN: 3, INDUSTRY: 3, GLOBALIZATION: 2}, **places)
    state, _ = step(game, state, game.read(state, {"kind": "PickUltra", "ultra": "theirs"}))
    state, _ = step(game, state, game.read(state, {"kind": "PickAgent", "agent": MR_TIME}))
    assert (game.awaited(state)[0].id, state.actor) == ("reveal-mission", 1)
    agrees(game, state)
    assert told(game, state).places[3] == pytest.approx(1)


@pytest.mark.rule("TURN-01")
def test_a_card_of_the_next_turn_is_about_the_next_agent() -> None:
    game = owned(ours=[{"place-rift": 1, "at": "here"}])
    places = {"agents": {CZ: INDUSTRY, MR_TIME: GLOBALIZATION}, "rifts": {INDUSTRY: 3, GLOBALIZATION: 2}}
    state = struck(game, ["ours"], phase="actions", cycle=1, foo=END, **places)
    state = corrected(game, state, "extra.ultra-pile", [])
    agrees(game, state)
    assert told(game, state).places[3] == 0


@pytest.mark.rule("ULTRA-10")
def test_energy_of_a_card_harms_nobody_once_the_action_is_over() -> None:
    game = owned(ours=[{"add-energy": 1, "at": "adjacent"}])
    state = struck(game, ["ours"], phase="actions", hand={CZ: ["probe"]}, foo=END, cycle=1)
    state = corrected(game, state, "extra.ultra-pile", [])
    state, _ = step(game, state, game.read(state, {"kind": "UseCard", "card": "probe"}))
    assert game.awaited(state)[0].id == "pick-option"
    agrees(game, state)


# -- batches -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-56")
@pytest.mark.parametrize("again", [True, False])
def test_a_token_that_lies_aside_is_back_after_its_batch(again: bool) -> None:
    game = owned(one=[{"generate": 1, "at": "foo"}])
    bag = ["3>0", "4>0", "3>1", "4>1"]
    options = {"redraw-in-batch": again}
    state = struck(game, ["android-nursery", "one"], options, rifts={DAWN: 2, MEDIEVAL: 2}, bag=bag)
    state, _ = step(game, state, game.read(state, {"kind": "DuplicateDrawn", "token": "3>1"}))
    state, _ = step(game, state, game.read(state, {"kind": "PickUltra", "ultra": "android-nursery"}))
    state, _ = step(game, state, game.read(state, {"kind": "DuplicateDrawn", "token": "3>0"}))
    assert game.awaited(state)[0].id == "draw-duplicate"
    agrees(game, state)


def test_a_token_asked_for_by_itself_counts_too() -> None:
    game = load("the-loop")
    given = {"phase": "foo", "foo": INDUSTRY, "bag": ["3>1", "4>1", "0>3"], "rifts": {INDUSTRY: 1}}
    for at in (None, 3):
        agenda = [["draw-duplicate", at, []], ["throw"], ["begin-actions"]]
        agrees(game, game.position(TWO, {**given, "agenda": agenda}))


@pytest.mark.rule("VORTEX-07")
def test_while_a_mission_is_turned_the_rift_on_the_other_side_is_still_to_come() -> None:
    shipped = load("the-loop").box
    effect = [{"place-rift": 1, "at": "each-adjacent"}]
    card = {"id": "probe", "dimension": "star", "era": DAWN, "source": "owner", "effect": effect}
    game = load("the-loop", {**shipped, "card": [*shipped["card"], card]})
    base = {"hand": {CZ: ["probe"]}, "bag": [], "huge": [], "draw": NOBODY, "agents": {CZ: ROBOTS}}
    tiles = {DAWN: "m9", MEDIEVAL: "hidden", GLOBALIZATION: "m10"}
    state = game.position(
        TWO, {**base, "tiles": tiles, "rifts": {GLOBALIZATION: 3, END: 1}, "seen": [ROBOTS]}
    )
    state, _ = step(game, state, game.read(state, {"kind": "UseCard", "card": "probe"}))
    assert There("next", PlaceRiftOn(1)) in state.agenda
    agrees(game, state)


@pytest.mark.rule("SOLO-09")
@pytest.mark.parametrize(
    ("agenda", "still_open"),
    [
        ([], False),
        ([("act",), ("phase", 3), ("archive",)], False),
        ([("act",), ("end-turn",)], True),
        ([("reveal-hands",), ("next-turn",)], True),
        ([("pick", "agent", (), ("activate", -1)), ("next-turn",)], True),
        ([("pick", "card", (), ("discard-it", 0)), ("next-turn",)], False),
        ([("activate", 1), ("next-turn",)], False),
    ],
)
def test_in_solo_it_is_open_who_plays_next_until_it_was_chosen(agenda: Any, still_open: bool) -> None:
    assert _reveals_hands(agenda) is still_open
