"""What the trial's drops come to: every cell counted with one row of beams and with two. Standard library.

The drops of a cell are dealt into evenings. Each has its own receivers (each late by 0 to 2.5 ms) and its own
calibration of a dozen single cubes, and is counted by the companion's own counter.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from companion.tower.counting import Drop as Counted
from companion.tower.counting import count_drop, sure_singles
from companion.tower.pulses import Practice
from companion.tower.readings import BeamBroken
from companion.tower.tracefile import Grade, Truth
from hardware.twin.batch import Drop
from hardware.twin.beams import united
from hardware.twin.rows import as_one_row

EVENING = 40  # drops
CALIBRATION = 12  # single cubes
LATEST = 2.5  # ms
FINEST = 0.25  # ms: what a board's clock tells
OUTLETS = 7
FEW = 6  # cubes

Lags = list[tuple[float, float]]  # by outlet: inner and outer receiver
Hear = Callable[[Drop, Lags], list[BeamBroken]]


def one_row(drop: Drop, lags: Lags, row: int = 0) -> list[BeamBroken]:
    return [
        BeamBroken(outlet, _tick(start), _tick(end - start))
        for outlet, rows in enumerate(drop["spans"])
        for start, end in united([tuple(span) for span in rows[row]], lags[outlet][row])
    ]


def two_rows(drop: Drop, lags: Lags) -> list[BeamBroken]:
    return as_one_row(one_row(drop, lags, 0), one_row(drop, lags, 1))


HEARD: dict[str, Hear] = {"one row": one_row, "two rows": two_rows}


def _tick(time: float) -> float:
    return round(time / FINEST) * FINEST


@dataclass
class Verdict:
    """One cell, heard in one way; `held`: drops of which something was inside after three seconds."""

    few: Grade = field(default_factory=Grade)
    many: Grade = field(default_factory=Grade)
    held: int = 0
    merged: int = 0


def verdict(drops: Sequence[Drop], hear: Hear, seed: str) -> Verdict:
    found = Verdict()
    lot = random.Random(seed)
    singles = [drop for drop in drops if drop["thrown"] == 1 and None not in drop["passed"]]
    order = lot.sample(list(drops), len(drops))
    for first in range(0, len(order), EVENING):
        lags = [(lot.uniform(0, LATEST), lot.uniform(0, LATEST)) for _ in range(OUTLETS)]
        lengths = [
            heard[0].duration
            for drop in lot.sample(singles, min(len(singles), 2 * CALIBRATION))
            if len(heard := hear(drop, lags)) == 1
        ]
        practice = Practice([length for length in lengths if length is not None][:CALIBRATION])
        for drop in order[first : first + EVENING]:
            breaks = hear(drop, lags)
            passed = [drop["passed"].count(outlet) for outlet in range(OUTLETS)]
            truth = Truth(tuple(passed), drop["passed"].count(None))
            asked = Counted(tuple(breaks), drop["thrown"], facing=0)
            count = count_drop(asked, practice.pulses)
            practice.hear(sure_singles(asked, count))
            (found.many if drop["thrown"] > FEW else found.few).add(asked, truth, count)
            found.held += truth.inside > 0
            found.merged += any(
                len([b for b in breaks if b.outlet == outlet]) < passed[outlet] for outlet in range(OUTLETS)
            )
    return found


def by_cell(drops: Iterable[Drop]) -> dict[str, list[Drop]]:
    found: dict[str, list[Drop]] = defaultdict(list)
    for drop in drops:
        found[drop["cell"]].append(drop)
    return dict(found)
