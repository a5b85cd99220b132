"""The exact odds of the next Foo phase beside sampling it by the rules, on positions of greedy games.

The odds state their own error: what is not known about the tower. Sampling is given as many tries as bring
its standard error down to the same.
"""

from collections.abc import Iterator
from random import Random
from statistics import fmean, median
from time import process_time
from typing import Any

from companion.advisor import Chance, GreedyBot, odds
from companion.advisor.figures import Z
from companion.engine import CHANCE, Applied, Game, State
from companion.games import load
from companion.games.the_loop.rules.modes import MODES

EACH = 6
"""Positions of each mode."""
OPTIONS = {"level": 2, "drop": "tower"}
"""A tower, about which something is not known."""
TARGET = 50.0
"""Milliseconds."""
TIMED = 30
"""Samples by which the time of one is told."""


def mid_game(game: Game, mode: str, dice: Random) -> Iterator[State]:
    """Positions in which the actions of a turn begin, every third turn from the fourth on."""
    found = 0
    while found < EACH:
        bot, state, last = GreedyBot(dice.random()), game.start(OPTIONS | {"mode": mode}), 1
        while asked := game.awaited(state):
            question = asked[0]
            if question.owner == CHANCE:
                given = dice.choices(question.answers, question.odds)[0]
            else:
                given = bot.choose(game, state, question)
                turn = game.summary(state)["turns"]
                if question.main and turn >= last + 3 and found < EACH and odds(game, state) is not None:
                    last, found = turn, found + 1
                    yield state
            state = _after(game, state, given)


def sample(game: Game, state: State, dice: Random) -> None:
    """Ends the turn and rolls the next Foo phase."""
    turn = game.summary(state)["turns"]
    while asked := game.awaited(state):
        question = asked[0]
        if question.main and game.summary(state)["turns"] > turn:
            return
        chance = question.owner == CHANCE
        given = dice.choices(question.answers, question.odds)[0] if chance else question.answers[-1]
        state = _after(game, state, given)


def _after(game: Game, state: State, given: Any) -> State:
    made = game.apply(state, given, "app")
    assert isinstance(made, Applied)
    return made.state


def tries(chance: Chance) -> float:
    """Samples whose standard error is that of the odds; one where they are certain."""
    error = (chance.high - chance.low) / (2 * Z)
    return max(chance.value * (1 - chance.value) / error**2, 1.0) if error else 1.0


def bench_odds() -> Iterator[dict[str, Any]]:
    game = load("the-loop")
    exact, sampled, worst = [], [], 0.0
    for mode in MODES:
        dice = Random(f"odds {mode}")
        for state in mid_game(game, mode, dice):
            began = process_time()
            told = odds(game, state)
            took = 1000 * (process_time() - began)
            assert told is not None
            exact.append(took)
            worst = max(worst, took)
            began = process_time()
            for _ in range(TIMED):
                sample(game, state, dice)
            sampled.append(1000 * (process_time() - began) / TIMED * tries(told.somewhere))
    yield {
        "name": "the-loop.odds.median",
        "value": median(exact),
        "unit": "ms",
        "target": TARGET,
        "holds": median(exact) <= TARGET,
    }
    yield {
        "name": "the-loop.odds.worst",
        "value": worst,
        "unit": "ms",
        "target": TARGET,
        "holds": worst <= TARGET,
    }
    yield {
        "name": "the-loop.odds.sampling_of_equal_error",
        "value": fmean(sampled),
        "unit": "ms",
        "note": "as many samples as bring their error down to what the odds state",
    }
