"""The last frame of a stage, kept as a picture: how an evening ended, wherever it is looked at.

May import: Kivy, the theme, the paper, this folder.
"""

from __future__ import annotations

from kivy.graphics import PopMatrix, PushMatrix, Rotate, Scale, Translate

from companion.app.widgets import Painted, paper
from companion.app.widgets.printed import Print

from .scene import Brush, Cast, Drawings
from .script import DESIGN, Stage, pose

RESTS = 0.72
"""The share of a stage at which all of it lies where it ends up, and nothing has begun to go."""
SAID = ("title", "caption")
"""Layers whose words stand beside the picture."""
LOW, HIGH = 40, 690
"""What is seen of the design, from below: the picture without its words."""


class Still(Painted):
    def __init__(self, **given: object) -> None:
        self._told: tuple[Stage, Cast, Drawings] | None = None
        self._print = Print(self.restyled)
        super().__init__(**given)

    def show(self, stage: Stage, cast: Cast, drawings: Drawings) -> None:
        self._told = stage, cast, drawings
        self.draw_soon()

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        if self._told is None or min(self.size) < 8:
            return
        edge = 5 * self.theme.unit
        x, y, wide, high = self.x + edge, self.y + edge, self.width - 2 * edge, self.height - 2 * edge
        k = high / (HIGH - LOW)
        with self._print.drawing(x, y, wide, high):
            self._layers(x + wide / 2 - DESIGN[0] / 2 * k, y - LOW * k, k)
        with self.canvas:
            paper.sheet(self.x, self.y, self.width, self.height, self.theme.text, 2, shadow=True)
            self._print.show()

    def _layers(self, left: float, low: float, k: float) -> None:
        """All of them where they rest, into the canvas that is open."""
        assert self._told is not None
        stage, cast, drawings = self._told
        for layer in stage.layers:
            now = pose(layer, stage.seconds * RESTS)
            if layer.drawing in SAID or now.shown <= 0:
                continue
            PushMatrix()
            Translate(left + now.x * k, low + now.y * k)
            Rotate(angle=now.turned)
            grown = Scale()
            grown.x, grown.y = now.wide, now.high
            wide, high = DESIGN[0] * k, DESIGN[1] * k
            drawings[layer.drawing](Brush(cast, k, wide, high, layer.about, layer.room))
            PopMatrix()
