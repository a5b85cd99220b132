"""Cubes that really fall: nothing is lost, gained or seen where it is not."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import mujoco
import numpy as np
import pytest

from companion.tower.tracefile import read_trace
from hardware.tower import Tower
from hardware.twin import batch, traces
from hardware.twin.batch import Drop
from hardware.twin.beams import united
from hardware.twin.drop import Fallen, Shake, shake, throw
from hardware.twin.model import build
from hardware.twin.variants import BARE, PLAIN

TOWER = Tower.load()


@pytest.fixture(scope="module")
def fallen() -> list[Fallen]:
    return [throw(TOWER, 1 + n % 5, random.Random(n)) for n in range(20)]


def test_every_cube_is_somewhere(fallen: list[Fallen]) -> None:
    for drop in fallen:
        assert len(drop.passed) == drop.thrown
        assert sum(outlet is not None for outlet in drop.passed) + drop.inside == drop.thrown
        assert len(drop.stuck) == 7 * drop.inside


def test_most_cubes_come_out_by_the_three_chutes(fallen: list[Fallen]) -> None:
    out = [outlet for drop in fallen for outlet in drop.passed if outlet is not None]
    assert set(out) == {0, 1, 6}
    assert len(out) > 0.8 * sum(drop.thrown for drop in fallen)


def test_the_beams_see_what_passes_and_nothing_else(fallen: list[Fallen]) -> None:
    """Cube by cube: as many dark spans as cubes at each outlet, but for a graze now and then."""
    for drop in fallen:
        for outlet, rows in enumerate(drop.spans):
            cubes = drop.passed.count(outlet)
            whole = [span for span in rows[0] if span[1] - span[0] > 8.0]
            assert len(whole) >= cubes
            assert bool(united(rows[0])) == bool(cubes) or len(whole) > cubes


def test_the_same_seed_falls_the_same_way() -> None:
    first, second = (throw(TOWER, 3, random.Random(5)) for _ in range(2))
    assert (first.passed, first.spans) == (second.passed, second.spans)


def test_a_drop_gains_no_energy() -> None:
    """The contact's springs may lend a little for a moment; at 2 ms steps it would grow for ever."""
    model = build(TOWER, 1)
    model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
    data = mujoco.MjData(model)
    data.qpos[:3] = (0.004, 0.003, TOWER.data["inside"]["height"] / 1000)
    energies = []
    while data.time < 1.0:
        mujoco.mj_step(model, data)
        energies.append(float(data.energy.sum()))
    lent = 0.03 * (max(energies) - min(energies))
    lowest = np.minimum.accumulate(energies)
    assert (np.array(energies) - lowest).max() < lent
    assert max(energies) == pytest.approx(energies[0], abs=lent)


def test_a_cube_slides_down_a_gate_as_friction_lets_it() -> None:
    """On 25° with 0.35: g (sin − μ cos), from the schoolbook."""
    slope, mu = math.radians(TOWER.geometry["gate_slope"]), TOWER.data["inside"]["friction"]
    edge = TOWER.geometry["cube"] / 2000
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><option timestep="0.00025" cone="elliptic" gravity="{9.81 * math.sin(slope)} 0
        {-9.81 * math.cos(slope)}"/><worldbody><geom type="plane" size="1 1 1" friction="{mu}"
        solref="0.002 0.3"/><body pos="0 0 {edge}"><freejoint/><geom type="box" size="{edge} {edge} {edge}"
        mass="0.0006" friction="{mu}" solref="0.002 0.3"/></body></worldbody></mujoco>"""
    )
    data = mujoco.MjData(model)
    while data.time < 0.2:
        mujoco.mj_step(model, data)
    expected = 9.81 * (math.sin(slope) - mu * math.cos(slope)) * 0.2**2 / 2
    assert data.qpos[0] == pytest.approx(expected, rel=0.1)


def test_flat_gates_hold_more_cubes_than_falling_ones() -> None:
    flat = TOWER.with_changes(geometry__gate_slope=0.0)
    held = [sum(throw(tower, 3, random.Random(n)).inside for n in range(8)) for tower in (flat, TOWER)]
    assert held[0] > held[1]


def test_a_shake_goes_to_both_sides_and_comes_back() -> None:
    path = Shake().path(TOWER)
    seven = math.radians(40.0 / 5.5556)
    assert (max(path), min(path)) == pytest.approx((seven, -seven), rel=0.01)
    assert path[-1] == pytest.approx(0.0, abs=1e-9)


def test_a_shaken_tower_loses_no_cube() -> None:
    jammed = next(d for n in range(200) if (d := throw(TOWER, 8, random.Random(n))).inside)
    after = shake(TOWER, jammed.stuck, Shake(40.0, 1, 2500.0, 50_000.0), jammed.offset)
    assert after.thrown == jammed.inside
    assert after.inside <= jammed.inside
    again = throw(TOWER, 2, random.Random(1), stuck=after.stuck, offset=jammed.offset)
    assert again.thrown == 2 + after.inside


def test_a_batch_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fell: list[tuple[int, int]] = []

    def fall(_tower: object, _variant: object, cubes: int, index: int) -> Drop:
        fell.append((cubes, index))
        return {"thrown": cubes, "index": index}

    monkeypatch.setattr(batch, "_fall", fall)
    batch.drops(PLAIN, {1: 2, 2: 2}, kept=tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text(encoding="utf-8") + '{"thrown": 1, "ind', encoding="utf-8")  # killed here
    assert len(batch.drops(PLAIN, {1: 3, 2: 2}, kept=tmp_path)) == 5
    assert fell == [(1, 0), (2, 0), (1, 1), (2, 1), (1, 2)]


def test_sets_that_skip_share_no_drop(tmp_path: Path) -> None:
    first = batch.drops(PLAIN, {1: 2}, kept=tmp_path)
    second = batch.drops(PLAIN, {1: 2}, kept=tmp_path, skip=2)
    assert [drop["index"] for drop in first + second] == [0, 1, 2, 3]


def test_cubes_pass_a_bare_tower_twice_as_fast(fallen: list[Fallen]) -> None:
    bare = [throw(BARE[0].tower(), 2, random.Random(n)) for n in range(8)]
    quick, slow = (
        np.median([end - start for drop in drops for rows in drop.spans for start, end in rows[0]])
        for drops in (bare, fallen)
    )
    assert quick < 0.7 * slow


def test_traces_are_read_by_the_counter(tmp_path: Path) -> None:
    fallen = batch.drops(PLAIN, {1: 2, 4: 2}, kept=tmp_path / "kept")
    content = traces.trace(PLAIN, fallen[1:], [drop for drop in fallen if drop["thrown"] == 1])
    path = tmp_path / "trace.json"
    traces.write(content, path)
    trace = read_trace(path)
    assert len(trace.drops) == 3
    for drop in json.loads(path.read_text(encoding="utf-8"))["drops"]:
        assert sum(drop["passed"]) + drop["inside"] == drop["thrown"]
    assert len(trace.counted()) == 3
