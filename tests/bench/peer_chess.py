"""Random playouts of python-chess, beside which our engine is measured: legal moves and game-over checks.

Other benches take `plies_per_second` from here, so that both figures of a ratio come from one run.
"""

import random
from collections.abc import Iterator
from functools import cache
from time import process_time
from typing import Any

import chess

SECONDS = 4.0


def play_out(dice: random.Random) -> int:
    """One random game to its end; how many plies it took."""
    board = chess.Board()
    plies = 0
    while not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))
        plies += 1
    return plies


@cache
def plies_per_second(seconds: float = SECONDS) -> float:
    """Measured once in a run, over whole games."""
    dice = random.Random(1)
    play_out(dice)  # the first game pays for lazily made tables
    plies = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        plies += play_out(dice)
    return plies / spent


def bench_playouts() -> Iterator[dict[str, Any]]:
    yield {
        "name": "chess.random_playout",
        "value": round(plies_per_second()),
        "unit": "plies/s",
        "note": f"python-chess {chess.__version__}, legal moves and game-over checks at every ply",
    }
