"""The odds tell the game's own forecast, with what is not known about the tower."""

from math import sqrt
from random import Random

import pytest

from companion.advisor import Shares, odds
from companion.advisor.shares import PRIOR
from companion.games import load
from tests.games.the_loop.following import followed

GAME = load("the-loop")
AGENTS = {"agents": ["mr-time", "cztwyzzek"]}
PIECES = {
    "rifts": {"industry": 3, "renaissance": 2, "dawn-of-time": 3},
    "duplicates": {"1>4": "industry"},
    "vortexes": {"medieval": 1},
    "cycle": 2,
    "seen": ["medieval"],
    "foo": "medieval",
}
STATE = GAME.position({**AGENTS, "drop": "tower"}, PIECES)
WELL_KNOWN = Shares(*(1_000 * weight for weight in PRIOR))


def test_the_values_are_those_of_the_forecast_for_the_shares_as_learned():
    learned = Shares(10.0, 70.0, 20.0)
    told, exact = odds(GAME, STATE, learned), GAME.forecast(STATE, (0.1, 0.7, 0.2))
    assert told is not None
    assert exact is not None
    assert [chance.value for chance in told.places] == pytest.approx(exact.places)
    assert (told.somewhere.value, told.defeat.value) == pytest.approx((exact.somewhere, exact.defeat))
    assert told.exact


def test_without_drops_of_its_own_the_tower_is_believed_to_be_like_the_simulated_one():
    assert odds(GAME, STATE) == odds(GAME, STATE, Shares())


def test_the_limits_hold_the_value_and_close_in_as_drops_are_counted():
    vague, sure = odds(GAME, STATE), odds(GAME, STATE, WELL_KNOWN)
    assert vague is not None
    assert sure is not None
    for one, other in zip(
        (*vague.places, vague.somewhere, vague.defeat),
        (*sure.places, sure.somewhere, sure.defeat),
        strict=True,
    ):
        assert 0 <= one.low <= one.value <= one.high <= 1
        assert other.value == pytest.approx(one.value)
        assert other.high - other.low <= (one.high - one.low) / 10
    assert vague.places[3].high - vague.places[3].low > 0.01


@pytest.mark.slow
def test_the_limits_are_those_of_shares_drawn_from_what_is_believed():
    """Shares as a Dirichlet distribution has them, by gamma variables; the spread of what each foretells."""
    dice, told = Random(4), odds(GAME, STATE)
    assert told is not None
    values = []
    for _ in range(200):
        shares = [dice.gammavariate(weight, 1.0) for weight in Shares().weights]
        drawn = GAME.forecast(STATE, shares)
        assert drawn is not None
        values.append(drawn.places[3])
    mean = sum(values) / len(values)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    half = (told.places[3].high - told.places[3].low) / 2
    assert half == pytest.approx(1.96 * deviation, rel=0.2)  # 200 draws: 5 % of error, and it is linearised


def test_a_drop_that_the_app_draws_has_the_app_s_own_shares_and_nothing_to_learn():
    """Whatever some tower has shown: none is there."""
    few = {"bag": ["3>1", "4>1"], "huge": [], "draw": {"mr-time": [], "cztwyzzek": []}}
    drawn = GAME.position({**AGENTS, "drop": "app"}, {**PIECES, **few})
    told, true = odds(GAME, drawn, Shares(10.0, 70.0, 20.0)), followed(GAME, drawn)
    assert told is not None
    assert [chance.value for chance in told.places] == pytest.approx(true.places)
    assert (told.somewhere.value, told.defeat.value) == pytest.approx((true.somewhere, true.defeat))
    for chance in (*told.places, told.somewhere, told.defeat):
        assert chance.low == chance.value == chance.high


def test_where_nothing_can_come_there_are_no_odds():
    over = GAME.position({}, {"seen": list(GAME.describe(STATE)["rifts"]), "cycle": 3})
    assert odds(GAME, over) is None
    assert odds(load("contre-temps"), load("contre-temps").start({})) is None
