"""What stands on the board and does not move: base, deck, bearing clamp, board plug. Imports build123d."""

from __future__ import annotations

from build123d import Cylinder, Part, Pos, Rot

from hardware.cad.shapes import around, at_angle, block, disc, drilled, polar, sunk, tube
from hardware.joints import (
    CABLE_ANGLE,
    CLAMP_ANGLES,
    GRUB_ANGLES,
    GRUB_DEPTH,
    PLUG_ANGLES,
    POST_ANGLES,
    SEAT_PLAY,
    board_holes,
    carrier_holes,
    clamp_circle,
    flange_holes,
    plug_circle,
    post_circle,
)
from hardware.layout import Layout, servo_outline
from hardware.sockets import openings
from hardware.tower import Tower

POST_RADIUS = 4.5
PAD_CIRCLE = 55.0
RELIEF = (4.0, 7.0)  # a cable tie goes through the wall on both sides of the tunnel's middle


def base(tower: Tower, lay: Layout) -> Part:
    """A cup with posts for deck and circuit board, and two openings through which the plugs go in."""
    g = tower.geometry
    inner, floor = lay.r_outer - g["base_wall"], g["base_floor"]
    cup = disc(lay.r_outer, 0, lay.z_ring) - disc(inner, floor, lay.z_ring + 1)
    circle = post_circle(lay, tower)
    post = disc(POST_RADIUS, floor - 0.1, lay.z_deck, x=circle)
    web = block((circle, inner + 0.5), (-2, 2), (floor - 0.1, lay.z_deck))
    cup += around(post + web, POST_ANGLES)
    pilot = g["screw_pilot"] / 2
    cup -= around(
        disc(pilot, lay.z_deck - tower.screw("posts")["bite"], lay.z_deck + 1, x=circle), POST_ANGLES
    )
    holes = board_holes(tower)
    cup += drilled(3.5, holes, floor - 0.1, g["pcb_z"])
    cup -= drilled(pilot, holes, g["pcb_z"] - tower.screw("board")["bite"], g["pcb_z"] + 1)
    if g["board_hole"] > 0:
        cup -= around(disc(pilot, -1, floor + 1, x=plug_circle(tower)), PLUG_ANGLES)
    cup -= around(disc(g["pad_diameter"] / 2, -1, g["pad_depth"], x=PAD_CIRCLE), [0, 90, 180, 270])
    for y, z in openings(tower).values():
        cup -= block((-lay.r_outer - 5, -inner + 25), y, z)
    low, high = RELIEF
    ties = block((-lay.r_outer - 5, -inner + 5), (low, high), (floor + 1, floor + 4))
    ties += block((-lay.r_outer - 5, -inner + 5), (-high, -low), (floor + 1, floor + 4))
    cup -= ties
    for n in range(revision(tower)):  # A has one dimple, B two
        cup -= disc(1.0, floor - 0.6, floor + 1, x=20 + 4.0 * n, y=-45)
    return cup - around(_grub(lay, g["screw"] / 2 + 0.2, lay.r_outer - 6, lay.r_outer + 2), GRUB_ANGLES)


def revision(tower: Tower) -> int:
    return ord(tower.data["status"]["revision"]) - ord("A") + 1


def _grub(lay: Layout, radius: float, r0: float, r1: float) -> Part:
    return Pos((r0 + r1) / 2, 0, lay.z_ring - GRUB_DEPTH) * Rot(0, 90, 0) * Cylinder(radius, r1 - r0)


def grub_pilots(tower: Tower, lay: Layout) -> Part:
    """The same screws' holes in the ring's spigot."""
    r = lay.r_outer - tower.geometry["base_wall"]
    return around(_grub(lay, tower.geometry["screw_pilot"] / 2, r - 8, r + 1), GRUB_ANGLES)


def deck(tower: Tower, lay: Layout) -> Part:
    """The plate on the posts.

    The servo hangs in it, the bearing sits in its middle, the sensors stand on it.
    """
    g = tower.geometry
    radius = lay.r_outer - g["base_wall"] - 2 * g["fit"]
    ledge, fit, pilot = g["floor"], g["fit"], g["screw_pilot"] / 2
    seat = g["bearing_outer"] / 2 + SEAT_PLAY
    lug = disc(4.5, lay.z_bearing - ledge, lay.z_deck_top, x=clamp_circle(tower))
    whole = disc(radius, lay.z_deck, lay.z_deck_top)
    whole += disc(seat + g["base_wall"], lay.z_bearing - ledge, lay.z_deck_top) + around(lug, CLAMP_ANGLES)
    whole -= disc(seat, lay.z_bearing, lay.z_deck_top + 1)
    whole -= disc(seat - 2.5, lay.z_bearing - ledge - 1, lay.z_bearing + 1)
    bite = tower.screw("clamp")["bite"]
    whole -= around(
        disc(pilot, lay.z_deck_top - bite, lay.z_deck_top + 1, x=clamp_circle(tower)), CLAMP_ANGLES
    )
    (x0, x1), (y0, y1), _ = servo_outline(tower)
    whole -= block((x0 - fit, x1 + fit), (y0 - fit, y1 + fit), (0, lay.z_deck_top + 1))
    whole -= drilled(pilot, flange_holes(tower) + carrier_holes(tower), 0, lay.z_deck_top + 1)
    whole -= around(disc(g["screw"] / 2 + 0.2, 0, lay.z_deck_top + 1, x=post_circle(lay, tower)), POST_ANGLES)
    # The plugs of the ring and of the sensors go down here to the board.
    r0, r1 = cable_slot(tower, lay)
    return whole - at_angle(block((r0, r1), (-15, 15), (0, lay.z_deck_top + 1)), CABLE_ANGLE)


def cable_slot(tower: Tower, lay: Layout) -> tuple[float, float]:
    """From the axis: under the opening of the channel cover, long enough for the ring's plug to pass."""
    outer = lay.r_outer - tower.geometry["base_wall"] - 6.0
    return outer - 14.0, outer


def bearing_clamp(tower: Tower, lay: Layout) -> Part:
    """Lies on the bearing's outer ring, which stands a little proud of its seat: the screws press it down."""
    g = tower.geometry
    z0 = lay.z_deck_top + g["proud"]
    z1 = z0 + g["clamp"]
    plate = tube(g["bearing_outer"] / 2 - 2.0, clamp_circle(tower) + 4.0, z0, z1)
    for angle in CLAMP_ANGLES:
        plate -= sunk(tower, *polar(clamp_circle(tower), angle), z1)
    return plate


def board_plug(tower: Tower, _lay: Layout) -> Part:
    """Fills the hole of the game's board under the base, as the game's own base does."""
    g = tower.geometry
    plug = tube(8.0, g["board_hole"] / 2 - g["fit"], -max(g["board_thickness"], 0.0), -0.01)
    for angle in PLUG_ANGLES:
        plug -= sunk(tower, *polar(plug_circle(tower), angle), -g["board_thickness"], -1)
    return plug


def pads_inside(tower: Tower) -> float:
    """How near to the axis the adhesive pads come."""
    return float(PAD_CIRCLE - tower.geometry["pad_diameter"] / 2)
