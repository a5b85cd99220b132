"""Silent errors against needless questions: how sure must a count be before nobody is asked?

`make bench BENCH=curve`: whole evenings as in bench_evenings.py, on the seeds by which the bars of
counting.py were chosen; docs/twin/evenings.md shows them. Which drop is asked under another bar is told
from what was counted under today's: what people would then have said, and taught the tower, is left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from companion.tower.counting import ALWAYS_ASKED, MORE_FELL, Doubt
from tests.bench.bench_evenings import FEW, MANY, Heard, Throwing, heard

SEEDS = range(500, 510)
DROPS = 3_000
BARS = (0.8, 0.85, 0.88, 0.9, 0.93, 0.95, 0.97, 0.98)

Line = tuple[bool, float, bool, bool, bool]  # held, how likely, asked anyhow, right, stayed


def _line(one: Heard) -> Line:
    count, best = one.count, one.count.best
    weighed = {Doubt.HALVES} if Doubt.UNSURE in count.reasons or not count.asked else set()
    anyhow = best.inside > one.held or best.surplus > 0 or count.more > MORE_FELL
    anyhow = anyhow or not (ALWAYS_ASKED - weighed).isdisjoint(count.reasons)
    return one.held > 0, best.probability, anyhow, one.right, one.stayed


def _lines(job: tuple[Throwing, int]) -> list[Line]:
    return [_line(one) for one in heard(*job, DROPS)]


def bench_curve() -> Iterator[dict[str, Any]]:
    with ProcessPoolExecutor(min(2, len(os.sched_getaffinity(0)))) as pool:
        for how in (FEW, MANY):
            lines = [one for part in pool.map(_lines, [(how, seed) for seed in SEEDS]) for one in part]
            for name, held in (("empty", False), ("something inside", True)):
                for bar in BARS:
                    these = [one for one in lines if one[0] == held]
                    silent = sum(not (asked or p < bar or right) for _, p, asked, right, _ in these)
                    needless = sum((asked or p < bar) and not stayed for _, p, asked, _, stayed in these)
                    yield {
                        "name": f"{how.name}, {name}, accepted from {bar}",
                        "value": round(1000 * silent / len(lines), 2),
                        "unit": "silent in 1,000 of all",
                        "note": f"needless {100 * needless / len(lines):.2f} % of all {len(lines)}",
                    }
