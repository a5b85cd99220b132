"""Two beams one behind the other: how fast a cube was, and so how long. Standard library.

A slow cube darkens one beam as long as two quick ones do. With a second beam a known way further out, time
× speed is a length, and a length tells one cube from two. What comes out are breaks as one beam would have
shown them, had every cube passed at the same speed: the counting is the same for one row and for two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.tower.readings import BeamBroken
from companion.tower.wire_table import OUTLETS

APART = 6.0  # mm between the rows
USUAL = 0.5  # mm/ms: the speed to which every passage is brought
SLOWEST, QUICKEST = 0.03, 2.5  # mm/ms: what is slower or quicker was no cube's way from row to row


@dataclass(frozen=True)
class _Dark:
    """One break of one row."""

    start: float
    end: float

    @property
    def middle(self) -> float:
        return (self.start + self.end) / 2


def as_one_row(inner: Iterable[BeamBroken], outer: Iterable[BeamBroken]) -> list[BeamBroken]:
    """The breaks of both rows as those of one, every passage brought to the usual speed.

    Breaks of which a row did not see the end are left as they are.
    """
    inner, outer = list(inner), list(outer)
    found = []
    for outlet in range(OUTLETS):
        near = [b for b in inner if b.outlet == outlet]
        far = [b for b in outer if b.outlet == outlet]
        if any(b.open or b.duration is None for b in (*near, *far)):
            found += near or far
            continue
        found += _brought(outlet, _darks(near), _darks(far))
    return sorted(found, key=lambda b: b.start)


def _darks(breaks: Iterable[BeamBroken]) -> list[_Dark]:
    return sorted((_Dark(b.start, b.start + (b.duration or 0.0)) for b in breaks), key=lambda d: d.start)


def _brought(outlet: int, near: Sequence[_Dark], far: Sequence[_Dark]) -> list[BeamBroken]:
    """Light between two breaks is brought to the same speed as the break before it."""
    found: list[BeamBroken] = []
    before: _Dark | None = None
    scale = 1.0
    for dark, speed in _paired(near, far):
        start = dark.start
        if before is not None:
            start = found[-1].start + (found[-1].duration or 0.0) + max(dark.start - before.end, 0.0) * scale
        scale = speed / USUAL
        found.append(BeamBroken(outlet, start, (dark.end - dark.start) * scale))
        before = dark
    return found


def _paired(near: Sequence[_Dark], far: Sequence[_Dark]) -> list[tuple[_Dark, float]]:
    """Each passage with its speed. Where the rows do not agree, the one that tells more cubes apart is."""
    if len(near) == len(far):
        pairs = [(a, _speed(a, b)) for a, b in zip(near, far, strict=True)]
        if all(speed is not None for _, speed in pairs):
            return [
                (_Dark(a.start, a.start + (a.end - a.start + b.end - b.start) / 2), speed)
                for (a, speed), b in zip(pairs, far, strict=True)
                if speed is not None
            ]
    more, other = (near, far) if len(near) >= len(far) else (far, near)
    speeds = [_nearest_speed(one, other, outwards=more is near) for one in more]
    return [(one, speed or USUAL) for one, speed in zip(more, speeds, strict=True)]


def _speed(first: _Dark, second: _Dark) -> float | None:
    way = second.middle - first.middle
    return APART / way if way > 0 and SLOWEST <= APART / way <= QUICKEST else None


def _nearest_speed(one: _Dark, other: Sequence[_Dark], outwards: bool) -> float | None:
    """By the break of the other row whose leading edge fits best."""
    speeds = [_speed(one, two) if outwards else _speed(two, one) for two in other]
    fitting = [speed for speed in speeds if speed is not None]
    return max(fitting, default=None)
