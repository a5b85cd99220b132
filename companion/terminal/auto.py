"""A game that bots play to its end, told as it happens.

May import: companion.engine, companion.table and its own room. Which bot decides is the caller's choice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from companion.engine import Game, Input, Question, Refusal, State
from companion.table import Event, Happened, Session
from companion.words import Words

from .screen import Screen
from .speech import Speech

Bot: TypeAlias = Callable[[Game, State, Question], Input]
"""Decides one question."""


def play_out(session: Session, words: Words, screen: Screen, bot: Bot) -> None:
    """Plays until there is an outcome, and tells it with its reason."""
    game = session.game

    def tell(event: Event) -> None:
        if isinstance(event, Happened):
            speech = Speech(words, game, event.entry.after)
            screen.show(*(speech.happening(happening) for happening in event.entry.happenings))

    session.subscribe(tell)
    while session.outcome is None:
        session.advance()
        for asked in session.asked()[:1]:
            told = session.submit(bot(game, session.state, asked.question), asked.source, session.position)
            if isinstance(told, Refusal):
                raise RuntimeError(f"the bot gave an answer that the game refuses: {told}")
    screen.show("", *map(screen.strong, Speech(words, game, session.state).outcome(session.outcome)))
