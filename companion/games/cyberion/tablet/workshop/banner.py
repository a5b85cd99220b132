"""Whose turn it is in the workshop, and what keeps it going: valves and the battery.

May import: Kivy, the banner of all tables, the paper in which everything is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from kivy.properties import BooleanProperty, NumericProperty

from companion.app.theme import EXTRABOLD
from companion.app.widgets import Glyph, Painted, TurnBanner, paper, shapes
from companion.app.widgets.glyph import DRAWINGS
from companion.games.cyberion.views.workshop import VALVES

BOLT = "M5-36L-14 6H-3L-6 40 14-6H1Z"
WRENCH = "M-16 30L-16 100 16 100 16 30C44 18 54-22 32-52L32-8-32-8-32-52C-54-22-44 18-16 30Z"


class WorkshopBanner(TurnBanner):
    seat = NumericProperty(-1)
    """Who plays, where two do; the table otherwise."""

    def head(self, x: float, y: float, r: float) -> None:
        theme = self.theme
        paper.disc(x, y, r, theme.dark)
        paper.disc(x, y, r * 0.93, self._colour)
        paper.fill(WRENCH, theme.dark, x + r * 0.14, y + r * 0.1, r / 128, turned=32)
        if self.seat >= 0:
            paper.disc(x + r * 0.46, y - r * 0.46, r * 0.42, theme.dark)
            said, at = str(self.seat + 1), (x + r * 0.46, y - r * 0.46)
            shapes.letters(said, *at, max(r * 0.56, theme.legible(23 * theme.unit)), theme.text, EXTRABOLD)


class Valves(Painted):
    """One wheel for each that is left; where none is, the next mistake bursts the pipe."""

    drawn_from = ("left",)
    left = NumericProperty(0)

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        theme, step = self.theme, self.width / VALVES
        r = min(step * 0.42, self.height * 0.42)
        with self.canvas:
            for place in range(VALVES):
                x, y = self.x + step * (place + 0.5), self.center_y
                if place < self.left:
                    wheel(x, y, r, theme.fine)
                elif not self.left and not place:
                    paper.cut_out(paper.star(x, y, r * 1.2, 11, 0.62), theme.danger)
                    shapes.letters("!", x, y, theme.legible(23 * theme.unit), theme.dark, EXTRABOLD)
                else:
                    paper.circle(x, y, r * 0.8, theme.strong_line, 2 * theme.unit)


def wheel(x: float, y: float, r: float, colour: Sequence[float]) -> None:
    paper.circle(x, y, r * 0.84, colour, r * 0.3)
    for turned in (30, 90, 150):
        a = radians(turned)
        dx, dy, nx, ny = r * cos(a), r * sin(a), -r * 0.1 * sin(a), r * 0.1 * cos(a)
        spoke = [(dx + nx, dy + ny), (dx - nx, dy - ny), (-dx - nx, -dy - ny), (-dx + nx, -dy + ny)]
        paper.cut_out([(x + a, y + b) for a, b in spoke], colour, smooth=False)
    paper.disc(x, y, r * 0.26, colour)


def _valve(glyph: Glyph, _: str, x: float, y: float, r: float) -> None:
    wheel(x, y, r * 0.9, glyph.theme.fine)


DRAWINGS.update(valve=_valve)


class Battery(Painted):
    drawn_from = ("charged",)
    charged = BooleanProperty(True)

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        theme, high = self.theme, min(self.height * 0.84, self.width * 1.3)
        wide = high * 0.52
        x, y = self.center_x - wide / 2, self.center_y - high / 2
        with self.canvas:
            edge = theme.fine if self.charged else theme.strong_line
            paper.sheet(x, y, wide, high * 0.9, edge, 1)
            paper.sheet(x + wide * 0.3, y + high * 0.88, wide * 0.4, high * 0.12, edge, 0)
            if self.charged:
                bolt = [
                    (0.1, 0.36),
                    (-0.26, -0.06),
                    (-0.04, -0.06),
                    (-0.12, -0.4),
                    (0.26, 0.06),
                    (0.02, 0.06),
                ]
                middle = (self.center_x, y + high * 0.45)
                paper.cut_out([(middle[0] + a * wide, middle[1] + b * high) for a, b in bolt], theme.dark)
            else:
                paper.sheet(x + 3, y + 3, wide - 6, high * 0.9 - 6, theme.ground, 1)
