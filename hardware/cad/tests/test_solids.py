"""The parts as solids: fresh, sound, thick enough, and nowhere in each other's way."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
import trimesh
from manifold3d import Manifold, Mesh
from shapely import Polygon, affinity
from trimesh.transformations import rotation_matrix

from hardware import prints
from hardware.cad.make import PARTS
from hardware.cad.tests.conftest import assembly_of, solid, turns
from hardware.checks import complaints
from hardware.gears import mesh_turn, outline
from hardware.layout import Layout
from hardware.sweeps import Workbench
from hardware.tower import Tower

TOUCH = 0.05  # mm³ that facets of touching curves may share
# Threads, holes and sockets that are not drawn: of spline, horn, circuit board, plugs.
MEANT = {
    frozenset(pair)
    for pair in (
        ("screw horn", "servo"), ("screw horn", "horn"), ("screw gear", "horn"), ("screw board", "board"),
        ("board", "nano"), ("board", "jack"), ("jack", "plug supply"), ("nano", "plug usb"),
    )
}  # fmt: skip
TOWER = Tower.load()


def manifold(mesh: trimesh.Trimesh) -> Manifold:
    return Manifold(Mesh(np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32)))


def apart(a: trimesh.Trimesh, b: trimesh.Trimesh) -> bool:
    return bool((a.bounds[0] > b.bounds[1]).any() or (b.bounds[0] > a.bounds[1]).any())


def collisions(pairs: Iterable[tuple[str, str]], solids: dict[str, trimesh.Trimesh]) -> dict[str, float]:
    """mm³ that two solids both claim, where it is more than two facets that touch."""
    made: dict[str, Manifold] = {}

    def whole(name: str) -> Manifold:
        if name not in made:
            made[name] = manifold(solids[name])
            assert not made[name].is_empty(), name
        return made[name]

    found = {
        f"{a} in {b}": float((whole(a) ^ whole(b)).volume())
        for a, b in pairs
        if frozenset((kind(a), kind(b))) not in MEANT and not apart(solids[a], solids[b])
    }
    return {pair: volume for pair, volume in found.items() if volume > TOUCH}


def kind(name: str) -> str:
    """Without the number of a copy."""
    return name.rstrip("0123456789").strip()


def turned(mesh: trimesh.Trimesh, degrees: float, x: float = 0.0) -> trimesh.Trimesh:
    other = mesh.copy()
    other.apply_transform(rotation_matrix(math.radians(degrees), (0, 0, 1), (x, 0, 0)))
    return other


@pytest.mark.parametrize("name", prints.names(TOWER))
def test_the_kept_file_is_the_part_as_it_is_drawn_now(name: str, tmp_path: Path) -> None:
    part = PARTS[name](TOWER, Layout.of(TOWER))
    assert part.is_valid
    assert len(part.solids()) == 1
    kept = trimesh.load_mesh(prints.stl(name))
    assert kept.volume == pytest.approx(part.volume, rel=3e-3)
    fresh = solid(part, tmp_path)
    assert fresh.is_watertight
    assert sorted(kept.extents) == pytest.approx(sorted(_upright(name, fresh).extents), abs=0.05)


def _upright(name: str, mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """As it lies on the bed: some parts stand askew in the tower."""
    place = prints.places()[name]
    mesh = turned(mesh, -place.spin)
    mesh.apply_transform(rotation_matrix(math.radians(-place.turn), (1, 0, 0)))
    return mesh


def test_nothing_is_in_the_way_of_anything(solids: dict[str, trimesh.Trimesh]) -> None:
    assert collisions(itertools.combinations(solids, 2), solids) == {}


@pytest.mark.parametrize("angle", [13.0, 51.43, 90.0, 137.0, 205.7, 260.0, 308.6])
def test_the_tower_turns_freely(solids: dict[str, trimesh.Trimesh], angle: float) -> None:
    with_servo = ("servo_gear", "horn", "screw gear", "screw horn")
    standing = {n: mesh for n, mesh in solids.items() if not turns(n) and not n.startswith(with_servo)}
    turning = {name: turned(solids[name], angle) for name in solids if turns(name)}
    assert collisions(itertools.product(turning, standing), turning | standing) == {}


def test_turning_and_standing_parts_keep_their_distance(solids: dict[str, trimesh.Trimesh]) -> None:
    """The disc under the tower passes the ring by the clearance, all round."""
    reach = max(np.hypot(*solids[name].vertices[:, :2].T).max() for name in ("turntable", "foot_cradle"))
    ring = np.hypot(*solids["beam_ring"].vertices[:, :2].T).min()
    assert ring - reach >= TOWER.geometry["clearance"] - 0.05


def gear_outlines() -> tuple[Polygon, Polygon]:
    s, g = TOWER.servo, TOWER.geometry
    servo, tower = (
        Polygon(outline(teeth, g["gear_module"], g["pressure_angle"], s["gear_backlash"]))
        for teeth in (s["teeth"], s["tower_teeth"])
    )
    return servo, tower


def meshing(angle: float, pushed: float = 0.0) -> float:
    """Area that the two gears share when the servo has turned by `angle` and the tower is pushed."""
    servo, tower = gear_outlines()
    s = TOWER.servo
    driver = affinity.rotate(servo, 180 + angle, origin=(0, 0))
    driver = affinity.translate(driver, Layout.of(TOWER).centre_distance)
    follow = mesh_turn(s["tower_teeth"], angle, s["teeth"]) + pushed
    return float(driver.intersection(affinity.rotate(tower, follow, origin=(0, 0))).area)


@pytest.mark.parametrize("angle", np.linspace(0, 360 / 48, 9))
def test_the_gears_mesh_through_a_whole_tooth(angle: float) -> None:
    assert meshing(angle) < 1e-3


@pytest.mark.parametrize("angle", np.linspace(0, 360 / 48, 5))
def test_the_play_between_the_gears_is_the_backlash_and_no_more(angle: float) -> None:
    pitch_radius = TOWER.geometry["gear_module"] * TOWER.servo["tower_teeth"] / 2
    play = math.degrees(TOWER.servo["gear_backlash"] / pitch_radius)
    assert meshing(angle, play * 0.4) < 1e-3
    assert meshing(angle, -play * 0.4) < 1e-3
    assert meshing(angle, play * 0.75) > 1e-3
    assert meshing(angle, -play * 0.75) > 1e-3


def test_the_ratio_is_that_of_the_teeth() -> None:
    """One turn of the servo gear is 4/3 of a turn of the tower."""
    s = TOWER.servo
    turn = mesh_turn(s["tower_teeth"], 0, s["teeth"]) - mesh_turn(s["tower_teeth"], 270, s["teeth"])
    assert turn == pytest.approx(360)


def thickness(mesh: trimesh.Trimesh, samples: int = 1500) -> np.ndarray:
    """From points spread over the surface straight into the plastic to the other side."""
    points, faces = trimesh.sample.sample_surface_even(mesh, samples, seed=1)
    into = -mesh.face_normals[faces]
    start = points + into * 1e-3
    hits, which, _ = mesh.ray.intersects_location(start, into, multiple_hits=False)
    return np.asarray(np.linalg.norm(hits - start[which], axis=1))


THINNER = {  # than the skin, and meant to be
    "code_disc": TOWER.position["mask_thickness"],
    "light_trap": TOWER.geometry["trap_thickness"],
    "coupon": 0.4,  # sharp where it is cut out of the ring
    "servo_gear": 0.9,  # the tips of its teeth
    "turntable": 0.9,
    "aperture": 0.9,  # behind the lens
    "tray": 0.9, "tray_left": 0.9, "tray_right": 0.9,  # the slide's rim
    "roof": 1.0, "beam_ring": 1.0, "gate_tile": 0.2,  # sharp where a tile leaves the ring
    "board_plug": 0.0, "bearing_clamp": 0.4, "foot_cradle": 0.4,  # at a sunk head
    "channel_cover": 0.4, "bearing_cap": 0.9,
}  # fmt: skip


@pytest.mark.parametrize("name", prints.names(TOWER))
def test_no_wall_is_thinner_than_the_printer_can_draw(name: str) -> None:
    """A few rays graze a corner, so the thinnest hundredth does not count."""
    walls = thickness(trimesh.load_mesh(prints.stl(name)))
    skin: float = TOWER.geometry["skin"]
    assert np.quantile(walls, 0.01) >= THINNER.get(name, skin) - 0.05


def measured(body: float, outlet: float, cube: float, **more: float) -> dict[str, float]:
    return {
        "geometry__foot_diameter": body,
        "geometry__body_diameter": body,
        "geometry__outlet_width": outlet,
        "geometry__cube": cube,
        **more,
    }


# A dozen of those that tests/hardware/test_other_towers.py only calculates.
OTHER_TOWERS = {
    "the smallest": measured(80.0, 12.0, 7.0),
    "small with wide outlets": measured(80.0, 25.0, 10.0),
    "small, outlets as wide as can be": measured(80.0, 26.3, 9.0),
    "large cubes": measured(92.0, 20.0, 10.0),
    "wide outlets": measured(92.0, 30.0, 8.0),
    "in the middle": measured(105.0, 16.0, 9.0),
    "in the middle, wide outlets": measured(105.0, 25.0, 7.0),
    "large": measured(118.0, 20.0, 8.0),
    "the largest, narrow outlets": measured(130.0, 12.0, 7.0),
    "the largest, wide outlets": measured(130.0, 30.0, 8.0),
    "outlets that lie higher, no hole in the board": {
        "geometry__chute_floor": 6.0,
        "geometry__board_hole": 0.0,
    },
    "shorter beam parts with a flush lens": {"geometry__housing_length": 16.0, "geometry__lens_length": 0.0},
    "nothing stands out under the foot": {"geometry__foot_plug_diameter": 0.0},
    "a tall plug under the foot": {
        "geometry__foot_plug_diameter": 70.0,
        "geometry__foot_plug_height": 9.0,
    },
    "a taller servo": {
        "servo__body_height": 40.0,
        "servo__flange_height": 29.0,
        "geometry__gate_slope": 20.0,
    },
}


@pytest.mark.parametrize("what", OTHER_TOWERS)
def test_another_tower_fits_together_as_well(what: str, tmp_path: Path) -> None:
    other = TOWER.with_changes(**OTHER_TOWERS[what])
    assert complaints(other) == []
    solids = assembly_of(other, tmp_path)
    assert all(mesh.is_watertight for mesh in solids.values())
    assert collisions(itertools.combinations(solids, 2), solids) == {}
    assert list(Workbench(other, solids.__getitem__).faults()) == [], "step by step, with drivers"
