"""How cubes fall through the simulated tower: as the twin's do, each for itself and none through another."""

from __future__ import annotations

import random
from itertools import pairwise
from statistics import median

import pytest

from companion.tower.backends.drop_model import CHUTES, Passage, fitted

MODEL = fitted()


def drops(cubes: int, seed: int = 1) -> list[list[Passage]]:
    lot = random.Random(seed)
    return [[one for one in MODEL.drop(cubes, lot) if one.cube] for _ in range(400)]


def test_every_cube_passes_once_in_order_of_time() -> None:
    for drop in drops(6):
        assert len(drop) == 6
        assert [one.after for one in drop] == sorted(one.after for one in drop)


def test_the_more_cubes_the_sooner_they_follow_each_other() -> None:
    """A drop of eight lasts longer than one of two, but not seven times as long."""
    few, many = (
        median(later.after - one.after for drop in drops(n) for one, later in pairwise(drop)) for n in (2, 8)
    )
    assert many < 0.7 * few
    lasts = [median(drop[-1].after - drop[0].after for drop in drops(n)) for n in (2, 8)]
    assert 2 * lasts[0] < lasts[1] < 6 * lasts[0]


def test_no_cube_takes_a_chute_where_another_is_in_its_way() -> None:
    """Unless all three are taken, which the first three cubes of a drop cannot meet."""
    least, _ = MODEL.room
    for drop in drops(3):
        last: dict[int, Passage] = {}
        for one in drop:
            if one.outlet in last:
                before = last[one.outlet]
                assert 1000 * (one.after - before.after) >= least * before.milliseconds
            last[one.outlet] = one


def test_an_empty_tower_leaves_all_three_chutes_open() -> None:
    assert sum(MODEL.weights(4)) == pytest.approx(1.0)
    taken = dict.fromkeys(CHUTES, 0.0)
    assert MODEL.weights(4, taken) == MODEL.weights(4)  # it has to go somewhere
    assert MODEL.weights(4, {0: 0.0})[0] == 0.0
