"""The forecast cannot drift from the rules: under every value of every option it is exact or does not say so.

The options are asked of the games, so a ruling that somebody adds is walked by being there. A game that
begins to forecast has to say how it is followed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.engine import Game, Option, Refusal, State
from companion.games.the_loop.rules import foo, setting
from companion.games.the_loop.rules.state import duplicates_on, rift_pool
from tests.games import every
from tests.games.the_loop import following

EACH = 20
"""Positions that are compared for each value."""
GAMES = 200
"""Games after which nothing is found any more."""
FOLLOWED: dict[str, Any] = {"the-loop": following}
"""How the chance of a game that forecasts is followed by its rules."""
ALONG = {("huge", "table"): {"hands": "table"}, ("score", "lightly"): {"mode": "sabotage"}}
"""What has to be chosen along with a value."""
VARIED = ("mode", "level")
"""Options that change while the others are walked."""


def walk(game: Game, chosen: dict[str, Any], each: int = EACH) -> None:
    """Plays games with these options and compares every forecast that is called exact, until there are
    enough."""
    dice, compared = Random(f"{game.name} {chosen}"), 0
    varied = [option for option in game.options() if option.id in VARIED and option.id not in chosen]
    for _ in range(GAMES):
        options = {**{option.id: dice.choice(option.values) for option in varied}, **chosen}
        if game.name not in FOLLOWED:
            assert silent(game, options, dice), f"nobody follows the forecast of {game.name}"
            return
        for state in FOLLOWED[game.name].positions(game, options, dice):
            compared += FOLLOWED[game.name].compare(game, state, dice, 600)
            if compared >= each:
                return
    raise AssertionError(f"{game.name} never forecasts exactly with {chosen}")


def silent(game: Game, options: dict[str, Any], dice: Random) -> bool:
    """Whether a game says nothing about what is to come, from its beginning to its end."""
    state: State = game.start(options)
    assert not isinstance(state, Refusal), state
    while asked := game.awaited(state):
        if game.forecast(state, (1, 1, 1)) is not None:
            return False
        made = game.apply(state, dice.choice(asked[0].answers), "app")
        assert not isinstance(made, Refusal)
        state = made.state
    return True


def values() -> list[Any]:
    """Every value of every option of every game; those of rulings are quick."""
    found = []
    for name in every.names():
        for option in every.load(name).options():
            for value in option.values:
                chosen = {option.id: value, **ALONG.get((option.id, value), {})}
                marks = [] if option.group == "ruling" and value != option.default else [pytest.mark.slow]
                found.append(pytest.param(name, chosen, id=f"{name}-{option.id}-{value}", marks=marks))
    return found


@pytest.mark.parametrize(("name", "chosen"), values())
def test_it_is_exact_under_every_value_of_every_option(name: str, chosen: dict[str, Any]) -> None:
    walk(every.load(name), chosen)


# -- a ruling that somebody adds ---------------------------------------------------------------------------


@pytest.fixture
def drop_base(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """How many cubes fall when no duplicate stands on Dr Foo's era: 2, or 3 as somebody may rule."""
    monkeypatch.setitem(setting.RULINGS, "drop-from", (2, (2, 3), "AMB-05"))
    assert Option("drop-from", (2, 3), 2, "ruling", "AMB-05") in every.load("the-loop").options()
    return {"drop-from": 3}


def test_a_ruling_that_changes_the_rules_alone_is_found(
    drop_base: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def do(self: foo.Throw, s: Any, out: Any) -> None:
        base: int = s.setting.options["drop-from"]
        cubes = min(base + len(duplicates_on(s, s.foo)), max(rift_pool(s), 0))
        s.agenda += (foo.PLACE_LANDED, foo.MAY_CANCEL)
        if cubes:
            s.flying = cubes
            s.agenda.append(foo.LAND)

    monkeypatch.setattr(foo.Throw, "do", do)
    walk(every.load("the-loop"), {"drop-from": 2})
    with pytest.raises(AssertionError, match="the rules say otherwise"):
        walk(every.load("the-loop"), drop_base)


def test_a_ruling_written_where_the_drop_is_counted_is_right(
    drop_base: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def counted(s: Any, duplicates: int, pool: int) -> int:
        return min(s.setting.options["drop-from"] + duplicates, max(pool, 0))

    rewritten: Callable[..., int] = counted
    monkeypatch.setattr(foo.thrown, "__code__", rewritten.__code__)
    walk(every.load("the-loop"), drop_base)


def test_a_game_that_begins_to_forecast_must_be_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = every.load("cyberion")
    monkeypatch.setattr(type(game), "forecast", lambda self, state, shares: (0.0,))
    with pytest.raises(AssertionError, match="nobody follows"):
        walk(game, {})
