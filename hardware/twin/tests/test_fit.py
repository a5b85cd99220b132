"""The fit finds figures again that drops were made from."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import accumulate

import pytest

from companion.tower.backends.drop_model import DropModel, fitted
from hardware.twin.batch import Drop
from hardware.twin.carried import carried
from hardware.twin.fit import fit
from hardware.twin.study import share, stuck, wilson

TRUE = replace(
    fitted(),
    lone_jam=0.01,
    jam_per_pair=0.012,
    front=(0.45,) * 8,
    later=0.0,  # so that their order in the hand, which passages do not tell, is of no matter
    room=(0.6, 1.4),
    queue=(0.0, 0.0),
    split=0.0,
    jammed=(0.5, 0.5),
    comes_out=(0.6, 0.4, 0.2),
    follows=(12.0, 0.5, 4.0),
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
        found.append(
            {
                "thrown": thrown,
                "index": index,
                "spans": spans,
                "passed": passed,
                "crossed": crossed,
                "apart": [],
                "before": 0,
            }
        )
    return found


def an_evening(model: DropModel, drops: int) -> list[Drop]:
    """Drop after drop, every other time one by one; what stays inside lies there next time."""
    lot = random.Random(5)
    found: list[Drop] = []
    held = 0
    for drop in made(model, drops):
        thrown, before = drop["thrown"], held if held < 7 else 0
        apart = [lot.uniform(0.15, 0.45) for _ in range(thrown)] if lot.random() < 0.5 else []
        releases = list(accumulate([0.0, *apart]))[:thrown] if apart else None
        freed = model.freed(before, lot)
        stuck = model.stuck(thrown, lot, before - freed, releases)
        passed = [None] * stuck + [0] * (thrown - stuck) + [0] * freed + [None] * (before - freed)
        crossed = [None if one is None else -1000.0 for one in passed]  # no pulse is told of these
        one = {**drop, "apart": apart, "before": before, "passed": passed, "crossed": crossed}
        found += [one, {**drop, "thrown": 0, "before": 0}]  # how cubes follow each other is told by these
        held = before - freed + stuck
    return found


def test_it_finds_its_own_figures_again() -> None:
    model = fit(made(TRUE, 2400), 0.2, carried(an_evening(TRUE, 2400)))
    assert model.front[3] == pytest.approx(0.45, abs=0.04)
    assert model.room == pytest.approx((0.6, 1.4), abs=0.15)
    assert model.later == pytest.approx(0.0, abs=0.003)
    assert model.fall[25] == pytest.approx(TRUE.fall[25], abs=0.01)
    for thrown in (2, 4, 8):
        assert model.jam(thrown) == pytest.approx(TRUE.jam(thrown), abs=0.05)
    middle = len(model.pulses) // 2
    assert model.pulses[middle] == pytest.approx(TRUE.pulses[middle], rel=0.08)
    assert model.jammed[0] == pytest.approx(0.5, abs=0.1)
    assert model.shaken_out == 0.2
    assert model.comes_out == pytest.approx(TRUE.comes_out, abs=0.12)
    assert model.jam_per_held == pytest.approx(TRUE.jam_per_held, abs=0.03)
    assert model.follows[1] == pytest.approx(TRUE.follows[1], abs=0.15)
    apart = [0.3 * n for n in range(8)]
    assert model.jam(8, 0, apart) == pytest.approx(TRUE.jam(8, 0, apart), abs=0.03)


def test_it_finds_how_much_later_each_next_cube_falls() -> None:
    lot = random.Random(4)
    drops = []
    for _ in range(200):
        crossed = [400.0 + 30 * place + lot.gauss(0, 60) for place in range(5)]
        spans = [[[[at - 10, at + 10] for at in crossed], []], *([[], []] for _ in range(6))]
        drops.append({"thrown": 5, "spans": spans, "passed": [0] * 5, "crossed": crossed})
    model = fit(drops, 0.0, carried(made(TRUE, 80)))
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
    assert none.share == 0.0
    assert none.high == pytest.approx(0.03)
    assert wilson(5, 10).low == pytest.approx(0.2366, abs=1e-3)  # the textbook's example
    assert wilson(5, 10).high == pytest.approx(0.7634, abs=1e-3)
