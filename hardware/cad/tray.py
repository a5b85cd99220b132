"""The landing tray: slide, floor and fence in seven sectors that hang together. Imports build123d.

Drawn as a whole, then cut: every sector has the divider before its era, and there its keys into the sector
before. The joint over the cables is the one between eras 3 and 4.
"""

from __future__ import annotations

import math

from build123d import Part, Pos, Rot

from hardware.cad.ring import KEY_DEPTH
from hardware.cad.shapes import around, at_angle, block, fin, prism, turned
from hardware.joints import CABLE_ANGLE, cable_era
from hardware.layout import FENCE_WALL, Layout, bearing_of, pillar_angles
from hardware.sockets import TUNNEL, tunnels
from hardware.tower import Tower

KEY_NECK, KEY_HEAD, KEY_LONG = 2.5, 3.5, 5.0  # half widths and length of a key, seen from above
LOOSE = 0.2  # of a key in its neighbour, each side
SLIT, RIB = 4.0, 2.4  # of the fence: cubes are seen through it from a chair, and stay behind it
SOLID = 13.0  # mm of fence beside a joint, where the cables' tunnel ends


def slide_slope(tower: Tower) -> float:
    return math.tan(math.radians(tower.geometry["slide_slope"]))


def whole(tower: Tower, lay: Layout) -> Part:
    g, slope = tower.geometry, slide_slope(tower)
    inner = lay.r_outer + 2 * g["fit"]
    start = inner + g["skin"]  # a flat rim: no edge runs out to nothing
    top, floor = lay.z_gate_edge - 0.6, g["tray_floor"]
    upright = g["slide"] * math.hypot(1, slope)  # the shell's thickness, measured upright
    fence = lay.r_fence + FENCE_WALL
    outline = [
        (inner, top), (start, top), (lay.r_slide, floor), (lay.r_fence, floor), (lay.r_fence, g["fence"]),
        (fence, g["fence"]), (fence, 0), (start + (top - upright) / slope, 0),
        (inner, top + g["skin"] * slope - upright),
    ]  # fmt: skip
    part = turned(outline) + around(divider(tower, lay), pillar_angles(tower))
    half, high = TUNNEL
    edge, skin = g["divider_thickness"] / 2, g["skin"]
    box = block((lay.r_slide - 6, fence), (-half - skin, half + skin), (0, high + skin))
    part += at_angle(box, CABLE_ANGLE)
    for y in tunnels(tower):
        part -= at_angle(block((inner + 4, fence + 5), y, (-1, high)), CABLE_ANGLE)
    key = block((lay.r_outer - KEY_DEPTH + 0.2, inner + 1), (-edge, edge), (top - 1.5, top + 8))
    return part + at_angle(key, CABLE_ANGLE)


def divider(tower: Tower, lay: Layout) -> Part:
    """Along the slide as high as `divider_height`, over the floor as high as the fence."""
    g, slope = tower.geometry, slide_slope(tower)
    inner = lay.r_outer + 2 * g["fit"]
    start, top = inner + g["skin"], lay.z_gate_edge - 0.6
    rise = g["divider_height"] * math.hypot(1, slope)
    cap = top + g["divider_height"]
    bend = start + (top + rise - cap) / slope
    low = min(start + (top + rise - g["fence"]) / slope, lay.r_fence)  # the parallel meets the fence's height
    points = [
        (inner + 0.3, top - 1.5), (inner + 0.3, cap), (bend, cap), (low, g["fence"]),
        (lay.r_fence + 0.5, g["fence"]), (lay.r_fence + 0.5, 0), (lay.r_slide - 0.5, 0),
    ]  # fmt: skip
    return fin(points, g["divider_thickness"])


def keys(tower: Tower, lay: Layout, grow: float) -> Part:
    """Two dovetails beside the x axis, seen from above; they reach to the positive side of y."""
    g = tower.geometry
    edge = g["divider_thickness"] / 2 + g["fit"]
    span = lay.r_fence - lay.r_slide
    made = []
    for r in (lay.r_slide + span * 0.27, lay.r_slide + span * 0.73):
        neck, head, end = KEY_NECK + grow, KEY_HEAD + grow, edge + KEY_LONG + grow
        points = [
            (r - neck, 0),
            (r + neck, 0),
            (r + neck, edge),
            (r + head, end),
            (r - head, end),
            (r - neck, edge),
        ]
        made.append(prism(points, -grow, g["tray_floor"] + grow))
    return made[0] + made[1]


def slits(tower: Tower, lay: Layout) -> Part:
    """The fence's windows before the x axis; pointed above, so that nothing is bridged."""
    g, half = tower.geometry, SLIT / 2
    low, high = g["tray_floor"] + g["wall"], g["fence"] - g["wall"]
    outline = [(-half, low), (half, low), (half, high - half), (0.0, high), (-half, high - half)]
    slit = Pos(lay.r_fence + FENCE_WALL / 2, 0, 0) * Rot(0, 0, 90) * fin(outline, FENCE_WALL + 4)
    pitch = math.degrees((SLIT + RIB) / lay.r_fence)
    beside = int((tower.era_angle / 2 - math.degrees(SOLID / lay.r_fence)) / pitch)
    return around(slit, [n * pitch for n in range(-beside, beside + 1)])


def sector(tower: Tower, lay: Layout, era: int) -> Part:
    """From its own divider, counter-clockwise, to just before the next sector's."""
    g = tower.geometry
    far, edge, gap = lay.r_fence + 60, g["divider_thickness"] / 2, g["fit"]
    first, last = bearing_of(tower, era - 0.5), bearing_of(tower, era + 0.5)
    part = whole(tower, lay)
    part -= at_angle(block((-far, 0), (-far, far), (-1, 300)), bearing_of(tower, era))
    part -= at_angle(block((-far, far), (edge, far), (-1, 300)), first)
    part -= at_angle(block((-far, far), (-far, edge + gap), (-1, 300)), last)
    part -= at_angle(slits(tower, lay), bearing_of(tower, era))
    # Over the cables the floor is cut away; all other joints are keyed.
    if era != cable_era(tower) + 1:
        part += at_angle(keys(tower, lay, 0.0), first)
    if era != cable_era(tower):
        part -= at_angle(keys(tower, lay, LOOSE), last)
    return part


def tray(tower: Tower, lay: Layout) -> Part:
    return sector(tower, lay, 0)


def tray_left(tower: Tower, lay: Layout) -> Part:
    return sector(tower, lay, cable_era(tower))


def tray_right(tower: Tower, lay: Layout) -> Part:
    return sector(tower, lay, cable_era(tower) + 1)
