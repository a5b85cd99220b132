"""It goes together: every part along its path, every screw with its driver, every plug with its room.

On the kept STL files, with screws, plugs and tools as solids; no CAD kernel needed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import trimesh

from hardware import assembly, meshes, solids, sweeps
from hardware.joints import screws
from hardware.solids import Box, Rod
from tests.hardware.meshes import LAY, TOWER, crossings, placed, polar


def kept(name: str) -> trimesh.Trimesh:
    """A printed part as it was last drawn, every copy where it sits."""
    kind, _, rest = name.partition(" ")
    if kind == "aperture":
        era, side = rest.split()
        one = placed("aperture").copy()
        if side == "right":
            one.vertices[:, 1] *= -1
            one.invert()
        return meshes.spun(one, dict(assembly.copies(TOWER)["gate_tile"])[f"gate_tile {era}"])
    for printed, places in assembly.copies(TOWER).items():
        if kind == printed:
            return meshes.spun(placed(printed), dict(places)[name])
    return placed(name)


BENCH = sweeps.Workbench(TOWER, kept)
MOMENTS, BOUGHT = BENCH.moments, BENCH.bought
BY_ID = {moment.step.id: moment for moment in MOMENTS}


@pytest.mark.parametrize("step", BY_ID)
def test_what_comes_reaches_its_place(step: str) -> None:
    assert list(BENCH.blocked(BY_ID[step])) == []


def test_a_plug_from_outside_is_pulled_out_with_the_tower_finished() -> None:
    """All but the tray, which lifts off: supply and USB are pulled in play."""
    done = MOMENTS[-1]
    for plug in (m for m in BY_ID["supply"].moving):
        assert isinstance(BOUGHT[plug][0], Box)
        for other in done.present:
            if other != plug and not other.startswith("tray"):
                assert not BENCH.pulled(plug, other, assembly.OUT, 40.0), f"{plug} is held by {other}"


WITH_SCREWS = [moment.step.id for moment in MOMENTS if moment.screws]


@pytest.mark.parametrize("step", WITH_SCREWS)
def test_a_driver_reaches_every_screw_of_the_step(step: str) -> None:
    assert list(BENCH.out_of_reach(BY_ID[step])) == []


@pytest.mark.parametrize("step", WITH_SCREWS)
def test_a_screw_and_its_head_lie_in_their_hole(step: str) -> None:
    assert list(BENCH.out_of_hole(BY_ID[step])) == []


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
    drivers = [tool for tool in solids.driver(TOWER, horn) if isinstance(tool, Rod)]
    assert any("turntable" in BENCH.stuck(late, tool) for tool in drivers), "it lies under the disc"
    assert "the driver of screw horn 0 meets turntable" in list(BENCH.out_of_reach(late))
    turned_round = assembly.Moment(gear.step, ("horn", "servo_gear"), ("turntable",), ())
    assert list(BENCH.blocked(turned_round)), "the gear does not pass the disc"
    roof = next(one for one in screws(TOWER) if one.id == "roof")
    beside = Rod(
        (roof.at[0] + 1.0, roof.at[1], roof.at[2]), (roof.at[0] + 1.0, roof.at[1], roof.at[2] - 8), 1.5
    )
    assert BENCH.stuck(BY_ID["roof"], beside)


def plug(name: str, **changes: Any) -> list[Any]:
    return [one | changes if one["id"] == name else one for one in TOWER.data["plug"]]


STANDING = [one | {"head": "cylinder"} for one in TOWER.data["parts"]]  # no head is sunk


@pytest.mark.parametrize(
    ("changed", "step", "words"),
    [
        ({"plug": plug("usb", size=[20.0, 9.0, 28.0])}, "supply", "plug usb cannot pass base"),
        ({"plug": plug("usb", y=19.0)}, "supply", "plug usb cannot pass base"),
        ({"plug": plug("ring", size=[6.0, 40.0, 27.4])}, "deck", "deck cannot pass plug ring"),
        ({"plug": plug("usb", cable=8.0)}, "tray 4", "tray_right cannot pass plug usb"),
        ({"plug": plug("supply", cable=9.0)}, "tray 3", "tray_left cannot pass plug supply"),
        ({"servo__horn_diameter": 24.0}, "horn", "horn cannot pass servo_gear"),
        ({"geometry__foot_plug_diameter": 52.0}, "tower", "the tower cannot pass foot_cradle"),
        ({"geometry__foot_diameter": 92.0}, "tower", "the tower cannot pass foot_cradle"),
        ({"parts": STANDING}, "ring", "channel_cover cannot pass screw gear"),
        ({"parts": STANDING}, "ring", "screw cover 0 cannot pass servo_gear"),
        ({"parts": STANDING}, "tower", "the tower cannot pass screw cradle"),
    ],
)
def test_a_figure_with_which_it_does_not_go_together_is_noticed(
    changed: dict[str, Any], step: str, words: str
) -> None:
    """A plug that is wider, beside its opening or higher, a thicker cable, a wider horn, heads in the way."""
    bench = sweeps.Workbench(TOWER.with_changes(**changed), kept)
    (moment,) = (one for one in bench.moments if one.step.id == step)
    assert any(words in fault for fault in bench.blocked(moment))


ERA = 1  # the gate that the coupon is cut out of


def coupon(name: str) -> trimesh.Trimesh:
    return placed("coupon") if name == "beam_ring" else kept(name)


def held(name: str, by: str, way: tuple[float, float, float], far: float) -> bool:
    """Whether what sits in its place is stopped before it has gone so far."""
    starts = coupon(name).vertices
    return bool(meshes.crossed(coupon(by), starts, starts + far * np.array(way)).any())


def test_the_coupon_takes_a_tile_two_apertures_and_two_beam_parts_as_the_ring_does() -> None:
    """Printed first, it fails where the ring would: it is the ring at one gate, no looser and no tighter."""
    bench = sweeps.Workbench(TOWER, coupon)
    moments = {moment.step.id: moment for moment in bench.moments}
    tile = moments[f"tile {ERA}"]
    assert list(bench.blocked(tile)) == []
    mine = (f"aperture {ERA} left", f"aperture {ERA} right", f"emitter {ERA}", f"receiver {ERA}")
    pushed = assembly.Moment(moments["beams"].step, mine, ("beam_ring",), ())
    assert list(bench.blocked(pushed)) == []
    assert held(f"gate_tile {ERA}", "beam_ring", (0.0, 0.0, 1.0), 1.0), "in its grooves"
    x, y = np.cos(np.radians(-TOWER.era_angle * ERA)), np.sin(np.radians(-TOWER.era_angle * ERA))
    for part in mine[:2]:
        assert held(part, "beam_ring", (x, y, 0.0), 1.0), part
        assert held(part, "beam_ring", (-x, -y, 0.0), 1.0), part
        assert held(part, "beam_ring", (0.0, 0.0, -1.0), 1.0), f"{part} stands on its ledge"


def test_a_screw_bites_in_the_coupon() -> None:
    """Of a pillar's screw the core stands in its pilot hole, the thread in plastic."""
    wide, turns = TOWER.geometry["screw_pilot"] / 2, range(0, 360, 45)
    low, high = placed("coupon").bounds
    spots = [one.at for one in screws(TOWER) if one.id == "roof"]
    inside = [(x, y) for x, y, _ in spots if (low[:2] < (x, y)).all() and ((x, y) < high[:2]).all()]
    assert inside
    for x, y in inside:
        for radius, surfaces in ((wide - 0.05, 0), (wide + 0.25, 1)):  # none, or in at the top
            ways = [polar(radius, angle, 0.0)[:2] for angle in turns]
            hit = [
                crossings(placed("coupon"), (x + u, y + v, high[2] + 1), (x + u, y + v, high[2] - 7))
                for u, v in ways
            ]
            assert {len(one) for one in hit} == {surfaces}, radius


def test_the_sectors_of_the_tray_hang_together_and_lift_off() -> None:
    """Keyed: none slides outwards or away from its neighbour; over the cables alone there is no key."""
    order = [moment.step.comes[0] for moment in MOMENTS if moment.step.id.startswith("tray")]
    for n, name in enumerate(order):
        before, seam = order[n - 1], np.radians(-TOWER.era_angle * (n - 0.5))
        apart = (
            float(np.sin(-seam)) * -1.0,
            float(-np.cos(seam)),
            0.0,
        )  # clockwise, away from the one before
        out = (float(np.cos(seam)), float(np.sin(seam)), 0.0)
        keyed = name != "tray_right"
        assert held(name, before, out, 1.0) is keyed, (name, before)
        assert held(name, before, apart, 1.0) is keyed, (name, before)


def test_corners_that_stand_out_of_the_ring_would_hold_the_tray() -> None:
    """As the first roof's did: 0.9 mm beyond the outer face, where the slide's rim passes with less."""

    def wider(name: str) -> trimesh.Trimesh:
        mesh = kept(name)
        if name == "roof":
            mesh = mesh.copy()
            mesh.vertices[:, :2] *= (LAY.r_outer + 0.9) / LAY.r_outer
        return mesh

    bench = sweeps.Workbench(TOWER, wider)
    sectors = [moment for moment in bench.moments if moment.step.id.startswith("tray")]
    assert len(sectors) == TOWER.eras
    assert all(any("cannot pass roof" in fault for fault in bench.blocked(one)) for one in sectors)
