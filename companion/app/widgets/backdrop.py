"""The night behind everything. May import: Kivy, the paper in which everything is cut."""

from __future__ import annotations

from kivy.properties import NumericProperty

from . import paper
from .painted import Painted


class Backdrop(Painted):
    """Rays in the night, drawn once for a size. The night itself is what the window is cleared with: without
    a graphics card every pixel that is drawn twice is paid for twice."""

    drawn_from = ("middle",)
    middle = NumericProperty(0.31)
    """From where they shine, in parts of the width."""

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        theme, far = self.theme, self.width + self.height
        ray = [a * 0.75 + b * 0.25 for a, b in zip(theme.panel, theme.ground, strict=True)]
        with self.canvas:
            paper.rays(self.x + self.width * self.middle, self.y + self.height * 0.5, 22, far, ray)
