"""Lighthouse: the keepers keep the lamp burning until dawn. Rules are cited by their id in the ledger.

May import: companion.engine, this game's inputs and happenings. Only what is this game's own is written: the
contract (companion/engine/game.py) has a default for everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple, TypeAlias

from companion.engine import (
    CHANCE,
    Applied,
    Field,
    Game,
    Happening,
    Name,
    Option,
    Outcome,
    Plain,
    Question,
    Refusal,
    Source,
)
from companion.engine.options import filled_in

from . import pieces
from .messages import (
    HAPPENINGS,
    INPUTS,
    Correct,
    Corrected,
    Dawn,
    Fetch,
    HourBegan,
    LampOut,
    OilBurned,
    OilFetched,
    ShipSaved,
    Shut,
    ShuttersClosed,
    Signal,
    WeatherCame,
    WeatherDrawn,
)

HOURS = {"short": 6, "long": 9}
TANK = 6
"""Cans of oil, at the start and at most [EX-01, EX-04]."""

Input: TypeAlias = WeatherDrawn | Fetch | Shut | Signal | Correct
Happenings: TypeAlias = list[Happening]


class Night(NamedTuple):
    """The position. It never changes: a step gives a new one."""

    options: tuple[tuple[str, Any], ...]
    hour: int = 1
    oil: int = TANK
    shut: bool = False
    """The shutters are closed against the weather to come."""
    ships: int = 0
    drawn: tuple[str, ...] = ()
    """Weather that was drawn and is not in the pile."""
    watch: bool = False
    """The weather of this hour has come: the keeper on watch acts."""
    out: bool = False


class Lighthouse(Game[Night, Input, Happening]):
    name = "example"
    inputs: ClassVar = INPUTS
    happenings: ClassVar = HAPPENINGS
    position_type = Night

    # -- before the game

    def __init__(self, box: Plain) -> None:
        super().__init__(box)
        self.pieces = pieces.read(box)

    def options(self) -> tuple[Option, ...]:
        return (
            Option("players", (1, 2, 3, 4), 2, rule="EX-01"),
            Option("mode", tuple(HOURS), "short", rule="EX-08"),
            Option("weather", ("app", "hand"), "app", "source", "EX-02"),
            Option("half", ("down", "up"), "down", "ruling", "EX-05"),
            Option("calm-start", (False, True), False, "house", "EX-09"),
        )

    def start(self, options: Mapping[str, Any]) -> Night | Refusal:
        chosen = filled_in(self.options(), options)
        return chosen if isinstance(chosen, Refusal) else Night(tuple(chosen.items()))

    def chosen(self, state: Night) -> Mapping[str, Any]:
        return dict(state.options)

    # -- play

    def awaited(self, state: Night) -> tuple[Question, ...]:
        if self.outcome(state) is not None:
            return ()
        if not state.watch:  # [EX-02]
            left = self._pile(state)
            answers = tuple(WeatherDrawn(weather) for weather in left)
            return (Question("weather", CHANCE, answers, stream="weather", odds=tuple(left.values())),)
        return (Question("watch", self._on_watch(state), tuple(self._acts(state))),)

    def apply(
        self, state: Night, given: Input, source: Source = "player"
    ) -> Applied[Night, Happening] | Refusal:
        if self.outcome(state) is not None:
            return Refusal("game-over", "EX-08")
        if isinstance(given, Correct):
            return self._corrected(state, given)
        if given not in self.awaited(state)[0].answers:
            return Refusal("not-now", "EX-03")
        happenings: Happenings = []
        state = self._step(state, given, happenings)
        while (asked := self.awaited(state)) and len(asked[0].answers) == 1:  # nobody is asked what is forced
            state = self._step(state, asked[0].answers[0], happenings)
        return Applied(state, tuple(happenings))

    def outcome(self, state: Night) -> Outcome | None:
        if state.out:
            return Outcome("lost", "lost-EX-07", "EX-07")
        if state.hour > HOURS[self.chosen(state)["mode"]]:
            return Outcome("won", "won-EX-08", "EX-08")
        return None

    # -- the rules

    def _step(self, state: Night, given: Input, happenings: Happenings) -> Night:
        match given:
            case WeatherDrawn(weather):
                return self._weather(state, weather, happenings)
            case Fetch():  # [EX-04]
                happenings.append(OilFetched(state.oil + 1))
                state = state._replace(oil=state.oil + 1)
            case Shut():  # [EX-05]
                happenings.append(ShuttersClosed())
                return self._next_hour(state._replace(shut=True), happenings)
            case Signal():  # [EX-06]
                happenings.append(ShipSaved(state.ships + 1))
                state = state._replace(ships=state.ships + 1)
        return self._next_hour(state._replace(shut=False), happenings)

    def _weather(self, state: Night, weather: str, happenings: Happenings) -> Night:
        """[EX-02, EX-03, EX-07]"""
        all_of_them = sum(one.copies for one in self.pieces.weather.values())
        drawn = () if len(state.drawn) + 1 == all_of_them else (*state.drawn, weather)
        happenings += [HourBegan(state.hour, self._on_watch(state)), WeatherCame(weather)]
        oil = self._cost(state, weather)
        if oil > state.oil:
            happenings.append(LampOut(state.hour))
            return state._replace(drawn=drawn, oil=0, watch=True, out=True)
        if oil:
            happenings.append(OilBurned(oil, state.oil - oil))
        return state._replace(drawn=drawn, oil=state.oil - oil, watch=True)

    def _cost(self, state: Night, weather: str) -> int:
        oil = self.pieces.weather[weather].oil
        if not state.shut:
            return oil
        return oil // 2 if self.chosen(state)["half"] == "down" else -(-oil // 2)  # [EX-05]

    def _acts(self, state: Night) -> Iterable[Input]:
        if state.oil < TANK:
            yield Fetch()
        if not state.shut:
            yield Shut()
        yield Signal()

    def _next_hour(self, state: Night, happenings: Happenings) -> Night:
        """[EX-03, EX-08]"""
        state = state._replace(hour=state.hour + 1, watch=False)
        if self.outcome(state) is not None:
            happenings.append(Dawn(state.ships))
        return state

    def _on_watch(self, state: Night) -> int:
        return (state.hour - 1) % self.seats(state)

    def _pile(self, state: Night) -> dict[str, int]:
        """What may still be drawn, and how many of each."""
        seen = Counter(state.drawn)
        weather = self.pieces.weather.values()
        left = {one.id: one.copies - seen[one.id] for one in weather if one.copies > seen[one.id]}
        if self.chosen(state)["calm-start"] and state.hour == 1:  # [EX-09]
            left.pop("storm", None)
        return left

    # -- what is shown, and what bots think of it

    def view(self, state: Night, seat: int | None) -> Plain:
        return {
            "hour": state.hour,
            "oil": state.oil,
            "shut": state.shut,
            "ships": state.ships,
            "drawn": list(state.drawn),
        }

    def summary(self, state: Night) -> dict[str, Plain]:
        begun = state.hour if state.watch else state.hour - 1
        own = {"mode": self.chosen(state)["mode"], "turns": begun, "ships": state.ships}
        return {**super().summary(state), **own}

    def estimate(self, state: Night, seat: int) -> float:
        return -100.0 if state.out else state.oil + 0.8 * state.shut + 0.5 * state.ships

    def label(self, state: Night, field: str, value: Any) -> Name | str | None:
        if field == "seat":
            keeper: str = self.pieces.keepers[value]
            return keeper
        return Name(f"piece.weather.{value}") if field == "weather" else None

    # -- the table is right

    def correctable(self, state: Night) -> Iterable[Field]:
        yield Field("hour", state.hour, tuple(range(1, HOURS[self.chosen(state)["mode"]] + 1)))
        yield Field("oil", state.oil, tuple(range(TANK + 1)))
        yield Field("shut", state.shut, (False, True))
        yield Field("ships", state.ships, tuple(range(HOURS["long"] + 1)))

    def _corrected(self, state: Night, given: Correct) -> Applied[Night, Happening] | Refusal:
        known = {field.path: field.choices for field in self.correctable(state)}
        if given.value not in known.get(given.path, ()):
            return Refusal("bad-correction", "", (("path", given.path), ("value", given.value)))
        set_right = state._replace(**{given.path: given.value})
        return Applied(set_right, (Corrected(given.path, given.value),))
