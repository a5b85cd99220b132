"""How likely the next roll of chance is to hurt, and how sure that is.

May import: companion.engine, its own room. The game works the chances out exactly for a tower whose shares
are known; here they are asked for with the shares as learned so far, and once more with each of the three
moved by its own error. What that changes is the uncertainty that is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from companion.engine import Forecast, Game, State

from .figures import Z
from .shares import Shares


class Chance(NamedTuple):
    value: float
    low: float
    high: float
    """Between these with 95 %, for all that the drops of this tower have not told yet."""


class Odds(NamedTuple):
    places: tuple[Chance, ...]
    somewhere: Chance
    defeat: Chance
    exact: bool
    """False: a piece leaves a choice to the players that is not foreseen."""


def odds(game: Game, state: State, shares: Shares | None = None) -> Odds | None:
    """The threat of the next drop; None: there is none to come, or the game knows no such thing."""
    weights = (shares or Shares()).weights
    forecast = game.forecast(state, weights)
    if forecast is None:
        return None
    # Independent gamma variables, divided by their sum, are Dirichlet's shares: the variance of each weight
    # is the weight itself, and what each of them moves adds up in squares.
    moved = []
    for place, weight in enumerate(weights):
        other = game.forecast(state, [w + sqrt(weight) * (at == place) for at, w in enumerate(weights)])
        moved.append(_numbers(other) if other is not None else _numbers(forecast))
    chances = [_chance(value, [other[at] for other in moved]) for at, value in enumerate(_numbers(forecast))]
    return Odds(tuple(chances[:-2]), chances[-2], chances[-1], forecast.exact)


def _numbers(forecast: Forecast) -> list[float]:
    return [*forecast.places, forecast.somewhere, forecast.defeat]


def _chance(value: float, moved: Sequence[float]) -> Chance:
    error = Z * sqrt(sum((other - value) ** 2 for other in moved))
    return Chance(value, max(value - error, 0.0), min(value + error, 1.0))
