"""One cube more fell than was declared: is it asked, and is the truth among the first three answers?

`make bench BENCH=surplus`, on kept traces: the five towers, fresh ones of the same models, and the printed
ring's. Every drop of two cubes or more that ended with an empty tower is declared one short, by itself, with
what its tower had learned by then: people told it the truth whenever it asked. A row holds only if it holds
twice: for drops up to six cubes by those that fell, and by those that were declared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.tower.counting import Drop, count_drop, edge_count
from companion.tower.learned import Learned
from companion.tower.pulses import Practice
from companion.tower.tracefile import Truth, read_trace

TRACES = Path(__file__).parents[1] / "tower"
TARGETS = {  # asked, of drops up to six cubes and of more; truth among three
    "traces": (0.97, 0.92, 0.94),
    "fresh": (0.97, 0.92, 0.94),
    "held_out": (0.9, 0.7, 0.94),
}
FEW = 6


def _short(drop: Drop, truth: Truth) -> bool:
    """Whether all that fell can be declared one short."""
    return drop.thrown > 1 and not truth.inside and not drop.inside.cubes


def judged(folder: str) -> Counter[str]:
    """How many of each sort were tried, asked, and had the truth among three."""
    seen: Counter[str] = Counter()
    for path in sorted((TRACES / folder).glob("*.json")):
        trace = read_trace(path)
        learned = Learned(Practice(trace.calibration))
        for drop, truth in zip(trace.drops, trace.truths, strict=True):
            assert truth is not None
            if _short(drop, truth):
                declared = drop.thrown - 1
                said = count_drop(replace(drop, thrown=declared), learned.pulses, learned.habits)
                sorts = ["few fell" if drop.thrown <= FEW else "many fell"]
                sorts += ["few declared" if declared <= FEW else "many declared"]
                sorts += ["own"] if edge_count(drop.breaks) == truth.passed else []
                for sort in sorts:
                    seen[sort] += 1
                    seen[f"{sort} asked"] += said.asked
                seen["three"] += truth.passed in [one.passed for one in said.answers[:3]]
            whole = count_drop(drop, learned.pulses, learned.habits)
            learned.counted(drop, whole)
            learned.belief(truth.inside if whole.asked else whole.best.inside)
    return seen


def bench_surplus() -> Iterator[dict[str, Any]]:
    for folder, (few, many, three) in TARGETS.items():
        seen = judged(folder)
        rows = (
            ("1–6 fell, asked", seen["few fell asked"], seen["few fell"], few),
            ("7–8 fell, asked", seen["many fell asked"], seen["many fell"], many),
            ("1–6 declared, asked", seen["few declared asked"], seen["few declared"], few),
            ("7 declared, asked", seen["many declared asked"], seen["many declared"], many),
            ("every cube its own pulse, asked", seen["own asked"], seen["own"], 0.99),
            ("truth among three", seen["three"], seen["few fell"] + seen["many fell"], three),
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
