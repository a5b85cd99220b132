"""The forecast is exact: it agrees with every way the rules can go, weighed and added up."""

from fractions import Fraction

import pytest

from companion.games import CHANCE, Applied, Game, State, load
from companion.games.the_loop.foo import PREV_FRONT_NEXT

GAME = load("the-loop")
AGENTS = {"agents": ["mr-time", "cztwyzzek"]}
"""Neither of them cancels a rift."""


def brute(game: Game, state: State) -> tuple[list[Fraction], Fraction, Fraction]:
    """Follows every result of chance through the rules until the next player's choice."""
    places, somewhere, defeat = [Fraction()] * 7, Fraction(), Fraction()
    open_ways: list[tuple[Fraction, State, frozenset[int]]] = [(Fraction(1), state, frozenset())]
    while open_ways:
        chance, now, broken = open_ways.pop()
        asked = game.awaited(now)
        if not asked or (asked[0].owner != CHANCE and asked[0].id == "act"):
            lost = game.outcome(now) is not None
            for era in broken:
                places[era] += chance
            somewhere += chance * bool(broken or lost)
            defeat += chance * lost
            continue
        question = asked[0]
        odds = question.odds or (1,) * len(question.answers)
        for answer, weight in zip(question.answers, odds, strict=True):
            made = game.apply(now, answer, "app")
            assert isinstance(made, Applied)
            new = {told.era for told in made.happenings if told.kind == "VortexOpened"}
            share = chance * Fraction(weight, sum(odds))
            open_ways.append((share, made.state, broken | new))
    return places, somewhere, defeat


def foo_phase(**given: object) -> State:
    """Few tokens and one card, so that every way can be followed."""
    base = {
        "phase": "foo",
        "bag": ["0>2", "3>5", "3>6"],
        "huge": ["matriochka"],
        "seen": ["medieval", "end-of-times"],
    }
    return GAME.position(AGENTS, {**base, **given})


CASES = [
    {"rifts": {"industry": 3, "globalization": 2, "dawn-of-time": 3}},
    {"rifts": {"industry": 3, "renaissance": 2}, "duplicates": {"1>4": "industry"}, "cycle": 2},
    {
        "rifts": {"industry": 3, "renaissance": 3, "globalization": 3},
        "vortexes": {"medieval": 1, "end-of-times": 1},
    },
    {"rifts": {"industry": 2, "globalization": 3}, "vortexes": {"globalization": 1}, "cycle": 3},
    {},
]


@pytest.mark.parametrize("given", CASES)
def test_it_agrees_with_the_rules_followed_to_the_end(given):
    state = foo_phase(**given)
    places, somewhere, defeat = brute(GAME, state)
    told = GAME.forecast(state, PREV_FRONT_NEXT)
    assert told is not None
    assert told.defeat == pytest.approx(float(defeat))
    assert told.somewhere == pytest.approx(float(somewhere))
    if not defeat:  # a lost game ends before its other vortexes are opened
        assert told.places == pytest.approx([float(place) for place in places])


def test_before_the_turn_ends_it_looks_at_the_next_one():
    given = {"rifts": {"industry": 3}, "bag": ["0>2", "3>5"], "seen": ["medieval"], "foo": "medieval"}
    now, then = (GAME.position(AGENTS, {**given, "phase": phase}) for phase in ("actions", "foo"))
    assert GAME.forecast(now, PREV_FRONT_NEXT) == GAME.forecast(then, PREV_FRONT_NEXT)


def test_after_the_seventh_foo_card_the_next_cycle_counts():
    given = {
        "seen": ["dawn-of-time", "medieval", "renaissance", "industry", "globalization", "age-of-robots"]
    }
    given["seen"].append("end-of-times")
    told = GAME.forecast(GAME.position({}, {**given, "rifts": {"industry": 3}}), PREV_FRONT_NEXT)
    assert told is not None
    assert told.places[3] > 0


def test_at_the_end_of_the_last_cycle_there_is_nothing_to_forecast():
    seen = [
        "dawn-of-time",
        "medieval",
        "renaissance",
        "industry",
        "globalization",
        "age-of-robots",
        "end-of-times",
    ]
    assert GAME.forecast(GAME.position({}, {"seen": seen, "cycle": 3}), PREV_FRONT_NEXT) is None


def test_once_the_cubes_are_thrown_only_that_drop_counts():
    state = foo_phase(rifts={"industry": 3}, bag=[], huge=[], seen=["dawn-of-time"])
    made = GAME.apply(state, GAME.read(state, {"kind": "FooRevealed", "era": "industry"}), "app")
    assert isinstance(made, Applied)
    told = GAME.forecast(made.state, (0.0, 1.0, 0.0))
    assert told is not None
    assert (told.places[3], told.somewhere) == (1.0, 1.0)


def test_it_does_not_depend_on_a_hidden_order():
    """Two games that differ only in what will be drawn cannot be told apart: piles have no order."""
    one = foo_phase(bag=["0>2", "3>5", "3>6"])
    other = foo_phase(bag=["3>6", "3>5", "0>2"])
    assert GAME.forecast(one, PREV_FRONT_NEXT) == GAME.forecast(other, PREV_FRONT_NEXT)
