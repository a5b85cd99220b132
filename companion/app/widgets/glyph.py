"""One drawing as a widget: `glyph: "form:square"`, `"card"`, `"done"`…

May import: Kivy, shapes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.properties import ColorProperty, StringProperty

from companion.app.theme import EXTRABOLD

from . import shapes
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
                    shapes.whirl(x, y, r, (0.48, 0.17, 0.89, 1), theme.danger)
                case "mark":
                    Color(*self.colour)
                    SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))
                    shapes.letters(about[0], x, y, r * 0.9, theme.dark, EXTRABOLD)
                case "disc":
                    Color(*self.colour)
                    SmoothEllipse(pos=(x - r * 0.8, y - r * 0.8), size=(1.6 * r, 1.6 * r))
                case "done":
                    Color(*theme.accent)
                    SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))
                    shapes.tick(x, y, r, theme.dark)
                case "empty":
                    Color(*theme.strong_line)
                    SmoothLine(circle=(x, y, r), width=1.3)
                case "fine":
                    Color(*theme.fine)
                    SmoothEllipse(pos=(x - r * 0.7, y - r * 0.7), size=(1.4 * r, 1.4 * r))
                case "wrong":
                    Color(*theme.danger)
                    shapes.polygon(shapes.around(x, y, r, 3))
                    shapes.letters("!", x, y - r * 0.1, r * 1.1, theme.text, EXTRABOLD)
                case game if game in DRAWINGS:
                    DRAWINGS[game](self, about[0] if about else "", x, y, r)
