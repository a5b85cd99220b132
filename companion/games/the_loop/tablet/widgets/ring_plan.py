"""Where things stand on the ring, in pixels of the design, and what can lie there. May import: the wedges."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, hypot
from typing import NamedTuple

from .wedge import STEP, angle_of

DESIGN = 800
"""The side of the square for which lengths are written."""
INNER, TRAY, SCENE, RIM = 128, 170, 292, 330
"""Radii: machine, tray of rifts, scene, name; where names need two lines, scenes end earlier."""
HALF = STEP / 2
CRACK = ((0.94, -3.1), (0.93, -2.8), (0.98, 2.7), (0.95, -3.6), (0.99, 0.9), (0.96, -3.4))
"""How a crack runs outwards: a little shorter than it might, a little to one side."""


class Place(NamedTuple):
    """Where things stand in an era, from the middle of the ring, y downwards."""

    horizon: float
    x: float
    y: float
    scale: float
    rows: tuple[tuple[float, float, float], ...]
    """Rows of tokens: middle, height, room."""


PLACES = (
    Place(262, -122, 262, 0.92, ((-120, 166, 164), (-104, 211, 198))),
    Place(92, -232, 92, 1.12, ((-198, 116, 142), (-222, 70, 126))),
    Place(-118, -204, -118, 0.92, ((-206, -98, 138), (-176, -143, 162))),
    Place(-204, 0, -204, 0.84, ((0, -189, 166), (0, -236, 166))),
    Place(-118, 204, -118, 0.98, ((206, -98, 138), (176, -143, 162))),
    Place(92, 234, 92, 1.1, ((206, 104, 140), (224, 58, 126))),
    Place(262, 122, 262, 0.92, ((120, 166, 164), (104, 211, 198))),
)
CLOSE = 0.6
"""The share of their room that tokens keep where many lie in a row."""
UNLIKELY = 0.005
"""Chances below this are not told."""
CHANCES = (12, -12, -12, 12, 12, 12, -12)
"""Degrees from the middle of each era to where a chance stands: away from its tokens."""


@lru_cache(maxsize=64)
def rows_within(era: int, scene: int) -> tuple[tuple[float, float, float], ...]:
    """The rows of an era whose scene ends at this radius: as broad as the paper is there."""
    if scene >= SCENE:
        return PLACES[era].rows
    found = []
    for _, y, _ in PLACES[era].rows:
        high = (y - 15, y + 15)
        free = [x for x in range(-scene, scene) if all(_on_paper(era, x, at, scene) for at in high)]
        left, right = min(free, default=0), max(free, default=0)
        found.append(((left + right) / 2, y, float(right - left)))
    return tuple(found)


def _on_paper(era: int, x: float, y: float, scene: int) -> bool:
    off = (degrees(atan2(-y, x)) - angle_of(era) + 180) % 360 - 180
    return TRAY <= hypot(x, y) <= scene and abs(off) < HALF - 1


class RingPiece(NamedTuple):
    """Something in a row of an era."""

    kind: str
    what: str
    many: int
    width: float
    token: str = ""
    """Of a duplicate that lies there by itself: which one."""
    twin: bool = False
    """Another one with the same home lies beside it."""
    invented: bool = False
    """What it shows is ours, of one of them at least."""


class InTheBag(NamedTuple):
    """A duplicate that the bag may bring: where it appears, and where it is destroyed."""

    token: str
    era: int
    home: int
    supa: bool = False
    invented: bool = False


class Spot(NamedTuple):
    """A piece that can be touched or dragged: what it is, on which era, and where it is drawn."""

    kind: str
    """`rift`, `hole`, `energy`, `damage`, `duplicate`, `agent`; `offer`: a duplicate that may appear here."""
    era: int
    what: str
    """The token of a duplicate, the place of an agent; of a rift, how many lie below it."""
    x: float
    y: float
