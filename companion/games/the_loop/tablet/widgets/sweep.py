"""What goes round the ring while all on it stands still: the light out of the machine's mouth, the outline of
the era whose turn it is.

May import: Kivy, the paper in which everything is cut. Each is drawn once, for the era on top, and then only
turned; neither catches a touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, SmoothLine
from kivy.uix.widget import Widget

from companion.app.widgets import paper
from companion.app.widgets.arcs import outline

from .ring_plan import HALF, INNER, RIM
from .wedge import STEP, TOP

if TYPE_CHECKING:
    from .ring import Ring

CONES = ((1.0, "accent", 0.5), (0.55, "text", 0.55))
"""Light: how wide, in which colour, how strong."""
SPEED = ((168, 30, 58, 11), (214, 28, 50, 9), (262, 26, 44, 7))
"""Lines behind the mouth: how far out, from and to how many degrees behind it, how wide."""


class Sweep(Widget):
    def __init__(self, ring: Ring) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0))
        self.ring = ring
        with self.canvas:
            PushMatrix()
            self._turn = Rotate(angle=0, origin=ring.at(0, 0))
            self.draw()
            PopMatrix()
        ring.add_widget(self)

    def draw(self) -> None:
        """For the era on top."""

    def face(self, era: float) -> None:
        self._turn.angle = (TOP - era) * STEP

    def end(self) -> None:
        self.ring.remove_widget(self)


class Lamp(Sweep):
    """Light falls out of the mouth onto an era; lines of speed run after it."""

    def __init__(self, ring: Ring, way: float) -> None:
        self._way = 1 if way > 0 else -1
        super().__init__(ring)

    def draw(self) -> None:
        ring = self.ring
        for wide, name, strong in CONES:
            corners = ((100, -9), (RIM + 6, -HALF), (RIM + 6, HALF), (100, 9))
            colour = [*getattr(ring.theme, name)[:3], strong]
            paper.cut_out([ring.polar(far, 90 + off * wide) for far, off in corners], colour)
        for far, near, to, thick in SPEED:
            ends = [ring.polar(far + part * thick, 90 + self._way * near) for part in (-0.5, 0.5)]
            tip = [ring.polar(far, 90 + self._way * (near + (to - near) * part)) for part in (0.4, 1)]
            middle = ring.polar(far + thick * 0.4, 90 + self._way * (near + (to - near) * 0.4))
            paper.cut_out([ends[0], tip[0], tip[1], middle, ends[1]], ring.theme.text)


class Outline(Sweep):
    """The edge of paper around the era whose turn it is, on its way."""

    def draw(self) -> None:
        ring = self.ring
        Color(*ring.theme.text)
        points = outline(*ring.at(0, 0), (INNER + 1) * ring.k, (RIM + 3) * ring.k, 90, HALF)
        SmoothLine(points=points, width=3 * ring.k, close=True)
