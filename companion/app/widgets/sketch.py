"""Where things lie on a real table: our own drawing of the places of a board, one of them pointed at.

May import: Kivy, the theme, paper, companion.teacher.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.properties import ObjectProperty, StringProperty

from companion.app.theme import sheet
from companion.teacher import FIELD, Place

from . import paper
from .painted import Painted

CARDS = 5


class BoardSketch(Painted):
    drawn_from = ("places", "pointed")
    places: ObjectProperty[tuple[Place, ...]] = ObjectProperty(())
    pointed = StringProperty("")

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        k = min(self.width / FIELD[0], self.height / FIELD[1])
        left, low = self.center_x - FIELD[0] * k / 2, self.center_y - FIELD[1] * k / 2
        ordered = sorted(self.places, key=lambda place: place.id == self.pointed)
        with self.canvas:
            paper.sheet(left, low, FIELD[0] * k, FIELD[1] * k, self.theme.ground)
            for place in ordered:
                x, y, width, height = (part * k for part in place.box)
                self._place(place, left + x, low + y, width, height)

    def _place(self, place: Place, x: float, y: float, width: float, height: float) -> None:
        here = place.id == self.pointed
        ink = self.theme.accent if here else self.theme.strong_line
        wide = 3.0 if here else 1.2
        fill = [*self.theme.accent[:3], 0.28 if here else 0.0]
        cx, cy, r = x + width / 2, y + height / 2, min(width, height) / 2
        match place.shape:
            case "ring" | "rim":
                outer, inner = (r, r * 0.82) if place.shape == "rim" else (r * 0.82, r * 0.4)
                self._circle(cx, cy, outer, ink, wide)
                self._circle(cx, cy, inner, ink, wide)
                for n in range(place.parts):
                    turn = pi / 2 + pi / place.parts + 2 * pi * n / place.parts
                    ends = [(cx + size * cos(turn), cy + size * sin(turn)) for size in (inner, outer)]
                    SmoothLine(points=[part for end in ends for part in end], width=wide)
            case "disc" | "bag":
                Color(*fill)
                SmoothEllipse(pos=(cx - r, cy - r), size=(2 * r, 2 * r))
                self._circle(cx, cy, r, ink, wide)
                if place.shape == "bag":
                    SmoothLine(points=[cx - r * 0.5, cy + r * 0.6, cx + r * 0.5, cy + r * 0.6], width=wide)
            case "hand" | "line":
                each = width / CARDS
                for n in range(CARDS):
                    self._sheet(x + n * each, y, each * 0.86, height, ink, fill, wide)
            case "pile":
                for n in range(3):
                    self._sheet(x + n * 2, y + n * 2, width - 4, height - 4, ink, fill, wide)
            case "cubes":
                side = min(width, height) * 0.42
                for n, (dx, dy) in enumerate(((0, 0), (1.15, 0.1), (0.55, 1.1))):
                    self._sheet(x + dx * side, y + dy * side, side, side, ink, fill, wide - 0.2 * n)
            case _:
                self._sheet(x, y, width, height, ink, fill, wide)

    def _circle(self, x: float, y: float, r: float, ink: Any, wide: float) -> None:
        Color(*ink)
        SmoothLine(circle=(x, y, r), width=wide)

    def _sheet(
        self, x: float, y: float, width: float, height: float, ink: Any, fill: Any, wide: float
    ) -> None:
        paper.sheet(x, y, width, height, fill)
        Color(*ink)
        SmoothLine(points=sheet(x, y, x + width, y + height), width=wide, close=True)
