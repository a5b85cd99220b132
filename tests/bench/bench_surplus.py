"""One cube more fell than was declared: is it asked, and is the truth among the first three answers?

`make bench BENCH=surplus`, on kept traces: the five towers, fresh ones of the same models, and the printed
ring's, on which nothing was chosen. Every drop of two cubes or more that ended with an empty tower is
declared one short, by itself, with the pulses as its tower knew them by then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.tower.counting import Drop, count_drop, edge_count, sure_singles
from companion.tower.pulses import Practice
from companion.tower.tracefile import Truth, read_trace

TRACES = Path(__file__).parents[1] / "tower"
TARGETS = {  # asked, of drops up to six cubes and of more; truth among three
    "traces": (0.97, 0.92, 0.94),
    "fresh": (0.97, 0.92, 0.94),
    "held_out": (0.9, 0.7, 0.94),
}
FEW = 6


def _short(drop: Drop, truth: Truth | None) -> bool:
    """Whether all that fell can be declared one short."""
    return truth is not None and drop.thrown > 1 and not truth.inside and not drop.inside.cubes


def judged(folder: str) -> Counter[str]:
    """How many of each sort were tried, asked, and had the truth among three."""
    seen: Counter[str] = Counter()
    for path in sorted((TRACES / folder).glob("*.json")):
        trace = read_trace(path)
        practice = Practice(trace.calibration)
        for drop, truth in zip(trace.drops, trace.truths, strict=True):
            if truth is not None and _short(drop, truth):
                said = count_drop(replace(drop, thrown=drop.thrown - 1), practice.pulses)
                sorts = ["few" if drop.thrown <= FEW else "many"]
                sorts += ["own"] if edge_count(drop.breaks) == truth.passed else []
                for sort in sorts:
                    seen[sort] += 1
                    seen[f"{sort} asked"] += said.asked
                seen["three"] += truth.passed in [one.passed for one in said.answers[:3]]
            practice.hear(sure_singles(drop, count_drop(drop, practice.pulses)))
    return seen


def bench_surplus() -> Iterator[dict[str, Any]]:
    for folder, (few, many, three) in TARGETS.items():
        seen = judged(folder)
        rows = (
            ("1–6, asked", seen["few asked"], seen["few"], few),
            ("7–8, asked", seen["many asked"], seen["many"], many),
            ("every cube its own pulse, asked", seen["own asked"], seen["own"], 0.99),
            ("truth among three", seen["three"], seen["few"] + seen["many"], three),
        )
        for name, hits, tried, target in rows:
            share = hits / tried if tried else 0.0
            yield {
                "name": f"{folder}: {name}",
                "value": round(share, 4),
                "unit": "of the drops",
                "target": target,
                "holds": share >= target,
                "note": f"{hits} of {tried}",
            }
