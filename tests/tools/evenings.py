"""Evenings for tests, pictures and figures: in any position, and driven without a window."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

from companion.engine import Game, Input, Question, Refusal, State
from companion.games import GAMES
from companion.table import Answer, Command, Done, Evening, RunningDrop, Said, Snapshot
from companion.table.session import Session
from companion.tower import Tower


def evening_at(game: Game, state: State, tower: Tower | None = None, inline: bool = False) -> Evening:
    """An evening that begins in a position, without a journal."""
    return Evening(lambda: Session(game, state, 7, None), GAMES, tower, inline=inline)


def do(evening: Evening, command: Command) -> Done | Refusal:
    """A command, until it is done."""
    return evening.post(command).result(60)


def answer(evening: Evening, *given: Input) -> Done | Refusal:
    """An answer to whatever is asked."""
    return do(evening, Answer(given))


def play(evening: Evening, choose: Callable[[Snapshot, Question], Input | None]) -> None:
    """Answers what is asked, until somebody has no answer or the game is over."""
    while evening.now.outcome is None:
        asked = evening.now.asked[0]
        given = choose(evening.now, asked.question)
        if given is None:
            return
        told = evening.post(Answer((given,), asked.question.owner, asked.since)).result(60)
        assert isinstance(told, Done), told


def show_drop(evening: Evening, drop: RunningDrop, linked: bool = True) -> None:
    """The drop as if the tower had said so much."""

    def change() -> None:
        evening._host.machine.drop, evening._host.machine.linked = drop, linked
        evening._publish()

    evening._call(change).result(60)


def hear(evening: Evening, reading: Any) -> None:
    """As if the tower said it, in a thread of its own as ever."""
    assert evening.tower is not None
    machine = evening._host.machine
    said = Thread(target=machine._report, args=(evening.tower, Said(reading)))
    said.start()
    said.join()
    evening.settled()
