"""Random playouts of every game beside python-chess, in one run on one machine.

The same `apply` as the session, happenings included; legal answers and chance domains are listed at every
step. Questions with a single answer are not asked and so not counted.
"""

import random
from collections.abc import Iterator
from time import process_time
from typing import Any

from companion.games import NAMES, load
from tests.bench.peer_chess import plies_per_second
from tests.bench.playing_out import play_out
from tests.games import every

SECONDS = 4.0
TARGET = 2.0
TARGETS = {"cyberion.base": 2.2}


def inputs_per_second(name: str, options: dict[str, Any], seconds: float = SECONDS) -> float:
    game = load(name)
    dice = random.Random(1)
    play_out(game, options, dice)
    inputs, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        inputs += play_out(game, options, dice)
    return inputs / spent


def tables() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every mode for three players; a game of expansions bare and with all of them, for two."""
    for name in NAMES:
        game = load(name)
        for mode in next((option.values for option in game.options() if option.id == "mode"), ()):
            yield name, mode, {"mode": mode, "players": 3}
        if len(added := every.extras(game)) > 1:
            yield name, "base", {"players": 2}
            yield name, "all", {**dict.fromkeys(added[-1], True), "players": 2}


def bench_beside_chess() -> Iterator[dict[str, Any]]:
    chess = plies_per_second()
    for name, way, options in tables():
        speed = inputs_per_second(name, options)
        yield {"name": f"{name}.{way}.random_playout", "value": round(speed), "unit": "inputs/s"}
        if way == "all":  # five expansions at once are promised to work, not to be quick
            continue
        ratio = round(speed / chess, 2)
        yield {
            "name": f"{name}.{way}.ratio_to_chess",
            "value": ratio,
            "unit": "×",
            "target": (target := TARGETS.get(f"{name}.{way}", TARGET)),
            "holds": ratio >= target,
        }
