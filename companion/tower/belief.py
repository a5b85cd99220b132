"""How cubes stay in a tower and leave it: what is believed to be inside, and what a drop may do to it. Pure.

May import: the standard library. A belief is the chance of 0, 1, 2, … cubes inside. No beam sees into the
tower, so a belief is carried from drop to drop: what people say makes it nearly sure, every drop in which a
cube could have come out and did not makes that cube a little less likely to be there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, exp

Belief = tuple[float, ...]
Futures = dict[tuple[int, int], float]  # (cubes that pass, cubes inside afterwards) → chance

# How often things happen in the models: five bare towers (2,940 drops), and the printed ring's evenings.
LONE = 0.0012  # each cube may stick by itself …
WEDGE, WEDGE_PER_PAIR = 0.004, 0.0042  # … and several hold each other, the more pairs the oftener
WEDGED = (0.0, 0.0, 0.78, 0.19, 0.03)  # how many then stay inside; more: a tail
TAIL = 0.3
BESIDE = 0.06  # one thrown sticks because of one that is held …
HELD_TOGETHER = (0.0, 0.5, 0.27, 0.15, 0.08)  # … and so many do at once
COMES_OUT = (0.5, 0.38, 0.15)  # a throw frees something, with 1, 2, 3 or more inside
HEAP = len(COMES_OUT)  # one or two leave together, of a heap one
ANYHOW = 0.04  # of what leaves: otherwise than so
SHAKEN_OUT = 0.16  # a stuck cube leaves when the tower shakes (the twin; no real tower was measured)
TOGETHER = 180.0  # ms: cubes that pass so far apart have held each other a third as often …
HANDFUL = 0.5  # … and this is the mean over the pairs of a handful
MISTAKEN = 0.015  # people say how many are inside, and one more or fewer is
MOST = 30  # all cubes of a colour
PATIENCE = 20.0  # drops that stand for the usual before a tower's own are believed


@dataclass(frozen=True)
class Habits:
    """How this tower holds cubes, as far as it is known; 1: as usual."""

    lone: float = 1.0
    wedges: float = 1.0
    wedged: tuple[float, ...] = WEDGED
    comes_out: tuple[float, ...] = COMES_OUT
    watched: bool | None = None  # for long enough; False: nothing is taken for granted; None: nobody counts

    @property
    def strange(self) -> bool:
        return self.watched is False

    def jam(self, new: int, thrown: int, near: float = 1.0, held: int = 0) -> float:
        """Chance that so many of the cubes thrown stay inside; `near`: 1 a handful, 0 one by one."""
        return _jam(self, new, thrown, round(near, 2), min(held, HEAP))

    def leaves(self, held: int) -> dict[int, float]:
        """How many of the held ones the next throw frees, and how likely."""
        if not held:
            return {0: 1.0}
        chance = self.comes_out[min(held, HEAP) - 1]
        usual = held if held < HEAP else 1
        found = dict.fromkeys(range(1, held + 1), chance * ANYHOW / held)
        found[usual] += chance * (1 - ANYHOW)
        return {0: 1 - chance, **found}


@lru_cache(4096)
def _jam(habits: Habits, new: int, thrown: int, near: float, held: int) -> float:
    pairs = WEDGE_PER_PAIR * comb(thrown, 2) * near
    wedge = 1.0 - (1.0 - min(habits.wedges * WEDGE * near, 0.5)) * exp(-habits.wedges * pairs)
    beside = 1.0 - exp(-BESIDE * thrown * held)
    lone = min(LONE * thrown * habits.lone, 0.5)
    chance = (1.0 - wedge) * (1.0 - beside) * (lone if new == 1 else 1.0 - lone if not new else 0.0)
    chance += wedge * _part(habits.wedged, new)
    return chance + (1.0 - wedge) * beside * _part(HELD_TOGETHER, new)


def _part(sizes: Sequence[float], number: int) -> float:
    return sizes[number] if number < len(sizes) else sizes[-1] * TAIL ** (number - len(sizes) + 1)


def known(cubes: int) -> Belief:
    """What people say; they may be mistaken by one."""
    cubes = min(cubes, MOST)
    belief = [0.0] * (cubes + 2)
    belief[cubes] = 1.0
    if cubes:
        belief[cubes - 1] = MISTAKEN * cubes
        belief[cubes + 1] = MISTAKEN / 4
    return normal(belief)


def normal(weights: Iterable[float]) -> Belief:
    """Adds up to one, and ends where hardly anything is left."""
    found = list(weights)[: MOST + 1]
    total = sum(found)
    if total <= 0:
        return (1.0,)
    found = [w / total for w in found]
    while len(found) > 1 and found[-1] < 1e-6:
        found.pop()
    return tuple(found)


def believable(chances: Iterable[float]) -> Belief:
    """What was believed once, as somebody kept it; nonsense is no belief."""
    found = list(chances)
    return normal(found) if found and min(found) >= 0 and sum(found) > 0 else ()


def likeliest(belief: Belief) -> int:
    return max(range(len(belief)), key=belief.__getitem__)


def nearness(starts: Sequence[float]) -> float:
    """How closely the cubes of a drop followed each other: 1 a handful, towards 0 one by one (ms)."""
    pairs = [exp(-abs(b - a) / TOGETHER) for a, b in combinations(starts, 2)]
    return min(sum(pairs) / len(pairs) / HANDFUL, 1.0) if pairs else 1.0


def futures(
    belief: Belief,
    thrown: int,
    habits: Habits,
    near: float = 1.0,
    shakes: int = 0,
    shaken_out: int = 0,
) -> Futures:
    """What a throw may come to; `shaken_out` of the cubes that passed had been stuck until a shake."""
    found: Futures = {}
    moved = 1 - (1 - SHAKEN_OUT) ** shakes
    for before, chance in enumerate(belief):
        if not chance:
            continue
        for out, leaves in habits.leaves(before).items():
            for new in range(thrown + 1):
                stuck = before - out + new
                inside = stuck - shaken_out
                weight = chance * leaves * habits.jam(new, thrown, near, before - out)
                if inside < 0 or not weight:
                    continue
                if shakes:
                    weight *= comb(stuck, inside) * moved**shaken_out * (1 - moved) ** inside
                at = thrown - new + out + shaken_out, inside
                found[at] = found.get(at, 0.0) + weight
    return found


class Experience:
    """Counts what a tower has done with its cubes; its `habits` follow, slowly."""

    def __init__(self, kept: dict[str, list[float]] | None = None) -> None:
        kept = kept or {}
        self.drops = list(kept.get("drops", (0.0,)))
        self.alone = list(kept.get("alone", (0.0, 0.0)))  # single cubes stuck: expected, seen
        self.wedges = list(kept.get("wedges", (0.0, 0.0)))
        self.sizes = list(kept.get("sizes", (0.0,) * len(WEDGED)))
        self.throws = list(kept.get("throws", (0.0,) * HEAP))  # with so many held …
        self.freed = list(kept.get("freed", (0.0,) * HEAP))  # … and something left

    def as_data(self) -> dict[str, list[float]]:
        return {name: [round(v, 3) for v in values] for name, values in vars(self).items()}

    def hear(self, before: int, thrown: int, after: int, near: float) -> None:
        """One drop whose end is known."""
        self.drops[0] += 1
        if before:
            place = min(before, HEAP) - 1
            self.throws[place] += 1
            self.freed[place] += after < before
            return
        usual, now = Habits(), self.habits
        lone = LONE * thrown
        self.alone[0] += lone
        self.wedges[0] += sum(usual.jam(n, thrown, near) for n in range(1, thrown + 1)) - lone
        if after == 1:
            alone = now.lone * lone
            wedge = now.jam(1, thrown, near) - alone
            self.alone[1] += alone / (alone + max(wedge, 0.0))
            self.wedges[1] += (part := max(wedge, 0.0) / (alone + max(wedge, 0.0)))
            self.sizes[1] += part
        elif after:
            self.wedges[1] += 1
            self.sizes[min(after, len(self.sizes) - 1)] += 1

    @property
    def habits(self) -> Habits:
        believed = 0.5, PATIENCE * 0.03
        sizes = [
            PATIENCE / 5 * (w + 0.05 * (n == 1)) + s
            for n, (w, s) in enumerate(zip(WEDGED, self.sizes, strict=True))
        ]
        return Habits(
            (believed[0] + self.alone[1]) / (believed[0] + self.alone[0]),
            (believed[1] + self.wedges[1]) / (believed[1] + self.wedges[0]),
            tuple(one / sum(sizes) for one in sizes),
            tuple(
                (PATIENCE / 2 * usual + freed) / (PATIENCE / 2 + throws)
                for usual, freed, throws in zip(COMES_OUT, self.freed, self.throws, strict=True)
            ),
            self.drops[0] >= 2 * PATIENCE,
        )
