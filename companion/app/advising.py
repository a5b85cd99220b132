"""Forecast and coach behind the screen: worked out in a thread, withdrawn when the game moves on.

May import: companion.advisor, companion.games, companion.table, companion.tower; never Kivy. What is asked
for one position answers no other: every result carries the number of the position it was ordered for.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, NamedTuple

from companion import advisor
from companion.advisor import Shares, keep_shares, load_shares
from companion.engine import CHANCE, Game, Question, State
from companion.table import Session
from companion.tower import home

SECONDS = 1.5
"""The coach's time; with what it takes to be shown it is within the two seconds that players wait."""

BY_HAND = "by-hand"
"""Instead of a serial number: the tower of a table where none is connected."""


class Found(NamedTuple):
    """What was worked out for one position; None: not asked for, or nothing to say."""

    position: int
    odds: Any = None
    advice: Any = None
    ready: bool = False
    """All that was asked for is there."""


class Advisor:
    """One worker. `wake` is called from its thread when there is something new; `found` is then read."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.found = Found(-1)
        self._wake = wake
        self._orders: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._stop = Event()
        self._asked: tuple[int, bool, bool] | None = None
        self._thread: Thread | None = None

    def ask(
        self,
        game: Game,
        state: State,
        question: Question | None,
        position: int,
        learned: Shares,
        forecast: bool,
        coach: bool,
    ) -> None:
        """What is wanted for this position; an older order is given up. The same order twice is one."""
        coach = coach and question is not None and question.owner != CHANCE
        if self._asked == (position, forecast, coach):
            return
        self._stop.set()
        self._asked, self._stop = (position, forecast, coach), Event()
        self.found = Found(position, ready=not forecast and not coach)
        if self.found.ready:
            return
        stop = self._stop
        self._orders.put(
            lambda: self._work(game, state, question if coach else None, position, learned, forecast, stop)
        )
        if self._thread is None:
            self._thread = Thread(target=self._run, name="advisor", daemon=True)
            self._thread.start()

    def withdraw(self) -> None:
        """Nothing is wanted now."""
        self._stop.set()
        self._asked, self.found = None, Found(-1)

    def close(self) -> None:
        self.withdraw()
        if self._thread is not None:
            self._orders.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        while (order := self._orders.get()) is not None:
            order()

    def _work(
        self,
        game: Game,
        state: State,
        question: Question | None,
        position: int,
        learned: Shares,
        forecast: bool,
        stop: Event,
    ) -> None:
        """In the worker's thread: the forecast first, it takes a few milliseconds."""
        if stop.is_set():
            return
        odds = advisor.odds(game, state, learned) if forecast else None
        self._tell(Found(position, odds, ready=question is None), stop)
        if question is not None and not stop.is_set():
            advice = advisor.advise(game, state, question, seconds=SECONDS, shares=learned, stop=stop.is_set)
            self._tell(Found(position, odds, advice, ready=True), stop)

    def _tell(self, found: Found, stop: Event) -> None:
        if not stop.is_set():
            self.found = found
            self._wake()


class OwnShares:
    """How this tower shares its cubes out, learned from its counted drops and kept from game to game.

    A fold over the journal like everything else: what was undone is unlearned.
    """

    def __init__(self, session: Session, serial: str, folder: Path | None = None) -> None:
        self.session = session
        self.path = shares_file(serial, folder)
        self._before = load_shares(self.path)
        self._begun = len(session.entries)
        self._written = self._before

    @property
    def learned(self) -> Shares:
        found, game = self._before, self.session.game
        for entry in self.session.entries[self._begun :]:
            if entry.source in ("tower", "hand") and hasattr(entry.given, "inside"):
                question = game.awaited(entry.before)[0]
                if question.stream == "drop":
                    found = found.learn(dict(question.about)["era"], entry.given.landed)
        return found

    def keep(self) -> None:
        """Writes what is new. A full disk costs what was learned this evening, and nothing else."""
        learned = self.learned
        if learned != self._written:
            try:
                keep_shares(self.path, learned)
            except OSError:
                return
            self._written = learned


def shares_file(serial: str, folder: Path | None = None) -> Path:
    """Each tower has its own."""
    plain = "".join(c for c in serial if c.isalnum() or c in "-_") or "unnamed"
    return (home() if folder is None else folder) / "shares" / f"{plain}.json"
