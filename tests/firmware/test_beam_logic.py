"""Edges in, breaks out: the beams' logic in C against a model written here, on this machine."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import cffi
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.tower.wire_table import BreakMark, Settings

Pure = tuple[cffi.FFI, Any]
FOREVER = 0xFFFFFFFF
PLAIN = replace(Settings(), min_break=1000, min_gap=300, blocked=500)


class Beams:
    """The C code with its state, and what it told."""

    def __init__(self, pure: Pure, setup: Settings = PLAIN) -> None:
        self.ffi, self.library = pure
        self.library.shim_set_settings(setup.pack())
        self.library.beams_start()
        self.library.shim_break_count = self.library.shim_block_count = 0
        for outlet in range(7):
            self.library.shim_noise[outlet] = 0

    def edge(self, broken: Iterable[int], time: int, circumstance: int = 0) -> None:
        self.library.beams_edge(sum(1 << outlet for outlet in broken), time % 2**32, circumstance)

    def tick(self, time: int) -> None:
        self.library.beams_tick(time % 2**32)

    @property
    def breaks(self) -> list[tuple[int, int, int]]:
        """(mark, start, duration)"""
        found = [self.library.shim_breaks[i] for i in range(self.library.shim_break_count)]
        return [(one.mark, one.start, one.duration) for one in found]

    @property
    def noise(self) -> list[int]:
        return list(self.library.shim_noise)

    @property
    def blocks(self) -> list[tuple[int, bool]]:
        found = self.library.shim_blocks
        return [(found[i].outlet, found[i].blocked) for i in range(self.library.shim_block_count)]


def test_a_break_is_told_once_its_gap_is_long_enough(pure: Pure) -> None:
    beams = Beams(pure)
    beams.edge([3], 10_000)
    beams.edge([], 26_000)
    beams.tick(26_299)
    assert beams.breaks == []
    beams.tick(26_300)
    assert beams.breaks == [(3, 10_000, 16_000)]
    beams.tick(30_000)
    assert len(beams.breaks) == 1


def test_a_flicker_inside_a_break_does_not_split_it(pure: Pure) -> None:
    beams = Beams(pure)
    for time, broken in [(0, [2]), (8_000, []), (8_299, [2]), (16_000, [])]:
        beams.edge(broken, time)
    beams.tick(20_000)
    assert beams.breaks == [(2, 0, 16_000)]


def test_a_gap_of_the_minimum_splits_two_cubes(pure: Pure) -> None:
    beams = Beams(pure)
    for time, broken in [(0, [2]), (8_000, []), (8_300, [2]), (16_000, [])]:
        beams.edge(broken, time)
    beams.tick(20_000)
    assert beams.breaks == [(2, 0, 8_000), (2, 8_300, 7_700)]


def test_a_short_break_is_noise(pure: Pure) -> None:
    beams = Beams(pure)
    beams.edge([5], 0)
    beams.edge([], 999)
    beams.tick(5_000)
    assert beams.breaks == []
    assert beams.noise == [0, 0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize(("duration", "cube"), [(999, False), (1_000, True)])
def test_a_break_of_the_minimum_is_a_cube(pure: Pure, duration: int, cube: bool) -> None:
    beams = Beams(pure)
    beams.edge([2], 5_000)
    beams.edge([], 5_000 + duration)
    beams.tick(10_000)
    assert beams.breaks == [(2, 5_000, duration)] * cube
    assert beams.noise[2] == (not cube)


def test_chatter_is_no_cube_however_long_it_lasts(pure: Pure) -> None:
    beams = Beams(pure)
    for start in range(0, 4_000, 200):  # 40 µs dark, 160 µs light: 800 µs of darkness in 4 ms
        beams.edge([1], start)
        beams.edge([], start + 40)
    beams.tick(10_000)
    assert beams.breaks == []
    assert beams.noise[1] == 1


def test_seven_beams_at_once(pure: Pure) -> None:
    beams = Beams(pure)
    beams.edge(range(7), 100)
    beams.edge([], 15_100)
    beams.tick(16_000)
    assert sorted(beams.breaks) == [(outlet, 100, 15_000) for outlet in range(7)]


@pytest.mark.parametrize("before_wrap", [1, 5_000, 16_000])
def test_the_clock_wraps_in_the_middle_of_a_break(pure: Pure, before_wrap: int) -> None:
    beams = Beams(pure)
    start = 2**32 - before_wrap
    beams.tick(start - 1_000)
    beams.edge([6], start)
    beams.tick(start + 1_000)
    beams.edge([], start + 16_000)
    beams.tick(start + 17_000)
    assert beams.breaks == [(6, start, 16_000)]


def test_a_blocked_beam_is_told_once_and_told_again_when_it_clears(pure: Pure) -> None:
    beams = Beams(pure)
    beams.edge([4], 0)
    for time in range(0, 700_000, 1_000):
        beams.tick(time)
    assert beams.blocks == [(4, True)]
    assert beams.library.beams_blocked() == 1 << 4
    beams.edge([], 700_000)
    beams.tick(701_000)
    assert beams.blocks == [(4, True), (4, False)]
    assert beams.breaks == [(4 | BreakMark.LONG, 0, 700_000)]
    assert beams.library.beams_blocked() == 0


def test_a_blocked_beam_that_flickers_stays_blocked(pure: Pure) -> None:
    """A cube at rest on the rim of a beam: what is too short to end the break does not end this either."""
    beams = Beams(pure)
    beams.edge([4], 0)
    beams.tick(600_000)
    for time in range(601_000, 700_000, 1_000):
        beams.edge([], time)
        beams.edge([4], time + 299)
        beams.tick(time + 500)
    assert beams.blocks == [(4, True)]
    assert beams.library.beams_blocked() == 1 << 4
    beams.edge([], 700_000)
    beams.tick(700_299)
    assert beams.blocks == [(4, True)]
    beams.tick(700_300)
    assert beams.blocks == [(4, True), (4, False)]
    assert beams.breaks == [(4 | BreakMark.LONG, 0, 700_000)]
    assert beams.library.beams_blocked() == 0


def test_a_cube_that_rests_for_hours_does_not_fool_the_clock(pure: Pure) -> None:
    beams = Beams(pure)
    beams.edge([0], 0)
    end = 3 * 3600 * 10**6
    for time in range(0, end, 10 * 10**6):
        beams.tick(time)
    beams.edge([], end)
    beams.tick(end + 1_000)
    assert beams.breaks == [(0 | BreakMark.LONG, 0, FOREVER)]


def test_a_cube_that_rests_for_a_whole_round_of_the_clock_is_no_noise(pure: Pure) -> None:
    beams = Beams(pure)
    beams.edge([0], 0)
    end = 2**32 + 200  # looks like 200 µs
    for time in range(0, end, 10 * 10**6):
        beams.tick(time)
    beams.edge([], end)
    beams.tick(end + 1_000)
    assert beams.breaks == [(0 | BreakMark.LONG, 0, FOREVER)]
    assert beams.noise == [0] * 7


def test_what_was_broken_when_watching_began_is_partial(pure: Pure) -> None:
    beams = Beams(pure)
    beams.library.beams_resume(0b10, 1_000)
    beams.edge([], 20_000)
    beams.tick(21_000)
    assert beams.breaks == [(1 | BreakMark.PARTIAL, 1_000, 19_000)]


def test_a_break_that_goes_on_through_a_pause_stays_whole(pure: Pure) -> None:
    beams = Beams(pure)
    beams.edge([1], 1_000)
    beams.library.beams_resume(0b10, 50_000)
    beams.edge([], 60_000)
    beams.tick(61_000)
    assert beams.breaks == [(1, 1_000, 59_000)]


def test_a_break_that_ended_in_a_pause_is_partial(pure: Pure) -> None:
    beams = Beams(pure)
    beams.edge([1], 1_000)
    beams.library.beams_resume(0, 50_000)
    beams.tick(61_000)
    assert beams.breaks == [(1 | BreakMark.PARTIAL, 1_000, 49_000)]


def test_lost_edges_cast_doubt_on_what_is_under_way(pure: Pure) -> None:
    beams = Beams(pure)
    beams.edge([1, 2], 1_000)
    beams.library.beams_doubt()
    beams.library.beams_resume(0b100, 5_000)
    beams.edge([], 16_000)
    beams.edge([3], 18_000)
    beams.edge([], 30_000)
    beams.tick(40_000)
    partial = BreakMark.PARTIAL
    assert beams.breaks == [(1 | partial, 1_000, 4_000), (2 | partial, 1_000, 15_000), (3, 18_000, 12_000)]


def test_a_break_remembers_the_circumstance_in_which_it_began(pure: Pure) -> None:
    beams = Beams(pure)
    beams.edge([2], 0, BreakMark.DROP | BreakMark.TURNING)
    beams.edge([], 15_000)
    beams.tick(20_000)
    assert beams.breaks == [(2 | BreakMark.DROP | BreakMark.TURNING, 0, 15_000)]


def expected(pulses: list[tuple[int, int]], setup: Settings) -> tuple[list[tuple[int, int]], int]:
    """Breaks (start, duration) and noise of one beam that is dark in these pulses."""
    groups: list[list[tuple[int, int]]] = []
    for start, end in pulses:
        if groups and start - groups[-1][-1][1] < setup.min_gap:
            groups[-1].append((start, end))
        else:
            groups.append([(start, end)])
    dark = [(sum(end - start for start, end in group), group) for group in groups]
    cubes = [group for amount, group in dark if amount >= setup.min_break]
    breaks = [(group[0][0], group[-1][1] - group[0][0]) for group in cubes]
    return breaks, len(groups) - len(breaks)


beam_pulses = st.lists(st.tuples(st.integers(1, 3_000), st.integers(1, 40_000)), max_size=12)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(
    beams_dark=st.lists(beam_pulses, min_size=7, max_size=7),
    origin=st.integers(0, 2**32 - 1),
    min_break=st.integers(0, 3_000),
    min_gap=st.integers(0, 2_000),
)
def test_any_pulses_on_any_beams_are_told_as_the_model_says(
    pure: Pure, beams_dark: list[list[tuple[int, int]]], origin: int, min_break: int, min_gap: int
) -> None:
    setup = replace(PLAIN, min_break=min_break, min_gap=min_gap, blocked=60_000)
    beams = Beams(pure, setup)
    pulses: list[list[tuple[int, int]]] = []
    edges: dict[int, list[tuple[int, bool]]] = {}
    for outlet, gaps_and_lengths in enumerate(beams_dark):
        time, mine = 10_000, []
        for gap, length in gaps_and_lengths:
            mine.append((time + gap, time + gap + length))
            edges.setdefault(time + gap, []).append((outlet, True))
            edges.setdefault(time + gap + length, []).append((outlet, False))
            time += gap + length
        pulses.append(mine)
    broken: set[int] = set()
    last = 0
    for time in sorted(edges):
        for tick in range(last + 1_000 - last % 1_000, time, 1_000):  # the board's millisecond
            beams.tick(origin + tick)
        last = time
        for outlet, dark in edges[time]:
            (broken.add if dark else broken.discard)(outlet)
        beams.edge(broken, origin + time)
    beams.tick(origin + last + 5_000)
    for outlet in range(7):
        told = [((start - origin) % 2**32, length) for mark, start, length in beams.breaks if mark == outlet]
        breaks, noise = expected(pulses[outlet], setup)
        assert told == breaks
        assert beams.noise[outlet] == noise
