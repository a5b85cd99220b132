"""The picture of an evening, drawn out of its shapes. May import: Kivy, companion.table, the theme."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle
from kivy.properties import ListProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.app.theme import DISPLAY_CAP as CAP
from companion.app.theme import REGULAR
from companion.app.widgets import paper
from companion.table import POSTER_SIZE, Bar, Cut, Disc, Lettering, Shape, Stroke


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
        colour = get_color_from_hex(shape.colour)
        Color(*colour)
        match shape:
            case Disc(x, y, r):
                paper.disc(left + x * scale, top - y * scale, r * scale, colour)
            case Cut(points):
                paper.cut_out([(left + x * scale, top - y * scale) for x, y in points], colour)
            case Bar(x, y, w, h):
                Rectangle(pos=(left + x * scale, top - (y + h) * scale), size=(w * scale, h * scale))
            case Stroke(points, width):
                flat = [value for x, y in points for value in (left + x * scale, top - y * scale)]
                Line(points=flat, width=max(1, width * scale / 2))
            case Lettering():
                _lettered(shape, left, top, scale)


def _lettered(said: Lettering, left: float, top: float, scale: float) -> None:
    if said.display:
        align = {"start": "left", "middle": "center", "end": "right"}[said.anchor]
        middle = top - (said.y - 0.5 * CAP * said.size) * scale
        colour = get_color_from_hex(said.colour)
        paper.lettering(said.text, left + said.x * scale, middle, said.size * scale, colour, align)
        return
    label = CoreLabel(text=said.text, font_size=said.size * scale, font_name=REGULAR)
    label.refresh()
    texture = label.texture
    assert texture is not None  # refreshed
    x = left + said.x * scale - texture.size[0] * {"start": 0, "middle": 0.5, "end": 1}[said.anchor]
    y = top - said.y * scale - 0.22 * said.size * scale  # letters stand on the line, tails hang under it
    Rectangle(texture=texture, pos=(x, y), size=texture.size)
