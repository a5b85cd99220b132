"""What turns, and what watches it turn: gears, turntable, cradle, code disc, sensor carrier.

Imports build123d.
"""

from __future__ import annotations

import itertools

from build123d import Part, Pos, Rot

from hardware.cad.shapes import around, at_angle, block, disc, drilled, polar, prism, sunk, tube, turned
from hardware.gears import mesh_turn, outline
from hardware.joints import (
    CAP_ANGLES,
    CAP_CIRCLE,
    CARRIER_CIRCLE,
    CARRIER_SCREWS,
    CRADLE_ANGLES,
    CRADLE_CIRCLE,
    carrier_holes,
    clamp_circle,
    cradle_recess,
    horn_holes,
)
from hardware.layout import Layout, bearing_of
from hardware.tower import Tower

DOWELS = (2, 5)  # the eras after which its two pins stand


def _gear(tower: Tower, lay: Layout, teeth: int, top: float) -> Part:
    g, s = tower.geometry, tower.servo
    points = outline(teeth, g["gear_module"], g["pressure_angle"], s["gear_backlash"])
    return prism(points, lay.z_gear, top)


def turntable(tower: Tower, lay: Layout) -> Part:
    """Shaft, tower gear and disc in one piece, so that nothing can slip between gear and tower."""
    g, s = tower.geometry, tower.servo
    root = g["gear_module"] * (s["tower_teeth"] - 2.5) / 2
    rim = lay.z_gear_top + 0.5  # clear of the servo gear
    turn = mesh_turn(s["tower_teeth"], 0.0, s["teeth"])
    part = Rot(0, 0, turn) * _gear(tower, lay, s["tower_teeth"], rim)
    shoulder = lay.z_deck_top + g["proud"]  # on the bearing's inner ring
    part += disc(g["bearing_inner"] / 2 - 0.05, lay.z_bearing, shoulder + 0.1)
    part += disc(root - 0.3, shoulder, lay.z_gear + 0.1)
    part += disc(root, lay.z_gear_top - 0.1, lay.z_disc + 0.1)
    # Printed upside down, the teeth grow out of this cone.
    tip, high = lay.r_tower_gear, rim + lay.r_tower_gear - root
    part += turned([(0, rim - 0.2), (tip, rim - 0.2), (tip, rim), (root, high), (0, high)])
    part += disc(lay.r_cradle - 0.5, lay.z_disc, lay.z_cradle)
    part += dowels(tower, 1.0, (lay.z_mask + 0.1, lay.z_disc + 0.1))
    part -= disc(4, lay.z_bearing - 1, lay.z_cradle + 1)
    pilot = g["screw_pilot"] / 2
    part -= around(
        disc(pilot, lay.z_bearing - 1, lay.z_bearing + tower.screw("cap")["bite"], x=CAP_CIRCLE),
        CAP_ANGLES,
    )
    part -= around(
        disc(pilot, lay.z_cradle - tower.screw("cradle")["bite"], lay.z_cradle + 1, x=CRADLE_CIRCLE),
        CRADLE_ANGLES,
    )
    # A groove at the rim shows where the tower's front goes, from below too.
    return part - block((lay.r_cradle - 2, lay.r_cradle + 1), (-1, 1), (lay.z_disc - 1, lay.z_cradle + 1))


def bearing_cap(tower: Tower, lay: Layout) -> Part:
    """Screwed under the shaft.

    It grips the bearing's inner ring, so the tower can be lifted without falling apart.
    """
    g = tower.geometry
    cap = tube(4, g["bearing_inner"] / 2 + 1.8, lay.z_bearing - 0.2 - g["base_wall"], lay.z_bearing - 0.2)
    for angle in CAP_ANGLES:
        cap -= sunk(tower, *polar(CAP_CIRCLE, angle), lay.z_bearing - 0.2 - g["base_wall"], -1)
    return cap


def foot_cradle(tower: Tower, lay: Layout) -> Part:
    """The only turning part that depends on the tower's foot.

    Print it anew for another printing of the tower.
    """
    g = tower.geometry
    lip = min(1.5, g["chute_floor"] - g["step"])
    plate = disc(lay.r_cradle, lay.z_cradle, lay.z_foot)
    plate += tube(lay.r_foot + g["fit"], lay.r_cradle, lay.z_foot - 0.1, lay.z_foot + lip)
    plate -= disc(4, 0, 200)
    if lay.z_plug < lay.z_foot:
        plate -= disc(cradle_recess(tower), lay.z_plug, 200)
    for angle in CRADLE_ANGLES:  # their heads sink in, since the tower stands on them
        plate -= sunk(tower, *polar(CRADLE_CIRCLE, angle), lay.z_plug)
    return plate - block((lay.r_cradle - 4, lay.r_cradle + 1), (-1, 1), (lay.z_cradle - 1, lay.z_foot + 5))


def servo_gear(tower: Tower, lay: Layout) -> Part:
    """Sits on the round metal horn: a printed spline would wear out."""
    g, s = tower.geometry, tower.servo
    part = _gear(tower, lay, s["teeth"], lay.z_gear_top)
    part -= disc(s["horn_diameter"] / 2 + g["fit"], lay.z_gear - 1, lay.z_gear + s["horn_thickness"])
    part -= disc(4, 0, 200)
    # Windows save an hour of printing and show the horn.
    window = tube(s["horn_diameter"] / 2 + 3, s["teeth"] * g["gear_module"] / 2 - 5, 0, 200)
    window &= block((0, 40), (-3.5, 3.5), (0, 200))
    part -= around(window, [22.5 + n * 45.0 for n in range(8)])
    part = Pos(lay.centre_distance, 0, 0) * Rot(0, 0, 180) * part
    for x, y in horn_holes(tower):  # the heads lie flush: the channel cover passes close above
        part -= sunk(tower, x, y, lay.z_gear_top)
    return part


def code_disc(tower: Tower, lay: Layout) -> Part:
    """A black mask under the turntable, white paper behind it: a window is a bright mark.

    The mark of an era lies over the sensors when the tower faces that era.
    """
    p = tower.position
    mask = tube(lay.r_tower_gear + 0.5, lay.r_cradle - 1.0, lay.z_mask, lay.z_disc)
    for era, code in enumerate(p["codes"]):
        for bit, radius in enumerate(p["track_radii"]):
            if code >> bit & 1:
                mask -= at_angle(window(tower, lay, radius), p["sensor_angle"] - bearing_of(tower, era))
    return mask - dowels(tower, 1.0 + 0.15, (0, 200))


def dowels(tower: Tower, radius: float, z: tuple[float, float]) -> Part:
    """Two pins fix the code disc. They stand between the windows of two eras and between two tracks.

    Each at a distance of its own: turned round or turned over, the disc does not go on, not even by a window.
    """
    angle, tracks = tower.position["sensor_angle"], tower.position["track_radii"]
    middles = [(a + b) / 2 for a, b in itertools.pairwise(tracks)]
    pins = [
        at_angle(disc(radius, *z, x=r), angle - bearing_of(tower, era + 0.5))
        for r, era in zip(middles, DOWELS, strict=True)
    ]
    return pins[0] + pins[1]


def window(tower: Tower, lay: Layout, radius: float) -> Part:
    """One mark on the x axis: a piece of a ring, twice the half angle wide."""
    p = tower.position
    ring = tube(radius - p["track_width"] / 2, radius + p["track_width"] / 2, lay.z_mask - 1, lay.z_disc + 1)
    far, half = 60.0, p["mark_half_angle"]
    wedge = prism([(0, 0), polar(far, -half), polar(far, half)], lay.z_mask - 1, lay.z_disc + 1)
    return ring & wedge


def sensor_carrier(tower: Tower, lay: Layout) -> Part:
    """A bridge on the deck that holds the three reflective sensors under their tracks."""
    g, p = tower.geometry, tower.position
    half_t = p["sensor_length"] / 2 + g["fit"] / 2 + g["wall"]
    inner = p["track_radii"][0] - (p["sensor_width"] + g["fit"]) / 2 - g["skin"]
    outer = p["track_radii"][-1] + (p["sensor_width"] + g["fit"]) / 2 + g["skin"]
    body = block((inner, outer), (-half_t, half_t), (lay.z_deck_top, lay.z_sensor))
    half_y = p["sensor_length"] / 2 + g["fit"] / 2
    for radius in p["track_radii"]:
        half_x = p["sensor_width"] / 2 + g["fit"] / 2
        body -= block((radius - half_x, radius + half_x), (-half_y, half_y), (0, 200))
    # Room below for the sensors' legs and their resistors, open towards the cable slot.
    body -= block(
        (inner + g["skin"], outer + 1), (-half_y, half_y), (0, lay.z_sensor - p["sensor_height"] - 0.5)
    )
    foot = block(
        (CARRIER_CIRCLE - 4.5, CARRIER_CIRCLE + 4.5),
        (-CARRIER_SCREWS - 4.5, CARRIER_SCREWS + 4.5),
        (lay.z_deck_top, lay.z_deck_top + 3),
    ) - block((0, 80), (-half_y, half_y), (0, 200))
    body += foot
    # It stands beside the bearing's clamp and reaches over it.
    over = lay.z_deck_top + g["proud"] + g["clamp"] + 0.3
    body -= disc(clamp_circle(tower) + 4.0 + 2 * g["fit"], lay.z_deck_top - 1, over)
    return at_angle(body, p["sensor_angle"]) - drilled(
        g["screw"] / 2 + 0.2, carrier_holes(tower), 0, lay.z_deck_top + 4
    )
