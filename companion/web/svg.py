"""Drawings in a page: shapes that stand beside every colour. May import: its own room.

Sizes and places are attributes, never styles: the page's policy lets no style in that is not a file.
"""

from __future__ import annotations

from math import cos, pi, sin

from .html import Html, tag

CORNERS = {
    "diamond": (4, 1.15, 90), "square": (4, 1.22, 45), "hexagon": (6, 1.1, 0), "triangle": (3, 1.25, 90),
}  # fmt: skip
SHIELD = ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.2), (0, 1.1), (-0.9, 0.2))
TRAPEZOID = ((-0.6, -0.85), (0.6, -0.85), (1.05, 0.85), (-1.05, 0.85))


def drawing(width: float, height: float, *inside: object, label: str = "", **attributes: object) -> Html:
    """With a name it is a picture to who cannot see it; without one it is skipped."""
    named: dict[str, object] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return tag("svg", *inside, viewBox=f"0 0 {width:g} {height:g}", **named, **attributes)


def shape(name: str, x: float, y: float, r: float, fill: str, **attributes: object) -> Html:
    """A circle, square, diamond, triangle, hexagon, shield or trapezoid around a point."""
    if name in CORNERS:
        corners, scale, turned = CORNERS[name]
        points = around(x, y + (r * 0.2 if corners == 3 else 0), r * scale, corners, turned)
    elif name in ("shield", "trapezoid"):
        points = [(x + r * dx, y + r * dy) for dx, dy in (SHIELD if name == "shield" else TRAPEZOID)]
    else:
        return tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{r:g}", fill=fill, **attributes)
    return polygon(points, fill, **attributes)


def polygon(points: list[tuple[float, float]], fill: str, **attributes: object) -> Html:
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return tag("polygon", points=corners, fill=fill, **attributes)


def around(x: float, y: float, r: float, corners: int, turned: float) -> list[tuple[float, float]]:
    steps = (turned * pi / 180 + 2 * pi * k / corners for k in range(corners))
    return [(x + r * cos(angle), y - r * sin(angle)) for angle in steps]


def letters(
    said: object, x: float, y: float, size: float, fill: str = "#F8EBD0", **attributes: object
) -> Html:
    place: dict[str, object] = {"x": f"{x:.1f}", "y": f"{y:.1f}", "font_size": f"{size:g}"}
    return tag("text", said, **place, fill=fill, text_anchor="middle", **attributes)


def wedge(x: float, y: float, inner: float, outer: float, begins: float, ends: float) -> str:
    """The outline of a part of a ring, in degrees clockwise from the top."""

    def at(r: float, degrees: float) -> str:
        angle = degrees * pi / 180
        return f"{x + r * sin(angle):.1f} {y - r * cos(angle):.1f}"

    return (
        f"M{at(inner, begins)}L{at(outer, begins)}A{outer:g} {outer:g} 0 0 1 {at(outer, ends)}"
        f"L{at(inner, ends)}A{inner:g} {inner:g} 0 0 0 {at(inner, begins)}Z"
    )


def dot(colour: str, label: str = "") -> Html:
    """A player's colour in a line of text."""
    inside = tag("circle", cx=8, cy=8, r=6.5, fill=colour, stroke="#F8EBD0", stroke_width=1.5)
    return drawing(16, 16, inside, label=label, class_="dot")
