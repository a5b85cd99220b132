"""One thing of a position set right, in any game: a path names it, and a table of setters sets it.

May import: the terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
