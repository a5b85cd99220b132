"""One writer at a time: a lock beside the file, so that whoever only looks is never kept out.

May import: filelock, the standard library.
"""

from __future__ import annotations

import errno
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


class Busy(BlockingIOError):
    """Another program, or another part of this one, writes to the file."""


def lock(path: Path, wait: float = 0.0) -> BaseFileLock:
    """Takes the lock of this file. Busy: somebody has it longer than we wait. OSError: none can be had."""
    with warnings.catch_warnings():  # a system without locks of its own has ours, and nobody needs to know
        warnings.simplefilter("ignore", UserWarning)
        from filelock import FileLock, Timeout  # slow to import, and not for the first frame

    path.parent.stat()  # filelock would make a folder that is not there
    taken = FileLock(lock_file(path), thread_local=False)
    try:
        taken.acquire(timeout=wait, poll_interval=0.02)
    except Timeout:
        raise Busy(errno.EBUSY, os.strerror(errno.EBUSY), str(path)) from None
    return taken


def unlock(taken: BaseFileLock) -> None:
    """Its file goes first: whoever waits for it notices, and takes a new one."""
    if taken.is_locked:
        with suppress(OSError):
            os.unlink(taken.lock_file)  # noqa: PTH108
    with suppress(OSError):
        taken.release(force=True)


def lock_file(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


@contextmanager
def held(path: Path, wait: float = 0.0) -> Iterator[None]:
    taken = lock(path, wait)
    try:
        yield
    finally:
        unlock(taken)
