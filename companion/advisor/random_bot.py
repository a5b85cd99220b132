"""A player without a plan. May import: companion.games, the standard library."""

from __future__ import annotations

from random import Random

from companion.games import Game, Input, Question, State


class RandomBot:
    """Any legal answer, all equally likely. The same seed answers the same questions alike."""

    def __init__(self, seed: int | str = 0) -> None:
        self._generator = Random(seed)

    def choose(self, game: Game, state: State, question: Question) -> Input:  # noqa: ARG002 - part of every bot
        # `random()` is the one method whose sequence Python promises to keep from version to version.
        return question.answers[int(self._generator.random() * len(question.answers))]
