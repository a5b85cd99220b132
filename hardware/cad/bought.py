"""Stand-ins for what is bought or owned (servo, bearing, beam parts, tower): for pictures and collisions.

Imports build123d. Nothing here is printed.
"""

from __future__ import annotations

import math

from build123d import Cylinder, Part, Plane, Pos, Rot, mirror

from hardware.cad.base import box_outline
from hardware.cad.shapes import at_angle, block, disc, tube
from hardware.layout import Layout, bearing_of, servo_outline
from hardware.tower import Tower


def servo(tower: Tower, lay: Layout) -> Part:
    s = tower.servo
    x, y, flange_y = servo_outline(tower)
    body = block(x, y, (lay.z_servo, lay.z_servo_top))
    z = lay.z_servo + s["flange_height"]
    body += block(x, flange_y, (z, z + s["flange_thickness"]))
    body += disc(3.0, lay.z_servo_top - 1, lay.z_gear + s["horn_thickness"] - 0.5, x=lay.centre_distance)
    return body


def horn(tower: Tower, lay: Layout) -> Part:
    s, x = tower.servo, lay.centre_distance
    whole = disc(s["horn_diameter"] / 2, lay.z_gear + 0.1, lay.z_gear + s["horn_thickness"] - 0.05, x=x)
    return whole - disc(3.0, 0, 200, x=x)


def bearing(tower: Tower, lay: Layout) -> Part:
    g = tower.geometry
    return tube(g["bearing_inner"] / 2, g["bearing_outer"] / 2, lay.z_bearing, lay.z_deck_top)


def beam_parts(tower: Tower, lay: Layout, *, emitters: bool) -> list[Part]:
    """The seven emitters, or the seven receivers, in their pockets."""
    g = tower.geometry
    top = lay.z_beam + g["housing_lens"]
    parts = []
    for era, left in enumerate(tower.beams["emitters_left"]):
        side = 1 if left == emitters else -1
        near, far = lay.pocket_near + 0.1, lay.pocket_near + 0.1 + g["housing_depth"]
        half = g["housing_width"] / 2
        part = block(
            (g["ring_radius"] - half, g["ring_radius"] + half), (near, far), (top - g["housing_length"], top)
        )
        length = g["lens_length"]
        if length > 0:
            part += (
                Pos(g["ring_radius"], near - length / 2 + 0.05, lay.z_beam)
                * Rot(90, 0, 0)
                * Cylinder(g["lens_diameter"] / 2, length + 0.1)
            )
        if side < 0:
            part = mirror(part, about=Plane.XZ)
        parts.append(at_angle(part, bearing_of(tower, era)))
    return parts


def sensors(tower: Tower, lay: Layout) -> list[Part]:
    p = tower.position
    parts = []
    for radius in p["track_radii"]:
        part = block(
            (radius - p["sensor_width"] / 2, radius + p["sensor_width"] / 2),
            (-p["sensor_length"] / 2, p["sensor_length"] / 2),
            (lay.z_sensor - p["sensor_height"], lay.z_sensor),
        )
        parts.append(at_angle(part, p["sensor_angle"]))
    return parts


def circuit_board(tower: Tower, _lay: Layout) -> Part:
    """Perforated board with the Nano on sockets."""
    g = tower.geometry
    x0, x1, y0, y1 = box_outline(tower)
    t = g["skin"] + 0.5
    z = g["base_floor"] + 5.1
    board = block((x0 + t, x1 - t), (y0 + t, y1 - t), (z, z + 1.6))
    nano = block((x0 + t + 2, x0 + t + 20), (y0 + t + 1, y0 + t + 46), (z + 1.5, z + 14))
    return board + nano


def game_tower(tower: Tower, lay: Layout, facing: int = 0) -> Part:
    """The tower that the players own, as plainly as the measured figures know it."""
    g = tower.geometry
    z, r = lay.z_foot + 0.05, lay.r_foot
    height = 150.0
    body = tube(r - 3, r, z, z + height) + disc(r, z, z + g["chute_floor"])
    for n in (-1, 0, 1):
        half = r * math.sin(math.radians(g["outlet_half_angle"]))
        outlet = block(
            (0, r + 5), (-half, half), (z + g["chute_floor"], z + g["chute_floor"] + g["roof"] - 1)
        )
        body -= at_angle(outlet, bearing_of(tower, facing + n))
    return body
