"""What lies on the ring: cubes and their holes, energy, duplicates, seals, whirls, and Dr Foo's machine.

May import: the theme, the paper in which everything is cut. Drawn into the canvas that is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, SmoothLine

from companion.app.theme import EXTRABOLD, Theme
from companion.app.widgets import paper, shapes
from companion.app.widgets.paper import Point

LIGHT = (1, 0.70, 0.60, 1)
"""The lit corner of a cube."""
HAIR = (
    "M-44-30L-74-34-56-46-82-62-54-62-66-88-40-74-36-98-18-78 0-102 18-78 36-98 40-74 66-88 54-62 82-62 "
    "56-46 74-34 44-30Z"
)
BODY = "M-46-44C-46-66 46-66 46-44L52 40 40 74H-40L-52 40Z"
SHADE = "M20-58C36-55 46-51 46-44L52 40 40 74H8C30 40 34-10 20-58Z"
TEETH = "M-22 28h10v10h-10zM-5 28h10v10H-5zM12 28h10v10H12zM-14 42h10v10h-10zM4 42h10v10H4z"


def cube(theme: Theme, x: float, y: float, side: float, turned: float = 0) -> None:
    """A rift: a hot cube, lit from the left. With other eyes it has an edge of paper."""
    h = side / 2
    if theme.palette == "colour-blind":
        rim = h + max(2.0, side * 0.08)
        paper.fill((((-rim, -rim), (rim, -rim), (rim, rim), (-rim, rim)),), theme.text, x, y, 1, turned)
    paper.fill((((-h, -h), (h, -h), (h, h), (-h, h)),), theme.danger, x, y, 1, turned)
    shade = ((h, -h), (h, h), (-h, h), (-h * 0.4, h * 0.45), (h * 0.5, h * 0.45), (h * 0.5, -h * 0.5))
    paper.fill((shade,), theme.ember, x, y, 1, turned, smooth=False)
    lit = ((-h * 0.62, -h * 0.62), (h * 0.1, -h * 0.62), (-h * 0.62, h * 0.1))
    paper.fill((lit,), LIGHT, x, y, 1, turned, smooth=False)


def hole(theme: Theme, x: float, y: float, side: float, turned: float = 0) -> None:
    """The space for a cube."""
    h = side / 2
    corners = ((-h, -h), (h, -h), (h, h), (-h, h))
    paper.fill((corners,), (0.21, 0.15, 0.26, 1), x, y, 1, turned, smooth=False)
    c, s = cos(radians(turned)), sin(radians(turned))
    places = [(x + a * c - b * s, y - a * s - b * c) for a, b in corners]
    Color(*theme.strong_line)
    for (ax, ay), (bx, by) in zip(places, (*places[1:], places[0]), strict=True):
        for k in (0, 2, 4):  # dashes
            SmoothLine(
                points=[
                    ax + (bx - ax) * k / 5,
                    ay + (by - ay) * k / 5,
                    ax + (bx - ax) * (k + 1) / 5,
                    ay + (by - ay) * (k + 1) / 5,
                ],
                width=1,
            )


def energy(theme: Theme, x: float, y: float, number: int | str, r: float, letters: float) -> None:
    """A mint cell with its number in it; a long number has a larger one."""
    r = max(r, shapes.letters_width(str(number), letters, EXTRABOLD) / 2 + 0.1 * letters)
    cell = [(x - r, y + r * 0.62), (x, y + r * 1.18), (x + r, y + r * 0.62)]
    cell += [(x + r, y - r * 0.62), (x, y - r * 1.18), (x - r, y - r * 0.62)]
    wide = [(x + (a - x) * 1.14, y + (b - y) * 1.14) for a, b in cell]
    paper.cut_out(wide, theme.dark)
    paper.cut_out(cell, theme.fine)
    shapes.letters(str(number), x, y, letters, theme.dark, EXTRABOLD)


def cell(theme: Theme, x: float, y: float, r: float, letters: float) -> None:
    """Where energy can be added."""
    corners = [x - r, y + r * 0.62, x, y + r * 1.18, x + r, y + r * 0.62]
    corners += [x + r, y - r * 0.62, x, y - r * 1.18, x - r, y - r * 0.62]
    Color(*theme.ground)
    paper.cut_out(list(zip(corners[::2], corners[1::2], strict=True)), theme.ground)
    Color(*theme.fine)
    SmoothLine(points=corners, width=1.4, close=True)
    shapes.letters("+", x, y, letters, theme.fine, EXTRABOLD)


def duplicate(
    theme: Theme, x: float, y: float, r: float, shape: str, colour: Sequence[float], supa: bool = False
) -> None:
    """A duplicate of Dr Foo: wild hair, and the era where it must be sent."""
    angles = [radians(15 * k) for k in range(13)]
    hair: list[Point] = [
        (x + r * (1.32 if k % 2 else 1) * cos(a), y + r * (1.32 if k % 2 else 1) * sin(a))
        for k, a in enumerate(angles)
    ]
    edge = theme.accent if supa else theme.text
    paper.cut_out(hair, edge)
    paper.disc(x, y, r * 1.08, edge)
    paper.disc(x, y, r * 0.92, theme.dark)
    shapes.figure(shape, x, y, r * 0.52, colour)


def seal(
    theme: Theme, x: float, y: float, r: float, ground: Sequence[float], said: str, letters: float
) -> None:
    """A mission at the rim: how far it is, a question mark, done, or lost. Long numbers make it an oval."""
    broad = shapes.stretched(r, said, letters)
    for grown, tone in ((1.12, theme.dark), (1, ground)):
        star = paper.star(x, y, r * grown, 12, 0.9)
        paper.cut_out([(x + (a - x) * broad, b) for a, b in star], tone)
    if said == "✓":
        Color(*theme.dark)
        SmoothLine(
            points=[x - r * 0.42, y, x - r * 0.1, y - r * 0.35, x + r * 0.45, y + r * 0.35], width=r * 0.1
        )
    elif said == "×":
        Color(*theme.dark)
        for up in (-0.3, 0.3):
            SmoothLine(points=[x - r * 0.3, y - r * up, x + r * 0.3, y + r * up], width=r * 0.1)
    else:
        ink = theme.text if said == "?" else theme.dark
        shapes.letters(said, x, y, letters, ink, EXTRABOLD)


def whirl(theme: Theme, x: float, y: float, r: float) -> None:
    """A vortex tile."""
    paper.whirl(x, y, r, theme.danger, theme.dark)


def gap(theme: Theme, x: float, y: float, r: float) -> None:
    """Where a vortex tile may still lie."""
    paper.dashed(x, y, r, theme.faint)


def drum(theme: Theme, x: float, y: float, r: float) -> None:
    """The toothed wheel around the machine."""
    teeth: list[Point] = []
    for k in range(28):
        for off, far in ((-3.6, 0.94), (-2.4, 1), (2.4, 1), (3.6, 0.94)):
            a = radians(k * 360 / 28 + off)
            teeth.append((x + r * far * cos(a), y + r * far * sin(a)))
    paper.cut_out(teeth, theme.raised)
    paper.disc(x, y, r * 0.86, theme.ground)


def chutes(theme: Theme, x: float, y: float, r: float, step: float) -> Rotate:
    """The mouth and its two neighbours, pointing to the top; the caller turns them."""
    PushMatrix()
    turn = Rotate(angle=0, origin=(x, y))
    for off, colour in ((-step, theme.kraft), (step, theme.kraft), (0.0, theme.accent)):
        for grown, tone in ((0.03, theme.dark), (0.0, colour)):
            corners = ((0.76 - grown, -9), (1.05 + grown, -13), (1.05 + grown, 13), (0.76 - grown, 9))
            wide = 1 + grown * 5
            paper.cut_out(
                [
                    (
                        x + r * far * cos(radians(90 + off + a * wide)),
                        y + r * far * sin(radians(90 + off + a * wide)),
                    )
                    for far, a in corners
                ],
                tone,
            )
    PopMatrix()
    return turn


def machine(theme: Theme, x: float, y: float, r: float) -> None:
    """Dr Foo: a tower with goggles and wild hair."""
    s, dark = r / 120 * 0.98, theme.dark
    y -= 8 * r / 120
    paper.fill(HAIR, theme.text, x, y, s)
    paper.fill(BODY, theme.accent, x, y, s)
    paper.fill(SHADE, theme.brass_shade, x, y, s, smooth=False)
    paper.fill("M-60-30H60V-15H-60Z", dark, x, y, s)
    for side in (-1, 1):
        ex, ey = x + side * 25 * s, y + 22 * s
        paper.disc(ex, ey, 25 * s, dark)
        paper.disc(ex, ey, 17 * s, theme.text)
        Color(*theme.danger)
        SmoothLine(points=shapes.spiral(ex, ey, 13 * s, 2.2), width=max(1.5 * s, 1))
    paper.fill("M-34 20H34L28 58H-28Z", dark, x, y, s)
    paper.fill(TEETH, theme.danger, x, y, s, smooth=False)
    paper.stroke("M-8 4L0 12 8 4", dark, 5, x, y, s)
