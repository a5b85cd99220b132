"""Whether everything finds its room: the rules about lengths, each with the figure that is in the way.

Standard library only. A complaint that knows a figure with which the tower would pass carries it along.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from hardware.derived import CHANNEL, up
from hardware.joints import cradle_recess
from hardware.layout import FENCE_WALL, GAP, STUB, Layout, pillar_wall, servo_outline
from hardware.tower import Tower

FINGER = (4.0, 25.0)  # mm: a gap between these takes a finger and does not let it out again
PARTING = 2.5  # degrees: a pillar begins with an edge that a printer can draw
LANDING = 2.5  # cubes: the least floor between slide and fence
PAD_INSIDE = 45.0  # how near to the axis the adhesive pads come
PLUG_LEAST = 36.0  # mm: the smallest hole whose plug has room for its screws
STEEPEST = 80.0
STANDS = 3.0  # mm of the tower's foot, all round, that its cradle must carry


class Complaint(str):
    """A sentence that says what is wrong; `figure` and `value`: a change with which this would be right."""

    figure: str
    value: float

    def __new__(cls, sentence: str, figure: str = "", value: float = 0.0) -> Complaint:
        self = super().__new__(cls, f"{sentence} ({figure} = {value:g} would do)" if figure else sentence)
        self.figure, self.value = figure, value
        return self


def outlets(tower: Tower) -> Iterator[str]:
    g, s, lay = tower.geometry, tower.servo, Layout.of(tower)
    if g["outlet_width"] < 1.5 * g["cube"]:
        yield Complaint("the outlets are hardly wider than a cube", "geometry.outlet_width", 1.5 * g["cube"])
    if g["outlet_height"] < g["cube"]:
        yield Complaint("a cube does not pass the outlets' height", "geometry.outlet_height", g["cube"])
    widest = tower.era_angle / 2 - s["tolerance"] - PARTING
    if g["outlet_half_angle"] > widest:
        most = math.floor(10 * g["body_diameter"] * math.sin(math.radians(widest))) / 10
        yield Complaint(
            f"outlets of {g['outlet_width']:g} mm leave no pillar between two gates of a tower of "
            f"{g['body_diameter']:g} mm",
            "geometry.outlet_width",
            most,
        )
    if g["chute_floor"] <= g["step"]:
        yield "the tower's outlets lie too low for a ring floor below them"
    gap = lay.r_inner - g["body_diameter"] / 2
    if FINGER[0] < gap < FINGER[1]:
        yield Complaint(
            f"{gap:.1f} mm between the turning tower and the ring are scissors for a finger",
            "geometry.body_diameter",
            up(2 * (lay.r_inner - FINGER[0]), 0.1),
        )


def ring(tower: Tower) -> Iterator[str]:
    g, lay = tower.geometry, Layout.of(tower)
    far_corner = math.hypot(g["ring_radius"] + g["housing_width"] / 2 + g["fit"], lay.pocket_far)
    if far_corner + g["skin"] > lay.r_outer + 1e-6:
        yield f"the beam pockets reach {far_corner:.1f} mm, too near to the ring's edge"
    if g["ring_radius"] - g["housing_width"] / 2 - g["fit"] - g["wall"] < lay.r_inner - 1e-6:
        yield "the beam pockets reach into the ring's inner wall"
    if pillar_wall(tower) < g["skin"]:
        yield f"two beam pockets back to back leave {pillar_wall(tower):.1f} mm between them"
    # A pillar's screw stands before the pockets, in the middle between them.
    half_pitch = math.radians(tower.era_angle / 2)
    inner = g["ring_radius"] - g["housing_width"] / 2 - g["fit"]
    screw = lay.r_screws * math.cos(half_pitch), lay.r_screws * math.sin(half_pitch)
    beside = math.hypot(max(0.0, inner - screw[0]), max(0.0, screw[1] - lay.pocket_far))
    if beside < g["screw_pilot"] / 2 + g["skin"]:
        yield f"a pillar's screw stands {beside:.1f} mm from a beam pocket"
    ledge = g["skin"] + GAP  # joins the spigot to the ring
    if lay.z_beam + g["housing_lens"] - g["housing_length"] < lay.z_ring + ledge - 1e-6:
        yield "the beam parts hang deeper than the cable channel"
    channel = lay.z_gate_edge - g["floor"] - lay.z_ring
    if channel < CHANNEL - 1e-6:
        yield f"the cable channel is {channel:.1f} mm high where the gates end; the wires want {CHANNEL:g} mm"
    if lay.z_beam + g["housing_lens"] > lay.z_roof:
        yield "the beam parts stand higher than the roof"
    if lay.r_outer < lay.r_screws + STUB + g["wall"]:
        yield "the pillars' screws stand in the ring's outer wall"


def base(tower: Tower) -> Iterator[str]:
    g, p, lay = tower.geometry, tower.position, Layout.of(tower)
    if 2 * lay.r_outer > g["bed"]:
        yield Complaint(
            f"base and ring are {2 * lay.r_outer:.0f} mm wide, the bed {g['bed']:.0f} mm",
            "geometry.bed",
            2 * lay.r_outer,
        )
    sensors = p["track_radii"][-1] + (p["sensor_width"] + g["fit"]) / 2 + g["skin"]
    if sensors + 2 * g["fit"] > lay.r_inner:
        yield f"the sensor carrier reaches {sensors:.1f} mm, the ring begins at {lay.r_inner:.1f} mm"
    if p["track_radii"][-1] + p["track_width"] / 2 + g["skin"] > lay.r_cradle + 1e-6:
        yield "the position ring's tracks do not fit under the tower's foot"
    if lay.centre_distance + lay.r_servo_gear + g["clearance"] > lay.r_outer - g["base_wall"] - 3:
        yield "the servo gear touches the ring's spigot"
    (x0, x1), (_, _y1), flange = servo_outline(tower)
    if math.hypot(x1, max(flange[1], -flange[0])) > lay.r_outer - g["base_wall"]:
        yield "the servo does not fit into the base"
    if x0 < g["bearing_outer"] / 2 + 10.0:
        yield "the servo stands in the bearing's seat"
    if x0 < g["pcb_x"] + g["pcb_length"] / 2 + 3.0:
        yield "the servo stands on the circuit board"
    corner = math.hypot(g["pcb_x"] - g["pcb_length"] / 2, g["pcb_width"] / 2)
    if corner > lay.r_outer - g["base_wall"]:
        yield f"the circuit board's corners reach {corner:.1f} mm: it does not fit into the base"
    if (around := lay.r_foot - cradle_recess(tower)) < STANDS:
        yield Complaint(
            f"the foot stands on {around:.1f} mm around what is wedged into the board",
            "geometry.foot_plug_diameter",
            2 * (lay.r_foot - STANDS - g["fit"]),
        )
    hole = g["board_hole"]
    if hole / 2 > PAD_INSIDE - 1:
        yield Complaint(
            "the pads stand over the hole of the board", "geometry.board_hole", 2 * (PAD_INSIDE - 1)
        )
    if 0 < hole < PLUG_LEAST:
        yield Complaint(
            "the hole of the board is too small for a plug: leave it out", "geometry.board_hole", 0
        )


def tray(tower: Tower) -> Iterator[str]:
    """Slide, floor and fence end before the spaces for rifts."""
    g, lay = tower.geometry, Layout.of(tower)
    least = lay.r_slide + LANDING * g["cube"]
    if lay.r_fence >= least:
        return
    foot = g["rift_distance"] - FENCE_WALL - 1.0 - LANDING * g["cube"]
    start = lay.r_outer + 2 * g["fit"] + g["skin"]
    sentence = (
        f"the tray would hide spaces for rifts at {g['rift_distance']:g} mm: its fence must stand at "
        f"{least:.0f} mm or farther"
    )
    if foot > start:
        steep = math.degrees(math.atan2(lay.z_gate_edge - 0.6 - g["tray_floor"], foot - start))
        if steep <= STEEPEST:
            yield Complaint(sentence, "geometry.slide_slope", up(steep, 0.5))
            return
    yield Complaint(sentence, "geometry.rift_distance", up(least + FENCE_WALL + 1.0, 1.0))


RULES = (outlets, ring, base, tray)


def complaints(tower: Tower) -> Iterator[str]:
    for rule in RULES:
        yield from rule(tower)
