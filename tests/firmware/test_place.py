"""No slam on the emulated board: from wherever a hand left it the tower goes softly, or not at all."""

import random
from bisect import bisect
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.tower import wire_table as wire
from companion.tower.wire_table import Calibrated, Outcome, Reason, Status
from tests.firmware.host import Host

NewHost = Callable[..., Host]
CALIBRATED = wire.Settings(calibrated=int(Calibrated.SERVO))
ERAS, CODES = CALIBRATED.eras, CALIBRATED.ring_codes
FRAME = 0.02
MARK = 22  # µs to either side of an era that the ring can be read
WINDOW = 40  # ms over which a speed is taken: two frames


def lies(host: Host) -> bool:
    """No pulse since this was last asked."""
    host.run(100_000)
    return host.board.servo_pulses() == []


def placed(host: Host) -> bool:
    return bool(host.pong().status & Status.PLACED)


def gap_of(place: float) -> int:
    """The middle of the gap in which people see the tower stand."""
    ends = [CALIBRATED.low, *ERAS, CALIBRATED.high]
    index = bisect(ends, place)
    return (ends[index - 1] + ends[index]) // 2


def fast_way(track: list[tuple[float, float]]) -> float:
    """How far the tower went faster than it may, in µs."""
    windows = [(a, b) for a, b in zip(track, track[WINDOW:], strict=False) if b[0] > a[0]][::WINDOW]
    ways = [(abs(b[1] - a[1]), (b[0] - a[0]) / 1e6) for a, b in windows]
    return sum(way for way, seconds in ways if way / seconds > 1.15 * wire.FASTEST)


def is_soft(widths: list[float]) -> bool:
    steps = [0.0, *(b - a for a, b in pairwise(widths))]
    fast = max(map(abs, steps)) <= wire.FASTEST * FRAME + 0.6
    return fast and all(abs(b - a) <= wire.STEEPEST * FRAME**2 + 1.1 for a, b in pairwise(steps))


def turn_from(host: Host, place: float, era: int) -> tuple[str, float]:
    """A hand leaves the tower here, and it is turned: who told where it stood, how far it went too fast."""
    host.board.ask("servo", "hand", place)
    host.run(50_000)
    host.board.servo_pulses()
    told = "pulse"
    if not placed(host):
        assert host.refused(wire.Face(ERAS[era], 0)) == Reason.UNCONFIRMED
        host.ok(wire.HandsAway(0))
        request = host.send(wire.Face(ERAS[era], 0))
        told = "ring"
        if host.answer(request) == wire.Nack(wire.Face.CODE, Reason.NOWHERE):
            told = "people"
            assert lies(host)
            host.ok(wire.HandsAway(gap_of(place)))
            host.ok(wire.Face(ERAS[era], 0))
    else:
        host.ok(wire.Face(ERAS[era], 0))
    host.board.servo_track()
    assert host.event(wire.Faced, step=100_000).outcome == Outcome.DONE
    track = list(host.board.servo_track())
    assert is_soft([width for _, width in host.board.servo_pulses()])
    assert track[-1][1] == pytest.approx(ERAS[era], abs=1)
    host.run(400_000)
    return told, fast_way(track)


@pytest.mark.slow
def test_from_200_random_places_it_goes_softly(host: Host) -> None:
    """The ring is read on 18 % of the way. Elsewhere people say in which gap it stands: what is left of
    a slam is the way to the gap's middle."""
    host.store(CALIBRATED)
    host.face(ERAS[3])
    host.run(400_000)
    lot = random.Random(17)
    for _ in range(200):
        place = lot.uniform(CALIBRATED.low, CALIBRATED.high)
        told, too_fast = turn_from(host, place, lot.randrange(7))
        nearest = min(abs(place - era) for era in ERAS)
        assert (told == "people") == (nearest > MARK) or abs(nearest - MARK) < 1
        if told == "people":
            assert too_fast <= abs(gap_of(place) - place) + wire.FASTEST * WINDOW / 1000
        else:
            assert too_fast <= MARK + wire.FASTEST * WINDOW / 1000


def test_after_power_up_nothing_moves_before_hands_are_away(new_host: NewHost) -> None:
    host = new_host(servo=ERAS[5])
    host.open()
    assert not placed(host)
    assert host.refused(wire.Face(ERAS[0], 0)) == Reason.UNCONFIRMED
    assert host.refused(wire.Shake(0, 0)) == Reason.UNPLACED
    assert lies(host)
    host.ok(wire.HandsAway(0))
    assert lies(host)
    host.ok(wire.Face(ERAS[0], 0))
    host.event(wire.Faced)
    widths = [width for _, width in host.board.servo_pulses()]
    assert widths[0] == pytest.approx(ERAS[5], abs=5)
    assert is_soft(widths)
    assert placed(host)


def test_a_tower_that_knows_its_place_turns_without_asking(host: Host) -> None:
    host.face(ERAS[3])
    host.ok(wire.Face(ERAS[4], 0))
    host.event(wire.Faced)


@pytest.mark.parametrize("hold", [0, 65_535])
def test_a_hand_makes_it_forget_its_place_and_let_go(host: Host, hold: int) -> None:
    host.store(replace(CALIBRATED, hold=hold))
    host.face(ERAS[3])
    host.attend(500_000)
    host.board.ask("servo", "stall", "on")  # the hand is stronger
    host.board.ask("servo", "hand", 1_400)
    assert host.event(wire.Ring, 100_000).code == 0
    host.run(40_000)
    host.board.servo_pulses()
    assert lies(host)
    assert not placed(host)
    assert host.refused(wire.Face(ERAS[3], 0)) == Reason.UNCONFIRMED


def test_a_word_is_good_for_one_turn_and_for_a_while(host: Host) -> None:
    host.face(ERAS[3])
    host.run(500_000)
    host.board.ask("servo", "hand", ERAS[1])
    host.run(50_000)
    host.ok(wire.HandsAway(0))
    host.attend(wire.HANDS_AWAY_MS * 1_000)
    assert host.refused(wire.Face(ERAS[3], 0)) == Reason.UNCONFIRMED
    host.ok(wire.HandsAway(0))
    host.board.ask("servo", "hand", ERAS[2])  # and there is the hand again
    host.run(50_000)
    assert host.refused(wire.Face(ERAS[3], 0)) == Reason.UNCONFIRMED
    host.ok(wire.HandsAway(0))
    host.ask(wire.Open(99))  # another program knows of no hands
    assert host.refused(wire.Face(ERAS[3], 0)) == Reason.UNCONFIRMED
    host.ok(wire.HandsAway(0))
    host.ok(wire.Face(ERAS[3], 0))
    assert host.refused(wire.HandsAway(0)) == Reason.TURNING
    host.event(wire.Faced)
    host.run(500_000)
    host.board.ask("servo", "hand", ERAS[1])
    host.run(50_000)
    assert host.refused(wire.Face(ERAS[3], 0)) == Reason.UNCONFIRMED


@pytest.mark.parametrize(
    ("hand", "kept"), [(ERAS[3], True), (ERAS[3] + 10, True), (ERAS[4], False), (1_400, False)]
)
def test_a_hand_while_the_board_was_away_is_noticed(host: Host, hand: int, kept: bool) -> None:
    host.face(ERAS[3])
    host.run(500_000)
    host.board.ask("servo", "hand", hand)
    host.board.reset()
    host.run(100_000)
    assert bool(host.open(nonce=9).kept & wire.Kept.PLACE) == kept
    assert placed(host) == kept


@pytest.mark.parametrize("hold", [0, 65_535])
def test_not_arrived_in_time_is_said_and_the_pulses_are_off_in_half_a_second(host: Host, hold: int) -> None:
    host.store(replace(CALIBRATED, hold=hold))
    host.face(ERAS[0])
    host.run(500_000)
    host.board.servo_pulses()
    host.ok(wire.Face(ERAS[3], 0))
    host.event(wire.Faced)
    usual = len(host.board.servo_pulses())
    host.face(ERAS[0])
    host.board.servo_pulses()
    host.board.ask("servo", "stall", "on")
    request = host.ok(wire.Face(ERAS[3], 0))
    faced = host.event(wire.Faced)
    assert (faced.of, faced.outcome, faced.pulse, faced.ring) == (request, Outcome.MISSED, 0, CODES[0])
    host.run(1_000_000)
    assert (len(host.board.servo_pulses()) - usual) * FRAME < 0.5
    pong = host.pong()
    assert (pong.ended, pong.outcome) == (request, Outcome.MISSED)
    assert not pong.status & Status.PLACED


def test_after_a_miss_people_say_where_it_stands(host: Host) -> None:
    """A stalled servo and a dead sensor look alike to the board, and not to people."""
    host.store(CALIBRATED)
    host.face(ERAS[0])
    host.board.ask("pin", "A0", 1)  # never sees a mark: era 1 reads as era 2
    faced = host.face(ERAS[1])
    assert (faced.outcome, faced.ring) == (Outcome.MISSED, CODES[2])
    host.ok(wire.HandsAway(0))
    assert host.refused(wire.Face(ERAS[3], 0)) == Reason.NOWHERE
    host.ok(wire.HandsAway(ERAS[1]))
    host.board.servo_track()
    host.ok(wire.Face(ERAS[3], 0))
    assert host.event(wire.Faced).outcome == Outcome.DONE
    assert fast_way(list(host.board.servo_track())) == 0


def test_a_late_tower_is_waited_for(host: Host) -> None:
    host.store(CALIBRATED)
    host.face(ERAS[0])
    host.board.ask("servo", "stall", "on")
    host.ok(wire.Face(ERAS[1], 0))
    host.wait(lambda _, message: False, 1_100_000, 100_000)
    assert host.events(wire.Faced) == []
    host.board.ask("servo", "stall", "off")
    assert host.event(wire.Faced, 400_000).outcome == Outcome.DONE


def test_without_a_ring_the_place_is_what_people_say(new_host: NewHost) -> None:
    host = new_host(ring=False, servo=ERAS[6])
    host.open()
    host.store(replace(CALIBRATED, fitted=0))
    host.ok(wire.HandsAway(0))
    assert host.refused(wire.Face(ERAS[0], 0)) == Reason.NOWHERE
    assert lies(host)
    host.ok(wire.HandsAway(ERAS[6]))
    host.board.servo_track()
    host.ok(wire.Face(ERAS[0], 0))
    host.event(wire.Faced)
    assert fast_way(list(host.board.servo_track())) == 0


@pytest.mark.parametrize("seen", [0, 399, 60_000])
def test_what_nobody_can_believe_moves_nothing(new_host: NewHost, seen: int) -> None:
    host = new_host(servo=1_350)
    host.open()
    host.ok(wire.HandsAway(seen))
    assert host.refused(wire.Face(ERAS[0], 0)) == Reason.NOWHERE
    assert lies(host)
