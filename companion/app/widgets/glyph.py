"""One drawing as a widget: `glyph: "form:square"`, `"card"`, `"done"`…

May import: Kivy, paper, shapes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kivy.graphics import Color, SmoothEllipse
from kivy.properties import ColorProperty, StringProperty

from companion.app.theme import EXTRABOLD

from . import paper, shapes
from .painted import Painted

Drawing: TypeAlias = Callable[["Glyph", str, float, float, float], None]
"""Draws into the open canvas: the glyph, what stands behind its colon, the middle, and the radius."""
DRAWINGS: dict[str, Drawing] = {}
"""What a game brings: its own pieces, by name."""


class Glyph(Painted):
    drawn_from = ("glyph", "colour")
    glyph = StringProperty("")
    colour = ColorProperty((1, 1, 1, 1))

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        kind, *about = self.glyph.split(":")
        x, y, r = self.center_x, self.center_y, min(self.size) / 2 * 0.86
        theme = self.theme
        with self.canvas:
            match kind:
                case "form":
                    shapes.figure(about[0], x, y, r * 0.85, self.colour)
                case "energy":
                    shapes.energy(x, y, r, theme.fine)
                case "card":
                    shapes.card(x, y, r * 2, self.colour)
                case "lost":
                    paper.whirl(x, y, r, theme.danger, theme.dark)
                case "mark":
                    Color(*self.colour)
                    SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))
                    paper.circle(x, y, r, theme.dark, 2.2)
                    size = max(r * 0.9, theme.legible(23 * theme.unit)) if r > 11 * theme.unit else r * 0.9
                    shapes.letters(about[0], x, y, size, theme.dark, EXTRABOLD)
                case "disc":
                    Color(*self.colour)
                    SmoothEllipse(pos=(x - r * 0.8, y - r * 0.8), size=(1.6 * r, 1.6 * r))
                    paper.circle(x, y, r * 0.8, theme.dark, 2.2)  # an edge, for a white one on paper
                case "done":
                    paper.cut_out(paper.star(x, y, r, 12, 0.9), theme.accent)
                    shapes.tick(x, y, r, theme.dark)
                case "empty":
                    paper.dashed(x, y, r, theme.strong_line)
                case "fine":
                    paper.disc(x, y, r * 0.8, theme.fine)
                    shapes.tick(x, y, r * 0.72, theme.dark)
                case "wrong":
                    Color(*theme.danger)
                    shapes.polygon(shapes.around(x, y, r, 3))
                    shapes.letters("!", x, y - r * 0.1, r * 1.1, theme.text, EXTRABOLD)
                case game if game in DRAWINGS:
                    DRAWINGS[game](self, about[0] if about else "", x, y, r)
