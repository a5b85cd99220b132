"""Pulling the plug at any moment costs nobody a cube: whatever breaks, the count is right or asked."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tower import Inside, Tower, Watching
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.readings import Reading, ThrowNow

MOMENTS = st.floats(0.0, 4.0)
FAULT = st.tuples(st.sampled_from(["cable", "reset", "power"]), MOMENTS, st.floats(0.05, 20.0))


@pytest.mark.slow
@given(
    faults=st.lists(FAULT, max_size=3),
    outlets=st.lists(st.sampled_from([2, 3, 4]), min_size=1, max_size=6),
    stuck=st.integers(0, 2),
    shakes=st.integers(0, 2),
    seed=st.integers(0, 1000),
)
@settings(max_examples=150, deadline=None)
def test_whatever_breaks_whenever_the_count_is_right_or_asked(
    faults: list[tuple[str, float, float]], outlets: list[int], stuck: int, shakes: int, seed: int
) -> None:
    board = SimulatedBoard(seed, throws=False)
    tower = Tower(board, Watching(shakes=shakes))
    tower.open()
    tower.face(3)
    lot = random.Random(seed)

    def tell(reading: Reading) -> None:
        if isinstance(reading, ThrowNow):
            board.inside = stuck
            for i, outlet in enumerate(outlets):
                board.fall(outlet, 0.3 + 0.06 * i, lot.gauss(16, 1.5))
            for fault, moment, seconds in faults:
                if fault == "cable":
                    board.pull_cable(seconds, after=moment)
                else:
                    board.reboot(power_lost=fault == "power", after=moment)

    thrown = len(outlets) + stuck
    count = tower.drop(thrown, inside=Inside(), tell=tell)
    assert sum(count.best.passed) + count.best.inside == thrown
    truth = (tuple(board.passed), board.inside)
    assert count.asked or (count.best.passed, count.best.inside) == truth
