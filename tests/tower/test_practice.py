"""A tower goes on learning its pulses from the drops that needed no question."""

import pytest

from companion.tower import Drop, Inside
from companion.tower.counting import count_drop, sure_singles
from companion.tower.pulses import DOUBT, Practice, Pulses
from companion.tower.readings import BeamBroken

DOZEN = (16.0, 15.5, 14.5, 17.0, 18.0, 16.0, 16.5, 14.5, 17.5, 14.5, 13.5, 17.0)
PULSES = Pulses.learn(DOZEN)


def drop(*breaks: tuple[int, float, float], thrown: int, inside: int = 0) -> Drop:
    return Drop(tuple(BeamBroken(*one) for one in breaks), thrown, facing=3, inside=Inside(inside))


def learnt(one: Drop) -> list[tuple[int, float]]:
    return sure_singles(one, count_drop(one, PULSES))


def test_a_plain_drop_teaches_every_pulse() -> None:
    assert learnt(drop((3, 400, 16.0), (2, 450, 17.0), thrown=2)) == [(3, 16.0), (2, 17.0)]


def test_chatter_teaches_nothing() -> None:
    assert learnt(drop((3, 400, 16.0), (2, 450, 1.0), thrown=1)) == [(3, 16.0)]


@pytest.mark.parametrize(
    "one",
    [
        drop((3, 400, 32.0), thrown=2),  # two cubes in one pulse
        drop((3, 400, 16.0), thrown=2),  # one is missing: asked
        drop((0, 400, 16.0), thrown=1),  # an outlet that no chute reaches: asked
    ],
)
def test_what_is_asked_or_merged_teaches_nothing(one: Drop) -> None:
    assert learnt(one) == []


def test_a_calibration_that_was_off_is_put_right() -> None:
    practice = Practice([d + 2 for d in DOZEN])
    assert practice.pulses.median == 18.0
    for _ in range(10):
        practice.hear([(3, d) for d in DOZEN])
    assert practice.pulses.median == 16.0


def test_the_lag_of_a_slow_beam_is_not_learnt_as_the_tower_s() -> None:
    beams = {3: (24.0, 23.0, 25.0)}
    practice = Practice(DOZEN, beams)
    lag = practice.pulses.lags[3]
    for _ in range(10):
        practice.hear([(3, d + lag) for d in DOZEN])
    assert practice.pulses.median == pytest.approx(16.0)
    assert practice.pulses.lags[3] == lag


def test_uneven_cubes_widen_the_curves_and_a_lag_does_not() -> None:
    uneven = Pulses.learn([20.6, 23.2, 33.6, 28.0, 23.4, 32.4, 30.1, 44.0, 23.3, 41.7, 38.0, 33.8] * 3)
    assert uneven.unevenness > 1.2
    long = uneven.median + 0.6 * uneven.passage

    def odds(pulses: Pulses, length: float) -> float:
        return pulses.likelihood(length, 3, 2) / pulses.likelihood(length, 3, 1)

    assert odds(uneven, long) < odds(PULSES, PULSES.median + 0.6 * PULSES.passage) / 2
    late = Pulses.learn([d + 8 for d in DOZEN])
    assert late.unevenness == 1.0
    assert late.swallowed > PULSES.swallowed


def test_how_many_single_cubes_take_long_is_the_tower_s_own_in_the_end() -> None:
    tidy, rough = Practice(DOZEN), Practice(DOZEN)
    for _ in range(60):
        tidy.hear([(3, d) for d in DOZEN])
        rough.hear([(3, d) for d in (*DOZEN[:-1], 23.0)])
    assert tidy.pulses.tumbling < 1 < rough.pulses.tumbling
    few = Practice(DOZEN)
    few.hear([(3, 23.0)])
    assert few.pulses.tumbling < 1 + 60 / DOUBT  # one odd cube is no habit
