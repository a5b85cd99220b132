"""An era torn open: the hole in the paper, the whirl in it, and what it swallows.

May import: Kivy, the paper in which everything is cut. Here it is at rest; the stage of a vortex moves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import NamedTuple

from kivy.graphics import (
    Color,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    Scale,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)

from companion.app.theme import Theme
from companion.app.widgets import Painted, paper
from companion.app.widgets.paper import Point
from companion.app.widgets.printed import Print

from . import scenes, tokens

CUBES = (
    (-206, 92, 54, 30), (-96, 166, 46, -18), (92, 164, 40, 48), (206, 112, 50, 12), (-252, -40, 44, 60),
    (112, -84, 36, 20), (24, 84, 26, 40),
)  # fmt: skip
"""Rifts on their way in: place, side, angle."""

class Whirling(NamedTuple):
    """What of a tear can be moved."""

    grow: Scale
    turn: Rotate
    """The whirl."""
    pull: Rotate
    """What it swallows."""


class Tear(Painted):
    """The picture of a vortex that has just opened on an era."""

    def __init__(self, era: int, colour: Sequence[float], title: str, caption: str, **given: object) -> None:
        self.era, self.colour, self.title, self.caption = era, colour, title, caption
        self.boxes: list[tuple[str, tuple[float, float, float, float]]] = []
        self._blades = Print(self._lost)
        super().__init__(**given)

    def _lost(self, *_: object) -> None:
        """The graphics card has."""
        self.draw_soon()

    @property
    def k(self) -> float:
        """Pixels for one of the design."""
        return min(self.width / 780, self.height / 800)

    @property
    def middle(self) -> Point:
        return self.center_x - 4 * self.k, self.y + self.height * 0.44

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.k < 0.1:
            return
        with self.canvas:
            self.edge()
            self.whirl()
            self.boxes = [(self.title, self.heading()), (self.caption, self.label())]

    def edge(self) -> Scale:
        """The torn paper, into the canvas that is open."""
        (x, y), k, theme = self.middle, self.k, self.theme
        PushMatrix()
        grow = Scale(origin=(x, y))
        paper.cut_out(torn(x + 10 * k, y - 14 * k, 350 * k, 284 * k), [*theme.dark[:3], 0.45])
        paper.cut_out(torn(x, y, 350 * k, 284 * k), theme.text)
        PopMatrix()
        return grow

    def whirl(self) -> Whirling:
        """What is seen through it."""
        (x, y), k, theme = self.middle, self.k, self.theme
        PushMatrix()
        grow = Scale(origin=(x, y))
        inner = torn(x, y, 324 * k, 258 * k)
        StencilPush()
        paper.cut_out(inner, theme.dark, smooth=False)
        StencilUse()
        PushMatrix()
        turn = Rotate(origin=(x, y))
        self._print_blades(x, y)
        self._blades.show()
        PopMatrix()
        paper.cut_out(torn(x, y, 66 * k, 58 * k, 9), theme.dark)
        StencilUnUse()
        paper.cut_out(inner, theme.dark, smooth=False)
        StencilPop()
        PushMatrix()
        pull = Rotate(origin=(x, y))
        swallowed(theme, self.era, self.colour, x, y, k)
        PopMatrix()
        PopMatrix()
        return Whirling(grow, turn, pull)

    def _print_blades(self, x: float, y: float) -> None:
        """As one picture: it is what turns."""
        k, theme = self.k, self.theme
        far = 440 * k
        with self._blades.drawing(x - far, y - far, 2 * far, 2 * far):
            Color(*theme.dark)
            Rectangle(pos=(x - far, y - far), size=(2 * far, 2 * far))
            tones = ((self.colour, 0.6, 17), (theme.danger, 0.34, 0), (theme.text, 0.1, -5))
            for colour, thick, turned in tones:
                PushMatrix()
                Rotate(angle=turned, origin=(x, y))
                paper.blades(x, y, far, 7, 320, colour, thick, 12)
                PopMatrix()

    def heading(self) -> tuple[float, float, float, float]:
        theme, k = self.theme, self.k
        size = 146 * k
        size *= min(1, (self.width - 40 * k) / paper.width_of(self.title, size))
        left, top = self.x + 28 * k, self.top - 92 * k
        for dx, dy in ((9, -10), (5, -5), (-3, 0), (3, 0), (0, 3), (0, -3)):  # paper on hot is hard to read
            paper.shade(self.title, left + dx * k, top + dy * k, size, theme.dark)
        return paper.lettering(self.title, left, top, size, theme.text)

    def label(self) -> tuple[float, float, float, float]:
        theme, k = self.theme, self.k
        size, room = theme.lettered(40 * k), self.width - 110 * k
        said = paper.lines(self.caption, size, room)
        wide = max(paper.width_of(line, size) for line in said)
        x, y, line = self.x + 34 * k, self.y + 18 * k, 1.1 * size
        top = len(said) * line + 40 * k
        corners = [(6 * k, 4 * k), (wide + 62 * k, 0), (wide + 66 * k, top), (0, top - 6 * k)]
        paper.cut_out([(x + a, y + b) for a, b in corners], theme.dark)
        for number, words in enumerate(reversed(said)):
            paper.lettering(words, x + 28 * k, y + 20 * k + (number + 0.5) * line, size, theme.text)
        return (x, y, wide + 62 * k, top)


def swallowed(theme: Theme, era: int, colour: Sequence[float], x: float, y: float, k: float) -> None:
    """The era's silhouette and its rifts are pulled in."""
    PushMatrix()
    Rotate(angle=20, origin=(x - 104 * k, y - 156 * k))
    for off in ((-4, 0), (4, 0), (0, -4), (0, 4)):  # an edge of paper around the ink
        at = (x + (off[0] - 104) * k, y + (off[1] - 156) * k)
        scenes.scene(era, *at, 1.7 * k, theme.text, theme.text, theme.text)
    scenes.scene(era, x - 104 * k, y - 156 * k, 1.7 * k, theme.dark, colour, theme.text)
    PopMatrix()
    for dx, dy, side, turned in CUBES:
        tokens.cube(theme, x + dx * k, y + dy * k, side * k, turned)


def torn(x: float, y: float, wide: float, high: float, seed: int = 5) -> list[Point]:
    """A hole that was torn: long and short teeth, never the same twice around."""
    points, made = 34, []
    for k in range(points):
        r = 1 + 0.17 * (_off(k + 100 * seed) - 0.5) + (0.09 if k % 3 == 0 else -0.04)
        a = radians(360 * k / points + 6 * (_off(k + 100 * seed + 50) - 0.5))
        made.append((x + wide * r * cos(a), y + high * r * sin(a)))
    return made


def _off(number: int) -> float:
    """A number from 0 to 1 that looks like chance and is always the same."""
    return sin(12.9898 * number) * 43758.5453 % 1
