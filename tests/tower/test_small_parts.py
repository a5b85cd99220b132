"""Parts of the tower's room by themselves: the drive's arithmetic, grades of counts, what a screen tells."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.tower import BeamBroken, BeamsChecked, StillWaiting
from companion.tower.screen import Screen
from companion.tower.servo_fit import DEFAULT, TICK, Trouble, as_calibrated, fit
from companion.tower.tracefile import Grade


@pytest.mark.parametrize("angle", [-150.0, 0.0, 12.5, 150.0])
def test_a_pulse_and_its_angle_lead_to_each_other(angle: float) -> None:
    assert DEFAULT.angle_at(DEFAULT.pulse_at(angle)) == pytest.approx(angle)
    assert DEFAULT.angle_at((DEFAULT.pulse_min + DEFAULT.pulse_max) / 2) == pytest.approx(0)


def test_there_are_as_many_outlets_as_there_are() -> None:
    assert [round(DEFAULT.angle(outlet, 3)) for outlet in range(3)] == [-120, 0, 120]
    for outlet in (-1, 3):
        with pytest.raises(ValueError, match="no outlet"):
            DEFAULT.angle(outlet, 3)


def test_a_drive_is_judged_by_halves_of_what_it_ignores() -> None:
    found = fit(DEFAULT)
    tick, dead = TICK / DEFAULT.per_degree, DEFAULT.dead_band / DEFAULT.per_degree
    repeat = DEFAULT.repeatability * DEFAULT.ratio
    assert (found.resolution, found.dead, found.repeat) == pytest.approx((tick, dead, repeat))
    assert found.untouched == pytest.approx((tick + dead + repeat) / 2)
    assert found.worst == pytest.approx(found.untouched + DEFAULT.backlash_angle)
    assert found.margin == pytest.approx((DEFAULT.reach - 360 * 6 / 7) / 2)


def test_travel_that_just_reaches_has_no_margin_and_less_is_too_short() -> None:
    just = replace(DEFAULT, travel=DEFAULT.travel * (360 * 6 / 7) / DEFAULT.reach)
    assert Trouble.SHORT in fit(replace(just, travel=just.travel - 0.01)).troubles
    assert Trouble.NO_MARGIN in fit(replace(just, travel=just.travel + 0.01)).troubles
    exact = fit(DEFAULT)
    assert Trouble.COARSE not in fit(DEFAULT, tolerance=exact.worst).troubles
    assert Trouble.COARSE in fit(DEFAULT, tolerance=exact.worst - 0.001).troubles


def test_calibrated_pulses_tell_the_travel() -> None:
    known = as_calibrated([DEFAULT.pulse(outlet) for outlet in range(7)])
    assert known.travel == pytest.approx(DEFAULT.travel)
    assert known.per_degree == pytest.approx(DEFAULT.per_degree)


def answer(passed: tuple[int, ...], inside: int = 0) -> SimpleNamespace:
    return SimpleNamespace(passed=passed, inside=inside)


@pytest.mark.parametrize(
    ("asked", "answers", "inside", "grade"),
    [
        (False, [(1, 1)], 0, {}),
        (False, [(2, 0)], 0, {"silently_wrong": 1}),
        (True, [(1, 1)], 0, {"asked": 1, "needless": 1, "first_right": 1, "in_three": 1}),
        (True, [(2, 0), (0, 2), (1, 1)], 0, {"asked": 1, "needless": 1, "in_three": 1}),
        (True, [(2, 0), (0, 2), (0, 1), (1, 1)], 0, {"asked": 1, "needless": 1}),
        (True, [(1, 1)], 1, {"asked": 1}),
    ],
)
def test_a_count_is_graded_by_what_was_asked_and_what_is_true(asked, answers, inside, grade) -> None:
    drop = SimpleNamespace(breaks=(), inside=SimpleNamespace(cubes=0))
    found = Grade()
    found.add(
        drop, answer((1, 1), inside), SimpleNamespace(asked=asked, answers=[answer(one) for one in answers])
    )
    assert {name: count for name, count in found.as_dict().items() if count} == {"drops": 1, **grade}


def test_a_screen_tells_each_reading_by_its_own_sentence() -> None:
    lines: list[str] = []

    def say(key: str, about=(), **more) -> str:
        return " ".join([key, *(f"{name}={value}" for name, value in {**dict(about), **more}.items())])

    screen = Screen.__new__(Screen)
    screen.say = say
    screen.line = lines.append
    screen.tell = lambda key, **about: lines.append(say(key, about))
    for reading in (
        BeamBroken(3, 1.0, 12.34), BeamBroken(3, 1.0, None), BeamBroken(3, 1.0, 9.0, partial=True),
        BeamsChecked((1, 2)), BeamsChecked(()), StillWaiting(1, 2), StillWaiting(0, 2),
    ):  # fmt: skip
        screen.hear(reading)
    keys = [line.split(" ")[0].removeprefix("tower.reading.") for line in lines]
    assert keys == [
        "BeamBroken.heard", "BeamBroken.unseen", "BeamBroken.partial", "BeamsChecked.blind",
        "BeamsChecked.sound",
        "StillWaiting.some", "StillWaiting.nothing",
    ]  # fmt: skip
    assert lines[0].endswith("outlet=3 milliseconds=12.3")
    assert "outlets=1, 2" in lines[3]
