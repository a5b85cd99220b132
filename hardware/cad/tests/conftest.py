"""Everything solid in the tower, printed and bought, where it sits. Needs the CAD kernel."""

from __future__ import annotations

from pathlib import Path

import pytest
import trimesh
from build123d import Part, export_stl

from hardware import prints
from hardware.cad import bought
from hardware.cad.make import PARTS
from hardware.layout import Layout
from hardware.tower import Tower

TURNING = ("turntable", "bearing_cap", "foot_cradle", "code_disc", "the tower")
SPARE = ("coupon", "led_adapter")  # not in the tower


def solid(part: Part, folder: Path) -> trimesh.Trimesh:
    path = folder / "part.stl"
    export_stl(part, path, tolerance=0.02, angular_tolerance=0.08)
    return trimesh.load_mesh(path)


def assembly(tower: Tower, folder: Path) -> dict[str, trimesh.Trimesh]:
    """Drawn anew from tower.toml, not read from the kept files."""
    lay = Layout.of(tower)
    parts = {name: PARTS[name](tower, lay) for name in prints.names(tower) if name not in SPARE}
    parts |= {
        "servo": bought.servo(tower, lay),
        "horn": bought.horn(tower, lay),
        "bearing": bought.bearing(tower, lay),
        "board": bought.circuit_board(tower, lay),
        "the tower": bought.game_tower(tower, lay),
    }
    for era, part in enumerate(bought.beam_parts(tower, lay, emitters=True)):
        parts[f"emitter {era}"] = part
    for era, part in enumerate(bought.beam_parts(tower, lay, emitters=False)):
        parts[f"receiver {era}"] = part
    for bit, part in enumerate(bought.sensors(tower, lay)):
        parts[f"sensor {bit}"] = part
    return {name: solid(part, folder) for name, part in parts.items()}


@pytest.fixture(scope="session")
def tower() -> Tower:
    return Tower.load()


@pytest.fixture(scope="session")
def solids(tower: Tower, tmp_path_factory: pytest.TempPathFactory) -> dict[str, trimesh.Trimesh]:
    return assembly(tower, tmp_path_factory.mktemp("solids"))
