"""Pieces that only The LOOP has, drawn: rifts, signs of dimensions, tokens, and what a Foo card showed.

May import: Kivy, the app's shapes. Importing it makes their names known to `Glyph`.
"""

from __future__ import annotations

from collections.abc import Iterable

from kivy.graphics import Color, Line, SmoothEllipse, SmoothLine, SmoothRoundedRectangle

from companion.app.widgets import Glyph, shapes
from companion.app.widgets.glyph import DRAWINGS

DIMENSION_COLOURS = {
    "spiral": (1, 0.72, 0.42, 1),
    "star": (0.49, 0.88, 1, 1),
    "stripe": (0.79, 0.65, 1, 1),
    "black-hole": (0.75, 0.78, 0.86, 1),
}


def rift(x: float, y: float, side: float, colour: Iterable[float], filled: bool = True) -> None:
    """A red cube, or the empty space for one. `x`, `y` is the middle."""
    box = (x - side / 2, y - side / 2)
    red = list(colour)
    if filled:
        Color(*red)
        SmoothRoundedRectangle(pos=box, size=(side, side), radius=[side * 0.2])
        Color(1, 1, 1, 0.28)
        Line(
            points=[box[0] + side * 0.2, box[1] + side * 0.82, box[0] + side * 0.8, box[1] + side * 0.82],
            width=1,
        )
    else:
        Color(0, 0, 0, 0.35)
        SmoothRoundedRectangle(pos=box, size=(side, side), radius=[side * 0.2])
        Color(*red[:3], 0.75)
        SmoothLine(rounded_rectangle=(*box, side, side, side * 0.2), width=1.2)


def dimension(kind: str, x: float, y: float, r: float, colour: Iterable[float]) -> None:
    """The sign of a dimension: a spiral, a star, stripes, a hole."""
    Color(*colour)
    if kind == "spiral":
        SmoothLine(points=shapes.spiral(x, y, r), width=max(1.3, r * 0.13))
    elif kind == "star":
        outer, inner = shapes.around(x, y, r * 1.1, 5), shapes.around(x, y, r * 0.48, 5, 126)
        for k in range(5):
            shapes.polygon([(x, y), outer[k], inner[k]])
            shapes.polygon([(x, y), inner[k - 1], outer[k]])
    elif kind == "stripe":
        for k in (-1, 0, 1):
            SmoothRoundedRectangle(
                pos=(x - r * 0.85, y + k * r * 0.62 - r * 0.15), size=(r * 1.7, r * 0.3), radius=[r * 0.15]
            )
    else:
        SmoothLine(circle=(x, y, r * 0.8), width=max(1.3, r * 0.16))
        SmoothEllipse(pos=(x - r * 0.3, y - r * 0.3), size=(r * 0.6, r * 0.6))


def _seen(glyph: Glyph, shape: str, x: float, y: float, r: float) -> None:
    shapes.figure(shape, x, y, r * 0.8, [*glyph.colour[:3], 0.35])
    Color(*glyph.theme.text)
    SmoothLine(points=[x - r, y - r * 0.7, x + r, y + r * 0.7], width=1.6)


def _dimension(_: Glyph, kind: str, x: float, y: float, r: float) -> None:
    dimension(kind, x, y, r * 0.8, DIMENSION_COLOURS.get(kind, (1, 1, 1, 1)))


def _token(glyph: Glyph, shape: str, x: float, y: float, r: float) -> None:
    Color(0.08, 0.06, 0.13, 1)
    SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))
    Color(*glyph.theme.token)
    SmoothLine(circle=(x, y, r), width=1.6)
    shapes.figure(shape, x, y, r * 0.52, glyph.colour)


def _rift(glyph: Glyph, _: str, x: float, y: float, r: float) -> None:
    rift(x, y, r * 1.6, glyph.theme.danger)


def _space(glyph: Glyph, _: str, x: float, y: float, r: float) -> None:
    rift(x, y, r * 1.6, glyph.theme.danger, False)


def _vortex(glyph: Glyph, _: str, x: float, y: float, r: float) -> None:
    shapes.whirl(x, y, r, (0.48, 0.17, 0.89, 1), glyph.theme.danger)


DRAWINGS.update(seen=_seen, dimension=_dimension, token=_token, rift=_rift, space=_space, vortex=_vortex)
