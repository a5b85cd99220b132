"""The fit finds figures again that drops were made from."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.tower.backends.drop_model import DropModel, fitted
from hardware.twin.batch import Drop
from hardware.twin.fit import fit
from hardware.twin.study import share, stuck, wilson

TRUE = replace(
    fitted(),
    lone_jam=0.01,
    jam_per_pair=0.012,
    front=(0.45,) * 8,
    later=0.0,  # so that their order in the hand, which passages do not tell, is of no matter
    room=(0.6, 1.4),
    split=0.0,
    jammed=(0.5, 0.5),
)


def made(model: DropModel, drops: int) -> list[Drop]:
    """Drops of the model in the twin's form."""
    lot = random.Random(3)
    found = []
    for index in range(drops):
        thrown = 1 + index % 8
        inside = model.stuck(thrown, lot)
        spans: list[list[list[list[float]]]] = [[[], []] for _ in range(7)]
        passed: list[int | None] = [None] * inside
        crossed: list[float | None] = [None] * inside
        fell = model.drop(thrown - inside, lot)
        for one in lot.sample(fell, len(fell)):
            start = 1000 * one.after
            spans[one.outlet % 7][0].append([start, start + one.milliseconds])
            passed.append(one.outlet % 7)
            crossed.append(start + one.milliseconds / 2)
        found.append({"thrown": thrown, "index": index, "spans": spans, "passed": passed, "crossed": crossed})
    return found


def test_it_finds_its_own_figures_again() -> None:
    model = fit(made(TRUE, 2400), shaken_out=0.2, comes_out=0.3)
    assert model.front[3] == pytest.approx(0.45, abs=0.04)
    assert model.room == pytest.approx((0.6, 1.4), abs=0.15)
    assert model.later == pytest.approx(0.0, abs=0.003)
    assert model.fall[25] == pytest.approx(TRUE.fall[25], abs=0.01)
    for thrown in (2, 4, 8):
        assert model.jam(thrown) == pytest.approx(TRUE.jam(thrown), abs=0.05)
    middle = len(model.pulses) // 2
    assert model.pulses[middle] == pytest.approx(TRUE.pulses[middle], rel=0.08)
    assert model.jammed[0] == pytest.approx(0.5, abs=0.1)
    assert (model.shaken_out, model.comes_out) == (0.2, 0.3)


def test_it_finds_how_much_later_each_next_cube_falls() -> None:
    lot = random.Random(4)
    drops = []
    for _ in range(200):
        crossed = [400.0 + 30 * place + lot.gauss(0, 60) for place in range(5)]
        spans = [[[[at - 10, at + 10] for at in crossed], []], *([[], []] for _ in range(6))]
        drops.append({"thrown": 5, "spans": spans, "passed": [0] * 5, "crossed": crossed})
    model = fit(drops, shaken_out=0.0, comes_out=0.0)
    assert model.later == pytest.approx(0.030, abs=0.003)
    assert model.fall[25] == pytest.approx(
        0.390, abs=0.01
    )  # a pulse begins half its length before its middle


def test_intervals_hold_the_share_they_are_for() -> None:
    drops = made(TRUE, 800)
    cubes = sum(drop["thrown"] for drop in drops)
    found = share(drops, stuck)
    assert found.of == cubes
    assert found.low < found.share < found.high
    none = share([{"passed": [0], "thrown": 1}] * 100, stuck)
    assert (none.share, none.high) == (0.0, pytest.approx(0.03))
    assert wilson(5, 10).low == pytest.approx(0.2366, abs=1e-3)  # the textbook's example
    assert wilson(5, 10).high == pytest.approx(0.7634, abs=1e-3)
