"""The ring around the tower's foot: gates, beam pockets, roof, cable channel, apron. Imports build123d."""

from __future__ import annotations

import math

from build123d import Cylinder, Part, Pos, Rot

from hardware.cad.base import grub_pilots
from hardware.cad.shapes import around, at_angle, block, disc, fin, tube, turned
from hardware.layout import Layout, bearing_of, mixed_pillars, pillar_angles
from hardware.tower import Tower

SPIGOT = 7.0  # how deep the ring reaches into the base
STUB = 3.0  # radius of the stubs that take the channel cover's screws
KEY = 4.0  # width of the key that keeps the apron's dividers in line with the pillars
KEY_DEPTH = 1.0
CABLE_ANGLE = 180.0


def screw_circle(tower: Tower, lay: Layout) -> float:
    """Radius of the pillars' screws: as near to the tower as their walls allow, clear of the pockets."""
    return lay.r_inner + tower.geometry["wall"] + STUB


def eras(tower: Tower) -> list[float]:
    return [bearing_of(tower, era) for era in range(tower.eras)]


def spigot_radii(tower: Tower, lay: Layout) -> tuple[float, float]:
    outer = lay.r_outer - tower.geometry["base_wall"] - tower.geometry["fit"]
    return outer - 2.8, outer


def beam_ring(tower: Tower, lay: Layout) -> Part:
    """Floor, pillars with their pockets and bores, and below the floor the cable channel and the spigot."""
    g = tower.geometry
    ring = tube(lay.r_inner, lay.r_outer, lay.z_gate_edge - g["floor"], lay.z_roof)
    ring += tube(lay.r_inner, lay.r_inner + g["wall"], lay.z_ring, lay.z_gate_edge - 0.1)
    ring += tube(lay.r_outer - g["wall"], lay.r_outer, lay.z_ring, lay.z_gate_edge - 0.1)
    low, high = spigot_radii(tower, lay)
    ring += tube(low, high, lay.z_ring - SPIGOT, lay.z_ring + 0.1)
    ring += tube(low, lay.r_outer - 0.1, lay.z_ring, lay.z_ring + g["skin"] + 0.4)
    # Printed upside down, the ledge that carries the spigot grows out of the wall at 45°.
    wall, ledge = lay.r_outer - g["wall"], lay.z_ring + g["skin"] + 0.4
    ring += turned(
        [(low, ledge - 0.5), (low, ledge), (wall + 0.5, ledge + wall + 0.5 - low), (wall + 0.5, ledge - 0.5)]
    )
    r = screw_circle(tower, lay)
    stub = disc(STUB, lay.z_ring, lay.z_gate - 0.1, x=r)
    stub += block((lay.r_inner + 0.5, r), (-STUB, STUB), (lay.z_ring, lay.z_gate_edge - 0.1))
    ring += around(stub, pillar_angles(tower))
    ring -= around(gate(lay), eras(tower))
    ring -= around(pocket(tower, lay) + pocket(tower, lay, side=-1) + bore(tower, lay), eras(tower))
    pilot = g["screw_pilot"] / 2
    holes = disc(pilot, lay.z_ring - 1, lay.z_ring + tower.screw("cover")["bite"], x=r)
    holes += disc(pilot, lay.z_roof - tower.screw("roof")["bite"], lay.z_roof + 1, x=r)
    ring -= around(holes, pillar_angles(tower))
    for era in mixed_pillars(tower):
        ring -= at_angle(trap_slot(tower, lay), pillar_angles(tower)[era])
    ring -= grub_pilots(tower, lay)
    return ring - key_groove(lay)


def gate(lay: Layout) -> Part:
    """The tunnel of era 0, with parallel walls, from the tower down to the edge: on a flat one cubes stop."""
    inner, outer = lay.r_inner - 10, lay.r_outer + 5
    floor = [(inner, lay.gate_floor(inner)), (outer, lay.gate_floor(outer))]
    return fin([*floor, (outer, lay.z_roof + 1), (inner, lay.z_roof + 1)], 2 * lay.gate_half_width)


def pocket(tower: Tower, lay: Layout, side: int = 1) -> Part:
    """Takes a beam part from above, down through the floor into the cable channel.

    Its lens goes into a slot.
    """
    g = tower.geometry
    half = g["housing_width"] / 2 + g["fit"]
    y = tuple(sorted((side * lay.pocket_near, side * lay.pocket_far)))
    hole = block((g["ring_radius"] - half, g["ring_radius"] + half), y, (lay.z_ring + 1.7, lay.z_roof + 1))
    if g["lens_length"] > 0:
        lens = g["lens_diameter"] / 2 + g["fit"]
        y = tuple(
            sorted((side * (lay.pocket_near - g["lens_length"] - g["fit"]), side * (lay.pocket_near + 0.1)))
        )
        hole += block(
            (g["ring_radius"] - lens, g["ring_radius"] + lens), y, (lay.z_beam - lens, lay.z_roof + 1)
        )
    return hole


def bore(tower: Tower, lay: Layout) -> Part:
    g = tower.geometry
    return (
        Pos(g["ring_radius"], 0, lay.z_beam)
        * Rot(90, 0, 0)
        * Cylinder(g["bore"] / 2, 2 * lay.pocket_near + 1)
    )


def trap_slot(tower: Tower, lay: Layout) -> Part:
    """Between an emitter and the receiver at its back: room for a plate wrapped in aluminium tape."""
    g = tower.geometry
    half = g["trap_thickness"] / 2 + 0.15
    return block(trap_radii(tower, lay), (-half, half), (lay.z_beam - g["beam_height"], lay.z_roof + 1))


def trap_radii(tower: Tower, lay: Layout) -> tuple[float, float]:
    """From before the pockets' inner corners to behind their outer ones."""
    g = tower.geometry
    inner = math.hypot(g["ring_radius"] - g["housing_width"] / 2, lay.pocket_far)
    return inner - 3.0, lay.r_outer - g["skin"] - 0.8


def light_trap(tower: Tower, lay: Layout) -> Part:
    g = tower.geometry
    r0, r1 = trap_radii(tower, lay)
    half = g["trap_thickness"] / 2
    upright = (lay.z_beam - g["beam_height"] + 0.1, lay.z_roof - 0.2)
    plate = block((r0 + g["fit"], r1 - g["fit"]), (-half, half), upright)
    return at_angle(plate, pillar_angles(tower)[mixed_pillars(tower)[0]])


def roof(tower: Tower, lay: Layout) -> Part:
    """Keeps every cube below the height where it could jump its beam; a wedge in each gate follows its floor.

    Lugs below it hold the beam parts down.
    """
    g = tower.geometry
    part = tube(lay.r_inner, lay.r_outer, lay.z_roof, lay.z_roof_top)
    if g["gate_slope"] > 0:
        part += around(roof_wedge(tower, lay), eras(tower))
    top_of_housing = lay.z_beam + g["housing_lens"]
    if lay.z_roof - top_of_housing > 0.6:
        half = g["housing_width"] / 2 - 1.5
        lug = block(
            (g["ring_radius"] - half, g["ring_radius"] + half),
            (lay.pocket_near + 1.0, lay.pocket_far - 1.0),
            (top_of_housing + 0.2, lay.z_roof + 0.1),
        )
        mirrored = block(
            (g["ring_radius"] - half, g["ring_radius"] + half),
            (-lay.pocket_far + 1.0, -lay.pocket_near - 1.0),
            (top_of_housing + 0.2, lay.z_roof + 0.1),
        )
        part += around(lug + mirrored, eras(tower))
    r = screw_circle(tower, lay)
    part -= around(disc(g["screw"] / 2 + 0.2, 0, 200, x=r), pillar_angles(tower))
    # A bar marks era 0, pips number the others: no font, no language.
    mark = lay.z_roof_top - 0.8
    part -= at_angle(
        block((lay.r_outer - 6.3, lay.r_outer - 3.7), (-6, 6), (mark, 200)), bearing_of(tower, 0)
    )
    for era in range(1, tower.eras):
        for n in range(era):
            x = lay.r_outer - 5 - 5.0 * (n // 4)
            y = (n % 4 - (min(era - 4 * (n // 4), 4) - 1) / 2) * 4.5
            part -= at_angle(disc(1.3, mark, 200, x=x, y=y), bearing_of(tower, era))
    return part - key_groove(lay)


def roof_wedge(tower: Tower, lay: Layout) -> Part:
    """What hangs from the roof into the gate of era 0, as steep as the gate's floor."""
    g = tower.geometry
    inner, outer, top = lay.r_inner, lay.r_outer - 0.01, lay.z_roof + 0.1
    start = inner + g["fit"] / math.tan(math.radians(g["gate_slope"]))  # no edge runs out to nothing
    low = lay.z_roof - (lay.z_gate - lay.z_gate_edge)
    outline = [(start, top), (start, lay.z_roof - g["fit"]), (outer, low), (outer, top)]
    return fin(outline, 2 * (lay.gate_half_width - g["fit"]))


def channel_cover(tower: Tower, lay: Layout) -> Part:
    """Closes the cable channel from below, so that no wire hangs into the gears.

    Open over the deck's cable slot.
    """
    g = tower.geometry
    low, _ = spigot_radii(tower, lay)
    part = tube(lay.r_inner, low - 2 * g["fit"], lay.z_cover, lay.z_ring - 0.05)
    r = screw_circle(tower, lay)
    part -= around(disc(g["screw"] / 2 + 0.2, 0, 200, x=r), pillar_angles(tower))
    return part - at_angle(
        block((lay.r_inner + 2 * STUB + g["wall"] + 2, 90), (-9, 9), (0, 200)), CABLE_ANGLE
    )


def key_groove(lay: Layout) -> Part:
    groove = block(
        (lay.r_outer - KEY_DEPTH, lay.r_outer + 1),
        (-KEY / 2 - 0.25, KEY / 2 + 0.25),
        (lay.z_ring - 1, lay.z_roof_top + 1),
    )
    return at_angle(groove, CABLE_ANGLE)


def apron(tower: Tower, lay: Layout) -> Part:
    """The slope from the gates down to the board; low dividers keep a cube in the era it left by."""
    g = tower.geometry
    inner, outer = lay.r_outer + 2 * g["fit"], g["apron_radius"]
    start = inner + g["skin"]  # a flat rim: no edge runs out to nothing
    top, edge = lay.z_gate_edge - 0.6, g["skin"]
    slope = (top - edge) / (outer - start)
    upright = g["apron"] * math.hypot(1, slope)  # the shell's thickness, measured upright
    foot = outer - upright / slope
    shell = [(inner, top), (start, top), (outer, edge), (outer, 0), (foot, 0), (inner, top - upright)]
    # A guide around the ring; below it grows out of the shell at 45°, so that it needs no support.
    deep = 8.0
    out = (deep - upright) / (slope - 1) + 0.4
    collar = [(inner, top - 1), (inner, top - deep), (inner + out, top - deep - out), (start, top - 2)]
    part = turned(shell) + turned(collar)
    # A divider's top runs parallel to the slope, `divider_height` away from it; its foot ends inside
    # the shell.
    rise = g["divider_height"] * math.hypot(1, slope)
    end = outer - 0.8
    cap = top + g["divider_height"]
    bend = start + (top + rise - cap) / slope
    middle = upright / 2
    divider = [
        (inner + 0.3, top - middle - 0.3 * slope),
        (inner + 0.3, cap),
        (bend, cap),
        (end, edge + rise + (outer - end) * slope),
        (end, edge + (outer - end) * slope - middle),
    ]
    part += around(fin(divider, g["divider_thickness"]), pillar_angles(tower))
    key = block((lay.r_outer - KEY_DEPTH + 0.2, inner + 1), (-KEY / 2, KEY / 2), (lay.z_ring + 0.5, cap - 1))
    part += at_angle(key, CABLE_ANGLE)
    return part - at_angle(block((lay.r_outer + 4, outer + 5), (-9, 9), (-1, 11)), CABLE_ANGLE)


def led_adapter(tower: Tower, lay: Layout) -> Part:
    """For bare 5 mm diodes and phototransistors: a block of the size of a ready-made beam part.

    Fourteen of them.
    """
    g = tower.geometry
    r, y0, y1 = g["ring_radius"], lay.pocket_near, lay.pocket_far - g["fit"]
    top = lay.z_beam + g["housing_lens"]
    half = g["housing_width"] / 2
    part = block((r - half, r + half), (y0, y1), (top - g["housing_length"], top))
    part -= Pos(r, (y0 + y1) / 2, lay.z_beam) * Rot(90, 0, 0) * Cylinder(g["lens_diameter"] / 2 + 0.1, 30)
    # The collar of the diode and its legs, which bend down into the channel.
    part -= Pos(r, y1 - 1.0, lay.z_beam) * Rot(90, 0, 0) * Cylinder(3.1, 4.0)
    return part - block((r - 2.2, r + 2.2), (y1 - 3.0, y1 + 1), (0, lay.z_beam))


def coupon(tower: Tower, lay: Layout) -> Part:
    """One gate of the ring, to be printed first.

    Does the beam part fit, does the light pass, does a cube stick?
    """
    r = screw_circle(tower, lay)
    y = r * math.sin(math.radians(tower.era_angle / 2))
    cut = block((lay.r_inner - 12, lay.r_outer + 5), (-y - 5, y + 5), (lay.z_ring, lay.z_roof + 1))
    return beam_ring(tower, lay) & at_angle(cut, bearing_of(tower, 1))
