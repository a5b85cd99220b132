"""What is still to be done with the hands, in plain words and in order.

May import: companion.engine, companion.words; never Kivy. Each happening has its own lines in the catalogue
(`do.<kind>`, one line for one movement of the hand); a happening without lines moves nothing on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.engine import Game, Manifest, Phrase, State
from companion.words import Speech, Words


@dataclass(frozen=True, slots=True)
class HandStep:
    text: str
    tone: str = "text"


class HandStepsPresenter:
    def __init__(self, game: Game, words: Words, manifest: Manifest, people: Sequence[str] = ()) -> None:
        self.game = game
        self.people = people
        self.words = words
        self.manifest = manifest

    def show(self, todo: Iterable[tuple[Any, State]]) -> tuple[HandStep, ...]:
        """All steps in order."""
        groups = groupby(enumerate(todo), key=lambda one: self._alike(one[0], one[1][0]))
        return tuple(step for _, group in groups for step in self._steps([one for _, one in group]))

    def _alike(self, number: int, said: Any) -> Any:
        """The same for what is one step: cards that somebody draws in a row, say."""
        field = self.manifest.together.get(getattr(said, "kind", ""))
        return said._replace(**{field: None}) if field else number

    def _steps(self, alike: list[tuple[Any, State]]) -> list[HandStep]:
        said, state = alike[-1]
        speech = Speech(self.words, self.game, state, self.people)
        if isinstance(said, Phrase):
            return [HandStep(speech.phrase(said))]
        about = said._asdict()
        kind = about.pop("kind")
        if f"do.{kind}" not in self.words:
            return []
        if field := self.manifest.together.get(kind):
            about[f"{field}s"] = tuple(getattr(one, field) for one, _ in alike)
        lines = speech.say(self.words.key_of("do", kind, about), about).splitlines()
        return [HandStep(line[:1].upper() + line[1:], tone_of(self.manifest, kind)) for line in lines if line]


def tone_of(manifest: Manifest, kind: str) -> str:
    """`danger`, `fine` or `text`: what kind of news a happening is."""
    return "danger" if kind in manifest.dangers else "fine" if kind in manifest.successes else "text"
