"""What every bot can do. May import: companion.games, the standard library."""

from __future__ import annotations

from typing import Protocol

from companion.engine import Game, Input, Question, State


class Bot(Protocol):
    """Answers questions in somebody's place."""

    def choose(self, game: Game, state: State, question: Question) -> Input:
        """One of `question.answers`. It may look at `game.view(state, seat)` of its own seat, no further."""
