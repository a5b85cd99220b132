"""What is printed together: the 3MF files, read by another program than the one that wrote them."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import trimesh

from hardware import plates, prints
from hardware.tower import Tower

TOWER = Tower.load()
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
PRINTED = {part["name"]: part for part in TOWER.data["printed"]}
KEPT = pytest.mark.parametrize("path", plates.kept(), ids=lambda path: path.stem)


def opened(path: Path) -> list[tuple[str, trimesh.Trimesh]]:
    """Every copy on a plate, where it lies."""
    with zipfile.ZipFile(path) as archive:
        root = ET.fromstring(archive.read("3D/3dmodel.model"))
    meshes = {}
    for found in root.iter(f"{CORE}object"):
        corners = [[float(v.get(axis, "")) for axis in "xyz"] for v in found.iter(f"{CORE}vertex")]
        sides = found.iter(f"{CORE}triangle")
        faces = [[int(side.get(corner, "")) for corner in ("v1", "v2", "v3")] for side in sides]
        meshes[found.get("id")] = str(found.get("name")), trimesh.Trimesh(corners, faces, process=False)
    copies = []
    for item in root.iter(f"{CORE}item"):
        name, mesh = meshes[item.get("objectid")]
        rows = np.array([float(v) for v in str(item.get("transform")).split()]).reshape(4, 3)
        assert np.array_equal(rows[:3], np.eye(3))
        placed = mesh.copy()
        placed.apply_translation(rows[3])
        copies.append((name, placed))
    return copies


def test_every_part_is_there_as_often_as_it_is_needed() -> None:
    wanted = Counter({name: part["quantity"] for name, part in PRINTED.items() if name != "coupon"})
    laid = Counter(name for path in plates.kept() for name, _ in opened(path))
    assert laid == wanted + Counter(plates.COUPON)


@KEPT
def test_a_plate_fits_the_bed_and_its_parts_keep_apart(path: Path) -> None:
    boxes = [mesh.bounds for _, mesh in opened(path)]
    for low, high in boxes:
        assert low[2] == pytest.approx(0.0, abs=1e-3)
        assert (low[:2] >= 3.0).all()
        assert (high[:2] <= TOWER.geometry["bed"] - 3.0).all()
    for (low, high), (other_low, other_high) in combinations(boxes, 2):
        assert (np.maximum(low - other_high, other_low - high)[:2] >= 3.0).any()


@KEPT
def test_a_part_on_a_plate_is_the_part_of_its_stl_file(path: Path) -> None:
    for name, mesh in dict(opened(path)).items():
        drawn = trimesh.load_mesh(prints.stl(name))
        assert mesh.is_watertight
        assert mesh.volume == pytest.approx(drawn.volume, rel=1e-3)
        assert mesh.extents == pytest.approx(drawn.extents, abs=1e-3)


@KEPT
def test_a_plate_carries_the_settings_of_all_its_parts(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        said = dict(re.findall(r"^; (\w+) = (.*)$", archive.read("Metadata/Slic3r_PE.config").decode(), re.M))
    for name, _ in opened(path):
        settings = TOWER.data["settings"][PRINTED[name].get("settings", "usual")]["slicer"]
        assert said == {key: str(value) for key, value in settings.items()}


def test_what_must_stop_light_lies_on_a_plate_of_black_filament() -> None:
    for path in plates.kept():
        says, parts = plates.read(path)
        dark = [name for name in parts if PRINTED[name]["colour"].startswith("black")]
        assert not dark or "filament: black" in says


def test_a_part_larger_than_the_bed_is_refused() -> None:
    sizes = dict.fromkeys(PRINTED, (10.0, 10.0, 5.0)) | {"base": (230.0, 100.0, 5.0)}
    with pytest.raises(ValueError, match="base does not fit"):
        plates.plates(TOWER, sizes)
