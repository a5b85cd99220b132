"""Touches at a real table: the greedy bot's turns, done by hands and touched in a real window.

    make bench BENCH=touches                        # seeds 1 to 20, each at one table and for some turns
    python -m tests.bench.bench_touches 20 all      # every turn of every game at every table
    python -m tests.bench.bench_touches 3 all solo  # of some seeds at one table

*Overhead* of a turn is what was touched beyond one for each card used, LOOP done, decision with more than one
answer and piece revealed. Words are those of the panel beside the ring in Dr Foo's phase, hints off, on the
screen of it that has most, of all turns. A piece that the tablet did not follow counts for the touches that
correct it. How it is translated: `tests/app/real_table.py`.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tests.app.driving import Driver, display
from tests.app.real_table import KEEPING, TABLES, RealTable, Turn

ROOT = Path(__file__).parents[2]
SEEDS, TURNS = 20, 4
LIMIT = 1500


def bench_touches() -> Iterator[dict[str, Any]]:
    command = [sys.executable, "-m", "tests.bench.bench_touches", str(SEEDS), str(TURNS)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT, check=False)
    if told.returncode:
        raise RuntimeError(told.stderr)
    yield from (json.loads(line) for line in told.stdout.splitlines() if line.startswith("{"))


def row(name: str, value: float, unit: str, target: float | None = None, note: str = "") -> dict[str, Any]:
    made: dict[str, Any] = {"name": f"touches.{name}", "value": value, "unit": unit}
    if target is not None:
        made |= {"target": target, "holds": value <= target}
    return made | ({"note": note} if note else {})


def nine_in_ten(values: list[int]) -> int:
    return sorted(values)[int(len(values) * 0.9)]


def play(keeping: str, table: str, seed: int, turns: int | None) -> RealTable:
    from companion.app import configure

    configure()
    from companion.app.app import CompanionApp
    from companion.games import GAMES
    from tests.app.test_table_screen import begin

    app = CompanionApp("en", GAMES)
    begin(app, {**TABLES[table], **KEEPING[keeping], "drop": "tower"}, seed)
    driver = Driver(app, False)
    try:
        played = RealTable(driver, TABLES[table], seed)
        played.play(turns)
    finally:
        driver.close()
    return played


def rows(seeds: int, turns: int | None) -> Iterator[dict[str, Any]]:
    for keeping in KEEPING:
        found: list[Turn] = []
        setups: list[int] = []
        for seed in range(1, seeds + 1):
            for table in TABLES if turns is None else [list(TABLES)[seed % len(TABLES)]]:
                played = play(keeping, table, seed, turns)
                found += played.turns
                setups.append(played.setup)
        note = f"{len(found)} turns"
        drift = sum(len(turn.drift) for turn in found)
        yield row(f"{keeping}.overhead", median(turn.overhead for turn in found), "touches", 2, note)
        yield row(f"{keeping}.overhead.90", nine_in_ten([turn.overhead for turn in found]), "touches", 4)
        whole = median(turn.touches for turn in found)
        yield row(f"{keeping}.turn", whole, "touches", 12 if keeping == "lightly" else None)
        yield row(f"{keeping}.words", max(turn.words for turn in found), "words", 20, "on any screen of it")
        yield row(f"{keeping}.setup", max(setups), "touches", 14)
        yield row(f"{keeping}.drift", drift, "pieces", 0, "set right because the tablet did not follow")


if __name__ == "__main__":
    count, each = int(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as kept, display(Path(kept)):
        for found in rows(count, None if each == "all" else int(each)):
            print(json.dumps(found), flush=True)
