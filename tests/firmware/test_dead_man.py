"""Nobody is there any more: the emulated tower stands still by itself, read off the pin of the servo."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.tower import wire_table as wire
from companion.tower.wire_table import Motion, Outcome
from tests.firmware.host import Host

ERAS = wire.Settings().eras
LOST = wire.LOST_MS * 1_000
FRAME = 20_000

Silence = Callable[[Host], None]


def no_more_words(host: Host) -> None:
    """The program stands still; the cable is in."""


def cable_pulled(host: Host) -> None:
    host.board.pull_cable()
    host.port.close()


def muted(host: Host) -> None:
    host.board.ask("line", "to-board", "mute", "on")


@pytest.fixture(params=[no_more_words, cable_pulled, muted])
def silence(request: pytest.FixtureRequest) -> Silence:
    chosen: Silence = request.param
    return chosen


def last_pulse_after(host: Host, since: int) -> float:
    """Microseconds from then to the end of the servo's last pulse."""
    start, width = host.board.servo_pulses()[-1]
    return start + width - since


def test_a_shake_ends_with_the_link(host: Host, silence: Silence) -> None:
    host.face(ERAS[3])
    host.ok(wire.Shake(1000, 100))
    heard = host.board.time()
    silence(host)
    host.run(20_000_000)
    assert LOST - 3 * FRAME < last_pulse_after(host, heard) <= LOST + 2 * FRAME
    assert host.board.servo()[0] == 0


def test_pulses_at_rest_end_with_the_link(host: Host, silence: Silence) -> None:
    host.store(replace(wire.Settings(), hold=65_535))
    host.face(ERAS[3])
    host.attend(3_000_000)
    heard = host.board.time()
    silence(host)
    host.run(20_000_000)
    assert LOST - wire.HEARTBEAT_MS * 1_000 < last_pulse_after(host, heard) <= LOST + 2 * FRAME


def test_a_turn_arrives_though_nobody_is_there_and_is_not_held(host: Host, silence: Silence) -> None:
    host.store(replace(wire.Settings(), hold=65_535, speed=400))
    host.face(ERAS[0])
    host.ok(wire.Face(ERAS[6], 0))
    silence(host)
    host.run(15_000_000)
    assert host.board.servo() == (0, pytest.approx(ERAS[6], abs=1))


def test_a_host_that_is_heard_may_shake_on_but_not_for_ever(host: Host) -> None:
    host.face(ERAS[3])
    begun = host.board.time()
    request = host.ok(wire.Shake(1000, 100))
    host.attend(wire.LONGEST_SHAKE_MS * 1_000 - 500_000)
    assert host.pong().motion == Motion.SHAKE
    host.attend(1_000_000)
    shaken = host.event(wire.Shaken, 0)
    assert (shaken.of, shaken.outcome) == (request, Outcome.OVERDUE)
    assert last_pulse_after(host, begun) <= wire.LONGEST_SHAKE_MS * 1_000 + 3 * FRAME
    pong = host.pong()
    assert (pong.ended, pong.outcome, pong.motion) == (request, Outcome.OVERDUE, Motion.REST)


def test_a_turn_that_takes_too_long_ends(host: Host) -> None:
    host.face(ERAS[0])
    host.store(replace(wire.Settings(), speed=50))
    begun = host.board.time()
    request = host.ok(wire.Face(ERAS[6], 0))
    faced = host.event(wire.Faced, wire.LONGEST_TURN_MS * 1_000 + 100_000)
    assert (faced.of, faced.outcome) == (request, Outcome.OVERDUE)
    assert last_pulse_after(host, begun) <= wire.LONGEST_TURN_MS * 1_000 + 3 * FRAME
    assert ERAS[0] < faced.pulse < ERAS[6]


@pytest.mark.slow
def test_no_hold_is_for_ever(host: Host) -> None:
    host.store(replace(wire.Settings(), hold=65_535))
    host.face(ERAS[3])
    begun = host.board.time()
    host.attend((wire.LONGEST_HOLD_MS - 1_000) * 1_000)
    assert host.pong().status & wire.Status.PULSES
    host.attend(2_000_000)
    assert last_pulse_after(host, begun) == pytest.approx(wire.LONGEST_HOLD_MS * 1_000, abs=3 * FRAME)


def test_a_host_that_comes_back_is_told_why_its_shake_ended(host: Host) -> None:
    host.face(ERAS[3])
    request = host.ok(wire.Shake(1000, 100))
    host.run(3_000_000)
    pong = host.pong()
    assert (pong.ended, pong.outcome, pong.motion) == (request, Outcome.UNHEARD, Motion.REST)
    assert host.event(wire.Shaken, 0).outcome == Outcome.UNHEARD
    host.ok(wire.Shake(0, 1))
    assert host.event(wire.Shaken).outcome == Outcome.DONE
