"""Whose turn it is, in the colour of who plays, unmistakable from any chair.

May import: Kivy, the paper in which everything is cut. A game draws the head of who plays.
"""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.properties import BooleanProperty

from companion.app.theme import DISPLAY, LEAN, SEMIBOLD

from . import paper
from .painted import Painted
from .touch import Touchable


class TurnBanner(Painted, Touchable):
    """A name in large letters, below it what is done now; as high as both need."""

    drawn_from = ("low",)
    low = BooleanProperty(False)
    """Where room is dear: a smaller head."""

    def __init__(self, **given: object) -> None:
        self.boxes: list[tuple[str, tuple[float, float, float, float]]] = []
        self._name, self._under, self._colour = "", "", tuple[float, ...]()
        super().__init__(**given)
        with self.canvas.before:
            PushMatrix()
            self.slide = Translate(0, 0)
            """How far it is from its place, at the beginning of a turn."""
        with self.canvas.after:
            PopMatrix()

    def tell(self, name: str, under: str, colour: Sequence[float]) -> None:
        self._name, self._under, self._colour = name, under, tuple(colour)
        self.draw_soon()

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        self.boxes = []
        theme = self.theme
        if not self._name:
            return
        name, under = (44 if self.low else 50) * theme.unit, 23 * theme.em
        r = (34 if self.low else 48) * theme.unit
        left = self.x + 2.4 * r + 10 * theme.unit
        room = self.right - left - 10 * theme.unit
        names = paper.lines(self._name.upper(), name, room, DISPLAY)
        unders = paper.lines(self._under, under, room, SEMIBOLD)
        highs = [max(name * 1.18, paper.height_of(said, name)) for said in names]
        needed = sum(highs) + len(unders) * under * 1.2 + 18 * theme.unit
        self.height = max(needed, (80 if self.low else 104) * theme.unit)
        y = self.y + (self.height + needed) / 2 - 9 * theme.unit
        with self.canvas:
            paper.sheet(self.x, self.y, self.width, self.height, self._colour, 4 * theme.unit)
            paper.dots(
                self.x + self.width * 0.45, self.top, self.width * 0.54, 14, 7, 5, 0.6, (1, 1, 1, 0.35)
            )
            self.head(self.x + 1.14 * r, self.center_y, r)
            for said, high in zip(names, highs, strict=True):
                y -= high
                self._line(said, left, y + high / 2, name, DISPLAY)
            for said in unders:
                y -= under * 1.2
                self._line(said, left, y + under * 0.6, under, SEMIBOLD)

    def head(self, x: float, y: float, r: float) -> None:
        """Who it is, as a picture; each game its own."""

    def _line(self, said: str, x: float, y: float, size: float, font: str) -> None:
        lean = LEAN if font == DISPLAY else 0
        box = paper.lettering(said, x, y, size, self.theme.dark, "left", lean, font)
        self.boxes.append((said, box))
