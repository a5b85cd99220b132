"""What belongs to one gate: tunnel, tile that cubes slide on, apertures, coupon. Imports build123d."""

from __future__ import annotations

import math

from build123d import Cylinder, Part, Pos, Rot

from hardware.cad.shapes import at_angle, block, fin, polar, prism, span
from hardware.layout import Layout, bearing_of
from hardware.tower import Tower

APERTURE_FOOT = 4.0  # below the beam
APERTURE_NOSE = 3.5  # half width of the part that looks into the gate …
APERTURE_STEP = 2.5  # … and how deep it is; behind that the aperture is wider, so that it cannot fall out
LOOSE = 0.15  # of tiles and apertures in their slots, each side


def eras(tower: Tower) -> list[float]:
    return [bearing_of(tower, era) for era in range(tower.eras)]


def upright_fall(tower: Tower, thickness: float) -> float:
    """What measures `thickness` square to a gate's floor, measured upright."""
    return float(thickness / math.cos(math.radians(tower.geometry["gate_slope"])))


def gate(_tower: Tower, lay: Layout) -> Part:
    """The tunnel of era 0, with parallel walls, from the tower down to the edge: on a flat one cubes stop."""
    inner, outer = lay.r_inner - 10, lay.r_outer + 5
    floor = [(inner, lay.gate_floor(inner)), (outer, lay.gate_floor(outer))]
    return fin([*floor, (outer, lay.z_roof + 1), (inner, lay.z_roof + 1)], 2 * lay.gate_half_width)


def _plate(tower: Tower, lay: Layout, r: tuple[float, float], half: float, grow: float) -> Part:
    low = upright_fall(tower, tower.geometry["tile"] + grow)
    inner, outer = r
    top = [(inner, lay.gate_floor(inner) + grow), (outer, lay.gate_floor(outer) + grow)]
    return fin([*top, (outer, lay.gate_floor(outer) - low), (inner, lay.gate_floor(inner) - low)], 2 * half)


def gate_tile_space(tower: Tower, lay: Layout) -> Part:
    """Where the tile goes: open at both ends, with a groove in the pillar on either side."""
    half = lay.gate_half_width + tower.geometry["tile_tongue"] + LOOSE
    return _plate(tower, lay, (lay.r_inner - 10, lay.r_outer + 5), half, LOOSE)


def gate_tile(tower: Tower, lay: Layout) -> Part:
    """The slide of era 0. Printed flat, so that the cubes slide on a face that lay on the bed."""
    g = tower.geometry
    outer = lay.r_outer - 0.2
    tile = _plate(tower, lay, (lay.r_inner, outer), lay.gate_half_width + g["tile_tongue"], 0.0)
    # Beside wide outlets the neighbours' tiles begin at once; and no corner stands out of the ring.
    tip = 2 * LOOSE / math.sin(math.radians(tower.era_angle / 2))
    far, half = 2 * outer, tower.era_angle / 2
    wedge = [(tip, 0.0), *((tip + x, y) for x, y in (polar(far, -half), polar(far, half)))]
    tile &= prism(wedge, 0, 200)
    return tile & (Pos(0, 0, 100) * Cylinder(outer, 200))


def aperture_slot(tower: Tower, lay: Layout, side: int = 1) -> Part:
    g = tower.geometry
    r, near = g["ring_radius"], lay.gate_half_width
    z = (lay.z_beam - APERTURE_FOOT, lay.z_roof + 1)
    nose = span(side * (near - 1.0), side * (near + APERTURE_STEP + 0.1))
    back = span(side * (near + APERTURE_STEP), side * (lay.pocket_near + 0.1))
    wide = g["housing_width"] / 2 + g["fit"] - 0.3
    slot = block((r - APERTURE_NOSE - LOOSE, r + APERTURE_NOSE + LOOSE), nose, z)
    return slot + block((r - wide, r + wide), back, z)


def aperture(tower: Tower, lay: Layout) -> Part:
    """Stands between a beam part and its gate; pushed on the lens in the hand, then lowered with it."""
    g = tower.geometry
    r, near = g["ring_radius"], lay.gate_half_width
    z = (lay.z_beam - APERTURE_FOOT, lay.z_roof - 0.2)
    wide = g["housing_width"] / 2 + g["fit"] - 0.3 - LOOSE
    part = block((r - APERTURE_NOSE, r + APERTURE_NOSE), (near, near + APERTURE_STEP + 0.5), z)
    part += block((r - wide, r + wide), (near + APERTURE_STEP + LOOSE, lay.pocket_near - 0.05), z)
    part -= Pos(r, near, lay.z_beam) * Rot(90, 0, 0) * Cylinder(g["bore"] / 2, 30)
    if g["lens_length"] > 0:
        deep = g["lens_length"] + g["fit"]
        lens = Cylinder(g["lens_diameter"] / 2 + g["fit"], 2 * deep)
        part -= Pos(r, lay.pocket_near, lay.z_beam) * Rot(90, 0, 0) * lens
    return part


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


def coupon_cut(tower: Tower, lay: Layout) -> Part:
    """What of the ring the coupon keeps: the gate of era 1 with a screw of each pillar beside it."""
    y = lay.r_screws * math.sin(math.radians(tower.era_angle / 2))
    cut = block((lay.r_inner - 12, lay.r_outer + 5), (-y - 5, y + 5), (lay.z_ring, lay.z_roof + 1))
    return at_angle(cut, bearing_of(tower, 1))
