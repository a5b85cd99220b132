"""Evenings of the twin → how cubes hold each other, leave later, and follow each other. Imports numpy.

All by maximum likelihood, on the evenings thrown as a handful and on those let go one by one together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb
from random import Random
from typing import Any

import numpy as np

from companion.tower.backends.drop_model import CLOSE, HEAP, DropModel, nearness
from hardware.twin.batch import Drop
from hardware.twin.fit import BLOCKED, merged, merges, passages
from hardware.twin.study import Share, wilson

FADES = (0.03, 0.05, 0.08, 0.12, 0.18, 0.27, 0.4)  # s
LONE = np.arange(0.002, 0.04, 0.002)
PAIR = np.arange(0.002, 0.02, 0.001)
HELD = np.arange(0.0, 0.14, 0.01)
MODELLED = 20  # drops of the model for each of the twin's


@dataclass(frozen=True)
class Throw:
    """What one throw of an evening did with the cubes inside."""

    thrown: int
    releases: tuple[float, ...]  # s; empty: a handful
    held: int  # of those that lay inside, the ones that stayed
    before: int
    stuck: int  # of those thrown now

    @classmethod
    def of(cls, drop: Drop) -> Throw:
        thrown, passed = drop["thrown"], drop["passed"]
        apart = [0.0, *drop["apart"]][:thrown] if drop["apart"] else []
        return cls(
            thrown,
            tuple(accumulate(apart)),
            passed[thrown:].count(None),
            drop["before"],
            passed[:thrown].count(None),
        )

    def pairs(self, fades: float) -> float:
        return nearness(self.releases, fades) if self.releases else comb(self.thrown, 2)


def carried(drops: Sequence[Drop]) -> dict[str, Any]:
    """The figures of a `DropModel` that only whole evenings tell."""
    throws = [Throw.of(drop) for drop in drops]
    lone, pair, fades, held = _jams(throws)
    sizes = np.bincount([one.stuck for one in throws if one.stuck], minlength=5)[1:5] + 0.5
    return {
        "lone_jam": lone,
        "jam_per_pair": pair,
        "fades": fades,
        "jam_per_held": held,
        "jammed": tuple(round(float(v), 3) for v in sizes / sizes.sum()),
        "comes_out": _comes_out(throws),
        "follows": _follows(drops),
    }


def _jams(throws: Sequence[Throw]) -> tuple[float, float, float, float]:
    def likelihood(lone: float, pair: float, held: float, near: np.ndarray) -> float:
        p = 1 - (1 - lone) * np.exp(-pair * near - held * beside)
        return float(np.where(stuck, np.log(p), np.log1p(-p)).sum())

    stuck = np.array([one.stuck > 0 for one in throws])
    beside = np.array([one.thrown * min(one.held, HEAP) for one in throws])
    best, found = -np.inf, (0.0, 0.0, 0.0, 0.0)
    for fades in FADES:
        near = np.array([one.pairs(fades) for one in throws])
        for lone in LONE:
            for pair in PAIR:
                for held in HELD:
                    if (value := likelihood(lone, pair, held, near)) > best:
                        best, found = value, (float(lone), float(pair), fades, float(held))
    lone, pair, fades, held = found
    return round(lone, 4), round(pair, 4), fades, round(held, 3)


def _comes_out(throws: Sequence[Throw]) -> tuple[float, ...]:
    """With 1, 2, 3 or more inside: how often something leaves."""
    found = []
    for number in range(1, HEAP + 1):
        seen = [one.held < one.before for one in throws if min(one.before, HEAP) == number]
        found.append(round((sum(seen) + 0.5) / (len(seen) + 1), 3))
    return tuple(found)


def _follows(drops: Sequence[Drop]) -> tuple[float, float, float]:
    """The length of a cube close behind another: a line over that one's, and how far from it they lie."""
    before, after = [], []
    for drop in drops:
        last: dict[int, tuple[float, float]] = {}
        for start, outlet, length in passages(drop):
            if outlet in last and start - last[outlet][0] < CLOSE * last[outlet][1] and length < BLOCKED:
                before.append(last[outlet][1])
                after.append(length)
            last[outlet] = start, length
    if len(before) < 3:
        return 0.0, 1.0, 0.0
    part, alone = np.polyfit(before, after, 1)
    apart = np.std(np.array(after) - alone - part * np.array(before))
    return round(float(alone), 2), round(float(part), 3), round(float(apart), 2)


COMPARED = (
    "a new cube stays, the tower empty",
    "a new cube stays, something held",
    "one held leaves",
    "two held: some leave",
    "three and more held: some leave",
    "cubes merge",
)


def compared(drops: Sequence[Drop], model: DropModel) -> dict[str, tuple[Share, Share]]:
    """Evenings that the model was not fitted to beside what it makes of the same throws: twin, model."""
    twin: dict[str, list[bool]] = {what: [] for what in COMPARED}
    made: dict[str, list[bool]] = {what: [] for what in COMPARED}
    lot = Random(len(drops))
    for drop in drops:
        one = Throw.of(drop)
        _note(twin, one.before, one.before - one.held, one.stuck, merged(drop))
        for _ in range(MODELLED):
            freed = model.freed(one.before, lot)
            releases = list(one.releases) or model.releases(one.thrown)
            stuck = model.stuck(one.thrown, lot, one.before - freed, one.releases or None)
            out = lot.sample(releases, one.thrown - stuck) + lot.choices(releases, k=freed)
            _note(made, one.before, freed, stuck, merges(model.drop(len(out), lot, sorted(out))))
    return {
        what: (wilson(sum(twin[what]), len(twin[what])), wilson(sum(made[what]), len(made[what])))
        for what in COMPARED
    }


def _note(to: dict[str, list[bool]], before: int, freed: int, stuck: int, merged: bool) -> None:
    to[COMPARED[1 if before else 0]].append(stuck > 0)
    if before:
        to[COMPARED[1 + min(before, HEAP)]].append(freed > 0)
    to[COMPARED[-1]].append(merged)
