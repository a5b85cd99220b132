"""Every game of the house, and the tiny one, with the options that make a difference.

A game that is added to `companion.games` is tested by being there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from companion import games
from companion.games import Game, Plain
from tests.games.tiny import Tiny

WAYS = ("mode", "level")
"""Options of which every value is another way to play."""


class Way(NamedTuple):
    """One game and one way to play it."""

    game: str
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return "-".join([self.game, *(str(value) for _, value in self.options)])


def load(name: str, box: Plain | None = None) -> Game:
    return Tiny(box) if name == Tiny.name else games.load(name, box)


def names() -> tuple[str, ...]:
    return (Tiny.name, *games.NAMES)


def ways(*more: str) -> Iterator[Way]:
    """Every game, mode and level, and every value of the options named besides."""
    for name in names():
        chosen = [option for option in load(name).options() if option.id in (*WAYS, *more) and option.values]
        for values in product(*(option.values for option in chosen)):
            yield Way(name, tuple((option.id, value) for option, value in zip(chosen, values, strict=True)))
