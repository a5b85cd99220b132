"""The strip of lights around the tower, as it would look: for a tower that has none, too.

May import: Kivy, paper, companion.tower. Nothing is said by it that the table does not say.
"""

from __future__ import annotations

from math import cos, radians, sin

from kivy.graphics import Color, SmoothLine
from kivy.properties import ObjectProperty

from companion.tower import Lights

from . import paper, shapes
from .painted import Painted

BRIGHTEST = 31
"""Of what drives a strip of this kind."""
GAMMA = 2.2
"""Of a screen: half of its number is far less than half of the light."""
TOP = 3
"""The outlet that lies on top, as the ring is drawn."""


class Lamps(Painted):
    drawn_from = ("lights",)
    lights: ObjectProperty[Lights | None] = ObjectProperty(None, allownone=True)

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        glow = self.lights
        if glow is None or min(self.size) < 20:
            return
        x, y, r = self.center_x, self.center_y, min(self.size) * 0.36
        step, theme = 360 / len(glow.colours), self.theme
        with self.canvas:
            paper.disc(x, y, r * 1.34, theme.ground)
            paper.circle(x, y, r * 1.34, theme.raised, 2)
            self._machine(x, y, r * 0.62)
            seen = (glow.brightness / BRIGHTEST) ** 0.25  # eyes are not meters
            for outlet, colour in enumerate(glow.colours):
                a = radians(90 - (outlet - TOP) * step)
                lit = [(part / 255) ** (1 / GAMMA) * seen for part in colour]
                at = x + r * cos(a), y + r * sin(a)
                if not any(colour):
                    paper.dashed(*at, r * 0.19, theme.strong_line)
                    continue
                paper.disc(*at, r * 0.3, [*lit, 0.3])
                paper.disc(*at, r * 0.19, [*lit, 1])

    def _machine(self, x: float, y: float, r: float) -> None:
        """The tower as it is seen from above: its wheel, and in it the funnel."""
        theme = self.theme
        paper.cut_out(paper.star(x, y, r, 28, 0.92), theme.raised)
        paper.disc(x, y, r * 0.8, theme.ground)
        for far, tone in ((0.66, theme.accent), (0.54, theme.dark), (0.46, theme.text)):
            paper.disc(x, y, r * far, tone)
        Color(*theme.dark)
        SmoothLine(points=shapes.spiral(x, y, r * 0.38, 2.6), width=max(r * 0.035, 1))
