"""Bots, odds and coach know what a seat may know: in two worlds that look alike to it, they do the same."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.advisor import BOTS, advise, odds
from companion.engine import CHANCE, Applied, Game, Question, State
from companion.table.chance import draw
from tests.games import every

SEED = 3
POSITIONS = {"random": 40, "greedy": 6, "planner": 2}
"""How many of one game are tried: thinking takes time."""
PILES = {"the-loop": ("bag", "huge", "unseen", "draw", "extra.ultra-pile")}
"""Piles whose order nobody knows and that lie in the open form of a state, from which it is not gone."""


def met(way: every.Way) -> list[tuple[State, Question]]:
    """Positions of one random game and a question that a seat has to answer there."""
    game, dice = every.load(way.game), Random(SEED)
    state, found = game.start(dict(way.options)), []
    for number in range(150):
        if not (asked := game.awaited(state)):
            break
        question = asked[number % len(asked)]
        if question.owner == CHANCE:
            given = draw(SEED, question.stream, number, question)
        else:
            given = dice.choice(question.answers)
            found.append((state, question))
        made = game.apply(state, given)
        assert isinstance(made, Applied)
        state = made.state
    return found


def some(way: every.Way, count: int) -> list[tuple[State, Question]]:
    """A few of them from the whole course of the game, owned by a seat."""
    found = [(state, question) for state, question in met(way) if isinstance(question.owner, int)]
    return found[:: max(len(found) // count, 1)][:count]


def alike(game: Game, state: State, question: Question) -> Iterator[State]:
    """Worlds that look to the owner of the question as this one does."""
    yield game.imagine(state, question.owner, Random(9).randrange)
    if game.name in PILES:
        plain = game.dump(state)
        for pile in PILES[game.name]:
            *outer, name = pile.split(".")
            holder = plain
            for key in outer:
                holder = holder[key]
            if name in holder:
                holder[name] = _turned(holder[name])
        yield game.load(plain)


def _turned(pile: list[Any]) -> list[Any]:
    """The other way round; of several piles, each by itself."""
    return [_turned(one) for one in pile] if pile and isinstance(pile[0], list) else pile[::-1]


@pytest.mark.parametrize("way", every.quick_and_slow())
def test_what_bots_think_about_depends_on_what_a_seat_sees_alone(way: every.Way) -> None:
    game = every.load(way.game)
    for state, question in some(way, 10):
        believed = game.imagine(state, question.owner, Random(5).randrange)
        for world in alike(game, state, question):
            other = game.imagine(world, question.owner, Random(5).randrange)
            assert game.dump(other) == game.dump(believed)
            assert game.awaited(other) == game.awaited(believed)


@pytest.mark.parametrize(
    "bot", [pytest.param(bot, marks=[] if bot == "random" else [pytest.mark.slow]) for bot in BOTS]
)
@pytest.mark.parametrize("way", every.quick_and_slow())
def test_what_is_hidden_from_a_bot_changes_nothing(way: every.Way, bot: str) -> None:
    game = every.load(way.game)
    other_worlds = 0
    for state, question in some(way, POSITIONS[bot]):
        here = BOTS[bot](SEED).choose(game, state, question)
        assert here in question.answers
        for world in alike(game, state, question):
            other_worlds += game.dump(world) != game.dump(state)
            assert BOTS[bot](SEED).choose(game, world, question) == here
    assert other_worlds or not (game.rivals or game.name in PILES)


@pytest.mark.slow
@pytest.mark.parametrize("way", every.quick_and_slow())
def test_what_is_hidden_changes_neither_odds_nor_advice(way: every.Way) -> None:
    game = every.load(way.game)
    for number, (state, question) in enumerate(some(way, 6)):
        for world in alike(game, state, question):
            assert odds(game, world) == odds(game, state)
            if number == 3:  # time enough that the clock ends no thought on a busy machine
                assert advise(game, world, question, 600) == advise(game, state, question, 600)
