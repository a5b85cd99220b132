"""A vortex that opens: the drawing grows and turns into its place. May import: Kivy, glyph.

Two matrices around a drawing that is made once: nothing is drawn anew while it moves.
"""

from __future__ import annotations

from kivy.animation import Animation
from kivy.graphics import PopMatrix, PushMatrix, Rotate, Scale
from kivy.properties import NumericProperty

from companion.app.widgets import Glyph

SECONDS = 0.9


class Whirl(Glyph):
    angle = NumericProperty(0)
    grown = NumericProperty(1.0)

    def __init__(self, **given: object) -> None:
        super().__init__(glyph="vortex", **given)
        with self.canvas.before:
            PushMatrix()
            self._turn, self._grow = Rotate(), Scale()
        with self.canvas.after:
            PopMatrix()
        for name in ("pos", "size", "angle", "grown"):
            self.fbind(name, self._move)
        if self.theme.motion:
            self.angle, self.grown = 540, 0.05
            Animation(angle=0, grown=1, duration=SECONDS, t="out_cubic").start(self)

    def _move(self, *_: object) -> None:
        self._turn.origin = self._grow.origin = self.center
        self._turn.angle = self.angle
        self._grow.x = self._grow.y = self.grown
