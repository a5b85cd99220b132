"""What is chosen before a game: defaults filled in, and what is not legal refused.

May import: the terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .terms import Option, Refusal


def filled_in(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any] | Refusal:
    """A value for every option, or what is wrong with those given and by which rule. Values of an option that
    lists none are the game's to check."""
    known = {option.id: option for option in options}
    for name in given:
        if name not in known:
            return Refusal("unknown-option", "", (("option", name),))
    chosen = {name: given.get(name, option.default) for name, option in known.items()}
    for name in given:
        value, option = chosen[name], known[name]
        if option.values and not any(value == one and type(value) is type(one) for one in option.values):
            about = (("option", name), ("value", value), ("values", option.values))
            return Refusal("bad-option", option.rule, about)
    return chosen


def begun_with(options: Iterable[Option], kept: Mapping[str, Any]) -> dict[str, Any]:
    """What an old game was begun with: an option that it does not know was played as before it was there."""
    older = {option.id: option.before for option in options if option.before is not None}
    return {**older, **kept}
