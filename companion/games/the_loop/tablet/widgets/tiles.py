"""What lies on the outer spots of the ring: missions with their progress, hidden tiles, vortexes.

May import: Kivy, shapes, the ring's geometry. Drawn into the canvas that is open.
"""

from __future__ import annotations

from math import radians, sin
from typing import Any

from kivy.graphics import Color, Mesh, PopMatrix, PushMatrix, Rotate, SmoothLine

from companion.app.theme import EXTRABOLD
from companion.app.widgets import shapes
from companion.app.widgets.wedge import EDGE, STEP, TILE, angle_of, outline, sector


def draw(ring: Any, era: Any) -> None:
    """The spot outside an era."""
    cx, cy, r, middle, theme = ring.center_x, ring.center_y, ring.radius, angle_of(era.index), ring.theme
    tile, half = era.tile, STEP / 2 - 2.6
    vertices = sector(cx, cy, TILE * r, EDGE * r, middle, half)
    indices = list(range(len(vertices) // 4))
    if tile.kind == "none":
        return
    if tile.kind == "vortex":
        for inset, colour in (
            (0, theme.danger),
            (0.25, (0.62, 0.2, 0.55, 1)),
            (0.5, (0.35, 0.12, 0.6, 1)),
        ):
            depth = (EDGE - TILE) * r * inset / 2
            Color(*colour)
            ring._smooth_sector(TILE * r + depth, EDGE * r - depth, middle, half - inset * 8)
    else:
        Color(*(theme.raised if tile.kind == "mission" else theme.bar))
        Mesh(vertices=vertices, indices=indices, mode="triangle_strip")
        edge = theme.fine if tile.complete else theme.strong_line if tile.kind == "mission" else theme.line
        Color(*edge)
        line = outline(cx, cy, TILE * r, EDGE * r, middle, half)
        SmoothLine(points=line, width=2.4 if tile.complete else 1.2, close=True)
    _text(ring, era, middle)


def _text(ring: Any, era: Any, middle: float) -> None:
    """Along the rim, never upside down."""
    r, theme, tile = ring.radius, ring.theme, era.tile
    below = sin(radians(middle)) < -0.1
    PushMatrix()
    Rotate(angle=middle + 90 if below else middle - 90, origin=ring.center)
    sign = -1 if below else 1
    x, at = ring.center_x, lambda far: ring.center_y + sign * far * r
    if tile.kind == "vortex":
        shapes.letters("VORTEX", x, at(0.912), 0.082 * r, theme.text, EXTRABOLD)
    elif tile.kind == "hidden":
        PopMatrix()
        place = ring.place_of(era.index, 0.912)
        shapes.letters("?", *place, 0.075 * r, theme.faint, EXTRABOLD)  # upright
        PushMatrix()
    else:
        name = ring.speech.name("mission", tile.mission.id)
        size = shapes.fitted(name, 0.62 * r, 0.056 * r, smallest=0.5)
        shapes.letters(name, x, at(0.945 if not below else 0.885), size, theme.text)
        _progress(ring, tile, x, at(0.872 if not below else 0.955))
    PopMatrix()


def _progress(ring: Any, tile: Any, x: float, y: float) -> None:
    r, theme = ring.radius, ring.theme
    step = 0.062 * r
    eras = ring.view.eras
    if tile.spaces is not None:
        start = x - step * 3
        for era in eras:
            done = era.index in tile.spaces
            colour = theme.era(era.index, era.colour)
            at = start + era.index * step
            shapes.era_shape(era.shape, at, y, step * 0.36, colour if done else theme.line)
            if done:
                shapes.tick(at, y, step * 0.34, theme.dark)
        return
    start = x - step * (tile.goal - 1) / 2
    for k in range(tile.goal):
        shapes.rift(start + k * step, y, step * 0.66, theme.accent, k < tile.done)
