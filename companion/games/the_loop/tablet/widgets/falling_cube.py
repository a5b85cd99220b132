"""A cube on its way from the machine to an era: it falls, is squashed, and the number there pops.

May import: Kivy, the curves of the stage, the paper in which everything is cut. The beam starts it, nothing
waits for it, and it catches no touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kivy.graphics import PopMatrix, PushMatrix, Rotate, Scale, Translate
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.app.stage.script import CURVES
from companion.app.widgets import paper

from . import tokens
from .wedge import angle_of

if TYPE_CHECKING:
    from .ring import Ring

FALL, SQUASH, POP = 0.32, 0.08, 0.16
SECONDS = FALL + SQUASH + POP


class FallingCube(Widget):
    seconds = NumericProperty(0.0)
    """Since the beam was broken."""

    def __init__(self, ring: Ring, era: int, colour: Sequence[float]) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0))
        self.ring, self.era = ring, era
        side, hot = 46 * ring.k, list(colour) == list(ring.theme.danger)
        with self.canvas:
            PushMatrix()
            self._place, self._turn, self._grow = Translate(0, 0), Rotate(), Scale()
            for off in (-0.34, 0, 0.34):  # what it leaves behind it
                tail = [(off * side - side * 0.13, side * 0.4), (off * side + side * 0.13, side * 0.4)]
                paper.cut_out([*tail, (off * side * 0.5, side * (2.1 - 1.6 * abs(off)))], [*colour[:3], 0.7])
            if hot:
                tokens.cube(ring.theme, 0, 0, side, 8)
            else:
                tokens.energy(ring.theme, 0, 0, "", side / 2, 6)
            PopMatrix()
        self.at(0)

    def on_seconds(self, *_: object) -> None:
        self.at(self.seconds)

    def at(self, t: float) -> None:
        ring = self.ring
        fallen = CURVES["in"](min(t / FALL, 1))
        self._place.x, self._place.y = ring.place_of(self.era, 0.24 + 0.28 * fallen)
        self._turn.angle = angle_of(self.era) + 90
        flat = min(max((t - FALL) / SQUASH, 0), 1)
        near = 0.75 + 0.5 * fallen  # it comes out of the picture
        self._grow.x = near * (1 + 0.4 * flat)
        self._grow.y = near * (1 - 0.5 * flat)
        self.canvas.opacity = 1 if t < FALL + SQUASH else 0
        ring.pop(self.era, CURVES["back"](min(max((t - FALL - SQUASH) / POP, 0), 1)))
