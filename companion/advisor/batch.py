"""Many games by bots, on all cores. May import: companion.engine, its own room, the standard library.

The n-th game of a table depends on the seed and n alone: the same batch gives the same figures on one
worker and on eight, and every bot meets the same luck. A worker that dies costs no game: what it had not
finished is played again.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from companion.engine import Game, Plain

from .playout import BOTS, play_out

CHUNK = 4
"""Games handed to a worker at once."""
WATCH = 1.0
"""Seconds between two looks of a worker at who began it."""
TRIES = 5
"""Times that workers may die without having finished anything before it is given up."""


class Job(NamedTuple):
    """One game: at which table, and the how-manyeth there."""

    table: int
    number: int


class Batch(NamedTuple):
    load: Callable[[str, Plain | None], Game]
    """Workers, on other machines too, load the game themselves: a function that they can import."""
    game: str
    tables: tuple[Mapping[str, Any], ...]
    """The options of each table that is played."""
    games: int
    """At each of them."""
    bot: str
    seed: int | str
    box: Plain | None = None
    """The owner's pieces; None: those that are shipped."""

    def jobs(self) -> list[Job]:
        """Every table gets its next game in turn: a batch that is stopped early has played at all of them."""
        return [Job(table, number) for number in range(self.games) for table in range(len(self.tables))]


Results = dict[Job, dict[str, Plain]]


class Stopped(Exception):  # not an error: somebody pressed Ctrl-C, and what is finished is kept
    """The batch was stopped before its end."""

    def __init__(self, results: Results) -> None:
        super().__init__(f"stopped after {len(results)} games")
        self.results = results


class WorkersDied(Stopped):
    """They die again and again; what is finished is kept."""


def play_batch(
    batch: Batch, workers: int, tell: Callable[[int, int], None], results: Results | None = None
) -> Results:
    """Plays all games; `tell(done, of)` hears how far it is. Ctrl-C raises Stopped with what is finished.
    `results`: what is finished already; the others come into it."""
    results = {} if results is None else results
    jobs = batch.jobs()
    try:
        if workers == 1:
            with first_ctrl_c(interrupt):
                for job in [job for job in jobs if job not in results]:
                    results.update(play_jobs(batch, [job]))
                    tell(len(results), len(jobs))
                return results
        return in_tries(
            jobs,
            results,
            lambda left: _play_with(batch, left, workers, results, lambda: tell(len(results), len(jobs))),
        )
    except KeyboardInterrupt:
        raise Stopped(results) from None


def in_tries(jobs: list[Job], results: Results, play: Callable[[list[Job]], None]) -> Results:
    """Has what is missing played until nothing is; gives up on workers that die and finish nothing."""
    tries = 0
    while left := [job for job in jobs if job not in results]:
        if tries == TRIES:
            raise WorkersDied(results)
        before = len(results)
        play(left)
        tries = tries + 1 if len(results) == before else 0
    return results


def _play_with(
    batch: Batch, jobs: list[Job], workers: int, results: Results, tell: Callable[[], None]
) -> None:
    """Plays what it can; when a worker dies, the rest is left for another try."""
    chunks = in_chunks(jobs)
    # Ctrl-C is one more thing that comes out of the queue: raised anywhere in here it could leave a lock
    # behind, so that the pool would never end.
    done: SimpleQueue[Future[Results] | None] = SimpleQueue()
    with (
        first_ctrl_c(lambda: done.put(None)) as pressed,
        ProcessPoolExecutor(workers, initializer=_begin_work, initargs=(os.getpid(),)) as pool,
    ):
        try:
            for chunk in chunks:
                pool.submit(play_jobs, batch, chunk).add_done_callback(done.put)
            for _ in chunks:
                if (ended := done.get()) is None:
                    break
                results.update(ended.result())
                tell()
        except BrokenProcessPool:
            pass
        if pressed:
            pool.shutdown(cancel_futures=True)
            while not done.empty():
                last = done.get()
                if last is not None and not last.cancelled() and last.exception() is None:
                    results.update(last.result())
            raise Stopped(results)


@contextmanager
def first_ctrl_c(act: Callable[[], None]) -> Iterator[list[int]]:
    """The first Ctrl-C, or SIGTERM, acts and is told; from then on none is heard: it would lose what is
    finished, which has still to be shown. Where one is not heard anyway, as in the background, it stays
    so."""
    pressed: list[int] = []
    usual: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    heard = [number for number, handler in usual.items() if signal.getsignal(number) == handler]

    def hear(number: int, _: object) -> None:
        for one in heard:
            signal.signal(one, signal.SIG_IGN)
        pressed.append(number)
        act()

    for number in heard:
        signal.signal(number, hear)
    try:
        yield pressed
    finally:
        for number in heard if not pressed else ():
            signal.signal(number, usual[number])


def interrupt() -> None:
    raise KeyboardInterrupt


def in_chunks(jobs: list[Job]) -> list[list[Job]]:
    return [jobs[start : start + CHUNK] for start in range(0, len(jobs), CHUNK)]


_stopping: list[int] = []
"""In a worker: Ctrl-C was pressed. No event: a second press while it is being set would wait for ever."""


def _begin_work(parent: int) -> None:
    """In a worker: it ends after the game at hand when it is told to, and with whoever began it."""
    _end_after_the_game_at_hand()
    if hasattr(os, "fork"):
        Thread(target=_end_with, args=(parent,), name="orphan", daemon=True).start()


def _end_with(parent: int) -> None:
    """Killed, the parent tells nobody; a pool's worker would wait for its next game for ever."""
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(1)


def _end_after_the_game_at_hand() -> None:
    """A terminal sends Ctrl-C to every process; a worker that died of it would break the pool."""
    signal.signal(signal.SIGINT, lambda pressed, _: _stopping.append(pressed))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # of the program that began it


def play_jobs(batch: Batch, jobs: Iterable[Job]) -> Results:
    """In a worker: some games, one after the other."""
    game = batch.load(batch.game, batch.box)
    played: Results = {}
    for job in jobs:
        if _stopping:
            break
        seed = f"{batch.seed}/{job.number}"
        played[job] = play_out(game, batch.tables[job.table], BOTS[batch.bot](seed), seed)
    return played
