"""Reading a file that may be anything, and replacing one so that half of it is never seen.

May import: the locks, the standard library.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .locking import held

MOST = 64 * 2**20
"""Bytes of one file. No game night comes near it; what is longer is not ours."""

BINARY = getattr(os, "O_BINARY", 0)  # Windows would write two characters for a new line
AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # a pipe that nobody writes to would be waited for


def read(path: Path, most: int = MOST) -> bytes:
    """The bytes of a plain file; whatever else lies there is an OSError, and nothing waits."""
    descriptor = os.open(path, os.O_RDONLY | BINARY | AT_ONCE)
    try:
        return read_open(descriptor, path, most)
    finally:
        os.close(descriptor)


def read_open(descriptor: int, path: Path, most: int = MOST) -> bytes:
    about = os.fstat(descriptor)
    if stat.S_ISDIR(about.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    if about.st_size > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    os.lseek(descriptor, 0, os.SEEK_SET)
    parts, left = [], most
    while left and (part := os.read(descriptor, min(left, 2**20))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def make_folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


def replace(path: Path, data: bytes, mode: int = 0o644) -> None:
    """The file says this from now on. Whenever the power fails, the old one is there or the new one. `mode`:
    who may read it."""
    rewrite(path, lambda: data, mode)


def rewrite(path: Path, make: Callable[[], bytes], mode: int = 0o644) -> None:
    """As `replace`, with what `make` finds and changes while nobody else writes."""
    make_folder(path.parent)
    path = path.resolve() if path.exists() else path  # a link stays one
    with held(path, wait=5.0):
        _swap_in(path, make(), mode)


def write_new(path: Path, data: bytes) -> None:
    """As `replace`, for a name that must be free: FileExistsError. The caller holds its lock."""
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    _swap_in(path, data)


def _swap_in(path: Path, data: bytes, mode: int = 0o644) -> None:
    fresh = path.with_name(f".{path.name}.new")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, mode)
        try:
            write_at(descriptor, data, 0)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(fresh, path)  # noqa: PTH105  these are the calls that the fault lab knows
    except OSError:
        with suppress(OSError):
            os.unlink(fresh)  # noqa: PTH108
        raise
    sync_folder(path)


def move(path: Path, to: Path) -> None:
    """Another name, in another folder perhaps; both folders know it when this returns."""
    os.replace(path, to)  # noqa: PTH105
    sync_folder(to)
    sync_folder(path)


def remove(path: Path) -> None:
    """Takes a file away, for good."""
    os.unlink(path)  # noqa: PTH108
    sync_folder(path)


def write_at(descriptor: int, data: bytes, at: int) -> None:
    """All of it: the system may take a part at a time."""
    os.lseek(descriptor, at, os.SEEK_SET)
    written = 0
    while written < len(data):
        written += os.write(descriptor, data[written:])


def sync_folder(path: Path) -> None:
    """A new name survives a power cut only when its folder does too. Windows has no such call."""
    if os.name == "nt":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
