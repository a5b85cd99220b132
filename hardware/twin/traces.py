"""Drops as traces: what the beams showed, beside the truth; `companion tower count-trace` reads them.

Format 1 of tests/tower/traces/README.md; a trace is a plain JSON object.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hardware.twin.batch import Drop
from hardware.twin.beams import united
from hardware.twin.variants import Variant

CALIBRATION = 12  # cubes thrown singly
FINEST = 0.25  # ms


def breaks(drop: Drop, lag: float = 0.0, row: int = 0) -> list[tuple[int, float, float]]:
    """Outlet (from the front), start and duration in ms, in order of start."""
    found = [
        (outlet, start, end - start)
        for outlet, rows in enumerate(drop["spans"])
        for start, end in united([tuple(span) for span in rows[row]], lag)
    ]
    return sorted(found, key=lambda one: one[1])


def trace(variant: Variant, drops: Sequence[Drop], singles: Sequence[Drop], seed: int = 0) -> dict[str, Any]:
    """`singles`: drops of one cube, of which the first dozen that came out are the calibration."""
    lot = random.Random(f"facing {seed} {variant.name}")
    seen = [breaks(drop, variant.lag) for drop in singles]
    calibration = [round(one[0][2], 2) for one in seen if len(one) == 1][:CALIBRATION]
    tower = variant.tower()
    shown = {
        "cube": tower.geometry["cube"],
        "mu": tower.data["inside"]["friction"],
        "damp": tower.data["inside"]["bounce"],
        "outlet_half_deg": tower.geometry["outlet_half_angle"],
        "roof": tower.geometry["roof"],
        "beam_h": tower.geometry["beam_height"],
        "gate_slope": tower.geometry["gate_slope"],
    }
    return {
        "format": 1,
        "tower": shown,
        "unit": "ms",
        "receiver_lag": variant.lag,
        "calibration": calibration,
        "drops": [_drop(drop, lot.randrange(7), variant.lag) for drop in drops],
    }


def _drop(drop: Drop, facing: int, lag: float) -> dict[str, Any]:
    """Outlets counted from era 0 instead of from the tower's front."""
    return {
        "thrown": drop["thrown"],
        "facing": facing,
        "breaks": [
            [(outlet + facing) % 7, round(start / FINEST) * FINEST, round(length / FINEST) * FINEST]
            for outlet, start, length in breaks(drop, lag)
        ],
        "passed": _turned(drop["passed"], facing),
        "inside": drop["passed"].count(None),
        "rested": _turned(drop["rested"], facing),
    }


def _turned(outlets: Sequence[int | None], facing: int) -> list[int]:
    found = [0] * 7
    for outlet in outlets:
        if outlet is not None:
            found[(outlet + facing) % 7] += 1
    return found


def write(content: dict[str, Any], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
