"""Every file operation of every store goes wrong in every way; then both shells start, nothing shown is lost.

An attempt is one fault: an operation (found by counting them in a run without a fault) is the last before a
kill, fails, is cut short, or the power is cut after it and what was not synced is lost or kept out of order.
The first attempts go through all of them once; later ones draw.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from companion.engine.box_files.reader import BoxMistakes
from companion.store import files, log
from companion.table import TableError
from companion.tower import TowerError
from tests.soak import Attempt
from tests.store.lab import MODES, Killed, Lab, after_a_power_cut, ways
from tests.store.other_stores import EVERY
from tests.store.stores import Store, at_home, starts

UNIT = "faults"
PLANTED = ("no folder sync", "nothing is synced", "written in place", "errors are swallowed", "begun empty")
POWER = "power cut"


class Case(NamedTuple):
    store: Store
    at: int
    mode: str


@cache
def cases() -> tuple[Case, ...]:
    """Every operation of every store, in every mode: found by enumeration."""
    found = []
    for one in EVERY:
        with _folder(one) as home, Lab(home).running() as lab:
            one.work(home, lambda _: None)
        found += [Case(one, at, mode) for at in range(len(lab.names)) for mode in (*MODES, POWER)]
    return tuple(found)


def attempt(seed: int, index: int, planted: str = "") -> Attempt:
    everything = cases()
    order = list(range(len(everything)))
    random.Random(f"files {seed}").shuffle(order)
    lot = random.Random(f"files {seed} {index}")
    case = everything[order[index % len(order)]]
    with _put_in(planted):
        found = power_cut(case, lot) if case.mode == POWER else fault(case)
    return Attempt(1, found and f"{case.store.name}, operation {case.at}, {case.mode}: {found}")


@contextmanager
def _folder(one: Store) -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix="files-"))
    try:
        with at_home(place) as home:
            home.mkdir(parents=True, exist_ok=True)
            one.prepare(home)
            yield home
    finally:
        shutil.rmtree(place, ignore_errors=True)


def fault(case: Case) -> str:
    with _folder(case.store) as home:
        shown: list[Any] = []
        _work(case, home, shown)
        return _judge(case.store, home, shown)


def _work(case: Case, home: Path, shown: list[Any]) -> Lab:
    """An error may come out where a shell tells it in one line; anything else is a finding."""
    unheard: list[Any] = []
    hear = mock.patch.object(threading, "excepthook", lambda told: unheard.append(told.exc_value))
    lab = Lab(home, case.at, case.mode if case.mode != POWER else "killed after")
    with hear, lab.running(), suppress(Killed, OSError, TableError, TowerError, BoxMistakes):
        case.store.work(home, shown.append)
    for error in unheard:  # of books beside the journal: the evening goes on without them
        if not isinstance(error, Killed):
            raise error
    return lab


def _judge(one: Store, home: Path, shown: list[Any]) -> str:
    return starts() or one.check(home, shown)


def power_cut(case: Case, lot: random.Random) -> str:
    with _folder(case.store) as home:
        shown: list[Any] = []
        lab = _work(case, home, shown)
        for kept in ways(lab, lot):
            left = after_a_power_cut(lab, kept)
            with tempfile.TemporaryDirectory(prefix="files-") as place, at_home(Path(place)) as again:
                for path, data in left.items():
                    target = again / Path(path).relative_to(home)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(data)
                if found := _judge(case.store, again, shown):
                    return found
    return ""


# ---------------------------------------------------------------- planted


@contextmanager
def _put_in(planted: str) -> Iterator[None]:
    with ExitStack() as defects:

        def put(where: Any, name: str, instead: Callable[..., Any]) -> None:
            defects.enter_context(mock.patch.object(where, name, instead))

        if planted == "no folder sync":
            for module in (files, log):
                put(module, "sync_folder", lambda path: None)
        if planted == "nothing is synced":
            for module in (files, log):
                put(module, "os", _Careless())
        if planted == "written in place":
            put(files, "_swap_in", _in_place)
        if planted == "errors are swallowed":
            put(log.Log, "append", _hopeful(log.Log.append))
        if planted == "begun empty":
            put(log, "write_new", _empty_first)
        yield


class _Careless:
    """A system whose files are on the disk some time."""

    def __getattr__(self, name: str) -> Any:
        return (lambda descriptor: None) if name == "fsync" else getattr(os, name)


def _hopeful(append: Callable[[log.Log, bytes], None]) -> Callable[[log.Log, bytes], None]:
    def said_to_be_done(self: log.Log, data: bytes) -> None:
        with suppress(OSError):
            append(self, data)

    return said_to_be_done


def _empty_first(path: Path, data: bytes) -> None:
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
    _in_place(path, data)


def _in_place(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        files.write_at(descriptor, data, 0)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
