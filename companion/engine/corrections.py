"""One thing of a position set right, in any game: a path names it, and a table of setters sets it.

May import: the terms. A setter reads the value first and raises ValueError when it cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

from .terms import Outcome, Refusal


class _State(Protocol):
    @property
    def outcome(self) -> Outcome | None: ...

    def copy(self) -> Self: ...


S = TypeVar("S", bound=_State)
Setter = Callable[[S, str, Any], bool]
"""(state, what follows the path's dot, value) → whether that could be set."""


def set_right(state: S, path: str, value: Any, setters: Mapping[str, Setter[S]], over: str) -> S | Refusal:
    """A copy in which it is set; `over` is the rule that ended the game, after which nothing can be."""
    if state.outcome is not None:
        return Refusal("game-over", over)
    name, _, key = str(path).partition(".")
    new = state.copy()
    try:
        done = name in setters and setters[name](new, key, value)
    except (ValueError, TypeError, KeyError, IndexError):
        done = False
    return new if done else Refusal("bad-correction", "", (("path", path), ("value", value)))


# -- what a value may be -----------------------------------------------------------------------------------


def whole(value: Any, among: range) -> int:
    if type(value) is not int or value not in among:
        raise ValueError(value)
    return value


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


# -- setters -----------------------------------------------------------------------------------------------


def one(name: str, read: Callable[[Any], Any]) -> Setter[Any]:
    """Sets an attribute of the state."""

    def put(s: Any, key: str, value: Any) -> bool:
        setattr(s, name, read(value))
        return not key

    return put


def each(name: str, read: Callable[[Any], Any], keys: Sequence[str] = ()) -> Setter[Any]:
    """Sets one place of a list of the state, by its number, or by its name where places have names."""

    def put(s: Any, key: str, value: Any) -> bool:
        values = getattr(s, name)
        values[keys.index(key) if keys else whole(int(key), range(len(values)))] = read(value)
        return True

    return put
