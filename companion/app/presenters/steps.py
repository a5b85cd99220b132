"""What is still to be done with the hands, in plain words and in order.

May import: companion.engine, companion.words; never Kivy. Each happening has its own lines in the catalogue
(`do.<kind>`, one line for one movement of the hand); a happening without lines moves nothing on the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.engine import Game, Phrase, State
from companion.words import Speech, Words

DANGER = ("VortexOpened", "GameLost", "TileLost", "CardDestroyed")
FINE = ("TileArchived", "GameWon", "MissionTurned", "DuplicateDestroyed")


@dataclass(frozen=True, slots=True)
class Step:
    text: str
    tone: str = "text"


class StepsPresenter:
    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words

    def show(self, todo: Iterable[tuple[Any, State]]) -> tuple[Step, ...]:
        """All steps in order; cards that one agent draws in a row are one step."""
        found: list[Step] = []
        drawn: list[tuple[Any, State]] = []
        for said, state in todo:
            if getattr(said, "kind", "") == "CardDrew":
                if drawn and drawn[-1][0].agent != said.agent:
                    found += self._drawn(drawn)
                    drawn = []
                drawn.append((said, state))
                continue
            found += self._drawn(drawn)
            drawn = []
            found += self._steps(said, state)
        return tuple(found + self._drawn(drawn))

    def _steps(self, said: Any, state: State) -> list[Step]:
        speech = Speech(self.words, self.game, state)
        if isinstance(said, Phrase):
            return [Step(speech.phrase(said))]
        about = said._asdict()
        kind = about.pop("kind")
        if f"do.{kind}" not in self.words:
            return []
        tone = "danger" if kind in DANGER else "fine" if kind in FINE else "text"
        lines = speech.say(f"do.{kind}", about).splitlines()
        return [Step(line[:1].upper() + line[1:], tone) for line in lines if line]

    def _drawn(self, drawn: list[tuple[Any, State]]) -> list[Step]:
        if not drawn:
            return []
        state = drawn[-1][1]
        speech = Speech(self.words, self.game, state)
        about = {"agent": drawn[0][0].agent, "cards": tuple(said.card for said, _ in drawn)}
        return [Step(speech.say("do.CardDrew", about))]
