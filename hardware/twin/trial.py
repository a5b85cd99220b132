"""The trial of ways to throw: many drops of many towers, each heard by both rows of beams, into build/twin.

`python -m hardware.twin.trial MINUTES` goes on where it was stopped; `hardware.twin.verdict` counts it.
What earlier rounds came to is kept without their drops: a new round has seeds of its own and adds what is
still wanted. Needs MuJoCo (extra `twin`) only to let cubes fall.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from hardware import manifest
from hardware.tower import ROOT, Tower, digest
from hardware.twin import verdict
from hardware.twin.batch import KEPT, read
from hardware.twin.variants import INSIDES

FRICTIONS = (0.2, 0.35, 0.5)
USUAL, STEEP = 25.0, 32.0  # degrees of the gates: as in tower.toml when the trial was made, and steeper
ROUND = "third trial"  # its seeds; the first one was looked at while it ran and is not counted
WAYS = ("handful", "poured", "hand", "feeder")
CODE = [ROOT / "hardware" / "twin" / name for name in ("shape.py", "model.py", "throws.py", "beams.py")]


@dataclass(frozen=True)
class Cell:
    """One tower and one way to throw."""

    way: str
    friction: float = 0.35
    inside: str = "plain"
    gate: float = USUAL

    @property
    def name(self) -> str:
        return f"{self.way} {self.friction} {self.inside} {self.gate:g}"

    def tower(self) -> Tower:
        figures = {"inside__friction": self.friction, "geometry__gate_slope": self.gate}
        return Tower.load().with_changes(**figures, **INSIDES[self.inside])


PLAIN = Cell("hand")  # what is recommended: it carries the finest claim
CELLS = tuple(
    Cell(way, friction, inside) for friction in FRICTIONS for inside in INSIDES for way in WAYS
) + tuple(Cell("hand", friction, inside, STEEP) for friction in FRICTIONS for inside in INSIDES)
TURNS = 100  # every cell grows by a hundredth of what is wanted of it
LEAD = 8  # … and the recommended one so much faster, so that a trial cut short has carried its claim


def wanted(cell: Cell) -> int:
    """Drops of each number of cubes, from one to eight; settled before the first of them fell."""
    usual = cell.friction == 0.35 and cell.inside == "plain"
    if cell == PLAIN:
        return 1500
    if cell.way == "hand" and usual:
        return 750
    if cell.way in ("hand", "feeder"):
        return 300 if usual else 40
    return 150 if usual else 20


def kept() -> Path:
    usual = Tower.load().with_changes(geometry__gate_slope=USUAL)
    figures = manifest.of_sections(usual, "geometry", "inside")
    return KEPT / f"trial-{digest(ROUND, figures, manifest.of_code(CODE))}.jsonl"


def plan(have: Mapping[tuple[str, int], int]) -> Iterator[tuple[Cell, int, int]]:
    """Cell, cubes and index of what is to fall next, until all has fallen: every cell grows evenly."""
    done = Counter(have)
    for turn in range(1, TURNS + 1):
        for cell, cubes in product(CELLS, range(1, 9)):
            lead = LEAD if cell == PLAIN else 1
            due = -(-wanted(cell) * min(turn * lead, TURNS) // TURNS)
            for index in range(done[cell.name, cubes], due):
                yield cell, cubes, index
                done[cell.name, cubes] += 1


def fall(cell: Cell, tower: Tower, cubes: int, index: int) -> dict[str, Any]:
    from hardware.twin import throws  # the only line that needs MuJoCo

    way = next(way for way in throws.WAYS if way.name == cell.way)
    heard = throws.throw(tower, cubes, way, random.Random(f"{ROUND} {cell.name} {cubes} {index}"))
    spans = [[[[round(edge, 2) for edge in span] for span in row] for row in rows] for rows in heard.spans]
    return {"cell": cell.name, "thrown": cubes, "index": index, "passed": heard.passed, "spans": spans}


def main(minutes: float) -> None:
    path = kept()
    path.parent.mkdir(parents=True, exist_ok=True)
    have = verdict.earlier(ROUND) + Counter((drop["cell"], drop["thrown"]) for drop in read(path))
    until = time.monotonic() + 60 * minutes
    towers: dict[Cell, Tower] = {}
    with path.open("a", encoding="utf-8") as file:
        for cell, cubes, index in plan(have):
            if time.monotonic() > until:
                return
            tower = towers.setdefault(cell, cell.tower())
            file.write(json.dumps(fall(cell, tower, cubes, index), separators=(",", ":")) + "\n")
            file.flush()


if __name__ == "__main__":
    main(float(sys.argv[1]))
