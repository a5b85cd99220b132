"""The geometry of the ring: seven eras around the machine. May import: the standard library.

Angles are in degrees, counter-clockwise from the right; lengths are shares of the ring's radius where nothing
else is said.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, hypot, radians, sin

STEP = 360 / 7
TOP = 3
"""The era that lies on top, as the board is drawn."""
INNER, OUTER, TILE, EDGE = 0.30, 0.80, 0.825, 1.0
MARGIN = 0.016
"""Kept free between what lies on an era and its edge."""


def angle_of(era: float) -> float:
    """The middle of an era."""
    return 90 - (era - TOP) * STEP


@lru_cache(maxsize=2000)
def line_in(era: int, middle: float, height: float, outer: float = OUTER) -> tuple[float, float]:
    """Where a horizontal line of this height around y = middle lies inside an era: its ends."""
    best, run = (0.0, 0.0), None
    for step in range(-170, 172):
        x = step / 200
        inside = all(_free(era, x, y, outer) for y in (middle - height / 2, middle, middle + height / 2))
        if inside and run is None:
            run = x
        elif not inside and run is not None:
            if x - 0.005 - run > best[1] - best[0]:
                best = (run, x - 0.005)
            run = None
    return best


def _free(era: int, x: float, y: float, outer: float) -> bool:
    far = hypot(x, y)
    off = STEP / 2 - abs((degrees(atan2(y, x)) - angle_of(era) + 180) % 360 - 180)
    return INNER + MARGIN <= far <= outer - MARGIN and off > 0 and far * sin(radians(off)) >= MARGIN
