"""What is bought or owned (servo, bearing, beam parts, screws, tower), drawn for pictures. Imports build123d.

The shapes are those of `hardware.solids`; nothing here is printed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from build123d import Cone, Cylinder, Part, Plane, Pos, Vector

from hardware.cad.shapes import at_angle, block, tube
from hardware.layout import Layout, bearing_of
from hardware.solids import Box, Rod, Solid, Tube
from hardware.tower import Tower


def drawn(solids: Iterable[Solid]) -> list[Part]:
    return [_one(solid) for solid in solids]


def _one(solid: Solid) -> Part:
    if isinstance(solid, Box):
        return at_angle(block(solid.x, solid.y, solid.z), solid.spin)
    if isinstance(solid, Tube):
        return Pos(solid.x, 0, 0) * tube(solid.r_inner, solid.r_outer, *solid.z)
    return _rod(solid)


def _rod(rod: Rod) -> Part:
    start, end = Vector(*rod.start), Vector(*rod.end)
    long = (end - start).length
    shape = Cylinder(rod.radius, long) if rod.tip is None else Cone(rod.radius, rod.tip, long)
    return Plane(origin=(start + end) / 2, z_dir=end - start) * shape


def game_tower(tower: Tower, lay: Layout, facing: int = 0) -> Part:
    """The tower that the players own, with its three outlets."""
    g = tower.geometry
    z, r = lay.z_foot + 0.05, g["body_diameter"] / 2
    body = tube(r - 3, r, z + g["chute_floor"], z + 150.0) + tube(
        0, lay.r_foot, z, z + g["chute_floor"] + 0.1
    )
    if g["foot_plug_diameter"] > 0:
        body += tube(0, g["foot_plug_diameter"] / 2, z - g["foot_plug_height"], z + 0.1)
    for n in (-1, 0, 1):
        half = r * math.sin(math.radians(g["outlet_half_angle"]))
        low = z + g["chute_floor"]
        outlet = block((0, r + 5), (-half, half), (low, low + g["outlet_height"]))
        body -= at_angle(outlet, bearing_of(tower, facing + n))
    return body
