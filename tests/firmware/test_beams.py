"""Beams on the emulated board: stamps, durations, counts, log, noise, blocked."""

import json
import random
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest

from companion.tower import wire_table as wire
from companion.tower.wire_table import BreakMark, Status
from tests.firmware.host import Host, marks, outlet
from tests.firmware.symbols import symbol

TRACES = Path(__file__).parents[1] / "tower" / "traces"


def read_log(host: Host, first: int) -> tuple[int, list[wire.LogEntry]]:
    """(number of the first entry, all entries from there on), asked for as a host does."""
    entries: list[wire.LogEntry] = []
    begin: int | None = None
    while True:
        logged = host.ask(wire.Log(first))
        assert isinstance(logged, wire.Logged)
        begin = logged.first if begin is None else begin
        entries += logged.entries
        first = (logged.first + len(logged.entries)) % 65_536
        if first == logged.next:
            return begin, entries


def test_stamp_and_duration_are_right_to_ten_microseconds(host: Host) -> None:
    rng = random.Random(1)
    at = host.board.time() + 10_000
    sent = []
    for _ in range(40):
        which, duration = rng.randrange(7), rng.randrange(1_100, 40_000)
        host.board.pulse(which, duration, at)
        sent.append((which, at, duration))
        at += duration + rng.randrange(400, 30_000)
    host.run(at - host.board.time() + 50_000)
    told = host.events(wire.Break)
    assert [outlet(event) for event in told] == [which for which, _, _ in sent]
    offset = told[0].start - sent[0][1]
    for event, (_, start, duration) in zip(told, sent, strict=True):
        assert abs(event.start - start - offset) <= 10
        assert abs(event.duration - duration) <= 10


def all_measured_right(host: Host, sent: list[tuple[int, int, int]]) -> None:
    """Every outlet, start and duration to ten microseconds; the board's clock began at another time."""
    told = sorted((outlet(event), event.start, event.duration) for event in host.events(wire.Break))
    offset = min(start for _, start, _ in told) - min(start for _, start, _ in sent)
    for (which, start, duration), (which_sent, sent_at, sent_for) in zip(told, sorted(sent), strict=True):
        assert which == which_sent
        assert abs(start - sent_at - offset) <= 10
        assert abs(duration - sent_for) <= 10


@pytest.mark.slow
def test_edges_that_follow_each_other_closely_are_stamped_as_exactly(host: Host) -> None:
    """Whether the board is still awake from the last one, about to sleep, or asleep again."""
    at = host.board.time() + 10_000
    sent = []
    for gap in range(30, 420, 13):
        for which in range(7):
            host.board.pulse(which, 5_000 + 11 * which, at + which * gap)
            sent.append((which, at + which * gap, 5_000 + 11 * which))
        at += 20_000
    host.run(at - host.board.time() + 50_000)
    all_measured_right(host, sent)


@pytest.mark.slow
def test_two_cubes_that_pass_within_microseconds_are_both_measured_right(host: Host) -> None:
    """One edge in the middle of the other's interrupt, at the beginning and at the end, in every way."""
    at = host.board.time() + 10_000
    sent = []
    for begin, end in product(range(0, 20, 2), range(0, 20, 2)):
        host.board.pulse(2, 3_000, at)
        host.board.pulse(6, 3_000 - begin + end, at + begin)  # D8: another port, another interrupt
        sent += [(2, at, 3_000), (6, at + begin, 3_000 - begin + end)]
        at += 5_000
    host.run(at - host.board.time() + 50_000)
    all_measured_right(host, sent)


@pytest.mark.slow
def test_a_stamp_is_right_wherever_in_the_timer_s_round_it_falls(host: Host) -> None:
    """Every microsecond around the moment in which the timer begins anew, every 20 ms."""
    host.board.pulse(0, 1_500, host.board.time() + 1_000)
    ahead = host.board.time() + 1_000 - host.event(wire.Break).start  # emulator's clock less the board's
    first = host.board.time() + 100_000
    first -= (first - ahead) % 20_000  # a moment in which the timer begins anew
    starts = [first + (3 * step + 2) * 20_000 + step - 60 for step in range(120)] * 2
    for index, start in enumerate(starts):
        host.board.pulse(index // 120, 21_000, start)  # two beams at once, ending near such a moment too
    host.run(max(starts) - host.board.time() + 100_000)
    told = sorted((outlet(event), event.start, event.duration) for event in host.events(wire.Break))
    expected = [(index // 120, start - ahead, 21_000) for index, start in enumerate(starts)]
    for (which, start, duration), (which_sent, sent, duration_sent) in zip(told, expected, strict=True):
        assert which == which_sent
        assert abs(start - sent) <= 10
        assert abs(duration - duration_sent) <= 10


def test_seven_at_once(host: Host) -> None:
    at = host.board.time() + 1_000
    for which in range(7):
        host.board.pulse(which, 15_000 + which, at)
    host.run(100_000)
    told = host.events(wire.Break)
    assert sorted(outlet(event) for event in told) == list(range(7))
    assert host.counted().counts == (1,) * 7


@pytest.mark.slow
def test_five_hundred_breaks_a_second_all_told(host: Host) -> None:
    begin = host.board.time() + 10_000
    for index in range(1_000):
        host.board.pulse(index % 7, 1_500, begin + index * 2_000)
    host.run(2_100_000)
    told = host.events(wire.Break)
    assert [event.number for event in told] == list(range(1_000))
    assert [outlet(event) for event in told] == [index % 7 for index in range(1_000)]
    counted = host.counted()
    assert sum(counted.counts) == 1_000
    assert counted.overruns == 0
    assert host.diagnosis().events_dropped == 0


@pytest.mark.slow
def test_a_host_that_asks_all_the_time_costs_no_break(host: Host) -> None:
    begin = host.board.time() + 10_000
    for index in range(400):
        host.board.pulse(index % 7, 1_500, begin + index * 2_000)
    while host.board.time() < begin + 820_000:
        host.pong()
        host.settings()
    host.run(50_000)
    assert [event.number for event in host.events(wire.Break)] == list(range(400))


def test_a_burst_faster_than_the_line_comes_late_and_whole(host: Host) -> None:
    begin = host.board.time() + 1_000
    for index in range(60):
        host.board.pulse(index % 7, 1_200, begin + index * 250)
    host.run(200_000)
    assert [event.number for event in host.events(wire.Break)] == list(range(60))


@pytest.mark.parametrize("microseconds", [7, 50, 500, 990])
def test_what_is_too_short_is_noise_and_never_a_cube(host: Host, microseconds: int) -> None:
    begin = host.board.time() + 1_000
    for index in range(50):
        host.board.pulse(2, microseconds, begin + index * 3_000)
    host.run(200_000)
    assert host.events(wire.Break) == []
    counted = host.counted()
    assert counted.counts == (0,) * 7
    assert counted.noise == (0, 0, 50, 0, 0, 0, 0)
    assert host.pong().noise == 50


def test_chatter_at_the_edges_of_a_break_does_not_split_it(host: Host) -> None:
    at = host.board.time() + 1_000
    for index in range(5):
        host.board.pulse(4, 60, at + index * 150)
    host.board.pulse(4, 15_000, at + 900)
    for index in range(5):
        host.board.pulse(4, 60, at + 16_000 + index * 150)
    host.run(100_000)
    told = host.events(wire.Break)
    assert len(told) == 1
    assert abs(told[0].duration - 16_660) <= 20


def test_two_cubes_touching_are_one_long_break(host: Host) -> None:
    at = host.board.time() + 1_000
    host.board.pulse(1, 16_000, at)
    host.board.pulse(1, 16_000, at + 14_000)
    host.run(100_000)
    (told,) = host.events(wire.Break)
    assert abs(told.duration - 30_000) <= 10


def test_a_slow_receiver_widens_every_break_and_swallows_short_gaps(host: Host) -> None:
    host.board.ask("lag", 2_500)
    at = host.board.time() + 1_000
    for start in (0, 30_000, 48_000):  # the second gap has 2 ms
        host.board.pulse(5, 16_000, at + start)
    host.run(150_000)
    durations = [event.duration for event in host.events(wire.Break)]
    assert durations == [pytest.approx(18_500, abs=10), pytest.approx(36_500, abs=10)]


def test_a_storm_of_edges_is_admitted_not_hidden(host: Host) -> None:
    begin = host.board.time() + 1_000
    host.board.pulse(6, 30_000, begin - 500)  # may have flickered in the storm: not seen whole
    for index in range(2_000):
        host.board.pulse(index % 6, 3, begin + index * 6)
    host.run(200_000)
    counted = host.counted()
    assert counted.counts == (0,) * 7
    assert counted.overruns > 0
    host.board.pulse(3, 16_000)
    host.run(50_000)
    assert host.counted().counts[3] == 1
    assert int(host.board.ask("resets")) == 1


@pytest.mark.slow
def test_polarity_is_a_setting_per_beam(host: Host) -> None:
    host.board.ask("polarity", 0b0101001)
    host.run(10_000)
    host.store(replace(wire.Settings(), polarity=0b0101001))
    host.run(10_000)
    host.events(wire.Break)
    before = host.counted().counts
    for which in range(7):
        host.board.pulse(which, 16_000)
        host.run(50_000)
    assert [outlet(event) for event in host.events(wire.Break)] == list(range(7))
    assert [after - b for after, b in zip(host.counted().counts, before, strict=True)] == [1] * 7


def test_swapped_cables_answer_for_each_other(host: Host) -> None:
    host.board.ask("swap", 2, 5)
    host.ok(wire.TestBegin())
    host.board.pulse(2, 50_000)
    host.run(100_000)
    assert [outlet(event) for event in host.events(wire.Break)] == [5]


# ---- blocked


def test_a_beam_that_stays_broken_is_reported_and_its_end_too(host: Host) -> None:
    host.board.ask("object", 6, "in")
    blocked = host.event(wire.Blocked)
    assert (blocked.outlet, blocked.blocked, blocked.mask) == (6, 1, 1 << 6)
    pong = host.pong()
    assert (pong.broken, pong.blocked) == (1 << 6, 1 << 6)
    host.board.ask("object", 6, "out")
    cleared = host.event(wire.Blocked)
    assert (cleared.outlet, cleared.blocked, cleared.mask) == (6, 0, 0)
    assert marks(host.event(wire.Break)) == BreakMark.LONG


@pytest.mark.slow
def test_a_blocked_beam_that_flickers_makes_no_noise_on_the_line(host: Host) -> None:
    """It told of every flicker, the line was full for as long as it lasted, and not even STOP was heard."""
    host.board.ask("object", 3, "in")
    host.event(wire.Blocked)
    host.face(1500)
    host.ok(wire.Face(2000, 0))
    at = host.board.time() + 1_000
    host.board.ask("object", 3, "out")
    for flicker in range(300):
        host.board.pulse(3, 800, at + 1_000 * flicker - 1_000)
    host.run(50_000)
    host.ok(wire.Stop())
    assert host.event(wire.Faced, 100_000).outcome == wire.Outcome.STOPPED
    assert host.pong().blocked == 1 << 3
    assert host.events(wire.Blocked) == []
    host.run(400_000)
    assert [event.blocked for event in host.events(wire.Blocked)] == [0]
    assert host.counted().counts == (0, 0, 0, 1, 0, 0, 0)
    assert host.diagnosis().events_dropped == 0


@pytest.mark.slow
def test_all_seven_blocked_at_once_are_all_told(host: Host) -> None:
    for which in range(7):
        host.board.ask("object", which, "in")
    host.run(700_000)
    assert {event.outlet for event in host.events(wire.Blocked)} == set(range(7))
    assert host.pong().blocked == 0x7F


# ---- circumstances


def test_breaks_tell_whether_they_fell_in_a_drop_or_while_turning(host: Host) -> None:
    def one_break() -> BreakMark:
        host.board.pulse(3, 16_000)
        return marks(host.event(wire.Break))

    host.face(1500)
    assert one_break() == BreakMark(0)
    host.ok(wire.DropBegin())
    assert one_break() == BreakMark.DROP
    host.ok(wire.DropEnd())
    host.ok(wire.Face(2071, 0))
    host.run(300_000)
    assert one_break() == BreakMark.TURNING
    host.event(wire.Faced)
    assert host.counted().counts[3] == 3


def test_the_finger_test_leaves_the_counts_alone(host: Host) -> None:
    host.ok(wire.TestBegin())
    for which in range(7):
        host.board.pulse(which, 200_000)
        host.run(250_000)
        event = host.event(wire.Break)
        assert (outlet(event), marks(event)) == (which, BreakMark.TEST)
    host.ok(wire.TestEnd())
    counted = host.counted()
    assert counted.counts == (0,) * 7
    assert counted.next == 7


def test_a_break_that_ends_in_the_finger_test_is_a_test_too(host: Host) -> None:
    host.board.pulse(4, 50_000)
    host.run(10_000)
    host.ok(wire.TestBegin())
    assert marks(host.event(wire.Break)) == BreakMark.TEST
    assert host.counted().counts == (0,) * 7


def test_noise_in_the_finger_test_is_not_counted(host: Host) -> None:
    host.ok(wire.TestBegin())
    host.board.pulse(1, 100)
    host.run(10_000)
    assert sum(host.counted().noise) == 0


# ---- the log


def test_the_log_gives_again_what_the_line_lost(host: Host) -> None:
    host.board.ask("line", "to-host", "mute", "on")
    begin = host.board.time() + 1_000
    for index in range(20):
        host.board.pulse(index % 7, 5_000 + 100 * index, begin + index * 10_000)
    host.run(300_000)
    host.board.ask("line", "to-host", "mute", "off")
    assert host.events(wire.Break) == []
    assert host.pong().next == 20
    first, entries = read_log(host, 0)
    assert first == 0
    assert [outlet(entry) for entry in entries] == [index % 7 for index in range(20)]
    lengths = [entry.duration for entry in entries]
    assert lengths == [pytest.approx(5_000 + 100 * index, abs=10) for index in range(20)]
    assert {entry.boot for entry in entries} == {host.boot % 256}


def test_the_log_holds_the_last_sixty_four_and_says_what_it_forgot(host: Host) -> None:
    begin = host.board.time() + 1_000
    for index in range(100):
        host.board.pulse(index % 7, 2_000, begin + index * 4_000)
    host.run(500_000)
    first, entries = read_log(host, 10)
    assert first == 100 - wire.LOG_SIZE
    assert [outlet(entry) for entry in entries] == [index % 7 for index in range(first, 100)]
    assert read_log(host, 98)[0] == 98
    assert read_log(host, 100) == (100, [])


def test_every_break_carries_the_outlet_s_count(host: Host) -> None:
    begin = host.board.time() + 1_000
    for index in range(30):
        host.board.pulse(index % 3, 1_200, begin + index * 300)  # faster than the line: told late
    host.run(200_000)
    seen = [0] * 7
    for event in host.events(wire.Break):
        seen[outlet(event)] += 1
        assert event.count == seen[outlet(event)]


# ---- wraps


def test_the_clock_wraps_in_the_middle_of_a_break(host: Host) -> None:
    address = symbol("frame_start")
    near = 2**32 - 200_000
    near -= near % 20_000
    host.board.ask("ram", address, "=" + near.to_bytes(4, "little").hex())
    begin = host.board.time() + 10_000
    for index in range(30):
        host.board.pulse(index % 7, 9_000, begin + index * 10_000)
    host.run(400_000)
    told = host.events(wire.Break)
    assert [event.duration for event in told] == [pytest.approx(9_000, abs=10)] * 30
    steps = [(b.start - a.start) % 2**32 for a, b in pairwise(told)]
    assert steps == [pytest.approx(10_000, abs=10)] * 29
    assert any(b.start < a.start for a, b in pairwise(told))


def test_numbers_and_counts_wrap(host: Host) -> None:
    memory = symbol("memory")
    host.board.ask("ram", memory + 2, "=feff")  # next
    host.board.ask("ram", memory + 5, "=" + "ffff" * 7)  # counts
    assert host.ask(wire.Open(99)) == wire.Opened(99)  # events begin with the next break
    for _ in range(4):
        host.board.pulse(3, 16_000)
        host.run(50_000)
    told = host.events(wire.Break)
    assert [event.number for event in told] == [0xFFFE, 0xFFFF, 0, 1]
    assert [event.count for event in told] == [0, 1, 2, 3]
    first, entries = read_log(host, 0xFFFE)
    assert (first, len(entries)) == (0xFFFE, 4)


# ---- a whole drop


@pytest.mark.parametrize("index", [0, 3, 17])
def test_a_drop_of_a_trace_file_comes_through_as_it_was(host: Host, index: int) -> None:
    trace = sorted(TRACES.glob("*.json"))[0]
    breaks = json.loads(trace.read_text())["drops"][index]["breaks"]
    host.ok(wire.DropBegin())
    many, end = host.board.drop(trace, index)
    assert many == len(breaks)
    host.run(end - host.board.time() + 20_000)
    told = sorted((event.start, outlet(event), event.duration) for event in host.events(wire.Break))
    assert len(told) == len(breaks)
    origin = told[0][0] - round(min(start for _, start, _ in breaks) * 1_000)
    expected = sorted((origin + round(at * 1_000), which, round(last * 1_000)) for which, at, last in breaks)
    for (start, which, length), (start_told, which_told, length_told) in zip(expected, told, strict=True):
        assert which == which_told
        assert abs(start - start_told) <= 10
        assert abs(length - length_told) <= 10
    host.ok(wire.DropEnd())
    assert not host.pong().status & Status.DROP
