"""Our own drawings of the pieces: a shape beside every colour, so that no colour stands alone.

May import: Kivy. Functions draw into the canvas that is open (`with self.canvas:`); sizes are in pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import cos, pi, radians, sin

from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color,
    Mesh,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)
from kivy.graphics.texture import Texture

from companion.app.theme import CAP, EXTRABOLD, SEMIBOLD, Theme

Point = tuple[float, float]


def polygon(points: Iterable[Point]) -> None:
    """A filled convex figure with smooth edges, in the colour that is set."""
    corners = list(points)
    vertices = [value for x, y in corners for value in (x, y, 0, 0)]
    Mesh(vertices=vertices, indices=list(range(len(corners))), mode="triangle_fan")
    SmoothLine(points=[value for corner in corners for value in corner], width=1, close=True)


def around(x: float, y: float, r: float, corners: int, turned: float = 90) -> list[Point]:
    """The corners of a regular figure, the first one at the angle `turned`."""
    angles = (radians(turned) + 2 * pi * k / corners for k in range(corners))
    return [(x + r * cos(angle), y + r * sin(angle)) for angle in angles]


def _shield(x: float, y: float, r: float) -> list[Point]:
    return [(x - r, y + r * 0.85), (x + r, y + r * 0.85), (x + r, y), (x, y - r), (x - r, y)]


def _trapezoid(x: float, y: float, r: float) -> list[Point]:
    return [
        (x - r, y + r * 0.8),
        (x + r, y + r * 0.8),
        (x + r * 0.6, y - r * 0.85),
        (x - r * 0.6, y - r * 0.85),
    ]


FIGURES: dict[str, Callable[[float, float, float], list[tuple[float, float]]]] = {
    "circle": lambda x, y, r: around(x, y, r, 28),
    "shield": _shield,
    "diamond": lambda x, y, r: around(x, y, r * 1.15, 4),
    "square": lambda x, y, r: around(x, y, r * 1.22, 4, 45),
    "hexagon": lambda x, y, r: around(x, y, r * 1.1, 6, 0),
    "trapezoid": _trapezoid,
    "triangle": lambda x, y, r: around(x, y - r * 0.2, r * 1.25, 3),
}


def figure(shape: str, x: float, y: float, r: float, colour: Iterable[float]) -> None:
    Color(*colour)
    polygon(FIGURES[shape](x, y, r))


def tint(theme: Theme, shape: str, colour: str) -> Sequence[float]:
    """A colour that goes with a shape: as its box says, or out of the palette for all eyes."""
    return theme.tint(list(FIGURES).index(shape), colour)


def energy(x: float, y: float, r: float, colour: Iterable[float], filled: bool = True) -> None:
    """A green cube stands on its corner."""
    Color(*colour)
    if filled:
        polygon(around(x, y, r, 4))
    else:
        SmoothLine(points=[v for p in around(x, y, r, 4) for v in p], width=1.4, close=True)


def pawn(x: float, y: float, r: float, colour: Iterable[float]) -> None:
    """Head and shoulders."""
    Color(*colour)
    SmoothEllipse(pos=(x - r * 0.45, y + r * 0.08), size=(r * 0.9, r * 0.9))
    polygon(
        [
            (x - r * 0.8, y - r),
            (x + r * 0.8, y - r),
            (x + r * 0.62, y - r * 0.2),
            (x, y + 0.05 * r),
            (x - r * 0.62, y - r * 0.2),
        ]
    )


def card(x: float, y: float, height: float, colour: Iterable[float]) -> None:
    """An artifact that lies available."""
    width = height * 0.72
    Color(*colour)
    SmoothRoundedRectangle(pos=(x - width / 2, y - height / 2), size=(width, height), radius=[height * 0.14])
    Color(0.93, 0.94, 0.98, 1)
    inner = height * 0.13
    SmoothRoundedRectangle(
        pos=(x - width / 2 + inner, y - height / 2 + inner),
        size=(width - 2 * inner, height - 2 * inner),
        radius=[height * 0.08],
    )


def spiral(x: float, y: float, r: float, turns: float = 2.2) -> list[float]:
    points: list[float] = []
    for step in range(41):
        angle, far = step / 40 * turns * 2 * pi, r * (0.1 + 0.9 * step / 40)
        points += [x + far * cos(angle), y + far * sin(angle)]
    return points


def tick(x: float, y: float, r: float, colour: Iterable[float]) -> None:
    Color(*colour)
    SmoothLine(
        points=[x - r * 0.5, y, x - r * 0.1, y - r * 0.4, x + r * 0.55, y + r * 0.45],
        width=max(1.4, r * 0.16),
    )


# -- letters -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=300)
def _texture(said: str, size: int, font: str, width: int) -> Texture:
    fit = (width, None) if width else None
    label = CoreLabel(text=said, font_size=size, font_name=font, text_size=fit, halign="center")
    label.refresh()
    assert label.texture is not None
    return label.texture


def letters(
    said: str,
    x: float,
    y: float,
    size: float,
    colour: Iterable[float],
    font: str = SEMIBOLD,
    width: float = 0,
) -> tuple[float, float, float, float]:
    """Text around a middle; gives back the box that it takes up."""
    texture = _texture(said, max(round(size), 6), font, int(width))
    w, h = texture.size
    Color(*colour)
    Rectangle(texture=texture, pos=(round(x - w / 2), round(y - h / 2)), size=(w, h))
    return (x - w / 2, y - h / 2, w, h)


def letters_width(said: str, size: float, font: str = SEMIBOLD) -> float:
    return float(_texture(said, max(round(size), 6), font, 0).size[0])


def stretched(r: float, said: str, size: float) -> float:
    """How much broader than high a round ground is on which words of this size lie."""
    up = min(size * CAP / 2 / (0.9 * r), 0.9)
    wide = letters_width(said, size, EXTRABOLD) / 2
    return float(max(1.0, wide / (0.9 * r * (1 - up**2) ** 0.5)))


def fitted(said: str, width: float, size: float, font: str = SEMIBOLD, smallest: float = 0.62) -> float:
    """The size at which a line is no wider than this."""
    now = letters_width(said, size, font)
    return size if now <= width else max(size * width / now, size * smallest)
