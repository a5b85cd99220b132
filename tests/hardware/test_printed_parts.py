"""The kept STL files: what a ray and a count can see without the CAD kernel."""

import itertools
import math
import re

import networkx as nx
import numpy as np
import pytest
import trimesh

from hardware import prints
from hardware.board import files
from hardware.layout import bearing_of, mixed_pillars
from hardware.meshes import crossed, spun
from hardware.tower import ROOT
from tests.hardware.meshes import LAY, TOWER, across, crossings, placed, polar, printed

G = TOWER.geometry
ERAS = range(TOWER.eras)
PARTS = prints.names(TOWER)


@pytest.mark.parametrize("name", PARTS)
def test_a_part_can_be_printed(name: str) -> None:
    mesh = printed(name)
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.volume > 0
    assert nx.number_connected_components(nx.Graph(mesh.face_adjacency.tolist())) == 1
    low, high = mesh.bounds
    assert low[2] == pytest.approx(0, abs=0.01), "it lies on the bed"
    assert max(high[0] - low[0], high[1] - low[1]) <= G["bed"]


@pytest.mark.parametrize("era", ERAS)
def test_the_way_of_the_light_is_clear_through_ring_and_roof(era: int) -> None:
    """From beam part to beam part nothing but the apertures stands in it."""
    for dx, dz in ((0, 0), (2.5, 0), (-2.5, 0), (0, 2.5), (0, -2.5)):
        ends = [across(era, side * (LAY.pocket_near + 1), LAY.z_beam + dz, dx) for side in (-1, 1)]
        assert crossings(placed("beam_ring"), *ends) == []
        assert crossings(placed("roof"), *ends) == []


def test_a_bore_is_open_at_both_ends_of_its_aperture_and_is_the_only_hole() -> None:
    """It can be drilled and looked through in the hand; light passes nowhere else."""
    aperture, free, off = placed("aperture"), G["bore"] / 2 - 0.1, G["bore"] / 2 + 0.15

    def through(dx: float, dz: float) -> int:
        ends = [across(0, y, LAY.z_beam + dz, dx) for y in (LAY.gate_half_width - 5, LAY.pocket_near + 5)]
        return len(crossings(aperture, *ends))

    for dx, dz in ((0, 0), (free, 0), (-free, 0), (0, free), (0, -free)):
        assert through(dx, dz) == 0
    for dx, dz in ((off, 0), (-off, 0), (0, off), (0, -off), (3, 0), (-3, 0), (0, 3), (0, -3)):
        assert through(dx, dz) >= 2
    long = G["bore_length"] - G["lens_length"] - G["fit"]
    assert long >= 2 * G["bore"], "long and thin keeps the sun out"


@pytest.mark.parametrize("era", ERAS)
def test_an_aperture_stands_in_plastic_all_round(era: int) -> None:
    """Beside its slot the pillar is whole: light does not go round the aperture."""
    for dx in (-4.8, 4.8):
        ends = [across(era, side * (LAY.gate_half_width + 1.5), LAY.z_beam, dx) for side in (-1, 1)]
        assert len(crossings(placed("beam_ring"), *ends)) == 2, "out of one pillar, into the other"


@pytest.mark.parametrize("era", ERAS)
def test_floor_and_roof_lie_where_the_rule_about_cubes_demands(era: int) -> None:
    """Measured on the printed surfaces, square to the floor: H − a + d/2 + spare ≤ h ≤ a − d/2 − spare."""
    square = math.cos(math.radians(G["gate_slope"]))
    beam = across(era, 0, LAY.z_beam)
    tile = spun(placed("gate_tile"), bearing_of(TOWER, era))
    below = square * crossings(tile, beam, across(era, 0, LAY.z_beam - 30))[0]
    above = square * crossings(placed("roof"), beam, across(era, 0, LAY.z_beam + 30))[0]
    roof, a, d, spare = below + above, G["cube"], G["bore"], G["spare"]
    assert roof - a + d / 2 + spare - 0.01 <= below <= a - d / 2 - spare + 0.01
    # A cube on the floor and a cube pressed to the roof both break the whole beam.
    assert below + d / 2 < a
    assert below - d / 2 > roof - a


@pytest.mark.parametrize("era", ERAS)
def test_an_outlet_opens_into_its_gate_with_the_servo_at_its_worst(era: int) -> None:
    ring = placed("beam_ring")
    for off in (-1, 1):
        angle = bearing_of(TOWER, era) + off * (G["outlet_half_angle"] + TOWER.servo["tolerance"]) * 0.99
        way = polar(LAY.r_inner - 1, angle, LAY.z_gate + 4), polar(LAY.r_inner + 0.5, angle, LAY.z_gate + 4)
        assert crossings(ring, *way) == []


def pillar_crossings(era: int) -> list[float]:
    """From the beam part of an era through the pillar after it to the next era's beam part."""
    middle = (LAY.pocket_near + LAY.pocket_far) / 2
    start = across(era, -middle, LAY.z_beam)
    end = across((era + 1) % TOWER.eras, middle, LAY.z_beam)
    return crossings(placed("beam_ring"), start, end)


@pytest.mark.parametrize("era", ERAS)
def test_a_light_trap_stands_between_an_emitter_and_a_receiver_and_only_there(era: int) -> None:
    surfaces = pillar_crossings(era)
    if era in mixed_pillars(TOWER):
        assert len(surfaces) == 4, "wall, slot, wall"
        trap = crossings(
            placed("light_trap"),
            across(era, -(LAY.pocket_near + LAY.pocket_far) / 2, LAY.z_beam),
            across((era + 1) % TOWER.eras, (LAY.pocket_near + LAY.pocket_far) / 2, LAY.z_beam),
        )
        assert len(trap) == 2, "and the plate in the slot"
    else:
        assert len(surfaces) == 2, "one solid wall"
    thinnest = min(b - a for a, b in zip(surfaces[::2], surfaces[1::2], strict=True))
    assert thinnest >= G["skin"]


def test_seven_cannot_alternate_but_only_one_pair_is_alike() -> None:
    assert len(mixed_pillars(TOWER)) == 1


@pytest.mark.slow
def test_the_channel_below_the_floor_is_open_all_round() -> None:
    """Cables run under the gates: no rib closes the channel, and the floor above it is whole."""
    ring = placed("beam_ring")
    r = LAY.r_outer - G["wall"] - 0.8
    z = LAY.z_ring + 4.5
    points = [polar(r, angle, z) for angle in np.linspace(0, 360, 91)]
    assert all(crossings(ring, a, b) == [] for a, b in itertools.pairwise(points))


def teeth(name: str, x: float, module: float, count: int) -> int:
    """Teeth of a gear, counted on a circle just below their tips."""
    mesh = placed(name)
    r = module * (count + 2) / 2 - 0.3
    z = (LAY.z_gear + LAY.z_gear_top) / 2
    turns = np.linspace(0, 2 * math.pi, 181)
    cuts = 0
    for a, b in itertools.pairwise(turns):
        start = (x + r * math.cos(a), r * math.sin(a), z)
        end = (x + r * math.cos(b), r * math.sin(b), z)
        cuts += len(crossings(mesh, start, end))
    return cuts // 2


@pytest.mark.slow
def test_the_gears_have_their_teeth_at_their_distance() -> None:
    s, m = TOWER.servo, G["gear_module"]
    assert LAY.centre_distance == pytest.approx(m * (s["teeth"] + s["tower_teeth"]) / 2)
    assert teeth("servo_gear", LAY.centre_distance, m, s["teeth"]) == s["teeth"] == 48
    assert teeth("turntable", 0.0, m, s["tower_teeth"]) == s["tower_teeth"] == 36


def code_at(angle: float) -> int:
    """What the three sensors see when the tower has turned clockwise: a window in the mask is a mark."""
    mask, pins = placed("code_disc"), placed("turntable")
    code = 0
    for bit, radius in enumerate(TOWER.position["track_radii"]):
        spot = TOWER.position["sensor_angle"] + angle
        way = polar(radius, spot, LAY.z_sensor), polar(radius, spot, LAY.z_disc - 0.02)
        code |= (crossings(mask, *way) == crossings(pins, *way) == []) << bit
    return code


def test_the_code_disc_tells_every_era_and_nothing_between() -> None:
    half, pitch = TOWER.position["mark_half_angle"], TOWER.era_angle
    for era, code in enumerate(TOWER.position["codes"]):
        assert [code_at(era * pitch + off) for off in (-half + 0.3, 0, half - 0.3)] == [code] * 3
        assert [code_at(era * pitch + off) for off in (-half - 0.5, half + 0.5, pitch / 2)] == [0, 0, 0]


def test_the_code_disc_goes_on_its_pins_one_way_only() -> None:
    """Turned round or turned over it does not, not even with a pin in one of its windows."""
    points = placed("turntable").vertices
    far = np.hypot(points[:, 0], points[:, 1]) > LAY.r_tower_gear + 1
    rims = points[far & (points[:, 2] > LAY.z_mask + 0.05) & (points[:, 2] < LAY.z_disc - 0.05)]
    rims = rims[:: len(rims) // 12]  # of the two pins

    def fits(over: int, turn: float) -> bool:
        moved = spun(trimesh.Trimesh(rims * (1, over, 1)), turn).vertices
        half = np.array((0.0, 0.0, 0.5))
        return not crossed(placed("code_disc"), moved - half, moved + half).any()

    assert [turn for turn in range(0, 360, 2) if fits(1, turn)] == [0]
    assert [turn for turn in range(0, 360, 2) if fits(-1, turn)] == []


def test_the_row_of_three_windows_lies_where_the_guide_says() -> None:
    """With the disc on its head clockwise is the other way."""
    page = (ROOT / "docs" / "build" / "assembly.md").read_text(encoding="utf-8")
    row = float(re.findall(r"three windows is (\d+)° clockwise of the turntable's groove", page)[0])
    for radius in TOWER.position["track_radii"]:
        way = polar(radius, row, LAY.z_sensor), polar(radius, row, LAY.z_disc - 0.02)
        assert crossings(placed("code_disc"), *way) == []


def test_the_clamp_presses_the_bearings_outer_ring_on_its_ledge_and_nothing_else() -> None:
    """The bearing stands proud of the deck: screwed down, the clamp touches it before it touches the deck."""
    seat, proud = G["bearing_outer"] / 2, LAY.z_deck_top + G["proud"]
    for angle in range(15, 360, 30):

        def upwards(name: str, radius: float, angle: int = angle) -> list[float]:
            low, high = LAY.z_bearing - 6, LAY.z_deck_top + 6
            return [
                low + d
                for d in crossings(placed(name), polar(radius, angle, low), polar(radius, angle, high))
            ]

        assert upwards("bearing_clamp", seat - 1)[0] == pytest.approx(proud, abs=0.02)
        assert upwards("deck", seat - 1)[-1] == pytest.approx(LAY.z_bearing, abs=0.02), "the ledge"
        assert upwards("deck", seat + 1.5)[-1] == pytest.approx(LAY.z_deck_top, abs=0.02)
        assert G["proud"] >= 0.15, "more than a layer sags"
        for name in ("bearing_clamp", "deck"):
            assert upwards(name, G["bearing_inner"] / 2 + 2) == [], f"{name} rubs on the inner ring"
        assert upwards("bearing_cap", G["bearing_inner"] / 2 + 1)[-1] < LAY.z_bearing, (
            "this one turns with it"
        )
        assert upwards("bearing_cap", seat - 2.5) == [], "the cap rubs on the outer ring"


def test_no_sector_of_the_tray_lies_on_a_space_for_rifts() -> None:
    for name in ("tray", "tray_left", "tray_right"):
        corners = placed(name).vertices
        assert np.hypot(corners[:, 0], corners[:, 1]).max() <= G["rift_distance"]


def test_the_coupon_is_a_piece_of_the_ring() -> None:
    assert printed("coupon").volume < printed("beam_ring").volume / 5


# mm² that hang over nothing when a part is printed, and why a printer manages; others get 100 mm².
BRIDGED = {
    "base": 1500,  # the pads' recesses, 0.8 mm above the bed; the plugs' openings
    "deck": 350,  # the bearing's ledge, 2.5 mm wide
    "beam_ring": 3100,  # bridges of a wall's width from pillar to pillar, and the ledge of the spigot
    "coupon": 450,  # two of them
    "roof": 200,  # the marks of the eras, 0.8 mm above the bed
    "sensor_carrier": 120,  # over the bearing's clamp, between two walls
    "tray_left": 320, "tray_right": 320,  # the cables' tunnel, a bridge of 9 mm
}  # fmt: skip


@pytest.mark.parametrize("name", PARTS)
def test_a_part_needs_no_support(name: str) -> None:
    mesh = printed(name)
    above_the_bed = mesh.triangles[:, :, 2].max(axis=1) > 0.05
    flatter_than_45 = mesh.face_normals[:, 2] < -math.sin(math.radians(48))
    assert mesh.area_faces[above_the_bed & flatter_than_45].sum() <= BRIDGED.get(name, 100)


@pytest.mark.parametrize("y", [-5.5, 5.5])
def test_a_cable_tie_goes_through_the_wall_beside_the_cables(y: float) -> None:
    """Strain relief: a slot on both sides of the two cables; a little higher the wall is closed."""
    out, r = placed("base"), LAY.r_outer
    for rise, free in ((2.5, True), (4.4, False)):
        z = G["base_floor"] + rise
        assert bool(crossings(out, (-r - 2, y, z), (-r + 8, y, z))) is not free


def test_base_ring_and_board_carry_their_revision() -> None:
    """One dimple for A, two for B, on the base's floor and on the ring's first pillar; print on the board."""
    letter = TOWER.data["status"]["revision"]
    number = ord(letter) - ord("A") + 1
    floor = G["base_floor"]
    for n in range(number + 1):
        x = 20 + 4.0 * n
        (top, *_) = crossings(placed("base"), (x, -45.0, floor + 3), (x, -45.0, floor - 2))
        assert top == pytest.approx(3.6 if n < number else 3.0, abs=0.05)
    assert f"revision {letter}, not yet built" in files.BOARD.read_text(encoding="utf-8")
