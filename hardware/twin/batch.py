"""Many drops of one tower, kept as they fall: a stopped batch goes on where it was.

Every drop has its own seed (variant, number of cubes, index), so neither order nor interruptions change it. A
file of drops carries a fingerprint of all figures and of the code that makes paths; when one differs the
drops are made anew. Needs MuJoCo (extra `twin`) only where a drop is not kept yet.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hardware import manifest
from hardware.tower import ROOT, Tower, digest
from hardware.twin.variants import Variant

KEPT = ROOT / "build" / "twin"
CODE = [ROOT / "hardware" / "twin" / name for name in ("shape.py", "model.py", "drop.py", "beams.py")]
BAR = 30

Drop = dict[
    str, Any
]  # thrown, offset, spans[outlet][row] = [[from, to], …], passed, rested, crossed (by cube)


def fingerprint(tower: Tower, at_once: bool) -> str:
    return digest(manifest.of_sections(tower, "geometry", "inside"), str(at_once), manifest.of_code(CODE))


def drops(
    variant: Variant,
    wanted: Mapping[int, int],
    tell: Callable[[], None] = lambda: None,
    kept: Path = KEPT,
    skip: int = 0,
) -> list[Drop]:
    """`wanted`: for each number of cubes how many drops, after the first `skip` ones of each.

    What is kept already is not let fall again.
    """
    tower = variant.tower()
    kept.mkdir(parents=True, exist_ok=True)
    path = kept / f"{variant.name}-{fingerprint(tower, variant.at_once)}.jsonl"
    have = {(drop["thrown"], drop["index"]): drop for drop in read(path)}
    found = []
    with path.open("a", encoding="utf-8") as file:
        for cubes, index in _plan(wanted, skip):
            if (cubes, index) not in have:
                drop = _fall(tower, variant, cubes, index)
                file.write(json.dumps(drop) + "\n")
                file.flush()
                have[cubes, index] = drop
            found.append(have[cubes, index])
            tell()
    return found


def _plan(wanted: Mapping[int, int], skip: int) -> Iterator[tuple[int, int]]:
    """All numbers of cubes in turn, so that a batch cut short has some of each."""
    for index in range(max(wanted.values(), default=0)):
        yield from ((cubes, skip + index) for cubes in sorted(wanted) if index < wanted[cubes])


def _fall(tower: Tower, variant: Variant, cubes: int, index: int) -> Drop:
    from hardware.twin.drop import throw  # the only line that needs MuJoCo: kept drops are read without it

    lot = random.Random(f"{variant.name}/{cubes}/{index}")
    fallen = throw(tower, cubes, lot, at_once=variant.at_once)
    return {
        "thrown": cubes,
        "index": index,
        "offset": round(fallen.offset, 3),
        "spans": [[[_rounded(span) for span in row] for row in outlet] for outlet in fallen.spans],
        "passed": fallen.passed,
        "rested": fallen.rested,
        "crossed": fallen.crossed,
        "state": [round(float(v), 6) for v in fallen.state] if fallen.inside else [],
    }


def _rounded(span: Sequence[float]) -> list[float]:
    return [round(edge, 2) for edge in span]


def read(path: Path) -> Iterable[Drop]:
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            return  # the last line of a batch that was killed while writing


class Bar:
    """Progress where somebody watches, a line now and then where nobody does."""

    def __init__(self, of: int, what: str) -> None:
        self._of, self._what = of, what
        self._done = 0
        self._begun = self._told = time.monotonic()

    def __call__(self) -> None:
        self._done += 1
        now = time.monotonic()
        watched = sys.stderr.isatty()
        if self._done < self._of and now - self._told < (0.2 if watched else 60.0):
            return
        self._told = now
        full = BAR * self._done // max(self._of, 1)
        left = (now - self._begun) / self._done * (self._of - self._done)
        text = f"{self._what} [{'█' * full}{'·' * (BAR - full)}] {self._done}/{self._of}, {left:.0f} s left"
        print(f"\r{text} " if watched else text, end="" if watched else "\n", file=sys.stderr, flush=True)
        if watched and self._done == self._of:
            print(file=sys.stderr)
