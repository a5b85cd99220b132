"""Will this servo with this gear do?"""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tower.servo_fit import DEFAULT, TICK, Drive, Trouble, as_calibrated, fit
from hardware.tower import Tower

TOWER = Tower.load()

drives = st.builds(
    Drive,
    name=st.just("any"),
    travel=st.floats(90, 360),
    pulse_min=st.floats(400, 1000),
    pulse_max=st.floats(1500, 2600),
    teeth=st.integers(17, 80),
    tower_teeth=st.integers(17, 80),
    dead_band=st.floats(0, 10),
    repeatability=st.floats(0, 3),
)


def test_the_default_faces_the_eras_at_the_known_pulses() -> None:
    """Known from the arithmetic of 270° and 4:3, not read off the code."""
    pulses = [642.9, 928.6, 1214.3, 1500.0, 1785.7, 2071.4, 2357.1]
    assert [DEFAULT.pulse(era) for era in range(7)] == pytest.approx(pulses, abs=0.05)
    assert DEFAULT.per_degree == pytest.approx(5.56, abs=0.005)
    assert DEFAULT.angle(6) - DEFAULT.angle(0) == pytest.approx(308.6, abs=0.05)


def test_the_generated_table_says_the_same() -> None:
    assert [DEFAULT.pulse(era) for era in range(7)] == pytest.approx(list(TOWER.era_pulses))


def test_the_default_will_do() -> None:
    judged = fit(DEFAULT)
    assert judged.will_do
    assert judged.worst < judged.tolerance == 4.0
    assert judged.margin == pytest.approx((360 - 308.571) / 2, abs=0.01)


def test_its_errors_by_hand() -> None:
    """One tick 0.5 µs of 5.556 µs/°; dead band 3 µs; 0.6° times 4:3; 0.15 mm at a pitch radius of 18 mm."""
    judged = fit(DEFAULT)
    assert judged.resolution == pytest.approx(0.09)
    assert judged.dead == pytest.approx(0.54)
    assert judged.repeat == pytest.approx(0.8)
    assert judged.backlash == pytest.approx(math.degrees(0.15 / 18))
    assert judged.worst == pytest.approx((0.09 + 0.54 + 0.8) / 2 + math.degrees(0.15 / 18))


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("180° servo with 2:1 gear", ()),
        ("180° servo, direct", (Trouble.SHORT,)),
        ("270° servo, direct", (Trouble.SHORT,)),
        ("micro servo, 180° with 2:1 gear, plastic wheels", (Trouble.COARSE,)),
    ],
)
def test_the_alternatives_are_judged(name: str, trouble: tuple[Trouble, ...]) -> None:
    entry = next(dict(one) for one in TOWER.servo["alternatives"] if one["name"] == name)
    assert fit(Drive(**entry)).troubles == trouble


def test_a_calibration_tells_the_servos_true_travel() -> None:
    """A servo that needs 10 % more pulse for every era turns 10 % less far."""
    eras = [1500 + (DEFAULT.pulse(era) - 1500) * 1.1 for era in range(7)]
    assert as_calibrated(eras).travel == pytest.approx(270 / 1.1)
    assert fit(as_calibrated(eras)).will_do
    lame = [1500 + (DEFAULT.pulse(era) - 1500) * 1.2 for era in range(7)]
    assert fit(as_calibrated(lame)).troubles == (Trouble.SHORT,)


def test_a_servo_that_just_reaches_has_no_room_for_its_overshoot() -> None:
    assert fit(replace(DEFAULT, travel=232.0)).troubles == (Trouble.NO_MARGIN,)


@given(drive=drives, angle=st.floats(-180, 180))
def test_angle_and_pulse_are_two_words_for_one_thing(drive: Drive, angle: float) -> None:
    assert drive.angle_at(drive.pulse_at(angle)) == pytest.approx(angle, abs=1e-6)


@given(drive=drives)
def test_a_drive_that_does_reaches_every_era_within_its_pulses(drive: Drive) -> None:
    judged = fit(drive)
    if judged.will_do:
        pulses = [drive.pulse(era) for era in range(7)]
        assert drive.pulse_min <= min(pulses)
        assert max(pulses) <= drive.pulse_max
        assert judged.worst <= 4.0
    assert judged.untouched <= judged.worst
    assert judged.resolution * drive.per_degree == pytest.approx(TICK)


@pytest.mark.parametrize("era", [-1, 7])
def test_there_is_no_other_era(era: int) -> None:
    with pytest.raises(ValueError, match="no outlet"):
        DEFAULT.pulse(era)


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="must be positive"):
        replace(DEFAULT, pulse_max=400.0)
