"""Involute spur gears as plain outlines. Standard library only.

The CAD extrudes them, the checks mesh them.
"""

from __future__ import annotations

import math

Point = tuple[float, float]

FLANK_POINTS = 5  # chords leave the true flank by less than 0.01 mm at module 1


def involute(angle: float) -> float:
    return math.tan(angle) - angle


def outline(teeth: int, module: float, pressure_angle: float, backlash: float) -> list[Point]:
    """The gear's outline, counter-clockwise, with the middle of a tooth on the x axis.

    Each of two meshing gears gives half of the backlash (measured at the pitch circle): the tooth is thinner
    than half the pitch by that much.
    """
    pitch_r = module * teeth / 2
    base_r = pitch_r * math.cos(math.radians(pressure_angle))
    tip_r, root_r = pitch_r + module, pitch_r - 1.25 * module
    half_tooth = (math.pi * module / 2 - backlash / 2) / (2 * pitch_r)
    at_pitch = involute(math.radians(pressure_angle))

    def half_angle(radius: float) -> float:
        return half_tooth + at_pitch - involute(math.acos(min(1.0, base_r / radius)))

    start = max(base_r, root_r)
    radii = [start + (tip_r - start) * n / (FLANK_POINTS - 1) for n in range(FLANK_POINTS)]
    flank = [(r, half_angle(r)) for r in radii]
    if root_r < base_r:
        flank.insert(0, (root_r, half_angle(base_r)))
    tooth = [(r, -a) for r, a in flank] + [(r, a) for r, a in reversed(flank)]
    pitch = 2 * math.pi / teeth
    return [
        (r * math.cos(n * pitch + a), r * math.sin(n * pitch + a)) for n in range(teeth) for r, a in tooth
    ]


def mesh_turn(teeth: int, angle: float, driver_teeth: int) -> float:
    """Angle (degrees) of a gear that meshes with a driver standing on its +x side.

    The driver, seen from its own middle, has turned by `angle`; at 0 one of its teeth points at this gear,
    and a gap of this gear at it.
    """
    return 180.0 / teeth - angle * driver_teeth / teeth
