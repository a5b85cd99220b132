"""Any game, before anybody has drawn it: its view as a table, its questions and answers as a list.

May import: companion.engine, companion.table, companion.words; never Kivy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine import Game, Games, Input, Question, State
from companion.table import Asked
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
    def __init__(self, game: Game, words: Words, games: Games) -> None:
        self.game = game
        self.words = words
        self.answer: Tell = games.view(game.name, "answer") or Speech.answer

    def rows(self, state: State, seat: int | None) -> tuple[Row, ...]:
        """What that seat may know, a line for each thing."""
        return outlined(Speech(self.words, self.game, state), self.game.view(state, seat))

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


def holder_of(game: Game, state: State, question: Question) -> int | None:
    """The seat that alone may see the answers to this question."""
    owner = question.owner if isinstance(question.owner, int) else None
    shows = owner is not None and game.view(state, owner) != game.view(state, None)
    return owner if shows else None
