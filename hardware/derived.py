"""Figures that follow from the measures: roof and beam from the cube, radii from tower and foot.

Standard library only. A figure that tower.toml (or a study) writes down itself is left as it is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

NAMES = {
    "geometry": (
        "outlet_half_angle", "roof", "beam_height", "cradle_radius", "inner_radius", "gate_half_width",
        "ring_radius", "ring_outer_radius", "ring_depth",
    ),
    "position": ("track_width", "track_radii"),
}  # fmt: skip

CHANNEL = 6.0  # mm: what the wires take at their thickest place
SPIGOT_WALL = 2.8  # of the ring's rim that stands in the base
WIDEST_PITCH = 7.5  # of two tracks: wider gains nothing


def up(value: float, step: float) -> float:
    """The next figure that a person would write."""
    return math.ceil(value / step - 1e-9) * step


def geometry(data: Mapping[str, Any]) -> dict[str, Any]:
    g: dict[str, Any] = dict(data["geometry"])
    s, half_pitch = data["servo"], math.radians(180.0 / data["status"]["eras"])
    a, d = g["cube"], g["bore"]
    half = math.degrees(math.asin(min(1.0, g["outlet_width"] / g["body_diameter"])))
    g.setdefault("outlet_half_angle", round(half, 2))
    # The highest roof under which no cube jumps the beam, and the middle of the window that it leaves.
    g.setdefault("roof", round(2 * a - d - 2 * g["spare"] - g["roof_play"], 3))
    g.setdefault("beam_height", round(a - d / 2 - g["spare"] - g["roof_play"] / 2, 3))
    p = position(data)
    tracks = p["track_radii"][-1] + p["track_width"] / 2 + g["skin"]
    g.setdefault("cradle_radius", max(g["foot_diameter"] / 2 + g["fit"] + g["skin"], tracks))
    g.setdefault("inner_radius", max(g["cradle_radius"], g["body_diameter"] / 2) + g["clearance"])
    # An outlet that faces its gate as badly as the tolerance allows must still open into it.
    opening = math.radians(min(80.0, g["outlet_half_angle"] + s["tolerance"]))
    g.setdefault("gate_half_width", g["inner_radius"] * math.tan(opening))
    far = g["gate_half_width"] + g["bore_length"] + g["housing_depth"] + g["fit"]
    half_housing = g["housing_width"] / 2 + g["fit"]
    trap = g["trap_thickness"] + 0.3 + 2 * g["skin"]
    back_to_back = (far * math.cos(half_pitch) + trap / 2) / math.sin(half_pitch)
    g.setdefault("ring_radius", up(half_housing + max(back_to_back, g["inner_radius"] + g["wall"]), 0.5))
    pockets = math.hypot(g["ring_radius"] + half_housing, far) + g["skin"]
    g.setdefault("ring_outer_radius", up(max(pockets, *base_radii(g, s)), 1.0))
    fall = math.tan(math.radians(g["gate_slope"]))
    upright = math.cos(math.radians(g["gate_slope"]))
    channel = (g["ring_outer_radius"] - g["inner_radius"]) * fall + g["floor"] + CHANNEL
    beam = (g["ring_radius"] - g["inner_radius"]) * fall - g["beam_height"] / upright
    hanging = beam - g["housing_lens"] + g["housing_length"] + g["skin"] + 0.5
    g.setdefault("ring_depth", up(max(channel, hanging), 0.5))
    return g


def base_radii(g: Mapping[str, Any], s: Mapping[str, Any]) -> tuple[float, float, float]:
    """The least outer radius with which the servo gear, the servo and the circuit board find room."""
    centre = g["gear_module"] * (s["teeth"] + s["tower_teeth"]) / 2
    gear = (
        centre
        + g["gear_module"] * (s["teeth"] + 2) / 2
        + g["clearance"]
        + SPIGOT_WALL
        + g["fit"]
        + g["base_wall"]
    )
    middle = s["body_length"] / 2 - s["spline_from_end"]
    flange = math.hypot(centre + s["body_width"] / 2, abs(middle) + s["flange_length"] / 2)
    board = math.hypot(g["pcb_x"] - g["pcb_length"] / 2, g["pcb_width"] / 2)
    return gear, flange + g["base_wall"] + g["fit"], board + g["base_wall"] + g["fit"]


def position(data: Mapping[str, Any]) -> dict[str, Any]:
    """Three tracks between the tower's gear and the foot's edge, as far apart as there is room."""
    p: dict[str, Any] = dict(data["position"])
    g, s = data["geometry"], data["servo"]
    gear = g["gear_module"] * (s["tower_teeth"] + 2) / 2
    first = gear + g["clearance"] + g["skin"] + (g["fit"] + p["sensor_width"]) / 2
    closest = p["sensor_width"] + g["fit"]
    # The outer track ends a skin before the cradle's edge, which lies a skin and a fit outside the foot.
    room = g["foot_diameter"] / 2 + g["fit"] + g["skin"] / 2 - first
    pitch = min(WIDEST_PITCH, max(closest, room / 2.5))
    p.setdefault("track_width", round(min(6.0, pitch - g["skin"]), 2))
    p.setdefault("track_radii", [round(first + n * pitch, 2) for n in range(3)])
    return p
