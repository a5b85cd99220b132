"""A game whose position has an agenda of steps and what it asks. May import: the contract, steps.

What every such game does alike; a game that needs no agenda stands on the contract alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, Self, TypeVar

from . import steps
from .game import Applied, Game
from .terms import H, I, Outcome, Question


class Setting(Protocol):
    """What was chosen before the game, as its rules read it."""

    options: dict[str, Any]
    players: int


class State(steps.Position, Protocol):
    """What such a game needs of its state."""

    setting: Any

    def copy(self) -> Self: ...


S = TypeVar("S", bound=State)


class SteppedGame(Game[S, I, H], Generic[S, I, H]):
    def chosen(self, state: S) -> Mapping[str, Any]:
        setting: Setting = state.setting
        return setting.options

    def seats(self, state: S) -> int:
        setting: Setting = state.setting
        return setting.players

    def awaited(self, state: S) -> tuple[Question, ...]:
        return state.asked

    def outcome(self, state: S) -> Outcome | None:
        return state.outcome

    def answered(self, state: S, given: I) -> Applied[S, H]:
        """After an input that fits, up to the next question."""
        new = state.copy()
        out: list[Any] = []
        steps.answer(new, out, given)
        return Applied(new, tuple(out))
