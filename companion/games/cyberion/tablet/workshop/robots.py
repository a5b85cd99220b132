"""The robots, cut out of paper: one silhouette for each shape that a model has, and one for those of any.

May import: the theme, the paper in which everything is cut. A model is its shape, its silhouette and its
colour; the size stands on the chest.
"""

from __future__ import annotations

from collections.abc import Sequence

from kivy.utils import get_hex_from_color as to_hex

from companion.app.theme import EXTRABOLD, Theme
from companion.app.widgets import Glyph, paper, shapes
from companion.app.widgets.glyph import DRAWINGS
from companion.games.cyberion.views.workshop import RobotView

Colour = Sequence[float]
LEGS = "M-42 66H-18V100H-42ZM42 66H18V100H42Z"
LIMBS = {
    # a siren with its lamp on top, and the noise that it makes
    "triangle": "M-24-44C-24-86 24-86 24-44ZM-5-84V-104H5V-84ZM-30-78L-46-94-38-100-23-85Z"
    "M30-78L46-94 38-100 23-85ZM-44 22L-96 2-92-12-36 6ZM44 22L96 2 92-12 36 6Z" + LEGS,
    # a stacker with forks
    "square": "M-36-82H36V-30H-36ZM-100-40H-88V38H-56V52H-100ZM100-40H88V38H56V52H100Z"
    "M-52 72A18 18 0 1 0 -16 72A18 18 0 1 0 -52 72ZM16 72A18 18 0 1 0 52 72A18 18 0 1 0 16 72Z",
    # an eye on a stalk, and one wheel
    "circle": "M-6-44V-54H6V-44ZM-24-78A24 24 0 1 0 24-78A24 24 0 1 0 -24-78Z"
    "M-24 80A24 24 0 1 0 24 80A24 24 0 1 0 -24 80ZM-54-2L-98 30-88 42-50 18ZM54-2L98 30 88 42 50 18Z",
    # an aerial, a ruler, and a pair of compasses to stand on
    "diamond": "M-4-50V-80H4V-50ZM-12-92A12 12 0 1 0 12-92A12 12 0 1 0 -12-92ZM84-66H100V34H84Z"
    "M60 2L84-8V10L66 22Z"
    "M-66 2L-98-26-88-38-52-12ZM-36 50L-52 100H-38L-16 66ZM36 50L52 100H38L16 66Z",
    # a cap with a peak, and a baton
    "hexagon": "M-28-66H28V-40H-28ZM-48-74H48V-66H-48ZM-40-74L-30-102H30L40-74Z"
    "M-62 2L-100 34-90 46-56 22ZM62 2L84-32 80-84 90-84 98-30 66 22Z" + LEGS,
    # of any model: a head like a nut
    "": "M-20-92H20L40-64 20-36H-20L-40-64ZM-62 6L-98-14-92-26-54-8ZM62 6L98-14 92-26 54-8Z" + LEGS,
}
BODIES = {
    "triangle": "M0-54L76 76H-76Z",
    "square": "M-62-36H62V66H-62Z",
    "circle": "M-62 14A62 62 0 1 0 62 14A62 62 0 1 0 -62 14Z",
    "diamond": "M0-58L78 12 0 84-78 12Z",
    "hexagon": "M-36-46H36L72 14 36 74H-36L-72 14Z",
    "": "M-14-52H14L18-38 36-46 52-26 44-12 62-6V34L46 38 50 54 32 66 18 60 14 74H-14L-18 60-32 66-50 54"
    "-46 38-62 34V-6L-44-12-52-26-36-46-18-38Z",
}
FACES = {
    "triangle": "M-14-58A6 6 0 1 0 -2-58A6 6 0 1 0 -14-58ZM2-58A6 6 0 1 0 14-58A6 6 0 1 0 2-58Z",
    "square": "M-24-68H-6V-50H-24ZM6-68H24V-50H6Z",
    "circle": "M-14-78A14 14 0 1 0 14-78A14 14 0 1 0 -14-78ZM-8 84A8 8 0 1 0 8 84A8 8 0 1 0 -8 84Z",
    "diamond": "M88-56H94V-50H88ZM88-36H94V-30H88ZM88-16H94V-10H88Z",
    "hexagon": "M-18-62H-6V-52H-18ZM6-62H18V-52H6ZM0-100L4-90 13-90 6-84 8-76 0-81-8-76-6-84-13-90-4-90Z",
    "": "M-18-74H-4V-56H-18ZM4-74H18V-56H4Z",
}
CHEST = {"triangle": 40, "square": 15, "circle": 14, "diamond": 12, "hexagon": 14, "": 14}
"""How far below the middle the size is written."""
NARROW = {"triangle": 0.86, "diamond": 0.94}
"""Chests that taper."""


def figure(shape: str, x: float, y: float, r: float, colour: Colour, ink: Colour, eyes: Colour) -> None:
    """A robot around (x, y), as high as 2 r: `ink` for its limbs, in its eyes the ground shines through. A
    shape that nobody has cut is itself."""
    if shape not in BODIES:
        shapes.figure(shape, x, y, r * 0.8, colour)
        return
    k, near = r / 104, r > 14
    paper.fill(LIMBS[shape], ink, x, y, k, smooth=near)
    if near:  # an edge, for a pale colour on paper
        paper.fill(BODIES[shape], ink, x, y + 0.8 * k, k * 1.06)
    paper.fill(BODIES[shape], colour, x, y, k)
    if near:
        paper.fill(FACES[shape], eyes, x, y, k, smooth=False)


def colour_of(theme: Theme, shape: str, colour: str) -> Colour:
    """Of a model, in the palette that the players chose."""
    return shapes.tint(theme, shape, colour) if shape else theme.kraft


def draw(robot: RobotView, x: float, y: float, r: float, theme: Theme, ink: Colour, eyes: Colour) -> None:
    """One robot with its size on its chest."""
    colour = colour_of(theme, robot.shape, robot.colour)
    figure(robot.shape, x, y, r, colour, ink, eyes)
    size = r * (0.8 if len(robot.size) < 2 else 0.5) * NARROW.get(robot.shape, 1)
    size, middle = max(size, theme.legible(24 * theme.unit)), y - CHEST.get(robot.shape, 0) * r / 104
    wide = shapes.letters_width(robot.size, size, EXTRABOLD)
    if wide > r:  # wider than the chest: it would stand on ink
        paper.sheet(x - wide / 2 - 3, middle - size * 0.46, wide + 6, size * 0.92, colour, 1)
    shapes.letters(robot.size, x, middle, size, theme.dark, EXTRABOLD)


def _model(glyph: Glyph, shape: str, x: float, y: float, r: float) -> None:
    theme = glyph.theme
    figure(shape, x, y, r * 1.1, colour_of(theme, shape, to_hex(glyph.colour)), theme.text, theme.dark)


def _robot(glyph: Glyph, shape: str, x: float, y: float, r: float) -> None:
    _model(glyph, shape, x, y, r)
    shapes.letters("3", x, y - CHEST.get(shape, 0) * r / 104, r * 0.8, glyph.theme.dark, EXTRABOLD)


def _machine(glyph: Glyph, how: str, x: float, y: float, r: float) -> None:
    theme = glyph.theme
    if how == "ready":
        paper.sheet(x - r * 0.9, y - r * 1.1, r * 1.8, r * 2.2, theme.fine, 2)
    paper.sheet(x - r * 0.74, y - r * 0.94, r * 1.48, r * 1.88, theme.text, 2)
    paper.lettering("II", x, y, r, theme.dark, "center")


DRAWINGS.update(model=_model, robot=_robot, machine=_machine)
