"""Everything that is bought, owned, plugged in or held in the hand, as plain solids. Standard library only.

Boxes, rods and tubes where they sit in the finished tower: the CAD draws them for pictures and collisions,
the tests without a CAD kernel move them along their paths.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from hardware.joints import CABLE_ANGLE, HARNESS, Screw, Vector, polar, screws
from hardware.layout import Layout, bearing_of, servo_outline
from hardware.sockets import Plug, board_boxes, board_top, cable_way, plugs
from hardware.tower import Tower

Range = tuple[float, float]
SOCKET = 7.0  # height of a plug's socket on the board
CORE = 1.25  # radius of an M3 screw's core: its thread cuts into the plastic


@dataclass(frozen=True, slots=True)
class Box:
    x: Range
    y: Range
    z: Range
    spin: float = 0.0  # about the tower's axis


@dataclass(frozen=True, slots=True)
class Rod:
    """A cylinder from one point to another, or a cone when `tip` is the other end's radius."""

    start: Vector
    end: Vector
    radius: float
    tip: float | None = None


@dataclass(frozen=True, slots=True)
class Tube:
    r_inner: float
    r_outer: float
    z: Range
    x: float = 0.0


Solid = Box | Rod | Tube
Solids = tuple[Solid, ...]


def along(at: Vector, way: Vector, far: float) -> Vector:
    return at[0] + way[0] * far, at[1] + way[1] * far, at[2] + way[2] * far


def rod(x: float, y: float, z: Range, radius: float) -> Rod:
    return Rod((x, y, z[0]), (x, y, z[1]), radius)


def servo(tower: Tower, lay: Layout) -> Solids:
    s = tower.servo
    x, y, flange = servo_outline(tower)
    z = lay.z_servo + s["flange_height"]
    spline = rod(lay.centre_distance, 0.0, (lay.z_servo_top, lay.z_gear + s["horn_thickness"] - 0.5), 3.0)
    middle = (x[0] + x[1]) / 2
    ears = s["flange_hole_width"] / 2 + 2.2 + 1.5  # outside of them the flange has its holes
    hole = s["flange_hole_length"] / 2 - 2.2
    centre = (flange[0] + flange[1]) / 2
    plate = (z, z + s["flange_thickness"])
    inner = (centre - hole, centre + hole)
    web = s["flange_hole_width"] / 2 - 2.2
    return (
        Box(x, y, (lay.z_servo, lay.z_servo_top)),
        Box((middle - min(ears, s["body_width"] / 2), middle + min(ears, s["body_width"] / 2)), inner, plate),
        Box((middle - web, middle + web), flange, plate),
        spline,
    )


def horn(tower: Tower, lay: Layout) -> Solids:
    s = tower.servo
    z = (lay.z_gear + 0.05, lay.z_gear + s["horn_thickness"] - 0.05)
    return (Tube(3.05, s["horn_diameter"] / 2, z, lay.centre_distance),)


def bearing(tower: Tower, lay: Layout) -> Solids:
    g = tower.geometry
    return (
        Tube(g["bearing_inner"] / 2, g["bearing_outer"] / 2, (lay.z_bearing, lay.z_deck_top + g["proud"])),
    )


def beam_part(tower: Tower, lay: Layout, era: int, *, emitter: bool) -> Solids:
    g = tower.geometry
    left = tower.beams["emitters_left"][era] == emitter
    near = lay.pocket_near + 0.1
    y = (near, near + g["housing_depth"])
    half, r, top = g["housing_width"] / 2, g["ring_radius"], lay.z_beam + g["housing_lens"]
    sign = 1.0 if left else -1.0
    body = Box(
        (r - half, r + half), _sorted(sign, y), (top - g["housing_length"], top), bearing_of(tower, era)
    )
    if g["lens_length"] <= 0:
        return (body,)
    ends = [
        _turned((r, sign * v, lay.z_beam), bearing_of(tower, era)) for v in (near - g["lens_length"], near)
    ]
    return body, Rod(ends[0], ends[1], g["lens_diameter"] / 2)


def _sorted(sign: float, y: Range) -> Range:
    return (y[0], y[1]) if sign > 0 else (-y[1], -y[0])


def _turned(at: Vector, degrees: float) -> Vector:
    (c, s), (x, y, z) = polar(1.0, degrees), at
    return c * x - s * y, s * x + c * y, z


def sensor(tower: Tower, lay: Layout, bit: int) -> Solids:
    p = tower.position
    radius, half = p["track_radii"][bit], p["sensor_width"] / 2
    y = (-p["sensor_length"] / 2, p["sensor_length"] / 2)
    return (
        Box(
            (radius - half, radius + half),
            y,
            (lay.z_sensor - p["sensor_height"], lay.z_sensor),
            p["sensor_angle"],
        ),
    )


def game_tower(tower: Tower, lay: Layout) -> Solids:
    """The tower that the players own, as plainly as the measured figures know it."""
    g = tower.geometry
    z, low = lay.z_foot + 0.05, g["chute_floor"]
    high, wide = g["foot_plug_height"], g["foot_plug_diameter"]
    return (
        *((Tube(0.0, wide / 2, (z - high, z + low)),) if wide > 0 else ()),
        Tube(0.0, lay.r_foot, (z, z + low)),
        Tube(g["body_diameter"] / 2 - 3, g["body_diameter"] / 2, (z + low, z + 150)),
    )


def paper(lay: Layout) -> Tube:
    """White paper between turntable and code disc: nothing but a background, so no step moves it."""
    return Tube(lay.r_tower_gear + 0.5, lay.r_cradle - 1.5, (lay.z_disc - 0.2, lay.z_disc))


def sockets(tower: Tower) -> dict[str, Box]:
    """The board's sockets for plugs from above, empty."""
    top = board_top(tower)
    return {
        one.name: Box(one.place[0], one.place[1], (top, top + SOCKET))
        for one in plugs(tower)
        if one.way[2] > 0
    }


def harness(tower: Tower, lay: Layout) -> Solids:
    """The ring's wires where they come down: through the channel cover, through the deck."""
    r = lay.r_outer - tower.geometry["base_wall"] - 9.5
    x, y, _ = _turned((r, HARNESS, 0.0), CABLE_ANGLE)
    return (rod(x, y, (lay.z_deck - 4, lay.z_ring + 3), 2.8),)


def plug(tower: Tower, one: Plug) -> Solids:
    """With its cable, where that leaves the tower."""
    if not one.cable:
        return (Box(*one.place),)
    way = itertools.pairwise(cable_way(tower, one))
    return Box(*one.place), *(Rod(start, end, one.cable / 2) for start, end in way)


def screw(tower: Tower, one: Screw) -> Solids:
    """Shaft, core where it bites, and head."""
    wide, high = tower.data["screw_heads"][one.head]["head"]
    bites, end = along(one.at, one.way, one.through), along(one.at, one.way, one.length)
    core = Rod(bites, end, CORE)
    if one.head == "countersunk":
        neck = along(one.at, one.way, high)
        return Rod(one.at, neck, wide / 2, 1.5), Rod(neck, bites, 1.5), core
    return Rod(along(one.at, one.way, -high), one.at, wide / 2), Rod(one.at, bites, 1.5), core


def driver(tower: Tower, one: Screw) -> Solids:
    """The way of a screw's head and of the tool behind it, with the hand's handle."""
    head = tower.data["screw_heads"][one.head]
    wide, high = head["head"]
    tool = tower.data["tool"]
    top = along(one.at, one.way, 0.0 if one.head == "countersunk" else -high)
    far = along(top, one.way, -tool["reach"])
    return (
        Rod(along(top, one.way, -0.05), along(top, one.way, -one.length - 2), wide / 2),
        Rod(along(top, one.way, -0.05), far, head["tool"] / 2),
        Rod(far, along(far, one.way, -tool["handle_length"]), tool["handle"] / 2),
    )


def bought(tower: Tower) -> dict[str, Solids]:
    """Everything that is not printed, by the name under which the assembly's steps know it."""
    lay = Layout.of(tower)
    found: dict[str, Solids] = {
        "servo": servo(tower, lay),
        "horn": horn(tower, lay),
        "bearing": bearing(tower, lay),
        "harness": harness(tower, lay),
        "the tower": game_tower(tower, lay),
    }
    found |= {name: (Box(*place),) for name, place in board_boxes(tower).items()}
    found |= {f"plug {one.name}": plug(tower, one) for one in plugs(tower)}
    for era in range(tower.eras):
        found[f"emitter {era}"] = beam_part(tower, lay, era, emitter=True)
        found[f"receiver {era}"] = beam_part(tower, lay, era, emitter=False)
    found |= {f"sensor {bit}": sensor(tower, lay, bit) for bit in range(3)}
    counted: dict[str, int] = {}
    for one in screws(tower):
        n = counted[one.id] = counted.get(one.id, -1) + 1
        found[f"screw {one.id} {n}"] = screw(tower, one)
    return found
