"""Bots of The LOOP: how many games a second the greedy one plays on one core and on two, and how often it
wins.

The band of its win rate is part of the box data's balance: a simple bot wins some games, and fewer at
level 3. All bots against each other on 500 seeds: docs/bots.md.
"""

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from companion.advisor import Batch, play_batch, rows
from companion.games import load

GAMES = 200
LEAST, MOST = 0.02, 0.80
TIMED = 48
"""Games by which the speed is told."""


def quiet(done: int, of: int) -> None:
    """Nobody watches."""


def bench_games_per_second() -> Iterator[dict[str, Any]]:
    batch = Batch(load, "the-loop", ({"level": 1},), TIMED, "greedy", "bench")
    speeds = []
    for cores in (1, 2):
        began = perf_counter()
        play_batch(batch, cores, quiet)
        speeds.append(TIMED / (perf_counter() - began))
        yield {
            "name": f"the-loop.greedy_bot.games_on_{cores}_{'core' if cores == 1 else 'cores'}",
            "value": speeds[-1],
            "unit": "games/s",
        }
    yield {"name": "the-loop.greedy_bot.gain_of_a_second_core", "value": speeds[1] / speeds[0], "unit": "×"}


def bench_auto_bot() -> Iterator[dict[str, Any]]:
    batch = Batch(load, "the-loop", ({"level": 1}, {"level": 3}), GAMES, "greedy", 1)
    easy, hard = (row.share for row in rows(batch, play_batch(batch, 2, quiet)))
    yield {
        "name": "the-loop.auto_bot.won_at_level_1",
        "value": easy,
        "unit": f"of {GAMES} games",
        "target": LEAST,
        "holds": LEAST <= easy <= MOST,
        "note": f"between {LEAST} and {MOST}",
    }
    yield {
        "name": "the-loop.auto_bot.won_at_level_3",
        "value": hard,
        "unit": f"of {GAMES} games",
        "target": easy,
        "holds": hard < easy,
        "note": "fewer than at level 1",
    }
