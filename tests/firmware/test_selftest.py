"""Self-test and blink on the emulated board: dead receivers, dead emitters, stuck beams; counts untouched."""

import pytest

from companion.tower import wire_table as wire
from companion.tower.wire_table import Reason
from tests.firmware.host import Host

ALL = 0x7F
TESTS: list[wire.Request] = [wire.Selftest(), wire.Blink()]


def outcome_of(host: Host, test: wire.Request) -> tuple[int, int, int]:
    request = host.ok(test)
    result = host.event(wire.Tested, 1_000_000)
    assert result.of == request
    return result.before, result.dark, result.after


@pytest.mark.parametrize("test", TESTS, ids=lambda test: type(test).__name__)
def test_sound_beams_follow_the_emitters(host: Host, test: wire.Request) -> None:
    assert outcome_of(host, test) == (0, ALL, 0)
    host.run(100_000)
    assert host.events(wire.Break) == []
    counted = host.counted()
    assert (counted.counts, counted.noise, counted.next) == ((0,) * 7, (0,) * 7, 0)


@pytest.mark.parametrize("test", TESTS, ids=lambda test: type(test).__name__)
def test_a_dead_receiver_stays_clear_in_the_dark(host: Host, test: wire.Request) -> None:
    host.board.ask("beam", 4, "clear")  # a flood of light looks the same
    assert outcome_of(host, test) == (0, ALL & ~(1 << 4), 0)


@pytest.mark.parametrize("test", TESTS, ids=lambda test: type(test).__name__)
def test_a_dead_emitter_is_dark_with_the_light_on(host: Host, test: wire.Request) -> None:
    host.board.ask("beam", 1, "broken")
    host.run(20_000)
    assert outcome_of(host, test) == (1 << 1, ALL, 1 << 1)


def test_light_flood_on_all(host: Host) -> None:
    for outlet in range(7):
        host.board.ask("beam", outlet, "clear")
    assert outcome_of(host, wire.Blink()) == (0, 0, 0)


def test_a_blink_is_dark_for_less_than_twenty_milliseconds(host: Host) -> None:
    host.send(wire.Blink())
    begin = host.board.time()
    states = []
    while host.board.time() < begin + 40_000:
        host.run(200)
        states.append((host.board.time(), host.board.ask("emitters")))
    dark = [time for time, state in states if state == "off"]
    assert dark
    assert dark[-1] - dark[0] <= wire.BLINK_MS * 1_000
    assert host.event(wire.Tested, 10_000).after == 0


def test_a_slow_receiver_has_recovered_when_the_blink_ends(host: Host) -> None:
    host.board.ask("lag", 3_000)
    assert outcome_of(host, wire.Blink()) == (0, ALL, 0)
    host.run(100_000)
    assert host.events(wire.Break) == []


def test_a_blocked_beam_is_the_same_break_before_and_after(host: Host) -> None:
    host.board.ask("object", 3, "in")
    host.run(700_000)
    assert outcome_of(host, wire.Selftest()) == (1 << 3, ALL, 1 << 3)
    host.board.ask("object", 3, "out")
    event = host.event(wire.Break)
    assert event.duration >= 900_000
    assert len(host.events(wire.Break)) == 0
    assert host.counted().counts == (0, 0, 0, 1, 0, 0, 0)


def test_no_test_in_a_drop(host: Host) -> None:
    host.ok(wire.DropBegin())
    for test in (*TESTS, wire.TestBegin()):
        assert host.refused(test) == Reason.IN_DROP
    assert host.board.ask("emitters") == "on"
    host.ok(wire.DropEnd())
    assert outcome_of(host, wire.Blink()) == (0, ALL, 0)


def test_nothing_else_while_a_test_runs(host: Host) -> None:
    others: list[wire.Request] = [
        wire.DropBegin(), wire.Face(1500, 0), wire.Shake(0, 0), wire.Selftest(), wire.Blink(),
        wire.ConfigWrite(wire.Settings()),
    ]
    host.face(1500)
    host.ok(wire.Selftest())
    for message in (*others, wire.TestBegin()):
        assert host.refused(message) == Reason.TESTING
    host.event(wire.Tested)
    host.ok(wire.TestBegin())
    for message in others:
        assert host.refused(message) == Reason.TESTING
    host.ok(wire.TestBegin())
    host.ok(wire.TestEnd())
    host.ok(wire.DropBegin())


def test_a_reset_in_a_test_leaves_the_light_on(host: Host) -> None:
    host.ok(wire.Selftest())
    host.run(20_000)
    assert host.board.ask("emitters") == "off"
    host.board.reset()
    host.run(50_000)
    assert host.board.ask("emitters") == "on"
