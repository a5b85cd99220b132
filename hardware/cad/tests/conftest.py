"""Everything solid in the tower, printed, bought and screwed in, where it sits. Needs the CAD kernel."""

from __future__ import annotations

from pathlib import Path

import pytest
import trimesh
from build123d import Part, export_stl

from hardware import assembly, meshes, prints
from hardware import solids as plain
from hardware.cad.make import PARTS
from hardware.layout import Layout, bearing_of
from hardware.tower import Tower

TURNING = ("turntable", "bearing_cap", "foot_cradle", "code_disc", "the tower", "screw cap", "screw cradle")
SPARE = ("coupon", "led_adapter")  # not in the tower


def turns(name: str) -> bool:
    return name.startswith(TURNING)


def solid(part: Part, folder: Path) -> trimesh.Trimesh:
    path = folder / "part.stl"
    export_stl(part, path, tolerance=0.02, angular_tolerance=0.08)
    return trimesh.load_mesh(path)


def united(pieces: tuple[plain.Solid, ...]) -> trimesh.Trimesh:
    shapes = [meshes.of(piece) for piece in pieces]
    return trimesh.boolean.union(shapes, engine="manifold") if len(shapes) > 1 else shapes[0]


def assembly_of(tower: Tower, folder: Path) -> dict[str, trimesh.Trimesh]:
    """Drawn anew from tower.toml, not read from the kept files."""
    lay = Layout.of(tower)
    drawn = {
        name: solid(PARTS[name](tower, lay), folder) for name in prints.names(tower) if name not in SPARE
    }
    for kept, places in assembly.copies(tower).items():
        one = drawn.pop(kept)
        drawn |= {name: meshes.spun(one, angle) for name, angle in places}
    aperture = drawn.pop("aperture")
    other = aperture.copy()
    other.vertices[:, 1] *= -1
    other.invert()
    for era in range(tower.eras):
        drawn[f"aperture {era} left"] = meshes.spun(aperture, bearing_of(tower, era))
        drawn[f"aperture {era} right"] = meshes.spun(other, bearing_of(tower, era))
    return drawn | {name: united(pieces) for name, pieces in plain.bought(tower).items()}


@pytest.fixture(scope="session")
def tower() -> Tower:
    return Tower.load()


@pytest.fixture(scope="session")
def solids(tower: Tower, tmp_path_factory: pytest.TempPathFactory) -> dict[str, trimesh.Trimesh]:
    return assembly_of(tower, tmp_path_factory.mktemp("solids"))
