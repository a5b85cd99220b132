"""What stands on the board and does not move: base, deck, electronics box. Imports build123d."""

from __future__ import annotations

from build123d import Cylinder, Part, Pos, Rot

from hardware.cad.shapes import around, at_angle, block, disc, polar
from hardware.layout import Layout, servo_outline
from hardware.tower import Tower

POST_RADIUS = 4.5
POST_CIRCLE = 63.0
POST_ANGLES = [65.0, 130.0, 230.0, 310.0]
GRUB_ANGLES = [
    77.14,
    205.71,
    308.57,
]  # radial screws that hold the ring; not under a pad, not on the cables' side
SENSOR_SCREWS = 13.0  # tangential distance of the carrier's two screws from its middle
SENSOR_SCREW_CIRCLE = 33.0


def base(tower: Tower, lay: Layout) -> Part:
    """A cup with posts for the deck, recesses for adhesive pads below and a gate for the cables at 180°."""
    g = tower.geometry
    inner = lay.r_outer - g["base_wall"]
    cup = disc(lay.r_outer, 0, lay.z_ring) - disc(inner, g["base_floor"], lay.z_ring + 1)
    post = disc(POST_RADIUS, g["base_floor"] - 0.1, lay.z_deck, x=POST_CIRCLE)
    web = block((POST_CIRCLE, inner + 0.5), (-2, 2), (g["base_floor"] - 0.1, lay.z_deck))
    cup += around(post + web, POST_ANGLES)
    cup -= around(
        disc(g["screw_pilot"] / 2, lay.z_deck - tower.screw("posts")["bite"], lay.z_deck + 1, x=POST_CIRCLE),
        POST_ANGLES,
    )
    pads = around(disc(g["pad_diameter"] / 2, -1, g["pad_depth"], x=55), [0, 90, 180, 270])
    cup -= pads
    cables = block((-lay.r_outer - 5, -inner + 5), (-9, 9), (g["base_floor"] + 1, g["base_floor"] + 11))
    cup -= cables
    # Two slots in the floor beside the cable gate: a cable tie through them takes the pull off the solder.
    ties = block((-68, -65), (-16, -12), (-1, 5)) + block((-68, -65), (12, 16), (-1, 5))
    cup -= ties
    # Rails that keep the electronics box in its place.
    x0, x1, y0, y1 = box_outline(tower)
    rails = (
        block((x0 + 4, x1 - 4), (y0 - g["fit"] - g["skin"] - 0.4, y0 - g["fit"]), (g["base_floor"] - 0.1, 7))
        + block(
            (x0 + 4, x1 - 4), (y1 + g["fit"], y1 + g["fit"] + g["skin"] + 0.4), (g["base_floor"] - 0.1, 7)
        )
        + block((x1 + g["fit"], x1 + g["fit"] + g["skin"] + 0.4), (-20, 20), (g["base_floor"] - 0.1, 7))
    )
    cup += rails
    grub = _grub(lay, g["screw"] / 2 + 0.2, lay.r_outer - 6, lay.r_outer + 2)
    return cup - around(grub, GRUB_ANGLES)


def _grub(lay: Layout, radius: float, r0: float, r1: float) -> Part:
    return Pos((r0 + r1) / 2, 0, lay.z_ring - 3.5) * Rot(0, 90, 0) * Cylinder(radius, r1 - r0)


def grub_pilots(tower: Tower, lay: Layout) -> Part:
    """The same screws' holes in the ring's spigot."""
    r = lay.r_outer - tower.geometry["base_wall"]
    return around(_grub(lay, tower.geometry["screw_pilot"] / 2, r - 8, r + 1), GRUB_ANGLES)


def deck(tower: Tower, lay: Layout) -> Part:
    """The plate on the posts.

    The servo hangs in it, the bearing sits in its middle, the sensors stand on it.
    """
    g, s = tower.geometry, tower.servo
    radius = lay.r_outer - g["base_wall"] - 2 * g["fit"]
    ledge = g["floor"]
    seat = g["bearing_outer"] / 2 + 0.05
    plate = disc(radius, lay.z_deck, lay.z_deck_top)
    boss = disc(seat + g["base_wall"], lay.z_bearing - ledge, lay.z_deck_top)
    (x0, x1), (y0, y1), _ = servo_outline(tower)
    fit = g["fit"]
    whole = plate + boss
    whole -= disc(seat, lay.z_bearing, lay.z_deck_top + 1)
    whole -= disc(seat - 2.5, lay.z_bearing - ledge - 1, lay.z_bearing + 1)
    whole -= block((x0 - fit, x1 + fit), (y0 - fit, y1 + fit), (0, lay.z_deck_top + 1))
    for dx in (-1, 1):
        for dy in (-1, 1):
            whole -= disc(
                g["screw_pilot"] / 2,
                0,
                lay.z_deck_top + 1,
                x=(x0 + x1) / 2 + dx * s["flange_hole_width"] / 2,
                y=(y0 + y1) / 2 + dy * s["flange_hole_length"] / 2,
            )
    whole -= around(disc(g["screw"] / 2 + 0.2, 0, lay.z_deck_top + 1, x=POST_CIRCLE), POST_ANGLES)
    for side in (-1, 1):
        px, py = polar(SENSOR_SCREW_CIRCLE, tower.position["sensor_angle"])
        whole -= disc(g["screw_pilot"] / 2, 0, lay.z_deck_top + 1, x=px, y=py + side * SENSOR_SCREWS)
    # The harness of the ring and the sensors' wires come down here to the electronics.
    return whole - at_angle(block((52, 66), (-12, 12), (0, lay.z_deck_top + 1)), 180)


def box_outline(tower: Tower) -> tuple[float, float, float, float]:
    """Where the electronics box stands on the base's floor: x and y, outside."""
    g = tower.geometry
    x1 = -(g["bearing_outer"] / 2 + g["base_wall"] + 3)
    x0 = x1 - (g["pcb_width"] + 1.0 + 2 * g["skin"])
    half = (g["pcb_length"] + 1.0) / 2 + g["skin"]
    return x0, x1, -half, half


def electronics_box(tower: Tower, _lay: Layout) -> Part:
    """Holds the board with the Nano; open towards the cable gate for USB and supply."""
    g = tower.geometry
    x0, x1, y0, y1 = box_outline(tower)
    z0, z1 = g["base_floor"], g["base_floor"] + g["box_height"]
    t = g["skin"]
    tray = block((x0, x1), (y0, y1), (z0, z1)) - block((x0 + t, x1 - t), (y0 + t, y1 - t), (z0 + 1.6, z1 + 1))
    for x, dx in ((x0 + t, 1), (x1 - t, -1)):
        for y, dy in ((y0 + t, 1), (y1 - t, -1)):
            corner = block(
                tuple(sorted((x - dx * 0.1, x + dx * 4))),
                tuple(sorted((y - dy * 0.1, y + dy * 4))),
                (z0 + 1, z0 + 5),
            )
            tray += corner
    # USB at one short end, screw terminals at the other, the harness over the long side.
    tray -= block((x0 + 8, x1 - 8), (y0 - 1, y0 + t + 1), (z0 + 8, z1 + 1))
    tray -= block((x0 + 8, x1 - 8), (y1 - t - 1, y1 + 1), (z0 + 8, z1 + 1))
    return tray - block((x0 - 1, x0 + t + 1), (-15, 15), (z0 + 16, z1 + 1))


def box_lid(tower: Tower, _lay: Layout) -> Part:
    """Keeps wires and fingers out; a rim below it goes into the box."""
    g = tower.geometry
    x0, x1, y0, y1 = box_outline(tower)
    z1 = g["base_floor"] + g["box_height"]
    t = g["skin"] + g["fit"]
    lid = block((x0, x1), (y0, y1), (z1, z1 + 1.6))
    rim = block((x0 + t, x1 - t), (y0 + t, y1 - t), (z1 - 2.5, z1 + 0.1))
    rim -= block((x0 + t + 1.4, x1 - t - 1.4), (y0 + t + 1.4, y1 - t - 1.4), (z1 - 3, z1))
    lid += rim
    vents = block((x0 + 9, x1 - 9), (-1.2, 1.2), (z1 - 3, z1 + 3))
    for n in range(-3, 4):
        lid -= Pos(0, n * 6.0, 0) * vents
    return lid
