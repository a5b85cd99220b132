"""The order in which the tower is put together: what comes, from where, onto what, with which screws.

Standard library only. The guide tells these steps (docs/build/assembly.md has one heading for each), the
pictures show them, the tests move every part along its path.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.joints import DOWN, UP, Vector, cable_era, polar
from hardware.layout import bearing_of
from hardware.tower import Tower

OUT: Vector = (-1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Step:
    """`comes` moves along `way` (towards the place it comes from) to what already lies on its bench."""

    id: str
    bench: str
    comes: tuple[str, ...]
    way: Vector
    screws: tuple[str, ...] = ()


def copies(tower: Tower) -> dict[str, list[tuple[str, float]]]:
    """Printed parts that sit in the tower more than once: every copy's name and how far it is turned."""
    eras = range(tower.eras)
    found = {"gate_tile": [(f"gate_tile {n}", bearing_of(tower, n)) for n in eras]}
    found["tray"] = [(name, bearing_of(tower, n)) for n in eras if (name := _tray(tower, n)) == f"tray {n}"]
    return found


def apertures(tower: Tower) -> list[str]:
    return [f"aperture {n} {side}" for n in range(tower.eras) for side in ("left", "right")]


def steps(tower: Tower) -> list[Step]:
    eras = range(tower.eras)
    beams = tuple(f"{kind} {n}" for kind in ("emitter", "receiver") for n in eras)
    found = [
        Step("bearing", "deck", ("bearing",), UP),
        Step("clamp", "deck", ("bearing_clamp",), UP, ("clamp",)),
        Step("servo", "deck", ("servo",), DOWN, ("servo",)),
        Step("carrier", "deck", ("sensor_carrier",), UP, ("carrier",)),
        Step("sensors", "deck", tuple(f"sensor {bit}" for bit in range(3)), UP),
        Step("horn", "gear", ("horn",), DOWN, ("gear",)),
        Step("gear", "deck", ("bench gear",), UP, ("horn",)),
        Step("code disc", "turntable", ("code_disc",), DOWN),
        Step("turntable", "deck", ("bench turntable",), UP),
        Step("cap", "deck", ("bearing_cap",), DOWN, ("cap",)),
        Step("cradle", "deck", ("foot_cradle",), UP, ("cradle",)),
        Step("trap", "ring", ("light_trap",), UP),
        Step("beams", "ring", (*apertures(tower), *beams), UP),
        Step("cover", "ring", ("channel_cover",), DOWN, ("cover",)),
        *(Step(f"tile {n}", "ring", (f"gate_tile {n}",), _out(tower, n)) for n in eras),
        Step("roof", "ring", ("roof",), UP, ("roof",)),
        Step("plug", "base", ("board_plug",), DOWN, ("plug",)),
        Step("board", "base", ("board", "nano", "jack"), UP, ("board",)),
        Step("plugs", "base", tuple(f"plug {p['id']}" for p in tower.data["plug"] if p["side"] == "up"), UP),
        Step("deck", "base", ("bench deck",), UP, ("posts",)),
        Step("ring", "base", ("bench ring", "harness"), UP, ("ring",)),
        Step(
            "supply", "base", tuple(f"plug {p['id']}" for p in tower.data["plug"] if p["side"] == "out"), OUT
        ),
        *(Step(f"tray {n}", "base", (_tray(tower, n),), UP) for n in eras),
        Step("tower", "base", ("the tower",), UP),
    ]
    return found if tower.geometry["board_hole"] > 0 else [step for step in found if step.id != "plug"]


FIRST = {"deck": "deck", "gear": "servo_gear", "turntable": "turntable", "ring": "beam_ring", "base": "base"}


def _tray(tower: Tower, era: int) -> str:
    last = cable_era(tower)
    return {last: "tray_left", last + 1: "tray_right"}.get(era, f"tray {era}")


def _out(tower: Tower, era: int) -> Vector:
    """Down the gate and out of the ring."""
    slope = math.radians(tower.geometry["gate_slope"])
    x, y = polar(math.cos(slope), bearing_of(tower, era))
    return x, y, -math.sin(slope)


@dataclass(frozen=True, slots=True)
class Moment:
    """One step with everything named: what moves, what is there, which screws follow."""

    step: Step
    moving: tuple[str, ...]
    present: tuple[str, ...]
    screws: tuple[str, ...]


def moments(tower: Tower) -> Iterator[Moment]:
    """The steps, with what lies on the bench at each of them, screws included."""
    number = {entry["id"]: entry["quantity"] for entry in tower.data["screws"]}
    benches = {bench: [first] for bench, first in FIRST.items()}
    for step in steps(tower):
        moving: list[str] = []
        for name in step.comes:
            moving += benches[name.removeprefix("bench ")] if name.startswith("bench ") else [name]
        there = benches[step.bench]
        fixed = [f"screw {kind} {n}" for kind in step.screws for n in range(number[kind])]
        yield Moment(step, tuple(moving), tuple(there), tuple(fixed))
        there += [*moving, *fixed]


def by_step(tower: Tower) -> dict[str, list[Moment]]:
    """The steps as the guide tells them: seven tiles are one, seven sectors are one."""
    found: dict[str, list[Moment]] = {}
    for moment in moments(tower):
        name = {"tile": "tiles", "tray": "tray"}.get(moment.step.id.split()[0], moment.step.id)
        found.setdefault(name, []).append(moment)
    return found
