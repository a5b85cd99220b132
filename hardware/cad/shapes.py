"""A few words for the shapes that all parts are made of. Imports build123d."""

from __future__ import annotations

import math
from collections.abc import Sequence

from build123d import (
    Box,
    Cone,
    Cylinder,
    Face,
    Part,
    Plane,
    Polyline,
    Pos,
    Rot,
    Wire,
    extrude,
    make_face,
    revolve,
)

from hardware.gears import Point
from hardware.tower import Tower


def tube(r_inner: float, r_outer: float, z0: float, z1: float) -> Part:
    """A ring, or a disc when the inner radius is zero."""
    ring = disc(r_outer, z0, z1)
    return ring - disc(r_inner, z0 - 1, z1 + 1) if r_inner > 0 else ring


def span(a: float, b: float) -> tuple[float, float]:
    """From the lower to the higher."""
    return min(a, b), max(a, b)


def disc(radius: float, z0: float, z1: float, x: float = 0.0, y: float = 0.0) -> Part:
    return Pos(x, y, (z0 + z1) / 2) * Cylinder(radius, z1 - z0)


def block(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Part:
    middle = [(a + b) / 2 for a, b in (x, y, z)]
    return Pos(*middle) * Box(*(b - a for a, b in (x, y, z)))


def at_angle(part: Part, degrees: float) -> Part:
    return Rot(0, 0, degrees) * part


def sunk(tower: Tower, x: float, y: float, top: float, way: int = 1) -> Part:
    """A hole for a screw whose head lies flush with a face at `top`; `way` = 1: the head is above."""
    g = tower.geometry
    wide, deep = tower.data["screw_heads"]["countersunk"]["head"]
    hole = disc(g["screw"] / 2 + 0.2, top - 30, top + 30, x=x, y=y)
    low, high = (g["screw"] / 2 + 0.2, wide / 2 + 0.1) if way > 0 else (wide / 2 + 0.1, g["screw"] / 2 + 0.2)
    cone = Pos(x, y, top - way * deep / 2) * Cone(low, high, deep)
    beyond = disc(wide / 2 + 0.1, *span(top, top + way * 30), x=x, y=y)
    return hole + cone + beyond


def drilled(radius: float, places: list[Point], z0: float, z1: float) -> Part:
    """Upright holes of one size."""
    first, *rest = [disc(radius, z0, z1, x=x, y=y) for x, y in places]
    return first.fuse(*rest) if rest else first


def around(part: Part, angles: Sequence[float]) -> Part:
    """The same shape at several angles, as one."""
    first, *rest = [at_angle(part, angle) for angle in angles]
    return first.fuse(*rest) if rest else first


def polar(radius: float, degrees: float) -> Point:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def prism(points: list[Point], z0: float, z1: float) -> Part:
    """An outline in the plane, made thick."""
    face: Face = make_face(Wire(Polyline(*points, close=True).edges()))
    return Pos(0, 0, z0) * extrude(face, z1 - z0, dir=(0, 0, 1))


def turned(profile: list[Point]) -> Part:
    """A profile of (radius, z) points turned about the tower's axis."""
    face = Plane.XZ * make_face(Wire(Polyline(*profile, close=True).edges()))
    return revolve(face, revolution_arc=360)


def fin(profile: list[Point], thickness: float) -> Part:
    """A profile of (radius, z) points as an upright plate along the x axis."""
    face = Plane.XZ * make_face(Wire(Polyline(*profile, close=True).edges()))
    return extrude(face, thickness / 2, both=True)
