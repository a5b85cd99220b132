"""Whole evenings of the twin: drop after drop, and what stays inside lies there when the next cubes come.

Needs MuJoCo (extra `twin`) where an evening is not kept yet. Every evening has its own seed; a run that was
stopped goes on where it was.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hardware.twin.batch import KEPT, fingerprint, read
from hardware.twin.variants import PLAIN, Variant

DROPS = 12  # of one evening
MOST_INSIDE = 6  # then somebody turns the tower over
HANDFUL, ONE_BY_ONE = "handful", "one-by-one"
APART = {HANDFUL: (0.0, 0.0), ONE_BY_ONE: (0.15, 0.45)}  # seconds between cubes, drawn for each

Evening = list[dict[str, Any]]


def evenings(
    hands: str,
    first: int,
    number: int,
    tell: Callable[[], None] = lambda: None,
    variant: Variant = PLAIN,
    kept: Path = KEPT,
) -> Iterator[Evening]:
    """So many evenings from `first` on, thrown as these hands do."""
    kept.mkdir(parents=True, exist_ok=True)
    tower = variant.tower()
    path = kept / f"evenings-{hands}-{variant.name}-{fingerprint(tower, False)}.jsonl"
    have: dict[int, Evening] = {one["index"]: one["drops"] for one in read(path)}
    for index in range(first, first + number):
        if index not in have:
            have[index] = _evening(variant, hands, index)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"index": index, "drops": have[index]}) + "\n")
        yield have[index]
        tell()


def _evening(variant: Variant, hands: str, index: int) -> Evening:
    from hardware.twin.drop import throw  # the only line that needs MuJoCo

    tower = variant.tower()
    lot = random.Random(f"evening {variant.name} {hands} {index}")
    found: Evening = []
    held = None
    for _ in range(DROPS):
        cubes = lot.randint(1, 8)
        least, most = APART[hands]
        apart = [lot.uniform(least, most) for _ in range(cubes)] if most else []
        fallen = throw(tower, cubes, lot, stuck=held, apart=apart)
        found.append(
            {
                "thrown": cubes,
                "apart": [round(one, 3) for one in apart],
                "before": fallen.thrown - cubes,
                "passed": fallen.passed,  # the cubes thrown now, then those that lay inside
                "crossed": fallen.crossed,
                "rested": fallen.rested,
                "spans": [
                    [[[round(edge, 2) for edge in span] for span in row] for row in outlet]
                    for outlet in fallen.spans
                ],
            }
        )
        held = fallen.stuck if 0 < fallen.inside <= MOST_INSIDE else None
    return found
