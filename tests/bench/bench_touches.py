"""Touches at a real table: the greedy bot's turns, done by hands and touched in a real window.

    make bench BENCH=touches                                   # what fits into a quarter of an hour
    python -m tests.bench.bench_touches --minutes 120          # every game that is planned
    python -m tests.bench.bench_touches --seeds 3 --tables solo --turns all --keeping lightly
    python -m tests.bench.bench_touches --resume               # goes on with what was found last time

Planned are seeds 1 to 20 with two and four players and alone, each kept fully and lightly: seed 1 from the
setup to the end, of the others an early and a later turn, by lot; the turns between are only told. The order
goes round the tables, so that a run that ends early has some of each. Every turn is a line of
`build/touches/turns.jsonl` as soon as it is over, with its touches by what they told.

*Overhead* of a turn is what was touched beyond one for each card used, LOOP done, decision with more than one
answer and piece revealed. Words are those of the panel beside the ring in Dr Foo's phase, hints off, on the
screen of it that has most. A piece that the tablet did not follow counts for the touches that correct it. How
it is translated: `tests/app/hands.py`.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Container, Iterator
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.app.books import Books
from tests.app.driving import Driver, display
from tests.app.hands import KEEPING, TABLES, Turn
from tests.app.real_table import RealTable

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "touches" / "turns.jsonl"
SEEDS, MINUTES = 20, 14.0
EARLY, LATER = range(1, 8), range(8, 15)


class Planned(NamedTuple):
    keeping: str
    table: str
    seed: int
    wanted: tuple[int, ...] | None
    """Turns to touch; None: the whole game, setup and all."""

    @property
    def name(self) -> str:
        return f"{self.keeping}, {self.table}, seed {self.seed}"


def bench_touches() -> Iterator[dict[str, Any]]:
    command = [sys.executable, "-m", "tests.bench.bench_touches"]
    told = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if told.returncode:
        raise RuntimeError("the games broke off: see above")
    yield from (json.loads(line) for line in told.stdout.splitlines() if line.startswith("{"))


def bench_followed() -> Iterator[dict[str, Any]]:
    """Every turn of all these games, by the rules alone: do missions, prices and vortexes follow?"""
    for keeping in KEEPING:
        turns = [
            turn
            for table in TABLES.values()
            for seed in range(1, SEEDS + 1)
            for turn in Books(table, keeping, seed).play()
        ]
        drift, games = sum(len(turn.drift) for turn in turns), SEEDS * len(TABLES)
        note = f"{len(turns)} turns of {games} whole games, without a window"
        yield row(f"{keeping}.followed", drift, "pieces", 0, note)


def plan(seeds: int, turns: str, tables: list[str], keeping: list[str]) -> Iterator[Planned]:
    for seed in range(1, seeds + 1):
        chance = random.Random(f"{seed}/turns")
        for table in tables:
            some = (chance.choice(EARLY), chance.choice(LATER))
            for kept in keeping:  # the same turns
                yield Planned(kept, table, seed, None if turns == "all" or seed == 1 else some)


def play(keeping: str, table: str, seed: int, wanted: Container[int] | None = None) -> RealTable:
    """A game in a window, ready to be played."""
    from companion.app import configure

    configure()
    from companion.app.app import CompanionApp
    from companion.games import GAMES
    from tests.app.test_table_screen import begin

    app = CompanionApp("en", GAMES)
    begin(app, {**TABLES[table], **KEEPING[keeping], "drop": "tower"}, seed)
    return RealTable(Driver(app, False), TABLES[table], seed, wanted)


def touch(game: Planned) -> Iterator[dict[str, Any]]:
    """Its turns, as lines to keep, and last the setup where it was touched."""
    played = play(game.keeping, game.table, game.seed, game.wanted)
    about = {"keeping": game.keeping, "table": game.table, "seed": game.seed}
    try:
        for turn in played.steps(max(game.wanted) if game.wanted else None):
            if turn.touched:
                yield {**about, **asdict(turn)}
    finally:
        played.driver.close()
    yield {**about, "setup": played.setup if game.wanted is None else None}


def row(name: str, value: float, unit: str, target: float | None = None, note: str = "") -> dict[str, Any]:
    made: dict[str, Any] = {"name": f"touches.{name}", "value": value, "unit": unit}
    if target is not None:
        made |= {"target": target, "holds": value <= target}
    return made | ({"note": note} if note else {})


def nine_in_ten(values: list[int]) -> int:
    return sorted(values)[int(len(values) * 0.9)]


def figures(lines: list[dict[str, Any]], planned: int) -> Iterator[dict[str, Any]]:
    for keeping in KEEPING:
        mine = [line for line in lines if line["keeping"] == keeping]
        setups = [line["setup"] for line in mine if line.get("setup")]
        ended = sum("setup" in line for line in mine)
        names = Turn.__dataclass_fields__
        turns = [
            Turn(**{name: line[name] for name in names if name in line}) for line in mine if "number" in line
        ]
        if not turns:
            continue
        note = f"{len(turns)} turns of {ended} games ({len(setups)} whole); {planned} games planned in all"
        yield row(f"{keeping}.overhead", median(turn.overhead for turn in turns), "touches", 2, note)
        yield row(f"{keeping}.overhead.90", nine_in_ten([turn.overhead for turn in turns]), "touches", 4)
        whole = median(turn.touches for turn in turns)
        yield row(f"{keeping}.turn", whole, "touches", 12 if keeping == "lightly" else None)
        yield row(f"{keeping}.words", max(turn.words for turn in turns), "words", 20, "on any screen of it")
        if setups:
            yield row(f"{keeping}.setup", max(setups), "touches", 14)
        drift = sum(len(turn.drift) for turn in turns)
        yield row(f"{keeping}.drift", drift, "pieces", 0, "set right because the tablet did not follow")


def run(games: list[Planned], seconds: float, lines: list[dict[str, Any]]) -> None:
    began = time.monotonic()
    done = {(line["keeping"], line["table"], line["seed"]) for line in lines if "setup" in line}
    with KEPT.open("a", encoding="utf-8") as kept:
        for number, game in enumerate(games, 1):
            if (game.keeping, game.table, game.seed) in done:
                continue
            if time.monotonic() - began > seconds:
                break
            for line in touch(game):
                lines.append(line)
                kept.write(json.dumps(line) + "\n")
                kept.flush()
            spent = time.monotonic() - began
            print(f"{number} of {len(games)}: {game.name}, {spent:.0f} s", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Touches at a real table.")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--turns", choices=("some", "all"), default="some")
    parser.add_argument("--tables", nargs="+", choices=list(TABLES), default=list(TABLES))
    parser.add_argument("--keeping", nargs="+", choices=list(KEEPING), default=list(KEEPING))
    parser.add_argument("--minutes", type=float, default=MINUTES, help="no game begins after these")
    parser.add_argument("--resume", action="store_true", help=f"go on with {KEPT.relative_to(ROOT)}")
    chosen = parser.parse_args()
    games = list(plan(chosen.seeds, chosen.turns, chosen.tables, chosen.keeping))
    lines: list[dict[str, Any]] = []
    if chosen.resume and KEPT.exists():
        lines = [json.loads(line) for line in KEPT.read_text(encoding="utf-8").splitlines()]
        over = {(line["keeping"], line["table"], line["seed"]) for line in lines if "setup" in line}
        lines = [line for line in lines if (line["keeping"], line["table"], line["seed"]) in over]
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with tempfile.TemporaryDirectory() as kept, display(Path(kept)):
        run(games, chosen.minutes * 60, lines)
    for found in figures(lines, len(games)):
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
