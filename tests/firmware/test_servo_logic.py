"""The servo's motion, frame by frame, on this machine: limits, ramp, approach, stop, shake."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import cffi
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from companion.tower.wire_table import (
    FASTEST,
    LATE_MS,
    LONGEST_HOLD_MS,
    LONGEST_SHAKE_MS,
    LONGEST_TURN_MS,
    STEEPEST,
    Approach,
    Motion,
    Outcome,
    Reason,
    Settings,
)

Pure = tuple[cffi.FFI, Any]
PLAIN = Settings()
FRAME_MS = 20


class Servo:
    def __init__(self, pure: Pure, setup: Settings = PLAIN, place: int = 1500) -> None:
        _, self.library = pure
        self.library.shim_set_settings(setup.pack())
        self.library.servo_start(place)
        self.widths: list[float] = []  # of every frame's pulse in µs, 0 = none

    def step(self, there: bool = True) -> bool:
        ended = bool(self.library.servo_step(there))
        self.widths.append(self.library.servo_width() / 2)
        return ended

    def until_end(self) -> list[float]:
        """Runs the motion to its end; the widths on the way."""
        for _ in range(20_000):
            if self.step():
                return self.widths
        raise AssertionError("the motion never ended")

    def rest(self) -> None:
        for _ in range(5_000):
            self.step()


def test_nothing_moves_by_itself(pure: Pure) -> None:
    servo = Servo(pure)
    servo.rest()
    assert set(servo.widths) == {0}


def test_it_ends_exactly_on_the_target_and_the_pulses_stop(pure: Pure) -> None:
    servo = Servo(pure, replace(PLAIN, hold=0))
    assert servo.library.servo_face(643, Approach.CONFIGURED, 0) == 0
    widths = servo.until_end()
    assert widths[-1] == 643
    assert servo.library.servo_outcome() == Outcome.DONE
    servo.rest()
    assert servo.widths[-1] == 0
    assert servo.library.servo_pulse() == 643


@pytest.mark.parametrize(("side", "sign"), [(Approach.FROM_BELOW, 1), (Approach.FROM_ABOVE, -1)])
@pytest.mark.parametrize("start", [700, 1480, 1500, 1520, 2300])
def test_every_position_is_approached_from_the_same_side(
    pure: Pure, side: Approach, sign: int, start: int
) -> None:
    servo = Servo(pure, replace(PLAIN, overshoot=40, approach=side), place=start)
    assert servo.library.servo_face(1500, Approach.CONFIGURED, 0) == 0
    moves = [b - a for a, b in pairwise(servo.until_end()) if a != b]
    last_stretch = 0.0
    for move in reversed(moves):
        if move * sign < 0:
            break
        last_stretch += abs(move)
    assert moves[-1] * sign > 0
    assert last_stretch >= 39


def test_a_known_place_is_left_in_a_soft_ramp(pure: Pure) -> None:
    servo = Servo(pure, replace(PLAIN, speed=1000, acceleration=4000), place=600)
    servo.library.servo_face(2300, Approach.CONFIGURED, 0)
    steps = [b - a for a, b in pairwise([600.0, *servo.until_end()])]
    assert max(steps) <= 20.5  # 1000 µs/s is 20 µs a frame
    assert steps[0] <= 2  # 4000 µs/s² is 1.6 µs a frame more in every frame
    assert all(abs(b - a) <= 2.5 for a, b in pairwise(steps))


@pytest.mark.parametrize("start", [643, 1350, 2357])
def test_an_unknown_place_is_left_where_somebody_sees_it(pure: Pure, start: int) -> None:
    servo = Servo(pure, place=0)
    assert servo.library.servo_face(1500, Approach.CONFIGURED, 0) == Reason.UNPLACED
    assert servo.library.servo_face(1500, Approach.CONFIGURED, 60_000) == Reason.UNPLACED
    servo.step()
    assert servo.widths == [0]
    assert servo.library.servo_face(1500, Approach.CONFIGURED, start) == 0
    steps = [abs(b - a) for a, b in pairwise([start, *servo.until_end()[1:]])]
    assert steps[0] <= 2
    assert max(steps) <= 20.5
    assert servo.widths[-1] == 1500


def test_what_a_hand_has_turned_is_forgotten_and_not_held(pure: Pure) -> None:
    servo = Servo(pure, replace(PLAIN, hold=65_535))
    servo.library.servo_face(900, Approach.CONFIGURED, 0)
    servo.until_end()
    servo.library.servo_forget()
    servo.widths.clear()
    servo.rest()
    assert set(servo.widths) == {0}
    assert servo.library.servo_face(900, Approach.CONFIGURED, 0) == Reason.UNPLACED
    assert servo.library.servo_shake(0, 0) == Reason.UNPLACED


@pytest.mark.parametrize("wanted", [(20_000, 0), (20_000, 65_535), (1_501, 10_001), (65_535, 1)])
def test_no_configuration_makes_it_faster_than_it_may_be(pure: Pure, wanted: tuple[int, int]) -> None:
    servo = Servo(pure, replace(PLAIN, speed=wanted[0], acceleration=wanted[1]), place=600)
    servo.library.servo_face(2300, Approach.CONFIGURED, 0)
    steps = [b - a for a, b in pairwise([600.0, 600.0, *servo.until_end()])]
    assert max(steps) <= FASTEST * FRAME_MS / 1000 + 0.5
    assert all(abs(b - a) <= STEEPEST * (FRAME_MS / 1000) ** 2 + 1 for a, b in pairwise(steps))


@pytest.mark.parametrize("late", [0, 1, LATE_MS // FRAME_MS])
def test_it_is_waited_for_when_it_is_late(pure: Pure, late: int) -> None:
    servo = Servo(pure)
    servo.library.servo_face(2300, Approach.CONFIGURED, 0)
    while servo.widths[-1:] != [2300]:
        servo.step(there=False)
    due = len(servo.widths) + PLAIN.settle // FRAME_MS + 1
    while not servo.step(there=len(servo.widths) > due + late):
        assert len(servo.widths) <= due + late + 2
    assert servo.library.servo_outcome() == Outcome.DONE
    assert servo.library.servo_pulse() == 2300


def test_what_does_not_arrive_gets_no_more_pulses_and_is_nowhere(pure: Pure) -> None:
    servo = Servo(pure, replace(PLAIN, hold=65_535))
    servo.library.servo_face(2300, Approach.CONFIGURED, 0)
    while servo.widths[-1:] != [2300]:
        servo.step(there=False)
    due = len(servo.widths) + PLAIN.settle // FRAME_MS
    while not servo.step(there=False):
        pass
    assert (servo.library.servo_outcome(), servo.library.servo_pulse()) == (Outcome.MISSED, 0)
    assert servo.widths[-1] == 0
    assert (len(servo.widths) - due) * FRAME_MS < 500
    assert servo.library.servo_face(900, Approach.CONFIGURED, 0) == Reason.UNPLACED


def test_a_width_or_its_overshoot_beyond_the_limits_is_refused(pure: Pure) -> None:
    servo = Servo(pure, replace(PLAIN, low=600, high=2400, overshoot=30, eras=(643,) * 7))
    for pulse, side in [(599, 3), (2401, 3), (629, 1), (2371, 2), (0, 1), (65_535, 3), (10, 3)]:
        assert servo.library.servo_face(pulse, side, 0) == Reason.OUT_OF_LIMITS, (pulse, side)
    for pulse, side in [(600, 3), (2400, 3), (630, 1), (2370, 2)]:
        servo.library.servo_start(1500)
        assert servo.library.servo_face(pulse, side, 0) == 0


def test_stop_holds_at_once_where_it_is(pure: Pure) -> None:
    servo = Servo(pure, place=600)
    servo.library.servo_face(2300, Approach.CONFIGURED, 0)
    for _ in range(30):
        servo.step()
    here = servo.widths[-1]
    servo.library.servo_stop()
    assert servo.step()
    assert servo.library.servo_outcome() == Outcome.STOPPED
    assert servo.library.servo_motion() == Motion.REST
    servo.rest()
    assert {width for width in servo.widths[30:] if width} == {here}
    assert servo.widths[-1] == 0


def test_a_command_while_turning_is_refused(pure: Pure) -> None:
    servo = Servo(pure)
    servo.library.servo_face(2300, Approach.CONFIGURED, 0)
    servo.step()
    assert servo.library.servo_face(700, Approach.CONFIGURED, 0) == Reason.TURNING
    assert servo.library.servo_shake(0, 0) == Reason.TURNING
    assert servo.until_end()[-1] == 2300


def test_shake_goes_to_and_fro_and_ends_where_it_began(pure: Pure) -> None:
    servo = Servo(pure, replace(PLAIN, shake_amplitude=40, shake_cycles=3, overshoot=30))
    assert servo.library.servo_shake(0, 0) == 0
    widths = servo.until_end()
    turns = [b for a, b, c in zip(widths, widths[1:], widths[2:], strict=False) if (b - a) * (c - b) < 0]
    assert max(widths) == 1540
    assert min(widths) == 1460
    assert widths[-1] == 1500
    plateaus = [width for width, after in pairwise(widths) if width == after]
    assert sum(width == 1540 for width in plateaus + turns) >= 3
    assert sum(width == 1460 for width in plateaus + turns) >= 3


@pytest.mark.parametrize(
    ("place", "amplitude", "overshoot", "refused"),
    [
        (440, 40, 0, False), (439, 40, 0, True), (2560, 40, 0, False), (2561, 40, 0, True),
        (430, 10, 30, False), (429, 10, 30, True),  # its last stretch begins below
        (1500, 1000, 0, False), (1500, 1001, 0, True),
    ],
)
def test_shake_and_its_approach_stay_within_the_limits(
    pure: Pure, place: int, amplitude: int, overshoot: int, refused: bool
) -> None:
    servo = Servo(pure, replace(PLAIN, low=400, high=2600, overshoot=overshoot, approach=1), place)
    assert (servo.library.servo_shake(amplitude, 2) == Reason.OUT_OF_LIMITS) == refused
    if not refused:
        widths = servo.until_end()
        assert (min(widths), max(widths)) == (place - max(amplitude, overshoot), place + amplitude)
        assert widths[-1] == place


def test_shake_is_refused_beyond_the_limits_and_at_an_unknown_place(pure: Pure) -> None:
    servo = Servo(pure, place=520)
    assert servo.library.servo_shake(40, 1) == Reason.OUT_OF_LIMITS
    assert servo.library.servo_shake(60_000, 1) == Reason.OUT_OF_LIMITS
    servo.library.servo_start(0)
    assert servo.library.servo_shake(40, 1) == Reason.UNPLACED


def test_hold_keeps_the_pulses_on_and_not_for_ever(pure: Pure) -> None:
    servo = Servo(pure, replace(PLAIN, hold=65_535))
    servo.library.servo_face(900, Approach.CONFIGURED, 0)
    servo.until_end()
    servo.widths.clear()
    for _ in range(LONGEST_HOLD_MS // FRAME_MS):
        servo.step()
    assert set(servo.widths) == {900}
    servo.step()
    assert servo.widths[-1] == 0


@pytest.mark.parametrize("hold", [100, 65_535])
def test_pulses_at_rest_end_when_nobody_is_there(pure: Pure, hold: int) -> None:
    servo = Servo(pure, replace(PLAIN, hold=hold))
    servo.library.servo_face(900, Approach.CONFIGURED, 0)
    servo.until_end()
    servo.library.servo_unattended()
    servo.widths.clear()
    servo.rest()
    assert set(servo.widths) == {0}


@pytest.mark.parametrize("after", [0, 1, 7, 60])
def test_a_shake_ends_at_once_when_nobody_is_there(pure: Pure, after: int) -> None:
    servo = Servo(pure)
    assert servo.library.servo_shake(300, 100) == 0
    for _ in range(after):
        servo.step()
    servo.library.servo_unattended()
    servo.library.servo_stop()  # nor does a late STOP bring the pulses back
    servo.widths.clear()
    assert servo.step()
    assert (servo.library.servo_outcome(), servo.library.servo_motion()) == (Outcome.UNHEARD, Motion.REST)
    servo.rest()
    assert set(servo.widths) == {0}
    assert servo.library.servo_pulse() == pytest.approx(1500, abs=300)


def test_a_turn_goes_on_when_nobody_is_there(pure: Pure) -> None:
    servo = Servo(pure)
    servo.library.servo_face(2300, Approach.CONFIGURED, 0)
    for _ in range(3_000):
        servo.library.servo_unattended()
        if servo.step():
            break
    assert (servo.library.servo_outcome(), servo.library.servo_pulse()) == (Outcome.DONE, 2300)


def test_no_turn_takes_longer_than_any_may(pure: Pure) -> None:
    servo = Servo(pure, replace(PLAIN, speed=50), place=500)
    servo.library.servo_face(2500, Approach.DIRECT, 0)
    widths = servo.until_end()
    assert servo.library.servo_outcome() == Outcome.OVERDUE
    assert len(widths) == LONGEST_TURN_MS // FRAME_MS + 1
    assert widths[-1] == 0
    assert servo.library.servo_pulse() == pytest.approx(widths[-2], abs=1)


def test_no_shake_takes_longer_than_any_may(pure: Pure) -> None:
    servo = Servo(pure)
    servo.library.servo_shake(1000, 100)
    widths = servo.until_end()
    assert servo.library.servo_outcome() == Outcome.OVERDUE
    assert len(widths) == LONGEST_SHAKE_MS // FRAME_MS + 1
    assert widths[-1] == 0


def test_a_hold_for_ever_ends_when_the_configuration_says_so(pure: Pure) -> None:
    servo = Servo(pure, replace(PLAIN, hold=65_535))
    servo.library.servo_face(900, Approach.CONFIGURED, 0)
    servo.until_end()
    servo.rest()
    servo.library.shim_set_settings(replace(PLAIN, hold=100).pack())
    for _ in range(6):
        servo.step()
    assert servo.widths[-2:] == [900, 0]


def test_limits_that_were_narrowed_hold_for_the_first_pulse_too(pure: Pure) -> None:
    """Where the servo was left is beyond them: as good as unknown, and held there no longer."""
    servo = Servo(pure, replace(PLAIN, hold=65_535))
    assert servo.library.servo_face(2450, Approach.CONFIGURED, 0) == 0
    servo.until_end()
    servo.library.shim_set_settings(replace(PLAIN, hold=65_535, high=2400).pack())
    servo.widths.clear()
    servo.step()
    assert servo.widths == [0]
    assert servo.library.servo_face(1500, Approach.CONFIGURED, 0) == Reason.UNPLACED
    assert servo.library.servo_face(1500, Approach.CONFIGURED, 2400) == 0
    assert servo.until_end()[-1] == 1500
    assert max(servo.widths) <= 2400


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(
    start=st.integers(500, 2500),
    target=st.integers(500, 2500),
    speed=st.integers(50, 20_000),
    acceleration=st.integers(0, 65_535),
    overshoot=st.integers(0, 500),
    side=st.sampled_from(list(Approach)),
    stop_after=st.one_of(st.none(), st.integers(0, 200)),
)
def test_whatever_is_asked_no_pulse_leaves_the_limits(
    pure: Pure, start: int, target: int, speed: int, acceleration: int, overshoot: int, side: Approach,
    stop_after: int | None,
) -> None:
    setup = replace(PLAIN, low=500, high=2500, speed=speed, acceleration=acceleration, overshoot=overshoot)
    servo = Servo(pure, setup, place=start)
    assume(servo.library.servo_face(target, side, 0) == 0)
    ended = False
    for frame in range(20_000):
        if frame == stop_after:
            servo.library.servo_stop()
        ended = servo.step()
        if ended:
            break
    assert ended
    assert all(500 <= width <= 2500 for width in servo.widths if width)
    fastest = max(speed / 50, 1)
    assert all(abs(b - a) <= fastest + 0.5 for a, b in pairwise(servo.widths) if a and b)
    if servo.library.servo_outcome() == Outcome.DONE:
        assert servo.widths[-1] == target
