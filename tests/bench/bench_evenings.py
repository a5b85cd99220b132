"""Whole evenings on the simulated tower: counts that are wrong in silence, and questions that nobody needed.

`make bench BENCH=evenings`, on other evenings with `SEED=4711` behind it; no figure of the counter was chosen
on these seeds (bench_curve.py has those). The simulated tower follows the twin (docs/twin.md). One tower
lives through all its evenings and keeps what it learned. Players look into it only when they are asked: then
they know how many are inside, and from three on they knock them out, since hardly any throw frees such a
heap. Between two evenings the box is packed.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from companion.advisor.figures import interval
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.counting import Count, Inside
from companion.tower.faults import parse_fault
from companion.tower.readings import Reading, ThrowNow
from companion.tower.tower import Tower

DROPS = 6_000
PARTS = 2  # two towers, each with half of the drops
AN_EVENING = 12  # drops
HEAP = 3
FRONT = 3
SEED = int(os.environ.get("SEED", "17041"))


class Throwing(NamedTuple):
    """How people throw; `apart`: seconds between two cubes, else a handful."""

    name: str
    least: int
    most: int
    apart: tuple[float, float] | None = None
    faults: tuple[str, ...] = ()
    drops: int = DROPS


class Seen(NamedTuple):
    drops: int = 0
    silent: int = 0
    needless: int = 0
    asked: int = 0
    stayed: int = 0

    def __add__(self, other: Seen) -> Seen:  # type: ignore[override]
        return Seen(*(a + b for a, b in zip(self, other, strict=True)))


HAND = (0.15, 0.45)
FEW_APART = Throwing("one after another, 1–6", 1, 6, HAND)
MANY_APART = Throwing("one after another, 7–8", 7, 8, HAND)
FEW = Throwing("a handful, 1–6", 1, 6)
MANY = Throwing("a handful, 7–8", 7, 8)
FORCED = Throwing("stays-inside and split, 1–8", 1, 8, None, ("stays-inside", "split"))


class Heard(NamedTuple):
    """One drop: what was believed to be inside, what was counted, and the truth."""

    held: int
    count: Count
    right: bool
    stayed: bool


def life(how: Throwing, seed: int, drops: int) -> Seen:
    seen = Seen()
    for one in heard(how, seed, drops):
        asked = one.count.asked
        seen += Seen(1, not asked and not one.right, asked and not one.stayed, asked, one.stayed)
    return seen


def heard(how: Throwing, seed: int, drops: int) -> Iterator[Heard]:
    """One tower, evening after evening."""
    lot = random.Random(f"{how.name} {seed}")
    board = SimulatedBoard(lot.randrange(1 << 30), faults=map(parse_fault, how.faults))
    board.hands = how.apart
    with Tower(board) as tower:
        tower.open()
        tower.face(FRONT)

        def tell(reading: Reading) -> None:
            if isinstance(reading, ThrowNow):
                tower.say_all_thrown()

        books = 0
        for number in range(drops):
            if number % AN_EVENING == 0:
                board.inside = books = 0
            before, passed = board.inside, tuple(board.passed)
            count = tower.drop(lot.randint(how.least, how.most), "red", Inside(books, "red"), FRONT, tell)
            truth = tuple(now - then for now, then in zip(board.passed, passed, strict=True))
            yield Heard(books, count, count.best.passed == truth, board.inside > before)
            books = board.inside if count.asked else count.best.inside
            if count.asked and board.inside >= HEAP:
                tower.learned.belief(books)  # what people saw, before they emptied it
                board.inside = books = 0


def _part(job: tuple[Throwing, int, int]) -> Seen:
    return life(*job)


def lives(how: Throwing, seed: int = SEED) -> Seen:
    with ProcessPoolExecutor(min(PARTS, len(os.sched_getaffinity(0)))) as pool:
        jobs = [(how, seed + part, how.drops // PARTS) for part in range(PARTS)]
        return sum(pool.map(_part, jobs), Seen())


def _row(name: str, hits: int, drops: int, target: float | None) -> dict[str, Any]:
    low, high = interval(hits, drops)
    found = {
        "name": name,
        "value": round(hits / drops, 5),
        "unit": "of the drops",
        "note": f"{hits} of {drops}; 95 %: {low:.4f}–{high:.4f}",
    }
    return found if target is None else {**found, "target": target, "holds": hits <= target * drops}


def bench_evenings() -> Iterator[dict[str, Any]]:
    for how, needless in ((FEW_APART, 0.01), (MANY_APART, 0.03), (FEW, 0.04), (MANY, None)):
        seen = lives(how)
        yield _row(f"{how.name}: silently wrong", seen.silent, seen.drops, 0.001)
        yield _row(f"{how.name}: asked needlessly", seen.needless, seen.drops, needless)
        yield _row(f"{how.name}: a new cube stayed", seen.stayed, seen.drops, None)
    seen = lives(FORCED)
    yield _row(f"{FORCED.name}: silently wrong", seen.silent, seen.drops, 1 / 150)
