"""The servo on the emulated board, read back from its pin."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.tower import wire_table as wire
from companion.tower.wire_table import Approach, Motion, Outcome, Reason, Status
from tests.firmware.host import Host

NewHost = Callable[..., Host]
ERAS = wire.Settings().eras


@pytest.mark.slow
def test_every_era_arrives_on_the_pin(host: Host) -> None:
    for pulse in (*ERAS, ERAS[0], ERAS[6]):
        faced = host.face(pulse)
        assert faced.outcome == Outcome.DONE
        assert faced.pulse == pulse
        start, width = host.board.servo_pulses()[-1]
        assert width == pytest.approx(pulse, abs=0.2)
        assert start > 0


def test_the_pulses_come_every_twenty_milliseconds_and_none_is_a_runt(host: Host) -> None:
    host.face(ERAS[3])
    host.face(ERAS[0])
    host.ok(wire.Shake(0, 0))
    host.event(wire.Shaken)
    request = host.ok(wire.Face(ERAS[6], 0))
    host.run(333_333)
    host.ok(wire.Stop())
    assert host.event(wire.Faced).of == request
    host.run(2_000_000)
    pulses = host.board.servo_pulses()
    assert len(pulses) > 200
    assert all(500 <= width <= 2500 for _, width in pulses)
    gaps = [later - start for (start, _), (later, _) in pairwise(pulses)]
    assert all(gap == pytest.approx(20_000, abs=2) or gap > 40_000 for gap in gaps)


def test_the_pulses_stop_at_rest(host: Host) -> None:
    host.face(ERAS[2])
    host.run(500_000)
    host.board.servo_pulses()
    host.run(5_000_000)
    assert host.board.servo_pulses() == []
    assert not host.pong().status & Status.PULSES


def test_held_pulses_stay_until_told_otherwise(host: Host) -> None:
    host.store(replace(wire.Settings(), hold=65_535))
    host.face(ERAS[2])
    host.board.servo_pulses()
    host.attend(3_000_000)
    assert len(host.board.servo_pulses()) == pytest.approx(150, abs=2)


def test_a_long_hold_is_held(host: Host) -> None:
    host.store(replace(wire.Settings(), hold=65_530))  # rounded up to frames it must not run over
    host.face(ERAS[2])
    host.board.servo_pulses()
    host.run(1_000_000)
    assert len(host.board.servo_pulses()) == pytest.approx(50, abs=1)


def test_busy_comes_while_it_turns_and_pong_tells_what_it_does(host: Host) -> None:
    host.face(ERAS[0])
    host.events(wire.Busy)
    request = host.ok(wire.Face(ERAS[6], 0))
    host.run(1_000_000)
    busy = host.events(wire.Busy)
    assert len(busy) == 4
    assert {(event.of, event.motion, event.target) for event in busy} == {(request, Motion.FACE, ERAS[6])}
    assert [event.pulse for event in busy] == sorted(event.pulse for event in busy)
    pong = host.pong()
    assert pong.motion == Motion.FACE
    assert pong.ended != request
    host.event(wire.Faced)
    pong = host.pong()
    assert (pong.motion, pong.ended, pong.outcome) == (Motion.REST, request, Outcome.DONE)
    assert pong.pulse == ERAS[6]


def test_a_command_while_turning_is_refused_and_the_turn_goes_on(host: Host) -> None:
    host.face(ERAS[0])
    host.ok(wire.Face(ERAS[4], 0))
    host.run(300_000)
    assert host.refused(wire.Face(ERAS[1], 0)) == Reason.TURNING
    assert host.refused(wire.Shake(0, 0)) == Reason.TURNING
    assert host.refused(wire.Selftest()) == Reason.TURNING
    assert host.refused(wire.Blink()) == Reason.TURNING
    assert host.refused(wire.DropBegin()) == Reason.TURNING
    assert host.refused(wire.ConfigWrite(wire.Settings())) == Reason.TURNING
    assert host.event(wire.Faced).pulse == ERAS[4]


def test_stop_while_turning_is_at_once(host: Host) -> None:
    host.face(ERAS[0])
    request = host.ok(wire.Face(ERAS[6], 0))
    host.run(600_000)
    host.board.servo_pulses()
    host.ok(wire.Stop())
    faced = host.event(wire.Faced)
    assert (faced.of, faced.outcome) == (request, Outcome.STOPPED)
    assert ERAS[0] < faced.pulse < ERAS[6]
    host.run(2_000_000)
    widths = [width for _, width in host.board.servo_pulses()]
    assert max(widths[2:]) - min(widths[2:]) <= 0.5  # the first may have been on its way
    assert host.board.servo()[0] == 0


def test_after_a_stop_it_can_be_turned_again(host: Host) -> None:
    host.face(ERAS[0])
    host.ok(wire.Face(ERAS[6], 0))
    host.run(600_000)
    host.ok(wire.Stop())
    host.event(wire.Faced)
    assert host.face(ERAS[3]).outcome == Outcome.DONE


@pytest.mark.parametrize("pulse", [0, 499, 529, 2_501, 65_535])
def test_widths_outside_the_limits_are_refused_overshoot_included(host: Host, pulse: int) -> None:
    assert host.refused(wire.Face(pulse, 0)) == Reason.OUT_OF_LIMITS
    host.run(200_000)
    assert host.board.servo_pulses() == []


@pytest.mark.parametrize("reset", [False, True])
def test_after_the_limits_were_narrowed_no_pulse_leaves_them(host: Host, reset: bool) -> None:
    host.store(replace(wire.Settings(), hold=65_535))
    host.face(2450)
    host.store(replace(wire.Settings(), hold=65_535, high=2400))
    if reset:
        host.board.reset()
        host.run(100_000)
        host.open(nonce=2)
    host.run(50_000)
    host.board.servo_pulses()
    host.run(100_000)
    assert host.board.servo_pulses() == []
    assert host.refused(wire.Face(1500, 0)) == Reason.UNCONFIRMED
    host.ok(wire.HandsAway(2400))
    host.ok(wire.Face(1500, 0))
    host.event(wire.Faced)
    assert max(width for _, width in host.board.servo_pulses()) <= 2400


def test_a_strange_approach_is_refused(host: Host) -> None:
    assert host.refused(wire.Face(1500, 9)) == Reason.OUT_OF_LIMITS


def test_shake_needs_to_know_where_it_is(host: Host) -> None:
    assert host.refused(wire.Shake(40, 2)) == Reason.UNPLACED
    host.face(ERAS[3])
    host.ok(wire.Shake(40, 2))
    shaken = host.event(wire.Shaken)
    assert (shaken.outcome, shaken.pulse) == (Outcome.DONE, ERAS[3])


def test_shake_is_allowed_in_a_drop_and_turning_is_not(host: Host) -> None:
    host.face(ERAS[3])
    host.ok(wire.DropBegin())
    assert host.refused(wire.Face(ERAS[4], 0)) == Reason.IN_DROP
    host.ok(wire.Shake(0, 1))
    host.event(wire.Shaken)
    assert host.pong().status & Status.DROP


def test_the_tower_really_follows(host: Host) -> None:
    for pulse in (ERAS[6], ERAS[0], ERAS[3]):
        host.face(pulse)
        assert host.board.servo()[1] == pytest.approx(pulse, abs=1)


def test_it_never_moves_by_itself(new_host: NewHost) -> None:
    host = new_host(servo=ERAS[1])
    host.open()
    host.face(ERAS[3])
    host.run(1_000_000)
    host.board.servo_pulses()
    place = host.board.servo()[1]
    host.board.reset()
    host.run(1_000_000)
    host.open(nonce=1)
    host.run(1_000_000)
    host.port.close()
    host.connect()
    host.open(nonce=2)
    host.run(1_000_000)
    host.board.power(False)
    host.run(500_000)
    host.board.power(True)
    host.run(1_000_000)
    host.open(nonce=3)
    host.run(1_000_000)
    assert host.board.servo_pulses() == []
    assert host.board.servo()[1] == place


def test_a_reset_in_mid_turn_stops_the_pulses_and_the_place_is_kept(host: Host) -> None:
    host.face(ERAS[0])
    host.ok(wire.Face(ERAS[6], 0))
    host.run(700_000)
    host.board.reset()
    host.run(100_000)
    hello = host.open(nonce=9)
    assert hello.kept & wire.Kept.PLACE
    host.board.servo_pulses()
    host.run(1_000_000)
    assert host.board.servo_pulses() == []
    pong = host.pong()
    assert ERAS[0] < pong.pulse < ERAS[6]
    assert host.board.servo()[1] == pytest.approx(pong.pulse, abs=25)
    host.face(ERAS[6])
    widths = [width for _, width in host.board.servo_pulses()]
    assert all(abs(b - a) <= 21 for a, b in pairwise(widths))  # a soft ramp from where it stands


# ---- the position ring


def test_the_ring_confirms_every_era(host: Host) -> None:
    for pulse, code in zip(ERAS, wire.Settings().ring_codes, strict=True):
        assert host.face(pulse).ring == code
        host.run(100_000)
        assert host.pong().ring == code


def test_a_stall_is_seen_by_the_ring(host: Host) -> None:
    host.face(ERAS[0])
    host.board.ask("servo", "stall", "on")
    faced = host.face(ERAS[3])
    assert faced.outcome == Outcome.DONE
    assert faced.ring == wire.Settings().ring_codes[0]  # not the code of era 3: not confirmed


def test_a_hand_on_the_tower_is_told(host: Host) -> None:
    host.face(ERAS[3])
    host.run(500_000)
    host.events(wire.Ring)
    host.board.ask("servo", "hand", 1_400)
    assert host.event(wire.Ring, 100_000).code == 0
    host.board.ask("servo", "hand", ERAS[2])
    assert host.event(wire.Ring, 100_000).code == wire.Settings().ring_codes[2]


@pytest.mark.parametrize("marks_seen", [False, True])
def test_without_a_ring_nothing_is_pretended(new_host: NewHost, marks_seen: bool) -> None:
    host = new_host(ring=marks_seen)  # whatever the pins say
    host.open()
    host.store(replace(wire.Settings(), fitted=0))
    assert host.face(ERAS[3], seen=ERAS[3]).ring == 0
    pong = host.pong()
    assert pong.ring == 0
    assert not pong.status & Status.RING


def test_a_mark_that_only_passes_is_not_told(host: Host) -> None:
    """The bits of a mark do not change together: what lasts less than 10 ms is on its way."""
    host.face(ERAS[3])
    host.run(300_000)
    host.events(wire.Ring)
    for milliseconds in (1, 5, 9):
        host.board.ask("pin", "A0", 0)
        host.run(milliseconds * 1_000)
        host.board.ask("pin", "A0", "free")
        host.run(20_000)
    assert host.events(wire.Ring) == []
    host.board.ask("pin", "A0", 0)
    host.run(15_000)
    assert [event.code for event in host.events(wire.Ring)] == [wire.Settings().ring_codes[3] | 1]


def test_a_dead_ring_sensor_reads_another_code_or_none(host: Host) -> None:
    host.board.ask("pin", "A0", 1)  # never sees a mark
    codes = wire.Settings().ring_codes
    for pulse, code in zip(ERAS, codes, strict=True):
        assert host.face(pulse).ring == code & ~1


def test_direct_approach_goes_straight(host: Host) -> None:
    host.face(ERAS[4])
    host.board.servo_pulses()
    host.face(ERAS[3], Approach.DIRECT)
    widths = [width for _, width in host.board.servo_pulses()]
    assert min(widths) == pytest.approx(ERAS[3], abs=0.5)
