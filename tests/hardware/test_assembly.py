"""It goes together: every part along its path, every screw with its driver, every plug with its room.

On the kept STL files, with screws, plugs and tools as solids; no CAD kernel needed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
import pytest
import trimesh

from hardware import assembly, meshes, solids
from hardware.joints import DOWN, UP, screws
from hardware.solids import Box, Rod
from tests.hardware.meshes import LAY, TOWER, placed

MOMENTS = list(assembly.moments(TOWER))
BY_ID = {moment.step.id: moment for moment in MOMENTS}
REACH = LAY.r_fence + 10
TOUCH = 0.12  # mm: facets of round parts that lie on each other
BOUGHT = solids.bought(TOWER)
# Holes that we do not draw: the spline's thread, those of the circuit board.
METAL = {"screw horn 0": {"servo", "horn"}} | {f"screw board {n}": {"board"} for n in range(4)}


@functools.cache
def mesh(name: str) -> trimesh.Trimesh:
    """Printed or bought, where it sits in the finished tower."""
    if name in BOUGHT:
        return meshes.joined(BOUGHT[name])
    kind, _, rest = name.partition(" ")
    if kind == "aperture":
        era, side = rest.split()
        one = placed("aperture").copy()
        if side == "right":
            one.vertices[:, 1] *= -1
            one.invert()
        return meshes.spun(one, dict(assembly.copies(TOWER)["gate_tile"])[f"gate_tile {era}"])
    for kept, places in assembly.copies(TOWER).items():
        if kind == kept:
            return meshes.spun(placed(kept), dict(places)[name])
    return placed(name)


@functools.cache
def lines(name: str) -> meshes.Lines:
    return meshes.Lines(mesh(name), reach=REACH)


def near(a: trimesh.Trimesh, b: trimesh.Trimesh, upright: bool) -> bool:
    """Whether one could meet the other: do they share a place in plan (or in space)?"""
    axes = slice(0, 2) if upright else slice(0, 3)
    return bool((a.bounds[0] < b.bounds[1])[axes].all() and (b.bounds[0] < a.bounds[1])[axes].all())


def blocked(moment: assembly.Moment) -> Iterator[str]:
    """What stands in the way of what comes."""
    for name in moment.moving:
        for other in moment.present:
            if not near(mesh(name), mesh(other), upright=True):
                continue
            if moment.step.way == UP:
                depth = meshes.in_the_way_up(lines(name), lines(other))
            else:
                depth = meshes.in_the_way_down(lines(name), lines(other))
            if depth > TOUCH:
                yield f"{name} cannot pass {other}: {depth:.2f} mm"


UPRIGHT = [moment.step.id for moment in MOMENTS if moment.step.way in (UP, DOWN)]


@pytest.mark.parametrize("step", UPRIGHT)
def test_what_comes_from_above_or_below_reaches_its_place(step: str) -> None:
    assert list(blocked(BY_ID[step])) == []


def corners(name: str) -> np.ndarray:
    """Of a small part, and the middles of its edges: a hair inside it, so that what only touches is free."""
    part = mesh(name)
    edges = part.vertices[part.edges_unique].mean(axis=1)
    points = np.vstack([part.vertices, edges])
    return points + (part.centroid - points) * 0.02


@pytest.mark.parametrize("step", [m.step.id for m in MOMENTS if m.step.way not in (UP, DOWN)])
def test_what_comes_from_the_side_reaches_its_place(step: str) -> None:
    moment = BY_ID[step]
    for name in moment.moving:
        starts = corners(name)
        ends = starts + np.array(moment.step.way) * 60.0
        for other in moment.present:
            assert not meshes.crossed(mesh(other), starts, ends).any(), f"{name} cannot pass {other}"


def test_a_plug_from_outside_is_pulled_out_with_the_tower_finished() -> None:
    """All but the tray, which lifts off: supply and USB are pulled in play."""
    done = MOMENTS[-1]
    for plug in (m for m in BY_ID["supply"].moving):
        box = BOUGHT[plug][0]
        assert isinstance(box, Box)
        ends = corners(plug) + np.array(assembly.OUT) * 40.0
        for other in done.present:
            if other == plug or other.startswith("tray"):
                continue
            assert not meshes.crossed(mesh(other), corners(plug), ends).any(), f"{plug} is held by {other}"


def stuck(moment: assembly.Moment, solid: Rod, allowed: set[str]) -> list[str]:
    starts, ends = meshes.rod_rays(solid)
    there = {*moment.present, *moment.moving} - allowed
    return [name for name in sorted(there) if meshes.crossed(mesh(name), starts, ends).any()]


WITH_SCREWS = [moment.step.id for moment in MOMENTS if moment.screws]


@pytest.mark.parametrize("step", WITH_SCREWS)
def test_a_driver_reaches_every_screw_of_the_step(step: str) -> None:
    moment = BY_ID[step]
    counted: dict[str, int] = {}
    for one in screws(TOWER):
        n = counted[one.id] = counted.get(one.id, -1) + 1
        if f"screw {one.id} {n}" not in moment.screws:
            continue
        for tool in solids.driver(TOWER, one):
            assert isinstance(tool, Rod)
            assert stuck(moment, tool, set()) == [], f"the driver of screw {one.id} {n}"


@pytest.mark.parametrize("step", WITH_SCREWS)
def test_a_screw_and_its_head_lie_in_their_hole(step: str) -> None:
    moment = BY_ID[step]
    for name in moment.screws:
        for part in BOUGHT[name]:
            assert isinstance(part, Rod)
            if part.tip is None:
                assert stuck(moment, part, METAL.get(name, set())) == [], name


def test_every_part_of_the_tower_is_put_in_once() -> None:
    put_in = [name for moment in MOMENTS for name in (*moment.step.comes, *moment.screws)]
    first = [part for bench, part in assembly.FIRST.items()]
    named = [name for name in (*put_in, *first) if not name.startswith("bench ")]
    assert len(named) == len(set(named))
    printed = {name.split(" ")[0] for name in named} & {p["name"] for p in TOWER.data["printed"]}
    wanted = {p["name"] for p in TOWER.data["printed"] if not p.get("optional")}
    assert printed == wanted
    assert set(BOUGHT) <= set(named), set(BOUGHT) - set(named)


def test_the_ring_plug_passes_the_slot_of_the_deck() -> None:
    """It is threaded through before the deck is lowered."""
    plug = next(p for p in TOWER.data["plug"] if p["id"] == "ring")
    deck = placed("deck")
    across, _, long = plug["size"]
    r = LAY.r_outer - TOWER.geometry["base_wall"] - 13.0
    points = [(-r + u * across / 2, v * long / 2) for u in (-1, 0, 1) for v in (-1, 0, 1)]
    starts = np.array([(x, y, 0.0) for x, y in points])
    assert not meshes.crossed(deck, starts, starts + np.array((0, 0, 60))).any()


def test_a_part_in_the_way_is_noticed() -> None:
    """The checks themselves: a screw moved aside, a driver under the disc, a plug that is too wide."""
    gear = BY_ID["gear"]
    horn = next(one for one in screws(TOWER) if one.id == "horn")
    late = assembly.Moment(gear.step, gear.moving, (*gear.present, "turntable"), gear.screws)
    assert any("turntable" in stuck(late, tool, set()) for tool in solids.driver(TOWER, horn)), (
        "it lies under the disc"
    )
    turned_round = assembly.Moment(gear.step, ("horn", "servo_gear"), ("turntable",), ())
    assert list(blocked(turned_round)), "the gear does not pass the disc"
    roof = next(one for one in screws(TOWER) if one.id == "roof")
    beside = Rod(
        (roof.at[0] + 1.0, roof.at[1], roof.at[2]), (roof.at[0] + 1.0, roof.at[1], roof.at[2] - 8), 1.5
    )
    assert stuck(BY_ID["roof"], beside, set())
