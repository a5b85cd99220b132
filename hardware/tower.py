"""Reads tower.toml and derives the figures that follow from it.

Standard library only: the firmware's and the driver's tables must come out on any machine with Python.
"""

from __future__ import annotations

import copy
import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hardware import derived

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "hardware" / "tower.toml"

Section = Mapping[str, Any]


class Tower:
    """One tower.toml. Sections are as they stand in the file; geometry and position with what follows."""

    def __init__(self, data: Section) -> None:
        if data["geometry"]["board_hole"] <= 0:  # a board without a hole needs no plug
            data = {**data, "printed": [part for part in data["printed"] if part["name"] != "board_plug"]}
        self.data = data
        self.built: bool = data["status"]["built"]
        self.eras: int = data["status"]["eras"]
        self.board: Section = data["board"]
        self.pi: Section = data["pi"]
        self.servo: Section = data["servo"]
        self.beams: Section = data["beams"]
        self.position: Section = derived.position(data)
        self.geometry: Section = derived.geometry(data)

    @classmethod
    def load(cls, path: Path = SOURCE) -> Tower:
        return cls(tomllib.loads(path.read_text(encoding="utf-8")))

    def with_changes(self, **changes: Any) -> Tower:
        """The same tower with other figures, by dotted name with `__`: `geometry__bore=2.5`."""
        data = copy.deepcopy(dict(self.data))
        for dotted, value in changes.items():
            *path, last = dotted.split("__")
            place = data
            for name in path:
                place = place[name]
            if last not in place and last not in derived.NAMES.get(".".join(path), ()):
                raise KeyError(f"tower.toml has no {'.'.join([*path, last])}")
            place[last] = value
        return Tower(data)

    @property
    def era_angle(self) -> float:
        return 360.0 / self.eras

    @property
    def gear(self) -> float:
        """Degrees of the tower for one degree of the servo."""
        return float(self.servo["teeth"]) / float(self.servo["tower_teeth"])

    @property
    def era_pulses(self) -> tuple[float, ...]:
        """Nominal pulse of every era: the middle era in the middle of the travel, either way round."""
        low, high = self.servo["pulse_min"], self.servo["pulse_max"]
        per_degree = (high - low) / (self.servo["travel"] * self.gear)
        middle = (self.eras - 1) / 2
        step = self.era_angle * per_degree
        # Behind the gear a servo that turns counter-clockwise with a growing pulse turns the tower clockwise.
        way = 1 if self.servo["rising"] == "counter-clockwise" else -1
        return tuple((low + high) / 2 + way * (era - middle) * step for era in range(self.eras))

    @property
    def beam_window(self) -> tuple[float, float]:
        """Lowest and highest beam that no cube passes over or under.

        H − a + d/2 + spare … a − d/2 − spare.
        """
        g = self.geometry
        return (
            g["roof"] - g["cube"] + g["bore"] / 2 + g["spare"],
            g["cube"] - g["bore"] / 2 - g["spare"],
        )

    def screw(self, name: str) -> Section:
        """Where one kind of screw goes, and how deep."""
        return next(entry for entry in self.data["screws"] if entry["id"] == name)

    def head(self, part: str) -> str:
        """What kind of head a screw of the parts list has."""
        return str(next(entry["head"] for entry in self.data["parts"] if entry["id"] == part))

    def all_pins(self, board: Section) -> dict[str, Any]:
        """Every pin of a board under the name of what hangs on it."""
        pins = board["pins"]
        named = {f"beam {era}": pin for era, pin in enumerate(pins["beams"])}
        named["servo"] = pins["servo"]
        named["emitters"] = pins["emitters"]
        named |= {f"position {bit}": pin for bit, pin in enumerate(pins["position"])}
        named["led"] = pins["led"]
        return named


def digest(*texts: str) -> str:
    """A short fingerprint of what a generated file was made from."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
