"""A player without a plan. May import: companion.games, the standard library."""

from __future__ import annotations

from random import Random

from companion.engine import Game, Input, Owner, Question, State

ACTIONS = 60
"""After so many actions a turn is ended: perpetual energy would let one go on for ever."""


class RandomBot:
    """Any legal answer, all equally likely. The same seed answers the same questions alike."""

    def __init__(self, seed: int | str = 0) -> None:
        self._generator = Random(seed)
        self._actions = 0
        self._owner: Owner | None = None

    def choose(self, game: Game, state: State, question: Question) -> Input:  # noqa: ARG002 - part of every bot
        if question.main:
            self._actions = self._actions + 1 if question.owner == self._owner else 1
            self._owner = question.owner
            if self._actions > ACTIONS:
                self._actions = 0
                return question.answers[-1]
        # `random()` is the one method whose sequence Python promises to keep from version to version.
        return question.answers[int(self._generator.random() * len(question.answers))]
