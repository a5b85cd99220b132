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
# Figures of these sections that no plastic depends on: changing one makes no part stale.
NOT_DRAWN = {
    "servo": {
        "model", "travel", "pulse_min", "pulse_max", "frame_us", "dead_band", "repeatability", "speed",
        "rising", "approach", "overshoot", "pulse_off_at_rest", "alternatives",
    },
    "position": {"fitted", "mark_level"},
}  # fmt: skip
DRAWN_BY = [
    ROOT / "hardware" / name for name in ("derived.py", "layout.py", "gears.py", "joints.py", "sockets.py")
] + [
    CAD / name for name in ("shapes.py", "base.py", "turning.py", "ring.py", "gates.py", "tray.py", "make.py")
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


def figures(tower: Tower) -> str:
    """All that the parts are drawn from."""
    data: dict[str, object] = {
        section: {key: value for key, value in figures.items() if key not in NOT_DRAWN.get(section, ())}
        for section, figures in (
            ("geometry", tower.geometry),
            ("servo", tower.servo),
            ("position", tower.position),
        )
    }
    data["eras"] = tower.eras
    data["revision"] = tower.data["status"]["revision"]
    data["emitters_left"] = tower.beams["emitters_left"]
    data["bites"] = {screw["id"]: screw["bite"] for screw in tower.data["screws"]}
    data["plugs"] = [tower.data["plug"], tower.data["screw_heads"]]
    data["lie"] = {part["name"]: part.get("upside_down") for part in tower.data["printed"]}
    return json.dumps(data, sort_keys=True)


def made_from(tower: Tower) -> str:
    return digest(figures(tower), manifest.of_code(DRAWN_BY))


def places() -> dict[str, Place]:
    data = json.loads(PLACES.read_text(encoding="utf-8"))
    return {name: Place(tuple(entry["move"]), entry["turn"], entry["spin"]) for name, entry in data.items()}
