"""A bot knows what its seat may know: in two worlds that look alike to it, it does the same."""

from random import Random
from typing import Any

import pytest

from companion.advisor import BOTS
from companion.games import CHANCE, Applied
from companion.table.chance import draw
from tests.games import every

SEED = 3


def met(way: every.Way) -> list[tuple[Any, Any]]:
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


@pytest.mark.parametrize(
    "bot", [pytest.param(bot, marks=[pytest.mark.slow] if bot != "random" else []) for bot in BOTS]
)
@pytest.mark.parametrize("way", every.quick_and_slow())
def test_what_is_hidden_from_a_bot_changes_nothing(way: every.Way, bot: str) -> None:
    game = every.load(way.game)
    positions = met(way)[:40]
    other_worlds = 0
    for state, question in positions:
        if not isinstance(question.owner, int):
            continue
        world = game.imagine(state, question.owner, Random(9).randrange)
        other_worlds += game.dump(world) != game.dump(state)
        here, there = (BOTS[bot](SEED).choose(game, one, question) for one in (state, world))
        assert here == there
        assert here in question.answers
    assert other_worlds or not game.rivals
