"""The steps of this game: each phase is one, and asks whoever still owes an answer.

May import: the engine and the state of this game.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from companion.engine import steps
from companion.engine.game import Question

from .happenings import Happening
from .state import State

Out: TypeAlias = list[Happening]
Given = TypeVar("Given")


class Ask(steps.Ask[State, Given], Generic[Given]):
    """A phase. Why an answer that is not listed is refused, `refusals` knows."""

    __slots__ = ()
    kinds: ClassVar[dict[str, Any]] = {}

    def waits(self, s: State, question: Question) -> bool:
        """Corrections may leave a player without a card: then only another one helps."""
        return not question.answers
