"""USB and supply cable find their way out under the tray, and the whole of the horn its place in the gear.

On the kept STL files; the assembly's own solids have the plugs without cables, and of the horn its middle.
"""

from __future__ import annotations

import itertools

import pytest

from hardware import meshes
from hardware.sockets import plugs
from hardware.solids import Rod, Solid, Tube
from hardware.sweeps import TOUCH
from tests.hardware.meshes import LAY, TOWER
from tests.hardware.test_assembly import BENCH, BY_ID

THICK = {"usb": 4.5, "supply": 5.5}  # mm
LANES = {"usb": 5.8, "supply": -5.1}  # y of the two tunnels
PLUGS = {one.name: one for one in plugs(TOWER) if one.name in THICK}
TRAYS = [step for step in BY_ID if step.startswith("tray")]
S = TOWER.servo


def cable(name: str, thick: float) -> list[Rod]:
    """Down behind its plug, then along the board and out."""
    (back, _), y, z = PLUGS[name].place
    behind, low = -max(-back, LAY.r_outer) - thick / 2 - 0.5, thick / 2 + 0.3
    way = [
        (back, sum(y) / 2, sum(z) / 2),
        (behind, sum(y) / 2, sum(z) / 2),
        (behind, LANES[name], low),
        (-LAY.r_fence - 30.0, LANES[name], low),
    ]
    return [Rod(start, end, thick / 2) for start, end in itertools.pairwise(way)]


def lines(solids: list[Rod] | list[Solid]) -> meshes.Lines:
    return meshes.Lines(meshes.joined(solids), reach=LAY.r_fence + 10)


def hangs(step: str, name: str, thick: float) -> float:
    """By how much a sector of the tray, on its way down, would meet the cable."""
    (sector,) = BY_ID[step].moving
    return meshes.in_the_way_up(BENCH._lines(sector), lines(cable(name, thick)))


@pytest.mark.parametrize("name", THICK)
def test_the_tray_goes_down_over_a_cable(name: str) -> None:
    assert len(TRAYS) == TOWER.eras
    assert max(hangs(step, name, THICK[name]) for step in TRAYS) <= TOUCH


@pytest.mark.parametrize("name", THICK)
def test_a_cable_that_is_too_thick_is_noticed(name: str) -> None:
    assert max(hangs(step, name, 9.0) for step in ("tray 3", "tray 4")) > TOUCH


@pytest.mark.parametrize("name", THICK)
def test_a_cable_touches_neither_base_nor_the_other_plug(name: str) -> None:
    (other,) = set(THICK) - {name}
    for rod in cable(name, THICK[name]):
        starts, ends = meshes.rod_rays(rod)
        for what in ("base", f"plug {other}"):
            assert not meshes.crossed(BENCH.mesh(what), starts, ends).any(), what


def horn(wide: float) -> Tube:
    """Round, and nowhere thinner: screws hold in it."""
    return Tube(
        3.05, wide / 2, (LAY.z_gear + 0.05, LAY.z_gear + S["horn_thickness"] - 0.05), LAY.centre_distance
    )


def test_the_whole_horn_reaches_its_pocket_and_a_wider_one_does_not() -> None:
    gear = BENCH._lines("servo_gear")
    assert meshes.in_the_way_down(lines([horn(S["horn_diameter"])]), gear) <= TOUCH
    assert meshes.in_the_way_down(lines([horn(S["horn_diameter"] + 2.0)]), gear) > TOUCH


def test_the_whole_horn_lies_free_above_the_servo_and_turns_with_its_gear() -> None:
    deepest, _ = horn(S["horn_diameter"]).z
    assert deepest - LAY.z_servo_top >= S["horn_seat"]
    beside = LAY.centre_distance - S["horn_diameter"] / 2 - LAY.r_tower_gear
    assert beside > TOWER.geometry["clearance"], "clear of the tower's gear"
