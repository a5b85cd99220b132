"""Names on the rim, in letters that are read from a chair: in one line, or in two on a broader rim.

May import: the paper in which everything is cut, the theme's millimetres. Drawn into the canvas that is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, radians, sin

from companion.app.widgets import paper, shapes

from .ring_board import RingBoard
from .ring_plan import RIM, SCENE, TRAY
from .wedge import STEP, angle_of

LETTERS = 25.5
NARROW = 0.66
"""A long name is narrower before it is lower; below this share of its width it needs two lines."""
SIGN = 1.33
"""Room for the era's shape beside its name, in parts of the letters."""
LIFT = 0.09
"""Capitals stand so much above the middle of their line, in parts of the size; two lines cannot spare it."""
LEAST = 60
"""Of a scene that is left beside the rim, in a window that is smaller than any device."""
OUTER, BETWEEN, INNER = 6, 7, 6
"""Outside, between and inside two lines; accents stand outside."""


class RingRim(RingBoard):
    _letters_high = 0.0
    _two_lines = False

    def _measure_rim(self) -> None:
        """How high letters are, whether one line is enough for every name, and where the rim begins."""
        size = self.theme.lettered(LETTERS * self.k * self.far)
        self._letters_high, room = size, self._room((SCENE + RIM) / 2, sign=True)
        widest = max(paper.arc_width(self._called(index), size) for index in range(7))
        self._two_lines = room < widest * NARROW
        broad = 2 * self._capital + OUTER + BETWEEN + INNER if self._two_lines else RIM - SCENE - 2
        self.scene = max(min(SCENE, RIM - 2 - broad), TRAY + LEAST)

    @property
    def _capital(self) -> float:
        """In pixels of the design, as radii are."""
        return self._letters_high * paper.CAP / self.k

    def _called(self, index: int) -> str:
        assert self.speech is not None
        return self.speech.name("era", index).upper()

    def _room(self, r: float, sign: bool) -> float:
        """Pixels for letters on an arc of this radius."""
        return (radians(STEP) * r - 14) * self.k - (SIGN * self._letters_high if sign else 0)

    def _letter_rim(self, index: int, shape: str, ink: Sequence[float]) -> None:
        assert self.speech is not None
        said, middle, name = self._called(index), angle_of(index), self.speech.name("era", index)
        if not self._two_lines:
            self._line(name, said, shape, (SCENE + RIM) / 2, middle, ink)
            return
        outer = RIM - OUTER - self._capital / 2
        inner = outer - BETWEEN - self._capital
        first, second = halves(said, self._letters_high)
        if not second:  # the longer arc for the name, the other one for its shape
            self._line(name, first, "", outer, middle, ink)
            self._line(name, "", shape, inner, middle, ink)
            return
        above, below = (inner, outer) if sin(radians(middle)) < -0.34 else (outer, inner)
        short = len(first) < len(second)
        self._line(name, first, shape if short else "", above, middle, ink)
        self._line(name, second, "" if short else shape, below, middle, ink)

    def _line(self, name: str, said: str, shape: str, r: float, middle: float, ink: Sequence[float]) -> None:
        """A line of a name, its shape before it."""
        size, k, (x, y) = self._letters_high, self.k, self.at(0, 0)
        whole = paper.arc_width(said, size) if said else 0.0
        narrow = min(1, self._room(r, bool(shape)) / whole) if whole else 1
        whole *= narrow
        way = 1 if sin(radians(middle)) < -0.34 else -1  # turned over in the lower half
        beside = SIGN * size / 2 if shape and said else 0
        if said:
            at = middle + way * degrees(beside / (r * k))
            lift = way * LIFT * size if self._two_lines else 0
            boxes = paper.on_arc(said, x, y, r * k + lift, at, size, ink, narrow=narrow)
            self.boxes += [(name, box) for box in boxes]
        if shape:
            away = (whole / 2 + 0.08 * size) / (r * k) if said else 0
            shapes.figure(shape, *self.polar(r, middle - way * degrees(away)), 0.43 * size, ink)


def halves(said: str, size: float) -> tuple[str, str]:
    """A name in two lines, the longer one as short as can be; one word stays whole."""
    words = said.split()
    ways = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return min(ways, key=lambda way: max(paper.arc_width(one, size) for one in way), default=(said, ""))
