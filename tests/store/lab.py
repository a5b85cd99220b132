"""The fault lab: every file operation below a folder is counted, and one of them can be made to go wrong.

The operations are found by letting a store work once and listening, not by a list of them. The lab stands
under `os` and `fcntl`, so whoever calls them is heard, filelock too. What a power cut leaves is made from the
record: writes that were not synced are lost, kept, cut short or kept out of order (`after_a_power_cut`).
"""

from __future__ import annotations

import errno
import fcntl
import gc
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

FAULTS = ("EIO", "ENOSPC", "ENOLCK", "EACCES")
FULL = ("disk stays full", "short write, then full")
MODES = ("killed before", "killed after", *FAULTS, *FULL, "short write")
CALLS = ("open", "read", "write", "fsync", "ftruncate", "replace", "unlink", "mkdir", "close")


class Killed(BaseException):
    """The process is gone: nothing that it does any more has an effect."""


class Done(NamedTuple):
    """One operation that was done: enough to do it again on a model of the disk."""

    kind: str
    path: str = ""
    to: str = ""
    node: int = 0
    at: int = 0
    data: bytes = b""


class Lab:
    """`at`: the operation, counted from 0, that goes wrong in the way `mode`; None: none does."""

    def __init__(self, folder: Path, at: int | None = None, mode: str = "") -> None:
        self.at, self.mode = at, mode
        self.names: list[str] = []
        self.record: list[Done] = []
        there = [path for path in folder.rglob("*") if path.is_file()]
        self.before = {str(path): (-path.stat().st_ino, path.read_bytes()) for path in there}
        self.dead = False
        self._folder = str(folder)
        self._files: dict[int, str] = {}
        self._born: dict[int, int] = {}  # a number of the system may be used again: each file has its own
        self._calls: dict[str, Callable[..., Any]] = {}

    @contextmanager
    def running(self) -> Iterator[Lab]:
        self._calls = {name: getattr(os, name) for name in CALLS} | {"flock": fcntl.flock}
        ours = {name: partial(self._called, name) for name in CALLS}
        locks = mock.patch.object(fcntl, "flock", partial(self._called, "flock"))
        with mock.patch.multiple(os, **ours), locks:
            try:
                yield self
            finally:
                gc.collect()  # what the process held lets go by itself, as far as it can
                self.dead = False
                for descriptor in self._files:  # as the system does for a process that is gone
                    with suppress(OSError):
                        self._calls["close"](descriptor)

    def _called(self, name: str, *given: Any, **named: Any) -> Any:
        real = partial(self._calls[name], *given, **named)
        first = given[0]
        ours = first in self._files if isinstance(first, int) else str(first).startswith(self._folder)
        if not ours:
            return real()
        if name == "close":  # never fails here: what matters was synced before
            self._files.pop(first)
            return real()
        if name == "flock" and self.dead:  # the locks of a process go with it
            return real()
        return self._step(name, real, given)

    def _step(self, name: str, real: Callable[[], Any], given: tuple[Any, ...]) -> Any:
        if self.dead:
            raise Killed
        number = len(self.names)
        self.names.append(name)
        hit = number == self.at
        if hit and self.mode == "killed before":
            self.dead = True
            raise Killed
        if hit and self.mode in FAULTS:
            self._fail(self.mode)
        full = self.at is not None and self.mode in FULL and name in ("write", "mkdir") and number >= self.at
        if full and not (hit and self.mode == FULL[1]):
            self._fail("ENOSPC")
        if hit and name == "write" and self.mode.startswith("short write"):
            given = (given[0], given[1][: len(given[1]) // 2])
            real = partial(self._calls["write"], *given)
        done = self._do(name, real, given)
        if hit and self.mode == "killed after":
            self.dead = True
            raise Killed
        return done

    @staticmethod
    def _fail(name: str) -> None:
        number = getattr(errno, name)
        raise OSError(number, os.strerror(number))

    def _do(self, name: str, real: Callable[[], Any], given: tuple[Any, ...]) -> Any:
        where = os.lseek(given[0], 0, os.SEEK_CUR) if name == "write" else 0
        there = name == "open" and os.path.lexists(given[0])
        done = real()
        if name == "open":
            self._files[done] = str(given[0])
            if not there:
                self._born[os.fstat(done).st_ino] = len(self.record) + 1
                self._note("create", str(given[0]), node=self._node(done))
            elif given[1] & os.O_TRUNC:
                self._note("truncate", node=self._node(done), at=0)
        elif name == "write":
            self._note("write", node=self._node(given[0]), at=where, data=bytes(given[1][:done]))
        elif name == "ftruncate":
            self._note("truncate", node=self._node(given[0]), at=given[1])
        elif name == "replace":
            self._note("rename", str(given[0]), str(given[1]), self._of(Path(given[1]).stat().st_ino))
        elif name == "unlink":
            self._note("unlink", str(given[0]))
        elif name == "fsync":
            path = self._files[given[0]]
            self._note("sync-folder" if Path(path).is_dir() else "sync", path, node=self._node(given[0]))
        return done

    def _note(self, *given: Any, **named: Any) -> None:
        self.record.append(Done(*given, **named))

    def _node(self, descriptor: int) -> int:
        return self._of(os.fstat(descriptor).st_ino)

    def _of(self, number: int) -> int:
        return self._born.get(number, -number)


# ---------------------------------------------------------------- what a power cut leaves


def unsynced(record: list[Done]) -> list[int]:
    """The operations that no later sync has made sure of."""
    found = []
    for number, done in enumerate(record):
        later = record[number + 1 :]
        if done.kind in ("write", "truncate"):
            sure = any(one.kind == "sync" and one.node == done.node for one in later)
        elif done.kind in ("create", "rename", "unlink"):
            folder = str(Path(done.to or done.path).parent)
            sure = any(one.kind == "sync-folder" and one.path == folder for one in later)
        else:
            continue
        if not sure:
            found.append(number)
    return found


def after_a_power_cut(lab: Lab, kept: Callable[[int], str]) -> dict[str, bytes]:
    """What the disk holds: files by their paths. `kept` says of an unsynced operation whether it is `kept`,
    `lost`, or, of a write, `half` or `zeros`."""
    unsure = set(unsynced(lab.record))
    names = {path: node for path, (node, _) in lab.before.items()}
    nodes = {node: bytearray(data) for node, data in lab.before.values()}
    for number, done in enumerate(lab.record):
        how = kept(number) if number in unsure else "kept"
        if done.kind == "create":
            nodes[done.node] = bytearray()
        if how == "lost":
            continue
        if done.kind == "create":
            names[done.path] = done.node
        elif done.kind == "rename":
            names.pop(done.path, None)
            names[done.to] = done.node
        elif done.kind == "unlink":
            names.pop(done.path, None)
        elif done.kind == "truncate":
            del nodes[done.node][done.at :]
        elif done.kind == "write":
            other = {"half": done.data[: len(done.data) // 2], "zeros": bytes(len(done.data))}
            _write(nodes[done.node], done.at, other.get(how, done.data))
    return {path: bytes(nodes[node]) for path, node in names.items()}


def _write(node: bytearray, at: int, data: bytes) -> None:
    node.extend(bytes(max(0, at - len(node))))
    node[at : at + len(data)] = data


def ways(lab: Lab, lot: random.Random) -> Iterator[Callable[[int], str]]:
    """All lost, all kept, one kept alone, one lost alone, and some at random."""
    unsure = unsynced(lab.record)
    yield lambda _: "lost"
    yield lambda _: "kept"
    for one in unsure:
        yield lambda number, one=one: "kept" if number == one else "lost"
        yield lambda number, one=one: "lost" if number == one else "kept"
    for _ in range(min(len(unsure), 4)):
        drawn = {number: lot.choice(("kept", "lost", "half", "zeros")) for number in unsure}
        yield drawn.__getitem__
