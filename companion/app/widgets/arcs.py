"""Parts of a ring as points. May import: the standard library.

Angles are in degrees, counter-clockwise from the right.
"""

from __future__ import annotations

from math import cos, radians, sin


def sector(cx: float, cy: float, inner: float, outer: float, middle: float, half: float) -> list[float]:
    """Vertices of a triangle strip."""
    points: list[float] = []
    for k in range(25):
        angle = radians(middle - half + 2 * half * k / 24)
        for r in (inner, outer):
            points += [cx + r * cos(angle), cy + r * sin(angle), 0, 0]
    return points


def outline(cx: float, cy: float, inner: float, outer: float, middle: float, half: float) -> list[float]:
    angles = [radians(middle - half + 2 * half * k / 24) for k in range(25)]
    there = [(cx + outer * cos(a), cy + outer * sin(a)) for a in angles]
    back = [(cx + inner * cos(a), cy + inner * sin(a)) for a in reversed(angles)]
    return [value for point in there + back for value in point]
