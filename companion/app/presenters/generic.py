"""Any game, before anybody has drawn it: its view as a table, its questions and answers as a list.

May import: companion.engine, companion.table, companion.words; never Kivy. Names come from the game's words
by the paths of its corrections (`path.<name>`); what has none is shown as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine import Game, Games, Input, Plain, Question, State
from companion.table import Asked
from companion.words import Speech, Words

from .advice import Tell


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class QuestionView:
    who: str
    question: str
    options: tuple[tuple[str, Input], ...]
    """Words and answer of each; the open choice of a turn has its end apart."""
    end: tuple[str, Input] | None
    holder: int | None
    """Who alone may see these answers; None: everybody."""


class GenericPresenter:
    def __init__(self, game: Game, words: Words, games: Games) -> None:
        self.game = game
        self.words = words
        self.answer: Tell = games.view(game.name, "answer") or Speech.answer

    def rows(self, state: State, seat: int | None) -> tuple[Row, ...]:
        """What that seat may know, a line for each thing."""
        speech = Speech(self.words, self.game, state)
        found = self._flat("", self.game.view(state, seat))
        return tuple(Row(speech.name("path", path), self._value(speech, path, one)) for path, one in found)

    def ask(self, state: State, asked: Sequence[Asked]) -> QuestionView | None:
        """What is asked first; None: the game is over."""
        if not asked:
            return None
        question, speech = asked[0].question, Speech(self.words, self.game, state)
        options = tuple((self.answer(speech, question, one), one) for one in question.answers)
        return QuestionView(
            speech.owner(question),
            speech.question(question),
            options[:-1] if question.main else options,
            options[-1] if question.main else None,
            holder_of(self.game, state, question),
        )

    def _flat(self, path: str, value: Plain) -> Iterator[tuple[str, Plain]]:
        """Plain data as paths with dots; a list stays whole unless its members are told one by one."""
        inside: Iterable[tuple[Any, Plain]]
        if isinstance(value, dict):
            inside = value.items()
        elif isinstance(value, list) and (self._one_by_one(path) or any(map(_nested, value))):
            inside = enumerate(value)
        else:
            yield path, value
            return
        for name, one in inside:
            yield from self._flat(f"{path}.{name}" if path else str(name), one)

    def _one_by_one(self, path: str) -> bool:
        """Whether the words for it ask whose it is: "Crystals of {seat}"."""
        return f"path.{path}" in self.words and "‹" in self.words.say(f"path.{path}")

    def _value(self, speech: Speech, path: str, value: Plain) -> str:
        said = speech.value(path, value) if value not in (None, "", []) else ""
        return said or speech.words.listed([])


def holder_of(game: Game, state: State, question: Question) -> int | None:
    """The seat that alone may see the answers to this question."""
    owner = question.owner if isinstance(question.owner, int) else None
    shows = owner is not None and game.view(state, owner) != game.view(state, None)
    return owner if shows else None


def _nested(value: Plain) -> bool:
    return isinstance(value, dict | list)
