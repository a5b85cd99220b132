"""The finished games of a batch, on the disk while it is played: whatever ends it, it can go on.

May import: the batch, its fingerprint, companion.store.

    kept = KeptGames.begin(folder, batch, resume=True)
    play_batch(batch, workers, lambda done, of: kept.save(), kept.results)
    kept.close(finished=True)
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from companion import store

from .batch import Batch, Job, Results
from .provenance import fingerprint

OFTEN = 0.5
"""Seconds between two writes: what is finished meanwhile is lost with the power alone."""

GAME = {"table": int, "number": int, "game": dict}


class KeptGames:
    def __init__(self, log: store.Log | None, results: Results, clock: Callable[[], float]) -> None:
        """Use `begin`. Without a log nothing is kept: a disk that is full costs no game."""
        self.results = results
        """What is finished, from an earlier run and from this one."""
        self._log = log
        self._written = set(results)
        self._clock, self._last = clock, clock()

    @classmethod
    def begin(
        cls, folder: Path, batch: Batch, resume: bool, clock: Callable[[], float] = time.monotonic
    ) -> Self:
        """The file of exactly this batch: same code, box, options and seed. `resume`: with what is in it."""
        path = folder / f"{fingerprint(batch)}.jsonl"
        with suppress(OSError, store.Busy):
            store.make_folder(folder)
            if not resume and path.exists():
                store.remove(path)
            if path.exists():
                log, data = store.Log.open(path)
                results, whole = _read(data, batch)
                if whole < len(data):
                    log.cut_back(data[whole:])
                return cls(log, results, clock)
            return cls(store.Log.create(path, b""), {}, clock)
        return cls(None, {}, clock)

    def save(self, now: bool = False) -> None:
        """Writes what is new, now and then."""
        if self._log is None or not (now or self._clock() - self._last >= OFTEN):
            return
        fresh = [job for job in self.results if job not in self._written]
        lines = [{"table": job.table, "number": job.number, "game": self.results[job]} for job in fresh]
        try:
            if lines:
                self._log.append("".join(f"{json.dumps(line)}\n" for line in lines).encode())
            self._written.update(fresh)
            self._last = self._clock()
        except OSError:
            self.close(finished=False)

    def close(self, finished: bool) -> None:
        """`finished`: there is nothing to go on with."""
        log, self._log = self._log, None
        if log is not None:
            log.close()
            if finished:
                with suppress(OSError):
                    store.remove(log.path)


def _read(data: bytes, batch: Batch) -> tuple[Results, int]:
    """The games of a file, and the bytes up to the end of the last whole line."""
    results: Results = {}
    whole = 0
    for line in data.split(b"\n")[:-1]:
        try:
            found = store.parse_json(line)
        except ValueError:
            break
        if not store.fits(found, GAME):
            break
        job = Job(found["table"], found["number"])
        if not (0 <= job.table < len(batch.tables) and 0 <= job.number < batch.games):
            break
        results[job] = found["game"]
        whole += len(line) + 1
    return results, whole
