"""Drops of the twin → the figures of the simulated tower's drop model. Imports numpy.

Shares, jams and how one cube follows another are fitted by maximum likelihood; times and lengths are kept as
tables of quantiles. What the model gives is compared with the twin in docs/twin.md.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise
from math import comb, exp, log
from pathlib import Path
from typing import Any

import numpy as np

from companion.tower.backends.simulated_drops import FITTED, DropModel
from hardware.twin.batch import Drop
from hardware.twin.traces import CALIBRATION

QUANTILES = np.linspace(0, 1, 51)
REACHABLE = (0, 1, 6)
GRAZE = 8.0  # ms
BLOCKED = 200.0  # ms: longer is a cube that rests in the beam, not one that passes


def fit(drops: Sequence[Drop], shaken_out: float, comes_out: float) -> DropModel:
    lone, pair = _jams(drops)
    front, again = _choices(drops)
    lengths = own_lengths(drops)
    split, graze, split_gap = _splits(drops)
    return DropModel(
        lone_jam=lone,
        jam_per_pair=pair,
        jammed=_jammed(drops),
        front=front,
        again=again,
        first=_table([seen[0][0] / 1000 for drop in drops if (seen := passages(drop))]),
        gaps=_table([(second[0] - first[0]) / 1000 for first, second in _pairs(drops, same=False)]),
        apart=_table([(second[0] - first[0]) / first[2] for first, second in _pairs(drops, same=True)]),
        pulses=_table(lengths),
        split=split,
        graze=graze,
        split_gap=split_gap,
        shaken_out=round(shaken_out, 3),
        comes_out=round(comes_out, 3),
        calibration=tuple(
            round(float(v), 2) for v in np.quantile(lengths, (np.arange(CALIBRATION) + 0.5) / CALIBRATION)
        ),
    )


Passed = tuple[float, int, float]  # when a cube darkened its beam, where, for how long


def passages(drop: Drop) -> list[Passed]:
    """Of every cube that passed, in order: the span of its outlet's beam in which its middle crossed."""
    found = []
    for outlet, crossed in zip(drop["passed"], drop["crossed"], strict=True):
        if outlet is None:
            continue
        spans = [span for span in drop["spans"][outlet][0] if span[0] - 1.0 <= crossed <= span[1] + 1.0]
        if spans:
            start, end = min(spans, key=lambda span: abs(sum(span) / 2 - crossed))
            found.append((start, outlet, end - start))
    return sorted(found)


def own_lengths(drops: Sequence[Drop]) -> list[float]:
    """How long one cube darkens its beam; cubes that come to rest in it left out."""
    lengths = [length for drop in drops for _, _, length in passages(drop)]
    return [length for length in lengths if 1.0 <= length < BLOCKED]


def _pairs(drops: Sequence[Drop], same: bool) -> list[tuple[Passed, Passed]]:
    """Cubes that follow each other, at one outlet or at two; none that rests in the beam."""
    return [
        (first, second)
        for drop in drops
        for first, second in pairwise(passages(drop))
        if (first[1] == second[1]) == same and 1.0 <= first[2] < BLOCKED
    ]


def _table(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(float(v), 4) for v in np.quantile(values, QUANTILES))


def _jams(drops: Sequence[Drop]) -> tuple[float, float]:
    """Likeliest chance of a lone jam and of one per pair of cubes, on a grid."""
    counts: dict[int, list[int]] = {}
    for drop in drops:
        seen = counts.setdefault(drop["thrown"], [0, 0])
        seen[0] += 1
        seen[1] += None in drop["passed"]

    def likelihood(lone: float, pair: float) -> float:
        total = 0.0
        for thrown, (of, jams) in counts.items():
            p = min(max(1 - (1 - lone) * exp(-pair * comb(thrown, 2)), 1e-9), 1 - 1e-9)
            total += jams * log(p) + (of - jams) * log(1 - p)
        return total

    grid = [(lone, pair) for lone in np.arange(0.001, 0.06, 0.001) for pair in np.arange(0.0, 0.03, 0.0002)]
    lone, pair = max(grid, key=lambda at: likelihood(*at))
    return round(float(lone), 4), round(float(pair), 4)


def _jammed(drops: Sequence[Drop]) -> tuple[float, ...]:
    """How many stay inside when something does; one imagined case of each keeps the tail open."""
    seen = np.bincount([n for drop in drops if (n := drop["passed"].count(None))], minlength=5)[1:5] + 0.5
    return tuple(round(float(v), 3) for v in seen / seen.sum())


def by_chute(drop: Drop) -> list[int]:
    """Cubes by front, next, previous."""
    return [drop["passed"].count(outlet) for outlet in REACHABLE]


def _choices(drops: Sequence[Drop]) -> tuple[tuple[float, ...], float]:
    """The front's weight for 1 … 8 cubes (a straight line), and the factor for the same outlet again."""
    thrown, outlets, before = [], [], []
    for drop in drops:
        seen = [outlet for _, outlet, _ in passages(drop) if outlet in REACHABLE]
        thrown += [drop["thrown"]] * len(seen)
        outlets += [REACHABLE.index(outlet) for outlet in seen]
        before += [-1, *(REACHABLE.index(outlet) for outlet in seen[:-1])][: len(seen)]
    n, took, last = np.array(thrown), np.array(outlets), np.array(before)
    place = np.arange(len(n))

    def likelihood(base: float, slope: float, again: float) -> float:
        front = np.clip(base + slope * (n - 4), 0.05, 0.95)
        weights = np.stack([front, (1 - front) / 2, (1 - front) / 2], axis=1)
        weights[place[last >= 0], last[last >= 0]] *= again
        return float(np.log(weights[place, took] / weights.sum(axis=1)).sum())

    best = (0.45, 0.0, 1.0)
    for step in (0.05, 0.02, 0.01):  # finer and finer around the best so far
        grid = [
            (best[0] + i * step, best[1] + j * step / 5, best[2] + k * step)
            for i in range(-5, 6) for j in range(-5, 6) for k in range(-9, 10)
            if best[2] + k * step > 0.02
        ]  # fmt: skip
        best = max(grid, key=lambda at: likelihood(*at))
    base, slope, again = best
    front = tuple(round(min(max(base + slope * (k - 4), 0.05), 0.95), 4) for k in range(1, 9))
    return front, round(again, 3)


def _splits(drops: Sequence[Drop]) -> tuple[float, float, float]:
    """Cubes that graze the beam before they darken it: how often, for how long, how much earlier."""
    grazes, cubes = [], 0
    for drop in drops:
        seen = passages(drop)
        cubes += len(seen)
        for start, outlet, _ in seen:
            ends = [
                (b - a, start - b)
                for a, b in drop["spans"][outlet][0]
                if b - a < GRAZE and 0 < start - b < GRAZE
            ]
            grazes += ends[:1]
    if not grazes:
        return 0.0, 2.0, 2.0
    lengths, gaps = zip(*grazes, strict=True)
    return round(len(grazes) / cubes, 4), round(float(np.mean(lengths)), 2), round(float(np.mean(gaps)), 2)


def write(model: DropModel, told: dict[str, Any], path: Path = FITTED) -> None:
    """`told`: how many drops it was fitted to, for readers of the file."""
    text = json.dumps({"from": told, **asdict(model)}, indent=1)
    path.write_text(text + "\n", encoding="utf-8")
