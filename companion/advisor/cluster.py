"""The same batches on an existing Dask cluster. May import: companion.games, its own room, distributed.

The library is an extra and is imported when somebody asks for it. A worker that dies costs no game: the
scheduler gives its work to another, and what it gives up on is handed in again.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from threading import Event, Thread
from typing import Any

from .batch import Batch, Job, Results, Stopped, first_ctrl_c, in_chunks, in_tries, interrupt, play_jobs
from .provenance import of_the_code

OURS = "loop-companion"
"""What is installed on every machine of a cluster that plays."""

CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)
"""What becomes of work whose scheduler is gone."""

CHATTY = ("distributed", "distributed.client", "tornado", "tornado.application")
"""Loggers that are not heard: what goes wrong is told by exceptions."""

PATIENCE = 5
"""Seconds in which a scheduler has to answer."""

STALLED = 6.0
"""Seconds of silence after which nobody works any more; a worker speaks about every second."""

WAITING = 5
"""Seconds in which somebody has to be there whom it can give work to."""


class NoDask(ImportError):
    """The library is not installed."""


class NoScheduler(ConnectionError):
    """Nobody answers at that address."""


class NoWorkers(LookupError):
    """The scheduler has nobody to give work to."""


class NotInstalled(ImportError):
    """The scheduler or a worker has not this companion, or another version of it, or other rules."""


class SchedulerLost(Stopped):
    """It went away in the middle; what is finished is kept."""


def play_on_cluster(
    batch: Batch,
    address: str,
    tell: Callable[[int, int], None],
    results: Results | None = None,
    stalled: Callable[[], None] = lambda: None,
) -> Results:
    """Plays all games; as `play_batch`, on the workers of that scheduler. `stalled` is called, in another
    thread, when nobody there works any more, and again whenever it happens anew."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise NoDask from None
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = dask.Client(address, timeout=PATIENCE)
    except (OSError, ValueError):
        raise NoScheduler(address) from None
    results = {} if results is None else results
    jobs = batch.jobs()
    try:
        with first_ctrl_c(interrupt), client, _watched(client, stalled):
            _examine(client)
            return in_tries(
                jobs,
                results,
                lambda left: _play_with(
                    dask, client, batch, left, results, lambda: tell(len(results), len(jobs))
                ),
            )
    except KeyboardInterrupt:
        raise Stopped(results) from None
    except (*CANCELLED, dask.client.ClosedClientError, OSError):
        raise SchedulerLost(results) from None


@contextmanager
def _watched(client: Any, stalled: Callable[[], None]) -> Iterator[None]:
    """Looks every few seconds whether anybody works."""
    ended = Event()

    def watch() -> None:
        said = False
        while not ended.wait(STALLED / 2):
            with suppress(Exception):  # a scheduler that is gone is told by whoever waits for its games
                there = _working(client)
                if not there and not said:
                    stalled()
                said = not there

    Thread(target=watch, name="cluster", daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def _working(client: Any) -> bool:
    """Whether any worker was heard of in the last seconds, by the clock of its scheduler."""
    silences = client.run_on_scheduler(_last_seen)
    return any(silent < STALLED for silent in silences)


def _last_seen(dask_scheduler: Any) -> list[float]:
    """On the scheduler: for how many seconds each worker was silent."""
    import time

    return [time.time() - worker.last_seen for worker in dask_scheduler.workers.values()]


def _examine(client: Any) -> None:
    """Before anything is played: is there somebody to play, and does everybody play alike?"""
    try:
        client.wait_for_workers(1, timeout=WAITING)
    except TimeoutError:
        raise NoWorkers from None
    try:
        theirs = [client.run_on_scheduler(version, OURS), *client.run(version, OURS).values()]
        alike = set(theirs) == {version(OURS)} and set(client.run(of_the_code).values()) == {_code_here()}
    except (PackageNotFoundError, ImportError, AttributeError):
        alike = False
    if not alike:
        raise NotInstalled


def _code_here() -> str:
    return of_the_code()


def _play_with(
    dask: Any, client: Any, batch: Batch, jobs: list[Job], results: Results, tell: Callable[[], None]
) -> None:
    """Plays what it can; what a scheduler gives up on is left for another try."""
    pieces = [client.submit(play_jobs, batch, chunk, pure=False) for chunk in in_chunks(jobs)]
    try:
        for piece in dask.as_completed(pieces):
            try:
                # As a key of a dictionary a job comes back as a bare tuple.
                results.update({Job(*job): game for job, game in piece.result().items()})
            except dask.scheduler.KilledWorker:
                continue
            tell()
    except KeyboardInterrupt:
        client.cancel(pieces)
        client.close()
        raise
