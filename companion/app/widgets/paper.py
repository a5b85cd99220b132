"""The hand in which everything is drawn: sheets cut out of paper, silhouettes, halftone, letters that lean.

May import: Kivy, shapes. Functions draw into the canvas that is open; sizes are in pixels. Figures are
written as paths in the manner of SVG (y downwards), cut into triangles once and moved to their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, cos, degrees, hypot, pi, radians, sin, sqrt, tan

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Mesh, PopMatrix, PushMatrix, Rectangle, Rotate, SmoothEllipse, SmoothLine
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator
from kivy.graphics.texture import Texture

from companion.app.theme import DISPLAY, DISPLAY_CAP, LEAN

Point = tuple[float, float]
Figure = tuple[tuple[Point, ...], ...]
CAP = DISPLAY_CAP
CURVE = 10
"""Pieces of which a curve is made."""


# -- figures -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=200)
def figure(path: str) -> Figure:
    """The polygons of a path with the letters M L H V C Q A Z, large or small."""
    return tuple(tuple(polygon) for polygon in _polygons(path))


def _polygons(path: str) -> Iterator[list[Point]]:
    found = re.findall(r"[MLHVCQAZmlhvcqaz]|-?(?:\d+\.?\d*|\.\d+)", path)
    at: Point = (0, 0)
    points: list[Point] = []
    letter, k = "", 0
    while k < len(found):
        if found[k].isalpha():
            letter, k = found[k], k + 1
        if letter in "Zz":
            at = points[0]
            continue
        count = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7}[letter.upper()]
        numbers, k = [float(number) for number in found[k : k + count]], k + count
        dx, dy = at if letter.islower() else (0.0, 0.0)
        match letter.upper():
            case "M":
                if points:
                    yield points
                points = []
                at = (numbers[0] + dx, numbers[1] + dy)
                points, letter = [at], "l" if letter == "m" else "L"
                continue
            case "H":
                at = (numbers[0] + dx, at[1])
            case "V":
                at = (at[0], numbers[0] + dy)
            case "A":
                end = (numbers[5] + dx, numbers[6] + dy)
                points += _arc(at, end, numbers[0], bool(numbers[3]), bool(numbers[4]))
                at = end
                continue
            case "C" | "Q":
                bent = [(x + dx, y + dy) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
                points += _bezier((at, *bent))
                at = bent[-1]
                continue
            case _:
                at = (numbers[0] + dx, numbers[1] + dy)
        points.append(at)
    if points:
        yield points


def _bezier(bent: Sequence[Point]) -> Iterator[Point]:
    for step in range(1, CURVE + 1):
        now, t = list(bent), step / CURVE
        while len(now) > 1:
            now = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(now)]
        yield now[0]


def _arc(start: Point, end: Point, r: float, large: bool, sweep: bool) -> Iterator[Point]:
    """A piece of a circle."""
    mx, my = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    half = hypot(end[0] - start[0], end[1] - start[1]) / 2
    far = sqrt(max(r * r - half * half, 0))
    sign = 1 if large != sweep else -1
    cx = mx - sign * far * (end[1] - start[1]) / (2 * half) * -1
    cy = my + sign * far * (end[0] - start[0]) / (2 * half) * -1
    a0, a1 = atan2(start[1] - cy, start[0] - cx), atan2(end[1] - cy, end[0] - cx)
    if sweep and a1 < a0:
        a1 += 2 * pi
    elif not sweep and a1 > a0:
        a1 -= 2 * pi
    for step in range(1, CURVE + 1):
        angle = a0 + (a1 - a0) * step / CURVE
        yield cx + r * cos(angle), cy + r * sin(angle)


@lru_cache(maxsize=400)
def _triangles(polygons: Figure) -> tuple[tuple[float, ...], ...]:
    """The figure in convex pieces, each as x, y, x, y …"""
    cut = Tesselator()
    for polygon in polygons:
        cut.add_contour([value for point in polygon for value in point])
    if not cut.tesselate(WINDING_ODD, TYPE_POLYGONS):
        return ()
    return tuple(tuple(float(v) for v in piece) for piece in cut.vertices)


def fill(
    what: str | Figure,
    colour: Iterable[float],
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    turned: float = 0,
    smooth: bool = True,
) -> None:
    """A figure in one colour, its origin at (x, y); `turned` in degrees, clockwise."""
    polygons = figure(what) if isinstance(what, str) else what
    c, s = cos(radians(turned)) * scale, sin(radians(turned)) * scale
    Color(*colour)
    for piece in _triangles(polygons):
        vertices: list[float] = []
        for a, b in zip(piece[::2], piece[1::2], strict=True):
            vertices += (x + a * c - b * s, y - a * s - b * c, 0, 0)
        Mesh(vertices=vertices, indices=list(range(len(vertices) // 4)), mode="triangle_fan")
    if smooth:
        for polygon in polygons:
            SmoothLine(points=_placed(polygon, x, y, c, s), width=1, close=True)


def stroke(
    what: str | Figure, colour: Iterable[float], width: float, x: float, y: float, scale: float = 1
) -> None:
    """The same as lines."""
    Color(*colour)
    for line in figure(what) if isinstance(what, str) else what:
        SmoothLine(points=_placed(line, x, y, scale, 0), width=max(width * scale / 2, 0.8))


def _placed(polygon: Iterable[Point], x: float, y: float, c: float, s: float) -> list[float]:
    return [v for a, b in polygon for v in (x + a * c - b * s, y - a * s - b * c)]


def cut_out(points: Iterable[Point], colour: Iterable[float], smooth: bool = True) -> None:
    """Any figure, given by its corners on the canvas."""
    fill((tuple((a, -b) for a, b in points),), colour, smooth=smooth)


def sheet(
    x: float,
    y: float,
    width: float,
    height: float,
    colour: Iterable[float],
    off: float = 2,
    shadow: bool = False,
) -> None:
    """A sheet cut by hand: its corners are a little off."""
    corners = [(x, y + off * 0.5), (x + width - off, y), (x + width, y + height), (x + off, y + height - off)]
    if shadow:
        cut_out([(a + 2 * off, b - 3 * off) for a, b in corners], (0.06, 0.04, 0.09, 1))
    cut_out(corners, colour)


def hatch(x: float, y: float, side: float, ink: Iterable[float], ground: Iterable[float]) -> None:
    """The mark of what we invented; (x, y) is the upper right corner of its sheet."""
    cut_out([(x - side, y), (x, y), (x, y - side)], ground)
    Color(*ink)
    for part in (1, 0.72, 0.44, 0.18):
        SmoothLine(points=[x - side * part, y, x, y - side * part], width=1.1)


def star(x: float, y: float, r: float, points: int, depth: float, turned: float = 0) -> list[Point]:
    """The corners of a seal or a burst."""
    return [
        (
            x + r * (1 if k % 2 else depth) * cos(radians(turned + 180 * k / points)),
            y + r * (1 if k % 2 else depth) * sin(radians(turned + 180 * k / points)),
        )
        for k in range(2 * points)
    ]


def blades(
    x: float,
    y: float,
    r: float,
    count: int,
    turn: float,
    colour: Iterable[float],
    thick: float,
    steps: int = 9,
) -> None:
    """A whirl: blades that tighten towards the middle."""
    made = []
    for k in range(count):
        there: list[Point] = []
        back: list[Point] = []
        for step in range(steps + 1):
            t = step / steps
            far, angle = r * (0.06 + 0.94 * t), k * 360 / count + turn * (1 - t)
            wide = 360 / count * thick * (0.35 + 0.65 * t)
            there.append((far * cos(radians(angle)), far * sin(radians(angle))))
            back.append((far * cos(radians(angle + wide)), far * sin(radians(angle + wide))))
        made.append(tuple(there + back[::-1]))
    for blade in made:
        fill((blade,), colour, x, y)


def whirl(x: float, y: float, r: float, colour: Iterable[float], ink: Iterable[float]) -> None:
    """A small whirl, cut into a disc."""
    disc(x, y, r, colour)
    blades(x, y, r, 3, 300, ink, 0.55)
    disc(x, y, r * 0.14, ink)


def dashed(x: float, y: float, r: float, colour: Iterable[float], width: float = 1.3) -> None:
    """A ring of dashes: here something may still lie."""
    Color(*colour)
    for k in range(10):
        a, b = radians(36 * k), radians(36 * k + 20)
        points = [v for t in (a, (a + b) / 2, b) for v in (x + r * cos(t), y + r * sin(t))]
        SmoothLine(points=points, width=width)


# -- grounds -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def halftone(step: int, rows: int, smallest: float, largest: float) -> Texture:
    """Dots that grow downwards, one step wide, to be laid side by side."""
    width, height = step, rows * step // 2
    alpha = bytearray(width * height * 4)
    for row in range(rows):
        r = (smallest + (largest - smallest) * row / max(rows - 1, 1)) / 2
        middle_y = height - (row + 0.5) * step / 2
        for middle_x in (-step / 2, step / 2, 3 * step / 2) if row % 2 else (0, step):
            for py in range(max(int(middle_y - r - 1), 0), min(ceil(middle_y + r + 1), height)):
                for px in range(width):
                    inside = r + 0.5 - hypot(px + 0.5 - middle_x, py + 0.5 - middle_y)
                    at = 4 * (py * width + px)
                    alpha[at : at + 3] = b"\xff\xff\xff"
                    alpha[at + 3] = max(alpha[at + 3], int(255 * min(max(inside, 0), 1)))
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.blit_buffer(bytes(alpha), colorfmt="rgba", bufferfmt="ubyte")
    texture.wrap = "repeat"
    return texture


def dots(
    x: float,
    y: float,
    width: float,
    step: int,
    rows: int,
    smallest: float,
    largest: float,
    colour: Iterable[float],
) -> None:
    """Halftone whose upper edge is y."""
    texture = halftone(step, rows, smallest, largest)
    height = texture.size[1]
    many = width / step
    Color(*colour)
    Rectangle(
        texture=texture, pos=(x, y - height), size=(width, height), tex_coords=(0, 0, many, 0, many, 1, 0, 1)
    )


def rays(x: float, y: float, count: int, r: float, colour: Iterable[float], off: float = 3) -> None:
    Color(*colour)
    for k in range(count):
        a0, a1 = radians(off + k * 360 / count), radians(off + (k + 0.5) * 360 / count)
        corners = ((x, y), (x + r * cos(a0), y + r * sin(a0)), (x + r * cos(a1), y + r * sin(a1)))
        vertices = [v for corner in corners for v in (*corner, 0, 0)]
        Mesh(vertices=vertices, indices=[0, 1, 2], mode="triangle_fan")


# -- letters -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=600)
def _texture(said: str, size: int, font: str) -> Texture:
    label = CoreLabel(text=said, font_size=size, font_name=font)
    label.refresh()
    assert label.texture is not None  # it was just drawn
    return label.texture


def width_of(said: str, size: float, font: str = DISPLAY) -> float:
    return float(_texture(said, max(round(size), 6), font).size[0])


def height_of(said: str, size: float, font: str = DISPLAY) -> float:
    """Of a line: more than usual where an accent stands on a capital or hangs below it."""
    return float(_texture(said, max(round(size), 6), font).size[1])


def lines(said: str, size: float, room: float, font: str = DISPLAY) -> list[str]:
    """Words in lines that are no wider than this."""
    found: list[str] = []
    for word in said.split(" "):
        longer = f"{found[-1]} {word}" if found else word
        if found and width_of(longer, size, font) <= room:
            found[-1] = longer
        else:
            found.append(word)
    return found


def lettering(
    said: str,
    x: float,
    y: float,
    size: float,
    colour: Iterable[float],
    align: str = "left",
    lean: float = LEAN,
    font: str = DISPLAY,
) -> tuple[float, float, float, float]:
    """A line of the display face around the height y; gives back the box that it takes up."""
    texture = _texture(said, max(round(size), 6), font)
    w, h = texture.size
    left = x - {"left": 0, "center": w / 2, "right": w}[align]
    Color(*colour)
    _leaning(texture, left, y, lean)
    return (left, y - h / 2, w, h)


def shade(said: str, x: float, y: float, size: float, colour: Iterable[float]) -> None:
    """What lies behind a line that is lettered there: its shadow, an edge of ink."""
    Color(*colour)
    _leaning(_texture(said, max(round(size), 6), DISPLAY), x, y, LEAN)


def _leaning(texture: Texture, left: float, y: float, lean: float) -> Mesh:
    w, h = texture.size
    shift = tan(radians(lean)) * h / 2
    corners = (
        (left - shift, y - h / 2, 0, 1), (left + w - shift, y - h / 2, 1, 1),
        (left + w + shift, y + h / 2, 1, 0), (left + shift, y + h / 2, 0, 0),
    )  # fmt: skip
    vertices = [v for corner in corners for v in corner]
    return Mesh(vertices=vertices, indices=[0, 1, 2, 3], mode="triangle_fan", texture=texture)


def on_arc(
    said: str,
    x: float,
    y: float,
    r: float,
    middle: float,
    size: float,
    colour: Iterable[float],
    track: float = 0.6,
    narrow: float = 1,
) -> list[tuple[float, float, float, float]]:
    """A line along a circle around (x, y), glyph by glyph; turned over in the lower half. `middle` in
    degrees, counter-clockwise from the right; `narrow`: what is left of the width of letters. Gives back the
    box of each letter."""
    low = sin(radians(middle)) < -0.34
    way = 1 if low else -1
    at, boxes = -arc_width(said, size, track) * narrow / 2, []
    Color(*colour)
    for letter in said:
        texture = _texture(letter, max(round(size), 6), DISPLAY)
        w, h = texture.size[0] * narrow, texture.size[1]
        angle = middle + way * degrees((at + w / 2) / r)
        gx, gy = x + r * cos(radians(angle)), y + r * sin(radians(angle))
        PushMatrix()
        Rotate(angle=angle + (90 if low else -90), origin=(gx, gy))
        Rectangle(texture=texture, pos=(gx - w / 2, gy - h / 2), size=(w, h))
        PopMatrix()
        half = size * 0.34
        boxes.append((gx - half, gy - half, 2 * half, 2 * half))
        at += w + track * narrow
    return boxes


def arc_width(said: str, size: float, track: float = 0.6) -> float:
    return sum(width_of(letter, size) for letter in said) + track * (len(said) - 1)


def disc(x: float, y: float, r: float, colour: Iterable[float]) -> None:
    Color(*colour)
    SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))


def circle(x: float, y: float, r: float, colour: Iterable[float], width: float) -> None:
    Color(*colour)
    SmoothLine(circle=(x, y, r), width=width / 2)
