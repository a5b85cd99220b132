"""Many games by bots, on all cores. May import: companion.games, its own room, the standard library.

The n-th game of a table depends on the seed and n alone: the same batch gives the same figures on one
worker and on eight, and every bot meets the same luck. A worker that dies costs no game: what it had not
finished is played again.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from queue import SimpleQueue
from typing import Any, NamedTuple

from companion.games import Plain, load

from .playing import BOTS, play_out

CHUNK = 4
"""Games handed to a worker at once."""
TRIES = 5
"""Times that workers may die before it is given up."""


class Job(NamedTuple):
    """One game: at which table, and the how-manyeth there."""

    table: int
    number: int


class Batch(NamedTuple):
    game: str
    tables: tuple[Mapping[str, Any], ...]
    """The options of each table that is played."""
    games: int
    """At each of them."""
    bot: str
    seed: int | str
    box: Plain | None = None

    def jobs(self) -> list[Job]:
        return [Job(table, number) for table in range(len(self.tables)) for number in range(self.games)]


Results = dict[Job, dict[str, Plain]]


class Stopped(Exception):  # not an error: somebody pressed Ctrl-C, and what is finished is kept
    """The batch was stopped before its end."""

    def __init__(self, results: Results) -> None:
        super().__init__(f"stopped after {len(results)} games")
        self.results = results


def play_batch(batch: Batch, workers: int, tell: Callable[[int, int], None]) -> Results:
    """Plays all games; `tell(done, of)` hears how far it is. Ctrl-C raises Stopped with what is finished."""
    results: Results = {}
    jobs = batch.jobs()
    try:
        if workers == 1:
            for job in jobs:
                results.update(play_jobs(batch, [job]))
                tell(len(results), len(jobs))
            return results
        for _ in range(TRIES):
            left = [job for job in jobs if job not in results]
            if not left:
                return results
            _play_with(batch, left, workers, results, lambda: tell(len(results), len(jobs)))
    except KeyboardInterrupt:
        raise Stopped(results) from None
    raise RuntimeError(f"workers died {TRIES} times; {len(results)} of {len(jobs)} games are finished")


def _play_with(
    batch: Batch, jobs: list[Job], workers: int, results: Results, tell: Callable[[], None]
) -> None:
    """Plays what it can; when a worker dies, the rest is left for another try."""
    chunks = in_chunks(jobs)
    # A queue and not `concurrent.futures.wait`: Ctrl-C in the middle of that leaves locks behind, so that the
    # pool would never end.
    done: SimpleQueue[Future[Results]] = SimpleQueue()
    with ProcessPoolExecutor(workers, initializer=_leave_ctrl_c_to_us) as pool:
        try:
            for chunk in chunks:
                pool.submit(play_jobs, batch, chunk).add_done_callback(done.put)
            for _ in chunks:
                results.update(done.get().result())
                tell()
        except BrokenProcessPool:
            return
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise


def in_chunks(jobs: list[Job]) -> list[list[Job]]:
    return [jobs[start : start + CHUNK] for start in range(0, len(jobs), CHUNK)]


def _leave_ctrl_c_to_us() -> None:
    """A terminal sends Ctrl-C to every process; a worker that heeded it would break the pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_jobs(batch: Batch, jobs: Iterable[Job]) -> Results:
    """In a worker: some games, one after the other."""
    game = load(batch.game, batch.box)
    played: Results = {}
    for job in jobs:
        seed = f"{batch.seed}/{job.number}"
        played[job] = play_out(game, batch.tables[job.table], BOTS[batch.bot](seed), seed)
    return played
