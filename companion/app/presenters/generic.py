"""Any game, before anybody has drawn it: its view as a table, its questions and answers as a list.

May import: companion.engine, companion.table, companion.words; never Kivy.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import Games, Input, Question, Scene
from companion.table import Snapshot
from companion.words import Row, Speech, Words, outlined

from .advice import Tell


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
    def __init__(self, words: Words, games: Games) -> None:
        self.words = words
        self.games = games

    def rows(self, scene: Scene, seat: int | None) -> tuple[Row, ...]:
        """What that seat may know, a line for each thing."""
        return outlined(Speech.of(self.words, scene), scene.game.view(scene.state, seat))

    def ask(self, now: Snapshot) -> QuestionView | None:
        """What is asked first; None: the game is over."""
        if now.first is None:
            return None
        question, speech = now.first.question, Speech.of(self.words, now)
        answer: Tell = self.games.view(now.game.name, "answer") or Speech.answer
        options = tuple((answer(speech, question, one), one) for one in question.answers)
        return QuestionView(
            speech.owner(question),
            speech.question(question),
            options[:-1] if question.main else options,
            options[-1] if question.main else None,
            holder_of(now, question),
        )


def holder_of(scene: Scene, question: Question) -> int | None:
    """The seat that alone may see the answers to this question."""
    owner = question.owner if isinstance(question.owner, int) else None
    view, state = scene.game.view, scene.state
    shows = owner is not None and view(state, owner) != view(state, None)
    return owner if shows else None
