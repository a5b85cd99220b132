"""A code for a camera, drawn as large as its place allows. May import: Kivy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

QUIET = 4
"""Light modules around it, as the standard asks for."""


class QrCode(Widget):
    matrix: ObjectProperty[Sequence[Sequence[int]]] = ObjectProperty(())

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.fbind("matrix", self._draw)
        self.fbind("pos", self._draw)
        self.fbind("size", self._draw)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if not self.matrix:
            return
        rows = [[0] * QUIET + list(row) + [0] * QUIET for row in self.matrix]
        empty = [[0] * len(rows[0])] * QUIET
        rows = [*empty, *rows, *empty]
        texture = Texture.create(size=(len(rows), len(rows)), colorfmt="luminance")
        texture.mag_filter = texture.min_filter = "nearest"
        shades = bytes(0 if dark else 255 for row in reversed(rows) for dark in row)
        texture.blit_buffer(shades, colorfmt="luminance", bufferfmt="ubyte")
        # every module as wide as the others, where there is room
        side = int(min(self.size)) // len(rows) * len(rows) or min(self.size)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(
                texture=texture, size=(side, side), pos=(self.center_x - side / 2, self.center_y - side / 2)
            )
