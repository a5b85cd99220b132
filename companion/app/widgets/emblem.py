"""Our own emblem: seven wedges around a machine, cut out of paper. May import: Kivy, paper, shapes, arcs."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

from kivy.graphics import Color, Mesh, SmoothLine

from . import paper, shapes
from .arcs import outline, sector
from .painted import Painted

WEDGES = (
    ("circle", "#FBC374"), ("shield", "#97C7F3"), ("diamond", "#EA6698"), ("square", "#8A77DF"),
    ("hexagon", "#BD715A"), ("trapezoid", "#57DBD0"), ("triangle", "#B0C28E"),
)  # fmt: skip
"""Shape and colour of each. It is the sign of the app, whatever is played."""
STEP = 360 / len(WEDGES)
TOP = 3
RIM, SKY, LAND, INNER, WHEEL = 0.97, 0.84, 0.56, 0.44, 0.4
"""Radii, in parts of the whole: the rim, the sky under it, the land, the machine's room, its wheel."""
TEETH = 28
HEXAGON = tuple((cos(radians(60 * k)), sin(radians(60 * k))) for k in range(6))


def angle_of(wedge: float) -> float:
    """Its middle, in degrees; the machine faces the one on top."""
    return 90 - (wedge - TOP) * STEP


class Emblem(Painted):
    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        self.at, self.r = (self.center_x, self.center_y), min(self.size) / 2 * 0.98
        if self.r < 8:
            return
        theme = self.theme
        with self.canvas:
            paper.disc(*self.at, self.r, theme.ground)
            paper.circle(*self.at, self.r, theme.raised, 2)
            for index, (shape, tint) in enumerate(WEDGES):
                self._wedge(angle_of(index), shape, theme.tint(index, tint))
            Color(*theme.text)  # whose turn it is
            SmoothLine(points=self._part(INNER, RIM, angle_of(TOP), 0), width=self.r * 0.011, close=True)
            self._machine()

    def _part(self, inner: float, outer: float, middle: float, gap: float = 0.8) -> list[float]:
        return outline(*self.at, inner * self.r, outer * self.r, middle, STEP / 2 - gap)

    def _arc(self, far: float, middle: float) -> None:
        edge = [self._polar(far, middle + (STEP - 1.6) * (k / 24 - 0.5)) for k in range(25)]
        SmoothLine(points=[part for point in edge for part in point], width=max(self.r * 0.006, 1))

    def _polar(self, far: float, angle: float) -> tuple[float, float]:
        a = radians(angle)
        return self.at[0] + far * self.r * cos(a), self.at[1] + far * self.r * sin(a)

    def _fill(self, inner: float, outer: float, middle: float) -> None:
        """In triangles that need not be searched for: this is the first thing that anybody sees."""
        vertices = sector(*self.at, inner * self.r, outer * self.r, middle, STEP / 2 - 0.8)
        Mesh(vertices=vertices, indices=list(range(len(vertices) // 4)), mode="triangle_strip")

    def _wedge(self, middle: float, shape: str, colour: list[float]) -> None:
        """A rim, and under it a silhouette before the moon, over dark land."""
        theme, r = self.theme, self.r
        Color(*colour)
        self._fill(LAND, RIM, middle)
        SmoothLine(points=self._part(LAND, RIM, middle), width=1, close=True)
        self._halftone(middle)
        paper.disc(*self._polar(0.685, middle), r * 0.125, theme.text)
        shapes.figure(shape, *self._polar(0.685, middle), r * 0.078, theme.dark)
        Color(*theme.dark)
        self._fill(INNER - 0.01, LAND, middle)
        self._arc(LAND, middle)
        self._arc(SKY, middle)

    def _halftone(self, middle: float) -> None:
        """Dots in one mesh, thicker towards the land."""
        vertices: list[float] = []
        indices: list[int] = []
        for row in range(5):
            many, size = 8 + row % 2, self.r * (0.0035 + 0.0026 * row)
            for k in range(many):
                a = middle + (k - (many - 1) / 2) * STEP * 0.104
                x, y = self._polar(SKY - 0.06 - 0.05 * row, a)
                first = len(vertices) // 4
                for dx, dy in HEXAGON:
                    vertices += (x + dx * size, y + dy * size, 0, 0)
                for corner in range(1, 5):
                    indices += (first, first + corner, first + corner + 1)
        Color(*self.theme.text)
        Mesh(vertices=vertices, indices=indices, mode="triangles")

    def _machine(self) -> None:
        theme, r = self.theme, self.r
        teeth = [
            self._polar(WHEEL * far, k * 360 / TEETH + off)
            for k in range(TEETH)
            for off, far in ((-3.6, 0.94), (-2.4, 1), (2.4, 1), (3.6, 0.94))
        ]
        Color(*theme.raised)
        fan = [value for point in (self.at, *teeth, teeth[0]) for value in (*point, 0, 0)]
        Mesh(vertices=fan, indices=list(range(len(fan) // 4)), mode="triangle_fan")
        SmoothLine(points=[part for point in teeth for part in point], width=1, close=True)
        paper.disc(*self.at, WHEEL * 0.87 * r, theme.ground)
        for way, colour in ((-1, theme.kraft), (1, theme.kraft), (0, theme.accent)):
            a = angle_of(TOP + way)
            mouth = ((0.29, -9), (0.425, -13), (0.425, 13), (0.29, 9))
            for tone, grown, wide in ((theme.dark, 1.03, 1.15), (colour, 1, 1)):
                Color(*tone)
                shapes.polygon(self._polar(far * grown, a + off * wide) for far, off in mouth)
        for far, tone in ((0.235, theme.accent), (0.195, theme.dark), (0.165, theme.text)):
            paper.disc(*self.at, r * far, tone)
        Color(*theme.dark)
        SmoothLine(points=shapes.spiral(*self.at, r * 0.135, 2.6), width=r * 0.014)
