"""Ways to throw, with cubes that really fall."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from hardware.tower import Tower
from hardware.twin import throws
from hardware.twin.throws import WAYS, Way, throw

TOWER = Tower.load()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_every_cube_is_somewhere_and_both_rows_see_those_that_pass(way: Way) -> None:
    heard = [throw(TOWER, 4, way, random.Random(n)) for n in range(4)]
    for one in heard:
        assert len(one.passed) == 4
        for row in (0, 1):
            seen = sum(end - start > 5.0 for rows in one.spans for start, end in rows[row])
            assert seen >= 4 - one.passed.count(None)
    assert sum(one.passed.count(None) for one in heard) <= 6


def test_a_cube_that_is_taken_away_was_past_its_beams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone, because with others the smallest difference in rounding becomes another fall."""
    quick = [throw(TOWER, 1, WAYS[1], random.Random(n)) for n in range(3)]
    monkeypatch.setattr(throws, "AWAY", 10_000.0)
    whole = [throw(TOWER, 1, WAYS[1], random.Random(n)) for n in range(3)]
    assert [(one.passed, one.spans) for one in quick] == [(one.passed, one.spans) for one in whole]


def test_one_by_one_they_pass_one_by_one() -> None:
    slow = Way("slow", "", pauses=(1.0, 1.0))
    starts = sorted(start for rows in throw(TOWER, 3, slow, random.Random(2)).spans for start, _ in rows[0])
    assert len(starts) == 3
    assert all(later - earlier > 500 for earlier, later in pairwise(starts))


def test_a_hand_fumbles_now_and_then_and_a_feeder_never() -> None:
    hand, feeder = WAYS[2], WAYS[3]
    lot = random.Random(1)
    pauses = {
        way.name: [b - a for _ in range(100) for a, b in pairwise(way.releases(8, lot))]
        for way in (hand, feeder)
    }
    assert 0 < sum(pause == pytest.approx(throws.TOGETHER) for pause in pauses["hand"]) < 80
    assert min(pauses["feeder"]) >= 0.15


@pytest.mark.parametrize("cubes", [1, 4, 8])
def test_the_fence_is_nothing_to_what_passes_the_beams(cubes: int) -> None:
    """A trial's round counted before the fence grew stands beside one counted after."""
    low, high = (
        throw(TOWER.with_changes(geometry__fence=fence), cubes, WAYS[2], random.Random(cubes))
        for fence in (15.0, 25.0)
    )
    assert (low.passed, low.spans) == (high.passed, high.spans)
