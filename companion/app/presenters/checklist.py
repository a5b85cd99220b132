"""Setting the real table, step by step and in the order of the rules.

May import: companion.engine, companion.table, companion.words; never Kivy. What the tablet draws is told
piece by piece; what the players draw themselves is asked at the table when it is drawn.
"""

from __future__ import annotations

from companion.engine import Game, Games
from companion.table import Snapshot
from companion.words import Speech, Words, invented_pieces

from .hand_steps import HandStepsPresenter


class ChecklistPresenter:
    def __init__(self, game: Game, words: Words, games: Games) -> None:
        self.words = words
        self._own = games.view(game.name, "checklist")
        self._manifest = games[game.name]

    def show(self, now: Snapshot) -> tuple[str, ...]:
        """What is invented is said before the first turn, then what is to be done."""
        said = invented_pieces(self.words, now.manifest, now.game.box)
        return (said, *self._to_do(now)) if said else self._to_do(now)

    def _to_do(self, now: Snapshot) -> tuple[str, ...]:
        """The steps of a game are a list in its words, `screen-checklist.steps`: a line that comes out empty
        is left out. What the app drew comes after them. A game whose list depends on more makes its own."""
        steps = HandStepsPresenter(now.game, self.words, self._manifest, now.people)
        drawn = tuple(step.text for step in steps.show(now.setup))
        speech = Speech.of(self.words, now)
        if self._own is not None:
            made: tuple[str, ...] = self._own(speech, drawn)
            return made
        if "screen-checklist.steps" not in self.words:
            return drawn
        chosen = now.game.chosen(now.state)
        about = {**now.game.view(now.state, None), **chosen}
        about |= {f"by_{name}": value == "app" for name, value in chosen.items()}
        lines = [line.strip() for line in speech.say("screen-checklist.steps", about).splitlines()]
        found = [line for line in lines if line]
        return (*found, *drawn)
