"""The kept STL files: where they are, how they lie on the printer's bed, where they belong in the tower.

Standard library only (the checks load the files with trimesh).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from hardware import manifest
from hardware.tower import ROOT, Tower, digest

CAD = ROOT / "hardware" / "cad"
PLACES = CAD / "places.json"
DRAWN_FROM = ("status", "servo", "beams", "position", "geometry", "printed")
DRAWN_BY = [ROOT / "hardware" / name for name in ("layout.py", "gears.py")] + [
    CAD / name for name in ("shapes.py", "base.py", "turning.py", "ring.py", "make.py")
]


@dataclass(frozen=True, slots=True)
class Place:
    """Move the printed part, turn it about x, then spin it about z: that is where it sits in the tower."""

    move: tuple[float, float, float]
    turn: float
    spin: float


def stl(name: str) -> Path:
    return CAD / "stl" / f"{name}.stl"


def step(name: str) -> Path:
    return CAD / "step" / f"{name}.step"


def names(tower: Tower) -> list[str]:
    return [part["name"] for part in tower.data["printed"]]


def kept(tower: Tower) -> list[Path]:
    return [PLACES, *(path for name in names(tower) for path in (stl(name), step(name)))]


def made_from(tower: Tower) -> str:
    return digest(manifest.of_sections(tower, *DRAWN_FROM), manifest.of_code(DRAWN_BY))


def places() -> dict[str, Place]:
    data = json.loads(PLACES.read_text(encoding="utf-8"))
    return {name: Place(tuple(entry["move"]), entry["turn"], entry["spin"]) for name, entry in data.items()}
