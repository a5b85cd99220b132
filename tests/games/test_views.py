"""A view is what its type says: every key, and of every value the shape."""

from __future__ import annotations

from dataclasses import is_dataclass
from random import Random
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from companion import games
from companion.engine import CHANCE, Applied, Game, Refusal
from companion.games.contre_temps.views.seen import Seen as TimelineSeen
from companion.games.cyberion.views.seen import Seen as WorkshopSeen
from tests.games import every

TYPED = ("the-loop", "contre-temps", "cyberion")
"""Games whose views have a type; a small one may show its state as it is."""
SEEN: dict[str, Any] = {"contre-temps": TimelineSeen, "cyberion": WorkshopSeen}


def type_of_view(game: Game) -> Any:
    """What the plain view is made into, or says itself to be."""
    return SEEN.get(game.name) or get_type_hints(type(game).view)["return"]


def flaws(hint: Any, value: Any, where: str) -> list[str]:
    """Where a plain value is not what a type says."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return []
    if is_typeddict(hint) or is_dataclass(hint):
        hints = get_type_hints(hint)
        required = hint.__required_keys__ if is_typeddict(hint) else set(hints)
        strange = [f"{where} has {key!r}" for key in set(value) - set(hints)]
        missing = [f"{where} has no {key!r}" for key in required - set(value)]
        return [
            *strange,
            *missing,
            *(f for key in value if key in hints for f in flaws(hints[key], value[key], key)),
        ]
    if origin in (Union, UnionType):
        return [] if any(not flaws(part, value, where) for part in parts) else [f"{where} is {value!r}"]
    if origin is list:
        return (
            [flaw for one in value for flaw in flaws(parts[0], one, where)]
            if isinstance(value, list)
            else [f"{where} is {value!r}"]
        )
    if origin is dict:
        return [flaw for one in value.values() for flaw in flaws(parts[1], one, where)]
    wanted = NoneType if hint is None else hint
    return [] if type(value) is wanted else [f"{where} is {value!r}, not {wanted.__name__}"]


@pytest.mark.parametrize("name", TYPED)
def test_a_view_has_what_its_type_says_and_nothing_else(name: str) -> None:
    game = games.load(name)
    hint = type_of_view(game)
    assert is_typeddict(hint) or is_dataclass(hint)
    for way in (way for way in every.ways("players", "solo") if way.game == name):
        dice, state = Random(str(way)), game.start(dict(way.options))
        assert not isinstance(state, Refusal)
        while asked := game.awaited(state):
            for seat in (None, dice.randrange(game.seats(state))):
                assert not flaws(hint, game.view(state, seat), "view")
            question = asked[0]
            odds = question.odds if question.owner == CHANCE else None
            made = game.apply(state, dice.choices(question.answers, odds)[0], "app")
            assert isinstance(made, Applied)
            state = made.state
            if dice.random() < 0.002:
                break


def test_a_wrong_value_is_found() -> None:
    game = games.load("cyberion")
    hint = type_of_view(game)
    seen = game.view(game.start({}), None)
    assert flaws(hint, seen, "view") == []
    assert flaws(hint, {**seen, "turn": "1"}, "view")
    assert flaws(hint, {**seen, "rows": [[1]]}, "view")
    assert flaws(hint, {**seen, "colour": "blue"}, "view")
    assert flaws(hint, {key: value for key, value in seen.items() if key != "mine"}, "view")
