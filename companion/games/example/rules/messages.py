"""What players and chance can tell the game (inputs), and what it tells them (happenings).

May import: the standard library. The last field of each is its kind; kinds and fields are what journals keep,
so they never change their names.
"""

from __future__ import annotations

from typing import Any, NamedTuple

# -- inputs


class WeatherDrawn(NamedTuple):
    """The top card of the pile."""

    weather: str
    kind: str = "WeatherDrawn"


class Fetch(NamedTuple):
    kind: str = "Fetch"


class Shut(NamedTuple):
    kind: str = "Shut"


class Signal(NamedTuple):
    kind: str = "Signal"


class Correct(NamedTuple):
    """The table is right."""

    path: str
    value: Any
    kind: str = "Correct"


# -- happenings


class HourBegan(NamedTuple):
    hour: int
    seat: int
    kind: str = "HourBegan"


class WeatherCame(NamedTuple):
    weather: str
    kind: str = "WeatherCame"


class OilBurned(NamedTuple):
    oil: int
    left: int
    kind: str = "OilBurned"


class OilFetched(NamedTuple):
    left: int
    kind: str = "OilFetched"


class ShuttersClosed(NamedTuple):
    kind: str = "ShuttersClosed"


class ShipSaved(NamedTuple):
    ships: int
    kind: str = "ShipSaved"


class LampOut(NamedTuple):
    hour: int
    kind: str = "LampOut"


class Dawn(NamedTuple):
    ships: int
    kind: str = "Dawn"


class Corrected(NamedTuple):
    path: str
    value: Any
    kind: str = "Corrected"


INPUTS = {one.__name__: one for one in (WeatherDrawn, Fetch, Shut, Signal, Correct)}
HAPPENINGS = {
    one.__name__: one
    for one in (
        *(HourBegan, WeatherCame, OilBurned, OilFetched, ShuttersClosed, ShipSaved),
        *(LampOut, Dawn, Corrected),
    )
}
