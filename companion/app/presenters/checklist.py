"""Setting the real table, step by step and in the order of the rules.

May import: companion.engine, companion.words; never Kivy. What the tablet draws is told piece by piece; what
the players draw themselves is asked at the table when it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine import Game, Games, State
from companion.words import Speech, Words

from .hand_steps import HandStepsPresenter


class ChecklistPresenter:
    def __init__(self, game: Game, words: Words, games: Games) -> None:
        self.game = game
        self.words = words
        self._own = games.view(game.name, "checklist")
        self._steps = HandStepsPresenter(game, words, games[game.name])

    def show(self, state: State, setup: Iterable[tuple[Any, State]]) -> tuple[str, ...]:
        """The steps of a game are a list in its words, `screen-checklist.steps`: a line that comes out empty
        is left out. What the app drew comes after them. A game whose list depends on more makes its own."""
        drawn = tuple(step.text for step in self._steps.show(setup))
        speech = Speech(self.words, self.game, state)
        if self._own is not None:
            made: tuple[str, ...] = self._own(speech, drawn)
            return made
        if "screen-checklist.steps" not in self.words:
            return drawn
        about = dict(self.game.view(state, None)) | dict(self.game.chosen(state))
        about |= {f"by_{name}": value == "app" for name, value in self.game.chosen(state).items()}
        lines = [line.strip() for line in speech.say("screen-checklist.steps", about).splitlines()]
        found = [line for line in lines if line]
        return (*found, *drawn)
