"""The trial of ways to throw: many drops of many towers, each heard by both rows of beams, into build/twin.

`python -m hardware.twin.trial MINUTES` goes on where it was stopped; `hardware.twin.verdict` counts it.
Needs MuJoCo (extra `twin`) only to let cubes fall.
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
from hardware.twin.batch import KEPT, read
from hardware.twin.variants import INSIDES

FRICTIONS = (0.2, 0.35, 0.5)
USUAL, STEEP = 25.0, 32.0  # degrees of the gates: as in tower.toml when the trial was made, and steeper
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


CELLS = tuple(
    Cell(way, friction, inside) for friction in FRICTIONS for inside in INSIDES for way in WAYS
) + tuple(Cell("hand", friction, gate=STEEP) for friction in FRICTIONS)


def share(cell: Cell) -> float:
    """Drops of each number of cubes in one turn: what is recommended is to carry the finest claim."""
    if cell in (Cell("hand"), Cell("hand", gate=STEEP)):
        return 5.0
    if cell in (Cell(way) for way in WAYS):
        return 0.7
    return 0.5 if cell.way == "hand" else 0.1


def kept() -> Path:
    usual = Tower.load().with_changes(geometry__gate_slope=USUAL)
    figures = manifest.of_sections(usual, "geometry", "inside")
    return KEPT / f"trial-{digest(figures, manifest.of_code(CODE))}.jsonl"


def plan(have: Mapping[tuple[str, int], int]) -> Iterator[tuple[Cell, int, int]]:
    """Cell, cubes and index of what is to fall next, for ever: every cell grows evenly."""
    done = Counter(have)
    for turn in range(sys.maxsize):
        for cell, cubes in product(CELLS, range(1, 9)):
            for index in range(done[cell.name, cubes], 1 + int(turn * share(cell))):
                yield cell, cubes, index
                done[cell.name, cubes] += 1


def fall(cell: Cell, tower: Tower, cubes: int, index: int) -> dict[str, Any]:
    from hardware.twin import throws  # the only line that needs MuJoCo

    way = next(way for way in throws.WAYS if way.name == cell.way)
    heard = throws.throw(tower, cubes, way, random.Random(f"trial {cell.name} {cubes} {index}"))
    spans = [[[[round(edge, 2) for edge in span] for span in row] for row in rows] for rows in heard.spans]
    return {"cell": cell.name, "thrown": cubes, "index": index, "passed": heard.passed, "spans": spans}


def main(minutes: float) -> None:
    path = kept()
    path.parent.mkdir(parents=True, exist_ok=True)
    have = Counter((drop["cell"], drop["thrown"]) for drop in read(path))
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
