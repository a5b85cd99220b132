"""Hints: one idea for each kind of question and happening, with the places that it speaks of.

May import: companion.engine, companion.words, companion.store.

`lessons/hints.toml` says which hint goes with what, where it points on the screen (`main`, `asked`, `next`,
…) and on the real board (a place of `lessons/board.toml`), and which rule is behind it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion import store
from companion.engine import Happening, Manifest, Question
from companion.words import Words

TIMES = 2
"""How often a hint comes by itself; after that it is there for whoever asks."""


class Hint(NamedTuple):
    id: str
    screen: str
    board: str
    rule: str

    def text(self, words: Words) -> str:
        return words.say(f"idea.{self.id}")


class Hints:
    """All hints of a game."""

    def __init__(self, questions: dict[str, Hint], happenings: dict[str, Hint]) -> None:
        self.questions = questions
        self.happenings = happenings

    @classmethod
    def of(cls, manifest: Manifest) -> Hints:
        """Those of a game; none where nobody has written them yet."""
        return _read(manifest.folder / "lessons" / "hints.toml")

    def asked(self, question: Question) -> Hint | None:
        """What goes with a question: with the step that it is asked for, else with any of its kind."""
        step = dict(question.about).get("for", "")
        return self.questions.get(f"{question.id}:{step}") or self.questions.get(question.id)

    def happened(self, happening: Happening) -> Hint | None:
        return self.happenings.get(happening.kind)

    def behind(self, question: Question | None, happenings: Iterable[Happening]) -> list[Hint]:
        """Of a question and of what happened, each once."""
        asked = self.asked(question) if question is not None else None
        return list(dict.fromkeys([*([asked] if asked is not None else []), *self.story(happenings)]))

    def story(self, happenings: Iterable[Happening]) -> list[Hint]:
        """Each hint once, in the order in which things happened."""
        found = (self.happened(one) for one in happenings)
        return list(dict.fromkeys(one for one in found if one is not None))


@cache
def _read(path: Path) -> Hints:
    try:
        data = tomllib.loads(store.read(path).decode())
    except FileNotFoundError:
        return Hints({}, {})
    questions, happenings = dict[str, Hint](), dict[str, Hint]()
    for name, entry in data.items():
        hint = Hint(name, entry["screen"], entry["board"], entry["rule"])
        questions |= dict.fromkeys(entry.get("questions", ()), hint)
        happenings |= dict.fromkeys(entry.get("happenings", ()), hint)
    return Hints(questions, happenings)
