"""The parts as solids: fresh, sound, thick enough, and nowhere in each other's way."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
import trimesh
from shapely import Polygon, affinity

from hardware import prints
from hardware.cad.make import PARTS
from hardware.cad.tests.conftest import TURNING, assembly, solid
from hardware.checks import complaints
from hardware.gears import mesh_turn, outline
from hardware.layout import Layout
from hardware.tower import Tower

TOUCH = 0.05  # mm³ that facets of touching curves may share
TOWER = Tower.load()


def shared(a: trimesh.Trimesh, b: trimesh.Trimesh) -> float:
    """mm³ that two solids both claim."""
    if (a.bounds[0] > b.bounds[1]).any() or (b.bounds[0] > a.bounds[1]).any():
        return 0.0
    common = trimesh.boolean.intersection([a, b], engine="manifold")
    return 0.0 if common.is_empty else float(common.volume)


def collisions(pairs: Iterable[tuple[str, str]], solids: dict[str, trimesh.Trimesh]) -> dict[str, float]:
    found = {f"{a} in {b}": shared(solids[a], solids[b]) for a, b in pairs}
    return {pair: volume for pair, volume in found.items() if volume > TOUCH}


def turned(mesh: trimesh.Trimesh, degrees: float, x: float = 0.0) -> trimesh.Trimesh:
    other = mesh.copy()
    other.apply_transform(
        trimesh.transformations.rotation_matrix(math.radians(degrees), (0, 0, 1), (x, 0, 0))
    )
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
    """The light trap stands askew in the tower and lies straight on the bed."""
    return turned(mesh, -prints.places()[name].spin)


def test_nothing_is_in_the_way_of_anything(solids: dict[str, trimesh.Trimesh]) -> None:
    assert collisions(itertools.combinations(solids, 2), solids) == {}


@pytest.mark.parametrize("angle", [13.0, 51.43, 90.0, 137.0, 205.7, 260.0, 308.6])
def test_the_tower_turns_freely(solids: dict[str, trimesh.Trimesh], angle: float) -> None:
    standing = {name: mesh for name, mesh in solids.items() if name not in TURNING and name != "servo_gear"}
    turning = {name: turned(solids[name], angle) for name in TURNING}
    assert collisions(itertools.product(turning, standing), turning | standing) == {}


def test_turning_and_standing_parts_keep_their_distance(solids: dict[str, trimesh.Trimesh]) -> None:
    """The disc under the tower passes the ring by the clearance, all round."""
    reach = max(np.hypot(*solids[name].vertices[:, :2].T).max() for name in ("turntable", "foot_cradle"))
    ring = np.hypot(*solids["beam_ring"].vertices[:, :2].T).min()
    assert ring - reach >= TOWER.geometry["clearance"] - 0.05


def gear_outlines() -> tuple[Polygon, Polygon]:
    s, g = TOWER.servo, TOWER.geometry
    return tuple(
        Polygon(outline(teeth, g["gear_module"], g["pressure_angle"], s["gear_backlash"]))
        for teeth in (s["teeth"], s["tower_teeth"])
    )  # type: ignore[return-value]


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
    return np.linalg.norm(hits - start[which], axis=1)


THINNER = {  # than the skin, and meant to be
    "code_disc": TOWER.position["mask_thickness"],
    "light_trap": TOWER.geometry["trap_thickness"],
    "coupon": 0.8,  # sharp where it is cut out of the ring
    "servo_gear": 0.9,  # the tips of its teeth
    "turntable": 0.9,
}


@pytest.mark.parametrize("name", prints.names(TOWER))
def test_no_wall_is_thinner_than_the_printer_can_draw(name: str) -> None:
    """A few rays graze a corner, so the thinnest hundredth does not count."""
    walls = thickness(trimesh.load_mesh(prints.stl(name)))
    assert np.quantile(walls, 0.01) >= THINNER.get(name, TOWER.geometry["skin"]) - 0.05


OTHER_TOWERS = {
    "a smaller foot": {
        "geometry__foot_diameter": 86.0,
        "geometry__body_diameter": 86.0,
        "position__track_radii": [24.4, 31.7, 39.0],
        "position__track_width": 5.0,
    },
    "outlets that lie higher": {"geometry__chute_floor": 6.0},
    "shorter beam parts with a flush lens": {"geometry__housing_length": 16.0, "geometry__lens_length": 0.0},
    "a lower roof": {"geometry__roof": 13.0, "geometry__beam_height": 6.5},
    "flatter gates": {"geometry__gate_slope": 18.0, "geometry__ring_depth": 20.0},
    "a taller servo": {"servo__body_height": 40.0, "servo__flange_height": 29.0},
}


@pytest.mark.parametrize("what", OTHER_TOWERS)
def test_another_tower_fits_together_as_well(what: str, tmp_path: Path) -> None:
    other = TOWER.with_changes(**OTHER_TOWERS[what])
    assert complaints(other) == []
    solids = assembly(other, tmp_path)
    assert all(mesh.is_watertight for mesh in solids.values())
    assert collisions(itertools.combinations(solids, 2), solids) == {}
