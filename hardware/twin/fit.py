"""Drops of the twin → the figures of the simulated tower's drop model. Imports numpy.

Shares and the room between cubes are fitted by maximum likelihood; times and lengths are kept as tables of
quantiles. What stays inside, and what becomes of it, is fitted to whole evenings (`carried`). What the model
gives is compared with the twin in docs/twin.md.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from companion.tower.backends.drop_model import FITTED, DropModel, Passage
from hardware.twin.batch import Drop
from hardware.twin.beams import united
from hardware.twin.traces import CALIBRATION

QUANTILES = np.clip(np.linspace(0, 1, 51), 0.004, 0.996)  # the longest of all is an accident, not 2 % of them
REACHABLE = (0, 1, 6)
GRAZE = 8.0  # ms
TOO_SHORT = 3.0  # ms: no cube
BLOCKED = 200.0  # ms: longer is a cube that rests in the beam, not one that passes
WAITED = 1.0  # s: later is a cube that lay inside for a while
HARDLY = 0.01  # a cube that pushed in where the model lets none must not make the figures impossible


Passed = tuple[float, int, float]  # when a cube darkened its beam, where, for how long


def fit(
    drops: Sequence[Drop], shaken_out: float, held: Mapping[str, Any], evenings: Sequence[Drop] = ()
) -> DropModel:
    """`held`: what only whole evenings tell (`carried`)."""
    front, room = _choices([*drops, *evenings])
    fall, later = _falls(drops)
    lengths = own_lengths(drops)
    split, graze, split_gap = _splits(drops)
    model = DropModel(
        queue=(room[0], room[0]),
        front=front,
        fall=fall,
        later=later,
        room=room,
        pulses=_table(lengths),
        split=split,
        graze=graze,
        split_gap=split_gap,
        shaken_out=round(shaken_out, 3),
        calibration=tuple(
            round(float(v), 2) for v in np.quantile(lengths, (np.arange(CALIBRATION) + 0.5) / CALIBRATION)
        ),
        **held,
    )
    return _queued(model, [*drops, *evenings])


def _queued(model: DropModel, drops: Sequence[Drop]) -> DropModel:
    """Held back so far that cubes of a handful merge as often as in the twin."""
    handfuls = [drop for drop in drops if not drop.get("apart")]
    in_twin = sum(map(merged, handfuls)) / max(len(handfuls), 1)
    fell = [len(drop["passed"]) - drop["passed"].count(None) for drop in handfuls]

    def off(most: float) -> float:
        lot, queued = random.Random(1), replace(model, queue=(model.room[0], most))
        return abs(sum(merges(queued.drop(cubes, lot)) for cubes in fell) / max(len(fell), 1) - in_twin)

    most = min(np.arange(1.0, 1.61, 0.05), key=off)
    return replace(model, queue=(model.room[0], round(float(most), 2)))


def merges(fell: Sequence[Passage]) -> bool:
    """The same of cubes of the model."""
    spans: dict[int, list[tuple[float, float]]] = {}
    cubes = [one for one in fell if one.cube]
    for one in cubes:
        spans.setdefault(one.outlet, []).append((one.after, one.after + one.milliseconds / 1000))
    return sum(len(united(dark)) for dark in spans.values()) < len(cubes)


def merged(drop: Drop) -> bool:
    """Some beam was dark less often than cubes passed it."""
    for outlet, rows in enumerate(drop["spans"]):
        dark = [span for span in united([(a, b) for a, b in rows[0]]) if span[1] - span[0] > TOO_SHORT]
        if len(dark) < drop["passed"].count(outlet):
            return True
    return False


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


def _table(values: Sequence[float] | np.ndarray) -> tuple[float, ...]:
    return tuple(round(float(v), 4) for v in np.quantile(values, QUANTILES))


def by_chute(drop: Drop) -> list[int]:
    """Cubes by front, next, previous."""
    return [drop["passed"].count(outlet) for outlet in REACHABLE]


def _falls(drops: Sequence[Drop]) -> tuple[tuple[float, ...], float]:
    """When the first cube in hand passes (s), and how much later each next one does.

    A cube that waited inside until others freed it is no measure of how fast they follow each other.
    """
    places, times = [], []
    for drop in drops:
        for place, (outlet, crossed) in enumerate(zip(drop["passed"], drop["crossed"], strict=True)):
            if outlet is not None:
                places.append(place)
                times.append(crossed / 1000)
    at, when = np.array(places), np.array(times)
    usual = when < WAITED
    later = float(np.polyfit(at[usual], when[usual], 1)[0]) if len(set(places)) > 1 else 0.0
    half = float(np.median(own_lengths(drops))) / 2000  # from the middle of a pulse to its start
    return _table(when - later * at - half), round(later, 4)


def _choices(drops: Sequence[Drop]) -> tuple[tuple[float, ...], tuple[float, float]]:
    """The front's weight for 1 … 8 cubes (a straight line), and the room that cubes in one chute keep."""
    thrown, outlets, distances = [], [], []
    for drop in drops:
        last: dict[int, Passed] = {}
        for one in passages(drop):
            if one[1] in REACHABLE:
                thrown.append(drop["thrown"])
                outlets.append(REACHABLE.index(one[1]))
                before = [last.get(outlet) for outlet in REACHABLE]
                distances.append([(one[0] - was[0]) / was[2] if was else inf for was in before])
                last[one[1]] = one
    n, took, behind = np.array(thrown), np.array(outlets), np.array(distances)
    place = np.arange(len(n))

    def likelihood(base: float, slope: float, least: float, more: float) -> float:
        front = np.clip(base + slope * (n - 4), 0.05, 0.95)
        free = np.clip((behind - least) / more, HARDLY, 1.0)
        weights = np.stack([front, (1 - front) / 2, (1 - front) / 2], axis=1) * free
        return float(np.log(weights[place, took] / weights.sum(axis=1)).sum())

    best = (0.45, 0.0, 0.5, 1.0)
    for step in (0.16, 0.08, 0.04, 0.02, 0.01):  # finer and finer around the best so far
        grid = [
            (best[0] + i * step, best[1] + j * step / 5, best[2] + k * step, best[3] + m * step)
            for i in range(-2, 3) for j in range(-2, 3) for k in range(-2, 3) for m in range(-2, 3)
            if best[2] + k * step >= 0 and best[3] + m * step > 0.02
        ]  # fmt: skip
        best = max(grid, key=lambda at: likelihood(*at))
    base, slope, least, more = best
    front = tuple(round(min(max(base + slope * (k - 4), 0.05), 0.95), 4) for k in range(1, 9))
    return front, (round(least, 3), round(least + more, 3))


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


def write(model: DropModel, figures: dict[str, Any], path: Path = FITTED) -> None:
    """`told`: how many drops it was fitted to, for readers of the file."""
    text = json.dumps({"from": figures, **asdict(model)}, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def fitted_to(path: Path = FITTED) -> dict[str, int]:
    """How many drops and evenings the kept model was fitted to."""
    return dict(json.loads(path.read_text(encoding="utf-8"))["from"])
