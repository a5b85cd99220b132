"""One picture to keep of an evening, as shapes that any shell can draw, and as SVG.

May import: its own room, the standard library. The words come from outside; sizes are in units of
the picture, y downwards. It is cut out of the paper of all other pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import cos, pi, sin
from textwrap import wrap
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

from .chronicle import Chronicle

POSTER_SIZE = WIDTH, HEIGHT = 1600, 900
NIGHT, RAY, PLATE, PAPER, DUSK = "#1D1529", "#2B2038", "#41314F", "#F8EBD0", "#CDBCD6"
HOT, BRASS = "#FF4B2B", "#FFC440"
SEATS = ("#7FE0FF", "#FFA98A", "#C9B6FF", "#B9E36F")
"""In which colours people play, where their game has none of its own."""
SIDE = 80
"""The margin."""
MOST_TURNS = 42
"""Turns with a column of their own; a longer evening has narrower ones and no numbers."""
TOP, BOTTOM, STRIP = 400, 552, 36
"""Between which the evening goes up and down, and how high the strip of its turns is."""
CARD, HEROES = (60, 700, 850, 172), (960, 706)
"""The decision: its left upper corner, width and height; and where the heroes begin."""
MANY = 6
"""Heroes that have room."""
SHADE = "#0E0A15"

Point = tuple[float, float]


class Guest(NamedTuple):
    """Somebody who played, on the picture."""

    said: str
    short: str
    """A letter or two, or the number of the seat."""
    colour: str


class Captions(NamedTuple):
    """What the picture says, in words."""

    game: str
    heading: str
    cause: str
    figures: str
    decisive: str
    """What kind of decision it was."""
    decision: str
    heroes: tuple[Guest, ...]
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


class Cut(NamedTuple):
    """A figure cut out of paper."""

    points: tuple[Point, ...]
    colour: str


class Stroke(NamedTuple):
    points: tuple[Point, ...]
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
    """In capitals that lean."""
    anchor: Literal["start", "middle", "end"] = "start"


Shape = Disc | Bar | Cut | Stroke | Lettering


def shapes_of(chronicle: Chronicle, captions: Captions) -> tuple[Shape, ...]:
    """From the ground to the top."""
    tone = HOT if chronicle.outcome.result == "lost" else BRASS
    return (
        Bar(0, 0, WIDTH, HEIGHT, NIGHT),
        *_rays(),
        *_head(captions, tone),
        *_line(chronicle, tone),
        *_decision(captions, tone),
        *_heroes(captions),
    )


# -- figures


def star(x: float, y: float, r: float, points: int, depth: float) -> tuple[Point, ...]:
    """A seal or a burst."""
    far = ((r * (1 if k % 2 else depth), k * pi / points) for k in range(2 * points))
    return tuple((x + size * cos(angle), y + size * sin(angle)) for size, angle in far)


def _rays(x: float = WIDTH / 2, y: float = 460, many: int = 30) -> Iterator[Cut]:
    """Around the evening, each up to the edge of the picture."""
    for k in range(many):
        a, b = 2 * pi * k / many, 2 * pi * (k + 0.5) / many
        yield Cut(((x, y), _edge(x, y, a), _edge(x, y, b)), RAY)


def _edge(x: float, y: float, angle: float) -> Point:
    """Where a line from a point leaves the picture."""
    across, down = cos(angle), sin(angle)
    far = min(
        ((WIDTH if across > 0 else 0) - x) / across if abs(across) > 1e-9 else WIDTH,
        ((HEIGHT if down > 0 else 0) - y) / down if abs(down) > 1e-9 else WIDTH,
    )
    return x + far * across, y + far * down


def _seal(x: float, y: float, r: float) -> Iterator[Shape]:
    """Good news."""
    yield Cut(star(x, y, 1.18 * r, 12, 0.84), NIGHT)
    yield Cut(star(x, y, r, 12, 0.84), BRASS)
    tick = ((-0.4, 0.05), (-0.08, 0.36), (0.42, -0.3))
    yield Stroke(tuple((x + r * dx, y + r * dy) for dx, dy in tick), max(2, 0.24 * r), NIGHT)


def _tear(x: float, y: float, r: float) -> Iterator[Shape]:
    """Bad news: torn, and it whirls."""
    yield Cut(star(x, y, r, 9, 0.72), HOT)
    for blade in range(3):
        there, back = [], []
        for step in range(9):
            t = step / 8
            far, angle = 0.72 * r * (0.1 + 0.9 * t), 2 * pi * blade / 3 + 4.2 * (1 - t)
            wide = 1.1 * (0.35 + 0.65 * t)
            there.append((x + far * cos(angle), y + far * sin(angle)))
            back.append((x + far * cos(angle + wide), y + far * sin(angle + wide)))
        yield Cut((*there, *reversed(back)), NIGHT)


# -- the parts of the picture


def _head(captions: Captions, tone: str) -> Iterator[Shape]:
    """A band cut by hand."""
    yield Cut(((0, 0), (WIDTH, 0), (WIDTH, 176), (0, 204)), PAPER)
    yield Cut(((0, 0), (WIDTH, 0), (WIDTH, 164), (0, 190)), tone)
    heading = captions.heading.upper()
    size = min(122, 1640 / max(len(heading), 1))
    for dx, dy in ((8, 9), (5, 5), (-3, 0), (3, 0), (0, 3), (0, -3)):  # its shadow, and an edge of ink
        yield Lettering(SIDE + dx, 140 + dy, heading, size, NIGHT, display=True)
    yield Lettering(SIDE, 140, heading, size, PAPER, display=True)
    yield Lettering(WIDTH - SIDE, 84, captions.game.upper(), 42, NIGHT, display=True, anchor="end")
    for row, text in enumerate(wrap(captions.cause, 44)[:2]):
        yield Lettering(SIDE, 258 + 40 * row, text, 34, PAPER)
    for row, text in enumerate(wrap(captions.turns, 46)[:2]):
        yield Lettering(WIDTH - SIDE, 248 + 34 * row, text, 25, DUSK, anchor="end")
    yield Lettering(WIDTH - SIDE, 128, captions.figures, 26, NIGHT, anchor="end")


def _line(chronicle: Chronicle, tone: str) -> Iterator[Shape]:
    """How it stood, turn by turn, as hills over a strip: good news above, bad news below it."""
    turns = chronicle.turns
    step = (WIDTH - 2 * SIDE) / max(1, len(turns))
    places = [
        (SIDE + step * (k + 0.5), BOTTOM - 40 - (BOTTOM - TOP - 40) * turn.standing)
        for k, turn in enumerate(turns)
    ]
    if places:
        ends = ((SIDE, places[0][1] + 14), *places, (WIDTH - SIDE, places[-1][1] + 14))
        for one, other in pairwise(ends):
            yield Cut((one, other, (other[0], BOTTOM), (one[0], BOTTOM)), PLATE)
        yield Stroke(ends, 6, PAPER)
    low, right = BOTTOM + STRIP, WIDTH - SIDE + 30
    strip = ((54, BOTTOM), (right, BOTTOM), (right + 34, BOTTOM + STRIP / 2), (right, low), (50, low))
    yield Cut(strip, PAPER)
    r = min(22, step / 2.6)
    if chronicle.decisive is not None:
        x, y = places[chronicle.decisive_turn]
        left, top, wide, _ = CARD
        down = min(max(x, left + 40), left + wide - 40)
        yield Stroke(((x, y), (x, low + 62), (down, low + 62), (down, top)), 5, tone)
        yield Cut(star(x, y, 1.9 * r + 8, 15, 0.7), tone)
        yield Disc(x, y, 1.2 * r, NIGHT)
    for turn, (x, y) in zip(turns, places, strict=True):
        yield Disc(x, y, 0.36 * r, PAPER)
        for k in range(min(turn.successes, 3)):
            yield from _seal(x, y - 0.5 * r - 1.5 * r * (k + 1), r)
        for k in range(min(turn.dangers, 2)):
            yield from _tear(x, low + 8 + r + 2 * r * k, 1.2 * r)
        if len(turns) <= MOST_TURNS:
            yield Lettering(x, BOTTOM + 27, str(turn.number), 25, NIGHT, display=True, anchor="middle")


def _decision(captions: Captions, tone: str) -> Iterator[Shape]:
    """On a sheet that hangs by a thread from the turn in which it was taken."""
    if not captions.decision:
        return
    x, y, wide, high = CARD
    sheet = ((x, y + 4), (x + wide, y), (x + wide + 4, y + high), (x + 5, y + high - 4))
    yield Cut(tuple((a + 9, b + 12) for a, b in sheet), SHADE)
    yield Cut(sheet, PAPER)
    long = min(46 + 17.5 * len(captions.decisive), wide)
    yield Cut(((x - 12, y - 16), (x + long, y - 20), (x + long + 9, y + 30), (x - 6, y + 26)), tone)
    yield Lettering(x + 12, y + 15, captions.decisive.upper(), 26, NIGHT, display=True)
    for row, text in enumerate(wrap(captions.decision, 52)[:3]):
        yield Lettering(x + 26, y + 72 + 38 * row, text, 31, NIGHT)


def _heroes(captions: Captions) -> Iterator[Shape]:
    """Those who decided."""
    x, y = HEROES
    folk = captions.heroes[:MANY]
    apart = min(46, 184 / max(len(folk), 1))
    r = 0.44 * apart
    for row, one in enumerate(folk):
        middle = y + apart * (row + 0.5) - 12
        yield Disc(x + 1.5, middle + 2, r + 3, SHADE)
        yield Disc(x, middle, r + 2, PAPER)
        yield Disc(x, middle, r, one.colour)
        yield Lettering(x, middle + 0.36 * r, one.short, 0.95 * r, NIGHT, display=True, anchor="middle")
        yield Lettering(x + 40, middle + 9, one.said, 26, PAPER)


# -- as a file


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
        case Cut(points, colour):
            return f'<polygon points="{_path(points)}" fill="{colour}"/>'
        case Stroke(points, width, colour):
            look = f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"'
            return f'<polyline points="{_path(points)}" {look}/>'
        case Lettering():
            return _letters(shape)


def _path(points: Iterable[Point]) -> str:
    return " ".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in points)


def _letters(said: Lettering) -> str:
    face = "'League Spartan',Inter,sans-serif" if said.display else "Inter,sans-serif"
    anchor = "" if said.anchor == "start" else f' text-anchor="{said.anchor}"'
    place = f'x="{said.x:g}" y="{said.y:g}"'
    if said.display:
        place = f'transform="translate({said.x:g} {said.y:g}) skewX(-6)" font-weight="900"'
    look = f'font-family="{face}" font-size="{said.size:g}" fill="{said.colour}"{anchor}'
    return f"<text {place} {look}>{escape(said.text)}</text>"
