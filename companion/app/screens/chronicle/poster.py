"""The picture of an evening, drawn out of its shapes. May import: Kivy, companion.table, the theme."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Ellipse, Line, Rectangle
from kivy.properties import ListProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.app.theme import DISPLAY, REGULAR
from companion.table import POSTER_SIZE, Bar, Disc, Lettering, Shape, Stroke


class Poster(Widget):
    shapes: ListProperty[Shape] = ListProperty()

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        self.bind(shapes=self.draw, size=self.draw, pos=self.draw)

    def fitting(self, width: float, height: float) -> tuple[float, float]:
        """The largest size that keeps its form."""
        scale = min(width / POSTER_SIZE[0], height / POSTER_SIZE[1])
        return POSTER_SIZE[0] * scale, POSTER_SIZE[1] * scale

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        with self.canvas:
            painted(self.shapes, (self.x, self.y), self.width / POSTER_SIZE[0])


def painted(shapes: Sequence[Shape], at: tuple[float, float], scale: float) -> None:
    """Draws into the canvas that is open; the picture's y goes downwards, Kivy's upwards."""
    left, top = at[0], at[1] + POSTER_SIZE[1] * scale
    for shape in shapes:
        Color(*get_color_from_hex(shape.colour))
        match shape:
            case Disc(x, y, r):
                corner = (left + (x - r) * scale, top - (y + r) * scale)
                Ellipse(pos=corner, size=(2 * r * scale, 2 * r * scale))
            case Bar(x, y, w, h):
                Rectangle(pos=(left + x * scale, top - (y + h) * scale), size=(w * scale, h * scale))
            case Stroke(points, width):
                flat = [value for x, y in points for value in (left + x * scale, top - y * scale)]
                Line(points=flat, width=max(1, width * scale / 2))
            case Lettering():
                _lettered(shape, left, top, scale)


def _lettered(said: Lettering, left: float, top: float, scale: float) -> None:
    label = CoreLabel(
        text=said.text, font_size=said.size * scale, font_name=DISPLAY if said.display else REGULAR
    )
    label.refresh()
    texture = label.texture
    assert texture is not None  # refreshed
    x = left + said.x * scale - texture.size[0] * {"start": 0, "middle": 0.5, "end": 1}[said.anchor]
    y = top - said.y * scale - 0.22 * said.size * scale  # letters stand on the line, tails hang under it
    Rectangle(texture=texture, pos=(x, y), size=texture.size)
