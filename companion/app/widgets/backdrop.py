"""The night behind everything. May import: Kivy, the paper in which everything is cut."""

from __future__ import annotations

from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty

from . import paper
from .painted import Painted


class Backdrop(Painted):
    """Rays in the night, drawn once for a size."""

    drawn_from = ("middle",)
    middle = NumericProperty(0.31)
    """From where they shine, in parts of the width."""

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        theme, far = self.theme, self.width + self.height
        ray = [a * 0.75 + b * 0.25 for a, b in zip(theme.panel, theme.ground, strict=True)]
        with self.canvas:
            Color(*theme.ground)
            Rectangle(pos=self.pos, size=self.size)
            paper.rays(self.x + self.width * self.middle, self.y + self.height * 0.5, 22, far, ray)
