"""The pieces of a box: weather and keepers. May import: companion.engine."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.engine import Plain
from companion.engine.box_files.entry import Entry
from companion.engine.phrases import Unreadable


class Weather(NamedTuple):
    id: str
    oil: int
    """What it costs to keep the lamp burning in it [EX-03]."""
    copies: int


class Pieces(NamedTuple):
    weather: dict[str, Weather]
    keepers: tuple[str, ...]
    """Their names, in the order of the seats."""


def read(box: Plain) -> Pieces:
    """ValueError: a box that is none, out of a file that anybody may have written."""
    try:
        weather = [_weather(Entry.read(one)) for one in box["weather"]]
        keepers = tuple(Entry.read(one).names[""] for one in box["keeper"])
    except (TypeError, KeyError, AttributeError) as wrong:
        raise Unreadable("box-damaged", wrong) from wrong
    if not weather or not all(one.id and _small(one.oil) and _small(one.copies) for one in weather):
        raise Unreadable("box-damaged", "weather")
    return Pieces({one.id: one for one in weather}, keepers)


def _weather(entry: Entry) -> Weather:
    return Weather(entry.id, entry.plain["oil"], entry.plain["copies"])


def _small(number: Any) -> bool:
    return isinstance(number, int) and 0 <= number <= 12
