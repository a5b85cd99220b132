"""One picture to keep of an evening, as shapes that any shell can draw, and as SVG.

May import: its own room, the standard library. The words come from outside; sizes are in units of
the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from textwrap import wrap
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

from .chronicle import Chronicle

POSTER_SIZE = WIDTH, HEIGHT = 1600, 900
NIGHT, PLATE, PAPER, DUSK = "#1D1529", "#41314F", "#F8EBD0", "#CDBCD6"
HOT, BRASS, MINT = "#FF4B2B", "#FFC440", "#5FD6A2"
SIDE = 80
"""The margin."""
MOST_TURNS = 42
"""Turns with a column of their own; a longer evening has narrower ones and no numbers."""


class Captions(NamedTuple):
    """What the picture says, in words."""

    game: str
    heading: str
    cause: str
    figures: str
    decisive: str
    """What kind of decision it was."""
    decision: str
    heroes: tuple[str, ...]
    turns: str


class Disc(NamedTuple):
    x: float
    y: float
    r: float
    colour: str


class Bar(NamedTuple):
    x: float
    y: float
    w: float
    h: float
    colour: str


class Stroke(NamedTuple):
    points: tuple[tuple[float, float], ...]
    width: float
    colour: str


class Lettering(NamedTuple):
    x: float
    y: float
    """Of the line on which the letters stand."""
    text: str
    size: float
    colour: str
    display: bool = False
    anchor: Literal["start", "middle", "end"] = "start"


Shape = Disc | Bar | Stroke | Lettering


def shapes_of(chronicle: Chronicle, captions: Captions) -> tuple[Shape, ...]:
    """From the ground to the top."""
    return (
        Bar(0, 0, WIDTH, HEIGHT, NIGHT),
        *_head(captions),
        *_line(chronicle, captions),
        *_foot(captions),
    )


def _head(captions: Captions) -> Iterator[Shape]:
    yield Lettering(SIDE, 100, captions.game, 34, BRASS, display=True)
    yield Lettering(SIDE, 190, captions.heading, 84, PAPER, display=True)
    for row, text in enumerate(wrap(captions.cause, 84)[:2]):
        yield Lettering(SIDE, 245 + 40 * row, text, 32, PAPER)
    yield Lettering(WIDTH - SIDE, 100, captions.figures, 24, DUSK, anchor="end")


def _line(chronicle: Chronicle, captions: Captions) -> Iterator[Shape]:
    """How it stood, turn by turn: good news above, bad news below, and the decision as a ring."""
    top, bottom, turns = 360, 590, chronicle.turns
    step = (WIDTH - 2 * SIDE) / max(1, len(turns))
    places = [
        (SIDE + step * (k + 0.5), bottom - 90 - (bottom - top - 90) * turn.standing)
        for k, turn in enumerate(turns)
    ]
    yield Bar(SIDE, bottom, WIDTH - 2 * SIDE, 3, PLATE)
    for one, other in pairwise(places):
        yield Stroke((one, other), 5, DUSK)
    r = min(11, step / 3)
    for turn, (x, y) in zip(turns, places, strict=True):
        for k in range(min(turn.successes, 5)):
            yield Disc(x, y - 2.4 * r * (k + 1), r, BRASS)
        for k in range(min(turn.dangers, 3)):
            yield Disc(x, bottom - 1.4 * r - 2.4 * r * k, r, HOT)
        yield Disc(x, y, r * 0.6, PAPER)
        if len(turns) <= MOST_TURNS:
            yield Lettering(x, bottom + 34, str(turn.number), 20, DUSK, anchor="middle")
    yield Lettering(WIDTH / 2, bottom + 70, captions.turns, 22, DUSK, anchor="middle")
    if chronicle.decisive is not None:
        x, y = places[chronicle.decisive_turn]
        ring = tuple((x + 24 * dx, y + 24 * dy) for dx, dy in _ROUND)
        yield Stroke(ring, 4, MINT)


_ROUND = (
    *((0, -1), (0.5, -0.87), (0.87, -0.5), (1, 0), (0.87, 0.5), (0.5, 0.87), (0, 1)),
    *((-0.5, 0.87), (-0.87, 0.5), (-1, 0), (-0.87, -0.5), (-0.5, -0.87), (0, -1)),
)


def _foot(captions: Captions) -> Iterator[Shape]:
    if captions.decision:
        yield Lettering(SIDE, 725, captions.decisive, 26, MINT, display=True)
        for row, text in enumerate(wrap(captions.decision, 52)[:3]):
            yield Lettering(SIDE, 765 + 36 * row, text, 28, PAPER)
    for row, text in enumerate(captions.heroes[:6]):
        yield Lettering(900, 725 + 28 * row, text, 24, PAPER)


def svg(shapes: Iterable[Shape]) -> str:
    drawn = "\n".join(_drawn(shape) for shape in shapes)
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n{drawn}\n</svg>\n'


def _drawn(shape: Shape) -> str:
    match shape:
        case Disc(x, y, r, colour):
            return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{colour}"/>'
        case Bar(x, y, w, h, colour):
            return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{colour}"/>'
        case Stroke(points, width, colour):
            path = " ".join(f"{x:g},{y:g}" for x, y in points)
            look = f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"'
            return f'<polyline points="{path}" {look}/>'
        case Lettering():
            return _letters(shape)


def _letters(said: Lettering) -> str:
    face = "'League Spartan',Inter,sans-serif" if said.display else "Inter,sans-serif"
    anchor = "" if said.anchor == "start" else f' text-anchor="{said.anchor}"'
    weight = ' font-weight="900"' if said.display else ""
    look = f'font-family="{face}" font-size="{said.size:g}" fill="{said.colour}"{weight}{anchor}'
    return f'<text x="{said.x:g}" y="{said.y:g}" {look}>{escape(said.text)}</text>'
