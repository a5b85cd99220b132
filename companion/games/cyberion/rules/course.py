"""The course of a game: what is running, what is asked, what an answer does.

May import: the contract and this game. A position is a stack of steps. `RUN` goes on with the running step as
far as nobody is needed, `ASK` tells what it then asks, `TAKE` does what was answered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Happening, Question

from . import abilities, actions, closing, deck, factory
from .expansions import known
from .state import State, Step

Out = list[Happening]

_PARTS = (closing, factory, actions, abilities)
RUN: dict[str, Callable[[State, Out, Step], bool]] = {}
ASK: dict[str, Callable[[State, Step], tuple[Question, ...]]] = {}
TAKE: dict[type, Callable[[State, Out, Any], None]] = {}
RUN |= deck.RUN
ASK |= deck.ASK
for _part in _PARTS:
    RUN |= _part.RUN
    ASK |= _part.ASK
    TAKE |= _part.TAKE
for _expansion in known().values():
    RUN |= _expansion.run
    ASK |= _expansion.ask
    TAKE |= _expansion.take


def advance(s: State, out: Out, force: bool = True) -> None:
    """Goes on to the next real question, or to the end. A question with a single answer is answered, unless
    nothing may happen by itself; at a real table nobody's turn ends unasked."""
    while s.outcome is None:
        step = s.steps[-1]
        if RUN[step[0]](s, out, step):
            continue
        question = ASK[step[0]](s, step)[0]
        if len(question.answers) > 1 or question.open or not force or (question.main and s.setting.by_hand):
            s.asked = (question,)
            return
        given = question.answers[0]
        TAKE[type(given)](s, out, given)
    s.asked = ()


def ask(s: State) -> None:
    """Works out what is asked in a position that waits for an answer, and does nothing else."""
    s.asked = ASK[s.steps[-1][0]](s, s.steps[-1]) if s.outcome is None else ()


def take(s: State, out: Out, given: Any) -> None:
    TAKE[type(given)](s, out, given)
    advance(s, out)
