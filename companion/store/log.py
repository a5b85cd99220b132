"""A file that only grows, by one writer: what was appended stays, and nothing else ever stands in it.

May import: this room, the standard library.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self

from .files import BINARY, read_open, sync_folder, write_at, write_new
from .locking import lock, unlock

if TYPE_CHECKING:
    from filelock import BaseFileLock


class Log:
    """Open for writing and locked until it is closed."""

    def __init__(self, path: Path, taken: BaseFileLock) -> None:
        """Use `create` or `open`."""
        self.path = path
        self._lock = taken
        self._descriptor = os.open(path, os.O_RDWR | BINARY)
        self._size = os.fstat(self._descriptor).st_size
        self._ragged = False
        """Something may stand behind the last whole write that could not be cut off."""

    @classmethod
    def create(cls, path: Path, first: bytes, wait: float = 0.0) -> Self:
        """A new file that begins so; a file without its beginning is never there. FileExistsError, Busy."""
        taken = lock(path, wait)
        try:
            write_new(path, first)
            return cls(path, taken)
        except BaseException:  # whatever it was, the lock must not outlive the attempt
            unlock(taken)
            raise

    @classmethod
    def open(cls, path: Path, wait: float = 0.0) -> tuple[Self, bytes]:
        """Goes on with a file: the log, and what it says. FileNotFoundError, Busy."""
        os.close(os.open(path, os.O_RDONLY))  # where there is none, no lock either
        taken = lock(path, wait)
        try:
            log = cls(path, taken)
        except BaseException:  # whatever it was, the lock must not outlive the attempt
            unlock(taken)
            raise
        try:
            return log, read_open(log._descriptor, path)
        except BaseException:
            log.close()
            raise

    def append(self, data: bytes) -> None:
        """On the disk when this returns. Else OSError, and the file is as it was."""
        try:
            if self._ragged:
                self._cut()
            write_at(self._descriptor, data, self._size)
            os.fsync(self._descriptor)
        except OSError:
            self._ragged = True
            with suppress(OSError):  # if that fails too, the next append, or whoever opens it, does it
                self._cut()
            raise
        self._size += len(data)

    def cut_back(self, torn: bytes) -> None:
        """Takes off an end that is no whole write. Its bytes are kept beside the file first."""
        self._keep_aside(torn + b"\n")
        self._size -= len(torn)
        self._cut()
        os.fsync(self._descriptor)

    def close(self) -> None:
        """Lets others write. Closing twice does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
            unlock(self._lock)

    def _cut(self) -> None:
        os.ftruncate(self._descriptor, self._size)
        self._ragged = False

    def _keep_aside(self, torn: bytes) -> None:
        aside = self.path.with_name(self.path.name + ".torn")
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | BINARY, 0o644)
        try:
            write_at(descriptor, torn, os.fstat(descriptor).st_size)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        sync_folder(aside)
