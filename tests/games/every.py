"""Every game of the house, and the tiny one, with the options that make a difference.

A game that is added to `companion.games` is tested by being there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest

from companion import games
from companion.engine import Game, Plain, Refusal
from tests.games.tiny import Tiny

WAYS = ("mode", "level")
"""Options of which every value is another way to play."""


class Way(NamedTuple):
    """One game and one way to play it."""

    game: str
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return "-".join([self.game, *(told(name, value) for name, value in self.options)])


def told(name: str, value: Any) -> str:
    """An option in the name of a table: a mode is its own name, an expansion is there or not."""
    if value is True:
        return name
    return value if isinstance(value, str) else f"{name}{value}"


def load(name: str, box: Plain | None = None) -> Game:
    return Tiny(box) if name == Tiny.name else games.load(name, box)


def names() -> tuple[str, ...]:
    return (Tiny.name, *games.NAMES)


def ways(*turning: str) -> list[Way]:
    """Every game, mode and level; the options named besides take turns, and each of their values comes up."""
    return [way for name in names() for way in _ways(name, turning)]


def _ways(name: str, turning: tuple[str, ...]) -> Iterator[Way]:
    game = load(name)
    values = {option.id: option.values for option in game.options() if option.values}
    fixed = [option for option in values if option in WAYS]
    turns = [option for option in turning if option in values]
    combined = list(product(*(values[option] for option in fixed)))
    added = extras(game)
    rounds = max(len(combined), *(len(values[option]) for option in turns), 1)
    for number in range(rounds):
        chosen = dict(zip(fixed, combined[number % len(combined)], strict=True))
        chosen |= {option: values[option][number % len(values[option])] for option in turns}
        if isinstance(refused := game.start(chosen), Refusal):
            raise AssertionError(f"{name} cannot be played with {chosen}: {refused}")
        for place, extra in enumerate(added):
            if len(extra) != 1 or place % rounds == number:  # expansions alone take turns, too
                yield Way(name, (*dict.fromkeys(extra, True).items(), *chosen.items()))


def extras(game: Game) -> list[tuple[str, ...]]:
    """Expansions of a game: none of them, each alone, and all together."""
    table = [option for option in game.options() if option.group == "table"]
    found = [option.id for option in table if option.values == (False, True)]
    return [(), *((one,) for one in found), *([tuple(found)] if len(found) > 1 else [])]


def quick_and_slow() -> list[Any]:
    """All ways, with many players and with one, as parameters of a test; one level of each mode is quick, and
    a game with expansions bare and with all of them."""
    met: set[tuple[str, Any]] = set()
    parameters = []
    for way in dict.fromkeys(
        [*ways("players"), *(way for way in ways("solo") if dict(way.options).get("solo"))]
    ):
        chosen = dict(way.options)
        mode = (way.game, chosen.get("mode", way.options))
        partly = 0 < sum(value is True for value in chosen.values()) < len(extras(load(way.game))) - 2
        slow = mode in met or partly
        parameters.append(pytest.param(way, id=str(way), marks=[pytest.mark.slow] if slow else []))
        met.add(mode)
    return parameters
