"""The steps of this game: what is being done, and what is then asked.

May import: the engine and the state of this game. Each chapter of the rules brings its own steps.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from companion.engine import steps

from .happenings import Happening
from .state import State

Out: TypeAlias = list[Happening]
Given = TypeVar("Given")


class Step(steps.Step[State]):
    """One thing that is left to do."""

    __slots__ = ()
    kinds: ClassVar[dict[str, Any]] = {}


class Ask(Step, steps.Ask[State, Given], Generic[Given]):
    """A step that a player or chance has to answer. Why another answer is refused, `refusals` knows."""

    __slots__ = ()
