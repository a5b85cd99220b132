"""How often the bot of `--auto` wins The LOOP: 200 games at the easiest level and at the hardest, the same
seeds.

The band is part of the box data's balance: a simple bot wins some games, and fewer at level 3.
"""

from collections.abc import Iterator
from multiprocessing import Pool
from typing import Any

from companion.advisor import GreedyBot
from companion.games import CHANCE, Applied, load
from companion.table.chance import draw

GAMES = 200
LEAST, MOST = 0.02, 0.80


def won(job: tuple[int, int]) -> bool:
    """One game by bots, drawn as the session draws."""
    seed, level = job
    game, bot = load("the-loop"), GreedyBot(seed)
    state = game.start({"players": 2, "level": level})
    drawn: dict[str, int] = {}
    while asked := game.awaited(state):
        question = asked[0]
        if question.owner == CHANCE:
            drawn[question.stream] = drawn.get(question.stream, 0) + 1
            given = draw(seed, question.stream, drawn[question.stream], question)
        else:
            given = bot.choose(game, state, question)
        made = game.apply(state, given, "app")
        assert isinstance(made, Applied), made
        state = made.state
    outcome = game.outcome(state)
    return outcome is not None and outcome.result == "won"


def bench_auto_bot() -> Iterator[dict[str, Any]]:
    with Pool(2) as pool:
        easy = sum(pool.map(won, [(seed, 1) for seed in range(GAMES)], chunksize=4)) / GAMES
        hard = sum(pool.map(won, [(seed, 3) for seed in range(GAMES)], chunksize=4)) / GAMES
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
