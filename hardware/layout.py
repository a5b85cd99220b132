"""Where everything lies when the tower is put together: heights and radii that follow from tower.toml.

z counts upwards from the board, x points at era 0, and the eras follow clockwise seen from above, as on the
game's board. The servo stands under era 0; the cables leave opposite, under the divider between two eras.
Standard library only: checks, drawings and CAD share it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hardware.tower import Tower

GAP = 0.5  # air under the servo, and between lid and box
PASS_BY = 1.0  # between gears and what stands above them; every head there is sunk
STUB = 3.0  # radius of the stubs that take the pillars' screws
FENCE_WALL = 2.4


@dataclass(frozen=True, slots=True)
class Layout:
    """Heights (z…), radii (r…) and half widths, all in millimetres."""

    z_servo: float
    z_deck: float
    z_deck_top: float
    z_servo_top: float
    z_gear: float
    z_gear_top: float
    z_cover: float
    z_ring: float
    z_gate: float  # the gate's floor where a cube comes in …
    z_gate_edge: float  # … and where it leaves
    z_beam: float
    z_roof: float
    z_roof_top: float
    z_foot: float
    z_plug: float  # the cradle's floor below what stands out under the foot
    z_cradle: float
    z_disc: float
    z_mask: float
    z_sensor: float
    z_bearing: float
    r_foot: float
    r_cradle: float
    r_inner: float
    r_outer: float
    gate_half_width: float
    pocket_near: float
    pocket_far: float
    centre_distance: float
    r_servo_gear: float
    r_tower_gear: float
    r_screws: float  # circle of the pillars' screws
    r_slide: float  # where the slide meets the tray's floor
    r_fence: float  # inside of the fence

    @classmethod
    def of(cls, tower: Tower) -> Layout:
        g, s, p = tower.geometry, tower.servo, tower.position
        z_servo = g["base_floor"] + GAP
        z_deck = z_servo + s["flange_height"] + s["flange_thickness"]
        z_deck_top = z_deck + g["deck"]
        z_servo_top = z_servo + s["body_height"]
        z_gear = z_servo_top + s["horn_seat"]
        z_gear_top = z_gear + g["gear_width"]
        r_foot = g["foot_diameter"] / 2
        r_cradle, r_inner = g["cradle_radius"], g["inner_radius"]
        # Floor and roof of a gate fall outwards together; heights in a gate are measured square to its floor.
        fall, upright = math.tan(math.radians(g["gate_slope"])), math.cos(math.radians(g["gate_slope"]))
        # The gate's floor lies as low as both the cable channel above the gears and the turning disc allow.
        over_channel = z_gear_top + PASS_BY + g["cover"] + g["ring_depth"]
        sunk = g["foot_plug_height"] + g["fit"] if g["foot_plug_diameter"] > 0 else 0.0
        foot_at_least = z_gear_top + PASS_BY + p["mask_thickness"] + g["disc"] + g["cradle"] + sunk
        z_gate = max(over_channel, foot_at_least + g["chute_floor"] - g["step"])
        z_foot = z_gate + g["step"] - g["chute_floor"]
        z_plug = z_foot - sunk
        z_cradle = z_plug - g["cradle"]
        z_disc = z_cradle - g["disc"]
        z_mask = z_disc - p["mask_thickness"]
        z_ring = z_gate - g["ring_depth"]
        z_gate_edge = z_gate - (g["ring_outer_radius"] - r_inner) * fall
        half_width = g["gate_half_width"]
        near = half_width + g["bore_length"]
        # As near to the tower as the pillars' walls allow, clear of both gates beside a pillar.
        half_pitch = math.radians(tower.era_angle / 2)
        r_screws = max(
            r_inner + g["wall"] + STUB, (half_width + STUB + g["tile_tongue"] + 0.5) / math.sin(half_pitch)
        )
        r_slide = (
            g["ring_outer_radius"]
            + 2 * g["fit"]
            + g["skin"]
            + (z_gate_edge - 0.6 - g["tray_floor"]) / math.tan(math.radians(g["slide_slope"]))
        )
        r_fence = min(r_slide + g["landing"], g["rift_distance"] - FENCE_WALL - 1.0)
        centre = g["gear_module"] * (s["teeth"] + s["tower_teeth"]) / 2
        return cls(
            z_servo=z_servo,
            z_deck=z_deck,
            z_deck_top=z_deck_top,
            z_servo_top=z_servo_top,
            z_gear=z_gear,
            z_gear_top=z_gear_top,
            z_cover=z_ring - g["cover"],
            z_ring=z_ring,
            z_gate=z_gate,
            z_gate_edge=z_gate_edge,
            z_beam=z_gate - (g["ring_radius"] - r_inner) * fall + g["beam_height"] / upright,
            z_roof=z_gate + g["roof"] / upright,
            z_roof_top=z_gate + g["roof"] / upright + g["floor"],
            z_foot=z_foot,
            z_plug=z_plug,
            z_cradle=z_cradle,
            z_disc=z_disc,
            z_mask=z_mask,
            z_sensor=z_mask - p["sensor_gap"],
            z_bearing=z_deck_top + g["proud"] - g["bearing_width"],
            r_foot=r_foot,
            r_cradle=r_cradle,
            r_inner=r_inner,
            r_outer=g["ring_outer_radius"],
            gate_half_width=half_width,
            pocket_near=near,
            pocket_far=near + g["housing_depth"] + g["fit"],
            centre_distance=centre,
            r_servo_gear=g["gear_module"] * (s["teeth"] + 2) / 2,
            r_tower_gear=g["gear_module"] * (s["tower_teeth"] + 2) / 2,
            r_screws=r_screws,
            r_slide=r_slide,
            r_fence=r_fence,
        )

    def gate_floor(self, radius: float) -> float:
        """Height of a gate's floor at a distance from the axis."""
        return self.z_gate - (radius - self.r_inner) * (self.z_gate - self.z_gate_edge) / (
            self.r_outer - self.r_inner
        )


def bearing_of(tower: Tower, era: float) -> float:
    """Angle at which an era lies, in the mathematician's sense: the next era is the next one clockwise."""
    return -era * tower.era_angle


def pillar_angles(tower: Tower) -> list[float]:
    """The pillar after each era, between it and the next."""
    return [bearing_of(tower, era + 0.5) for era in range(tower.eras)]


def mixed_pillars(tower: Tower) -> list[int]:
    """Pillars (numbered by the era before them) where an emitter stands back to back with a receiver.

    Seen from the axis, right is clockwise: the pillar after era n holds n's right part and the next one's
    left part. Two emitters, or two receivers, cannot disturb each other; an emitter behind a receiver can.
    """
    left = tower.beams["emitters_left"]
    return [era for era in range(tower.eras) if left[era] == left[(era + 1) % tower.eras]]


def pillar_wall(tower: Tower) -> float:
    """Thinnest plastic between the two beam parts that stand back to back in one pillar."""
    layout, g = Layout.of(tower), tower.geometry
    half_pitch = math.radians(tower.era_angle / 2)
    inner_corner = float(g["ring_radius"] - g["housing_width"] / 2 - g["fit"])
    return 2 * (inner_corner * math.sin(half_pitch) - layout.pocket_far * math.cos(half_pitch))


def servo_outline(tower: Tower) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
    """x and y of the servo's body, and y of its flange: it lies across, its spline on the x axis."""
    s = tower.servo
    x = Layout.of(tower).centre_distance
    y0 = -s["spline_from_end"]
    middle = y0 + s["body_length"] / 2
    return (
        (x - s["body_width"] / 2, x + s["body_width"] / 2),
        (y0, y0 + s["body_length"]),
        (middle - s["flange_length"] / 2, middle + s["flange_length"] / 2),
    )
