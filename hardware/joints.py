"""Every screw of the tower where it sits, and the way its driver comes. Standard library only.

The CAD drills for these, the tests put them in as solids, with their heads and with the tool that turns them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hardware.layout import Layout, pillar_angles, servo_outline
from hardware.tower import Tower

Vector = tuple[float, float, float]

UP: Vector = (0.0, 0.0, 1.0)
DOWN: Vector = (0.0, 0.0, -1.0)

CABLE_ANGLE = 180.0
HARNESS = 8.0  # the ring's wires come down beside the pillar over the cables, so far from its middle
SPIGOT = 7.0  # how deep the ring reaches into the base
GRUB_DEPTH = 4.0  # the screws through the base lie this much below the ring
POST_ANGLES = (65.0, 130.0, 230.0, 310.0)
GRUB_ANGLES = (77.14, 205.71, 308.57)  # not over a pad, not on the cables' side
CLAMP_ANGLES = (60.0, 120.0, 240.0, 300.0)
CAP_ANGLES = (0.0, 120.0, 240.0)
CAP_CIRCLE = 9.0
CRADLE_ANGLES = (60.0, 180.0, 300.0)
CRADLE_CIRCLE = 13.0
PLUG_ANGLES = (60.0, 180.0, 300.0)
CARRIER_CIRCLE = 36.0
CARRIER_SCREWS = 13.0  # to either side of the carrier's middle
SEAT_PLAY = 0.05  # the bearing goes into its seat with the thumb


@dataclass(frozen=True, slots=True)
class Screw:
    """`at`: where the head's underside lies, or the top of a sunk head; `way`: from head to tip."""

    id: str
    at: Vector
    way: Vector
    head: str
    length: float
    through: float


def cable_era(tower: Tower) -> int:
    """The cables leave between this era and the next, opposite to era 0."""
    return tower.eras // 2


def polar(radius: float, degrees: float) -> tuple[float, float]:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def post_circle(lay: Layout, tower: Tower) -> float:
    return float(lay.r_outer - tower.geometry["base_wall"] - 9.0)


def clamp_circle(tower: Tower) -> float:
    return float(tower.geometry["bearing_outer"] / 2 + SEAT_PLAY + 5.0)


def plug_circle(tower: Tower) -> float:
    return float(tower.geometry["board_hole"] / 2 - 6.0)


def cradle_recess(tower: Tower) -> float:
    """Radius of the hollow for what stands out under the foot: the cradle's screws are in it, too."""
    g, (head, _) = tower.geometry, tower.data["screw_heads"]["countersunk"]["head"]
    return float(max(g["foot_plug_diameter"] / 2, CRADLE_CIRCLE + head / 2) + g["fit"])


def board_holes(tower: Tower) -> list[tuple[float, float]]:
    """The four holes of the circuit board."""
    g = tower.geometry
    x, y = g["pcb_length"] / 2 - g["pcb_hole"], g["pcb_width"] / 2 - g["pcb_hole"]
    return [(g["pcb_x"] + dx * x, dy * y) for dx in (-1, 1) for dy in (-1, 1)]


def flange_holes(tower: Tower) -> list[tuple[float, float]]:
    (x0, x1), (y0, y1), _ = servo_outline(tower)
    s = tower.servo
    dx, dy = s["flange_hole_width"] / 2, s["flange_hole_length"] / 2
    return [((x0 + x1) / 2 + u * dx, (y0 + y1) / 2 + v * dy) for u in (-1, 1) for v in (-1, 1)]


def horn_holes(tower: Tower) -> list[tuple[float, float]]:
    """Of the horn and its gear as they are drawn; they turn, and their heads lie flush."""
    x = Layout.of(tower).centre_distance
    circle = [polar(tower.servo["horn_hole_circle"] / 2, n * 90.0) for n in range(4)]
    return [(x + u, v) for u, v in circle]


def carrier_holes(tower: Tower) -> list[tuple[float, float]]:
    angle = tower.position["sensor_angle"]
    (x, y), (u, v) = polar(CARRIER_CIRCLE, angle), polar(CARRIER_SCREWS, angle + 90)
    return [(x + side * u, y + side * v) for side in (-1, 1)]


def screws(tower: Tower) -> list[Screw]:
    """All of them, in the order of tower.toml."""
    g, s, lay = tower.geometry, tower.servo, Layout.of(tower)
    pillars = [polar(lay.r_screws, angle) for angle in pillar_angles(tower)]
    flange = lay.z_servo + s["flange_height"]
    carrier_foot = lay.z_deck_top + tower.screw("carrier")["through"]
    places: dict[str, tuple[list[tuple[float, float]], float, Vector]] = {
        "roof": (pillars, lay.z_roof_top, DOWN),
        "cover": (pillars, lay.z_cover, UP),
        "posts": ([polar(post_circle(lay, tower), a) for a in POST_ANGLES], lay.z_deck_top, DOWN),
        "clamp": (
            [polar(clamp_circle(tower), a) for a in CLAMP_ANGLES],
            lay.z_deck_top + g["proud"] + g["clamp"],
            DOWN,
        ),
        "cap": ([polar(CAP_CIRCLE, a) for a in CAP_ANGLES], lay.z_bearing - 0.2 - g["base_wall"], UP),
        "servo": (flange_holes(tower), flange, UP),
        "gear": (horn_holes(tower), lay.z_gear_top, DOWN),
        "horn": ([(lay.centre_distance, 0.0)], lay.z_gear + s["horn_thickness"], DOWN),
        "carrier": (carrier_holes(tower), carrier_foot, DOWN),
        "cradle": ([polar(CRADLE_CIRCLE, a) for a in CRADLE_ANGLES], lay.z_plug, DOWN),
        "board": (board_holes(tower), g["pcb_z"] + g["pcb_thickness"], DOWN),
        "plug": ([polar(plug_circle(tower), a) for a in PLUG_ANGLES], -g["board_thickness"], UP),
    }
    found = []
    for entry in tower.data["screws"]:
        head = tower.head(entry["part"])
        if entry["id"] == "ring":
            z = lay.z_ring - GRUB_DEPTH
            ways = [polar(1.0, angle) for angle in GRUB_ANGLES]
            spots = [((lay.r_outer * u, lay.r_outer * v, z), (-u, -v, 0.0)) for u, v in ways]
        elif entry["id"] == "plug" and g["board_hole"] <= 0:
            continue
        else:
            plan, z, way = places[entry["id"]]
            spots = [((x, y, z), way) for x, y in plan]
        found += [Screw(entry["id"], at, way, head, entry["length"], entry["through"]) for at, way in spots]
    return found
