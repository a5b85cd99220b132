"""Pieces that only The LOOP has, drawn: rifts, signs of dimensions, tokens, and what a Foo card showed.

May import: Kivy, the app's shapes. Importing it makes their names known to `Glyph`.
"""

from __future__ import annotations

from collections.abc import Iterable

from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothRoundedRectangle

from companion.app.widgets import Glyph, shapes
from companion.app.widgets.glyph import DRAWINGS

from . import people, tokens

DIMENSION_COLOURS = {
    "spiral": (1, 0.72, 0.42, 1),
    "star": (0.49, 0.88, 1, 1),
    "stripe": (0.79, 0.65, 1, 1),
    "black-hole": (0.75, 0.78, 0.86, 1),
}


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
    tokens.duplicate(glyph.theme, x, y, r * 0.78, shape, glyph.colour, False)


def _rift(glyph: Glyph, _: str, x: float, y: float, r: float) -> None:
    tokens.cube(glyph.theme, x, y, r * 1.6, -4)


def _space(glyph: Glyph, _: str, x: float, y: float, r: float) -> None:
    tokens.hole(glyph.theme, x, y, r * 1.5)


def _cell(glyph: Glyph, _: str, x: float, y: float, r: float) -> None:
    Color(*glyph.theme.fine)
    shapes.polygon(shapes.around(x, y, r, 6))


def _vortex(glyph: Glyph, _: str, x: float, y: float, r: float) -> None:
    tokens.whirl(glyph.theme, x, y, r)


def _seal(glyph: Glyph, how: str, x: float, y: float, r: float) -> None:
    theme, hidden = glyph.theme, how == "hidden"
    ground, said = (theme.raised, "?") if hidden else (theme.text, "2/5")
    tokens.seal(theme, x, y, r, ground, said, theme.legible(r * 0.7))


def _machine(glyph: Glyph, _: str, x: float, y: float, r: float) -> None:
    tokens.machine(glyph.theme, x, y, r)


def _head(glyph: Glyph, who: str, x: float, y: float, r: float) -> None:
    agent, _, initials = who.partition("/")
    theme = glyph.theme
    people.head(agent, initials, x, y, r * 0.94, glyph.colour, theme.dark, theme.text, theme.dark)


DRAWINGS.update(seen=_seen, dimension=_dimension, token=_token, rift=_rift, space=_space, vortex=_vortex)
DRAWINGS.update(cell=_cell, seal=_seal, machine=_machine, head=_head)
