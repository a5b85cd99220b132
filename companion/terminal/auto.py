"""A game that bots play to its end, told as it happens.

May import: companion.engine, companion.table and its own room. Which bot decides is the caller's choice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from companion.engine import Game, Input, Question, Refusal, State
from companion.table import Answer, Evening, Happened, JournalUnwritable
from companion.words import Words

from .screen import Screen
from .speech import Speech

Bot: TypeAlias = Callable[[Game, State, Question], Input]
"""Decides one question."""


def play_out(evening: Evening, words: Words, screen: Screen, bot: Bot) -> None:
    """Plays until there is an outcome, and tells it with its reason."""
    mailbox = evening.subscribe()
    while (now := mailbox.wait()) is not None:
        for event in now.events:
            if isinstance(event, Happened):
                speech = Speech(words, now.game, event.entry.after)
                screen.show(*(speech.happening(happening) for happening in event.entry.happenings))
        if now.behind:
            raise JournalUnwritable(file=str(now.path), why="–")
        if now.outcome is not None:
            screen.show("", *map(screen.strong, Speech.of(words, now).outcome(now.outcome)))
            return
        asked = now.asked[0]
        given = bot(now.game, now.state, asked.question)
        done = evening.post(Answer((given,), asked.question.owner, asked.since)).result()
        if isinstance(done, Refusal) and done.id != "not-written":
            raise RuntimeError(f"the bot gave an answer that the game refuses: {done}")
