"""Forecast and coach behind the screen: worked out in a thread, withdrawn when the game moves on.

May import: companion.advisor, companion.games, companion.table, companion.tower; never Kivy. What is asked
for one position answers no other: every result carries the number of the position it was ordered for.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, NamedTuple

from companion import advisor
from companion.advisor import Shares, keep_shares, load_shares
from companion.engine import CHANCE, Question, Scene
from companion.engine.terms import OUTLET
from companion.table import Evening, Snapshot
from companion.tower import home

SECONDS = 1.5
"""The coach's time; with what it takes to be shown it is within the two seconds that players wait."""

BY_HAND = "by-hand"
"""Instead of a serial number: the tower of a table where none is connected."""


class PositionAdvice(NamedTuple):
    """What was worked out for one position; None: not asked for, or nothing to say."""

    position: int
    odds: Any = None
    advice: Any = None
    ready: bool = False
    """All that was asked for is there."""


class Advisor:
    """One worker. `wake` is called from its thread when there is something new; `found` is then read."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.found = PositionAdvice(-1)
        self._wake = wake
        self._orders: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._stop = Event()
        self._asked: tuple[int, bool, bool] | None = None
        self._thread: Thread | None = None

    def ask(
        self,
        scene: Scene,
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
        self.found = PositionAdvice(position, ready=not forecast and not coach)
        if self.found.ready:
            return
        stop = self._stop
        self._orders.put(
            lambda: self._work(scene, question if coach else None, position, learned, forecast, stop)
        )
        if self._thread is None:
            self._thread = Thread(target=self._run, name="advisor", daemon=True)
            self._thread.start()

    def withdraw(self) -> None:
        """Nothing is wanted now."""
        self._stop.set()
        self._asked, self.found = None, PositionAdvice(-1)

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
        scene: Scene,
        question: Question | None,
        position: int,
        learned: Shares,
        forecast: bool,
        stop: Event,
    ) -> None:
        """In the worker's thread: the forecast first, it takes a few milliseconds."""
        if stop.is_set():
            return
        odds = advisor.odds(scene.game, scene.state, learned) if forecast else None
        self._tell(PositionAdvice(position, odds, ready=question is None), stop)
        if question is not None and not stop.is_set():
            advice = advisor.advise(
                scene.game, scene.state, question, seconds=SECONDS, shares=learned, stop=stop.is_set
            )
            self._tell(PositionAdvice(position, odds, advice, ready=True), stop)

    def _tell(self, found: PositionAdvice, stop: Event) -> None:
        if not stop.is_set():
            self.found = found
            self._wake()


class OwnShares:
    """How this tower shares its cubes out, learned from its counted drops and kept from game to game.

    A fold over the journal like everything else: what was undone is unlearned. It is worked out and written
    in the thread of the evening that it follows; `learned` can be read in any.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.learned = Shares()
        self._folder = folder
        self._serial: str | None = None
        self._position = -1

    def follow(self, evening: Evening) -> None:
        evening.follow(self._look)

    def _look(self, now: Snapshot) -> None:
        serial = now.tower.identity.serial if now.tower is not None else BY_HAND
        if serial != self._serial:
            self._serial, self.path = serial, shares_file(serial, self._folder)
            self._before = self._written = self.learned = load_shares(self.path)
            self._begun, self._position = len(now.entries), now.position
        elif now.position != self._position:
            self._position = now.position
            self.learned = self._fold(now)
            self._keep()

    def _fold(self, now: Snapshot) -> Shares:
        found = self._before
        for entry in now.entries[self._begun :]:
            if entry.source in ("tower", "hand") and hasattr(entry.given, "inside"):
                question = now.game.awaited(entry.before)[0]
                if question.stream == "drop":
                    found = found.learn(dict(question.about)[OUTLET], entry.given.landed)
        return found

    def _keep(self) -> None:
        """Writes what is new. A full disk costs what was learned this evening, and nothing else."""
        if self.learned != self._written:
            with suppress(OSError):
                keep_shares(self.path, self.learned)
                self._written = self.learned


def shares_file(serial: str, folder: Path | None = None) -> Path:
    """Each tower has its own."""
    plain = "".join(c for c in serial if c.isalnum() or c in "-_") or "unnamed"
    return (home() if folder is None else folder) / "shares" / f"{plain}.json"
