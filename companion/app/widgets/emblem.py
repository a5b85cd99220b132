"""Our own emblem: seven wedges around a machine. May import: Kivy, shapes, arcs."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

from kivy.graphics import Color, Mesh, SmoothEllipse, SmoothLine

from . import shapes
from .arcs import outline, sector
from .painted import Painted

WEDGES = (
    ("circle", "#EBD650"), ("shield", "#5B9BF5"), ("diamond", "#D94F70"), ("square", "#8E6BD8"),
    ("hexagon", "#F28C38"), ("trapezoid", "#2FB8C6"), ("triangle", "#6FBF5A"),
)  # fmt: skip
"""Shape and colour of each. It is the sign of the app, whatever is played."""
STEP = 360 / len(WEDGES)
TOP = 3


def angle_of(wedge: int) -> float:
    """Its middle, in degrees; the machine faces the one on top."""
    return 90 - (wedge - TOP) * STEP


class Emblem(Painted):
    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        cx, cy, r, theme = self.center_x, self.center_y, min(self.size) / 2 * 0.96, self.theme
        with self.canvas:
            for index, (shape, tint) in enumerate(WEDGES):
                colour, middle = theme.tint(index, tint), angle_of(index)
                near = abs(index - TOP) <= 1
                strength = 0.36 if index == TOP else 0.24 if near else 0.15
                Color(*(theme.bar[k] * (1 - strength) + colour[k] * strength for k in range(3)), 1)
                vertices = sector(cx, cy, 0.42 * r, r, middle, STEP / 2 - 1)
                Mesh(vertices=vertices, indices=list(range(len(vertices) // 4)), mode="triangle_strip")
                Color(*colour)
                SmoothLine(points=outline(cx, cy, 0.42 * r, r, middle, STEP / 2 - 1), width=1.8, close=True)
                a = radians(middle)
                shapes.figure(shape, cx + 0.72 * r * cos(a), cy + 0.72 * r * sin(a), 0.11 * r, colour)
            self._machine(cx, cy, r)

    def _machine(self, cx: float, cy: float, r: float) -> None:
        theme = self.theme
        for way, alpha in ((0, 1), (-1, 0.45), (1, 0.45)):
            Color(*theme.accent[:3], alpha)
            vertices = sector(cx, cy, 0.27 * r, 0.38 * r, angle_of(TOP + way), 15)
            Mesh(vertices=vertices, indices=list(range(len(vertices) // 4)), mode="triangle_strip")
        Color(*theme.bar)
        SmoothEllipse(pos=(cx - 0.26 * r, cy - 0.26 * r), size=(0.52 * r, 0.52 * r))
        Color(*theme.accent)
        SmoothLine(circle=(cx, cy, 0.26 * r), width=2.4)
        Color(*theme.accent)
        SmoothLine(points=shapes.spiral(cx, cy, 0.18 * r), width=3)
