"""The ring around the tower's foot: pillars, beam pockets, roof, cable channel. Imports build123d."""

from __future__ import annotations

import math

from build123d import Part

from hardware.cad.base import grub_pilots, revision
from hardware.cad.gates import aperture_slot, coupon_cut, eras, gate, gate_tile_space
from hardware.cad.shapes import around, at_angle, block, disc, fin, polar, span, sunk, tube, turned
from hardware.derived import SPIGOT_WALL
from hardware.joints import CABLE_ANGLE, HARNESS, SPIGOT
from hardware.layout import STUB, Layout, bearing_of, mixed_pillars, pillar_angles
from hardware.tower import Tower

KEY = 4.0  # width of the groove that keeps the tray's dividers in line with the pillars
KEY_DEPTH = 1.0


def spigot_radii(tower: Tower, lay: Layout) -> tuple[float, float]:
    outer = lay.r_outer - tower.geometry["base_wall"] - tower.geometry["fit"]
    return outer - SPIGOT_WALL, outer


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
    r = lay.r_screws
    stub = disc(STUB, lay.z_ring, lay.z_gate - 0.1, x=r)
    stub += block((lay.r_inner + 0.5, r), (-STUB, STUB), (lay.z_ring, lay.z_gate_edge - 0.1))
    ring += around(stub, pillar_angles(tower))
    # Under its tile a gate is open to the channel: nothing broad has to be bridged.
    low, high = lay.z_ring + g["skin"] + 0.5, lay.z_gate
    shaft = block((lay.r_inner, lay.r_outer), (-lay.gate_half_width, lay.gate_half_width), (low, high))
    shaft &= tube(lay.r_inner + g["wall"] + 0.2, lay.r_outer - g["wall"] - 0.2, low, high)
    ring -= around(gate(tower, lay) + gate_tile_space(tower, lay) + shaft, eras(tower))
    slots = pocket(tower, lay) + pocket(tower, lay, side=-1)
    ring -= around(slots + aperture_slot(tower, lay) + aperture_slot(tower, lay, side=-1), eras(tower))
    pilot = g["screw_pilot"] / 2
    holes = disc(pilot, lay.z_ring - 1, lay.z_ring + tower.screw("cover")["bite"], x=r)
    holes += disc(pilot, lay.z_roof - tower.screw("roof")["bite"], lay.z_roof + 1, x=r)
    ring -= around(holes, pillar_angles(tower))
    for era in mixed_pillars(tower):
        ring -= at_angle(trap_slot(tower, lay), pillar_angles(tower)[era])
    for n in range(revision(tower)):
        ring -= at_angle(
            disc(0.9, lay.z_roof - 0.6, 200, x=lay.r_screws, y=4.0 + 3.0 * n), pillar_angles(tower)[0]
        )
    ring -= grub_pilots(tower, lay)
    return ring - key_groove(lay)


def pocket(tower: Tower, lay: Layout, side: int = 1) -> Part:
    """Takes a beam part from above, down into the cable channel; the aperture stands before it."""
    g = tower.geometry
    half = g["housing_width"] / 2 + g["fit"]
    y = span(side * lay.pocket_near, side * lay.pocket_far)
    return block((g["ring_radius"] - half, g["ring_radius"] + half), y, (lay.z_ring + 1.7, lay.z_roof + 1))


def trap_slot(tower: Tower, lay: Layout) -> Part:
    """Between an emitter and the receiver at its back: room for a plate wrapped in aluminium tape."""
    g = tower.geometry
    half = g["trap_thickness"] / 2 + 0.15
    return block(trap_radii(tower, lay), (-half, half), (lay.z_beam - g["beam_height"], lay.z_roof + 1))


def trap_radii(tower: Tower, lay: Layout) -> tuple[float, float]:
    """From before the pockets' inner corners to behind their outer ones."""
    g = tower.geometry
    inner = math.hypot(g["ring_radius"] - g["housing_width"] / 2, lay.pocket_far)
    screw = lay.r_screws + g["screw"] / 2 + g["skin"] + 0.3
    return max(inner - 3.0, screw), lay.r_outer - g["skin"] - 0.8


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
    part &= disc(lay.r_outer, 0, 200)  # the corners of the wedges
    part -= around(disc(g["screw"] / 2 + 0.2, 0, 200, x=lay.r_screws), pillar_angles(tower))
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
    for angle in pillar_angles(tower):  # flush: the servo gear passes close below
        part -= sunk(tower, *polar(lay.r_screws, angle), lay.z_cover, -1)
    # The wires come out beside the pillar's screw.
    low, high = HARNESS - 3.5, HARNESS + 3.5
    return part - at_angle(block((lay.r_inner + g["wall"] + 1, 190), (low, high), (0, 200)), CABLE_ANGLE)


def key_groove(lay: Layout) -> Part:
    groove = block(
        (lay.r_outer - KEY_DEPTH, lay.r_outer + 1),
        (-KEY / 2 - 0.25, KEY / 2 + 0.25),
        (lay.z_ring - 1, lay.z_roof_top + 1),
    )
    return at_angle(groove, CABLE_ANGLE)


def coupon(tower: Tower, lay: Layout) -> Part:
    """One gate of the ring, to be printed first.

    Do tile, apertures and beam parts fit, does the light pass, does a cube stick?
    """
    return beam_ring(tower, lay) & coupon_cut(tower, lay)
