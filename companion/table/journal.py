"""The append-only file of one game night: durable, locked, versioned, resumable.

May import: companion.engine (the words of the contract), the standard library.

One JSON object per line (docs/journal.md). The first is the header; then each line is an input, an undo or an
amend. The *live line* is what stands after undos and amends: the inputs whose fold is the state. Computing it
needs no rules, so a journal made under older rules still opens.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeAlias

from companion.engine import Phrase, Plain, Source

from .errors import (
    JournalBusy,
    JournalDamaged,
    JournalExists,
    JournalMissing,
    JournalTooNew,
    JournalUnwritable,
)

FORMAT = 1
NOTHING: Mapping[str, int] = MappingProxyType({})

Clock: TypeAlias = Callable[[], float]
"""UTC seconds since 1970."""


class Header(NamedTuple):
    """What a game was begun with; enough to play it again from the file alone."""

    game: str
    version: int
    """Of the game's plain form of inputs."""
    options: Plain
    seed: int | str
    program: str
    box: Plain


class Kept(NamedTuple):
    """One input as the journal keeps it."""

    given: Plain
    source: Source
    stream: str = ""
    """For a result of chance: whose draw it was, so that draws can be numbered without asking the rules."""
    token: str = ""
    """Of the command that gave it, where the client named one: a repeat is known by it."""


class Undo(NamedTuple):
    """The live line is cut back to its first `keep` inputs."""

    keep: int
    token: str = ""


class Amend(NamedTuple):
    """The live line is cut back to its first `keep` inputs, and goes on with `then`."""

    keep: int
    then: tuple[Kept, ...]
    token: str = ""


Record: TypeAlias = Kept | Undo | Amend


def follow(live: list[Kept], record: Record) -> None:
    """Takes one more line into the live line. Raises ValueError when it keeps inputs that are not there."""
    if isinstance(record, Kept):
        live.append(record)
        return
    if not 0 <= record.keep <= len(live):
        raise ValueError(f"it keeps {record.keep} inputs of {len(live)}")
    del live[record.keep :]
    if isinstance(record, Amend):
        live.extend(record.then)


class Contents(NamedTuple):
    """A journal as read."""

    header: Header
    live: list[Kept]
    lines: int
    """After the header."""
    torn: bytes
    """What follows the last whole line; not empty when the last write was cut short."""
    ended: bool
    """Whether the last whole line has its newline."""
    times: tuple[int, ...] = ()
    """When each line was written, in UTC seconds since 1970; those of bots and older ones have none."""
    tokens: Mapping[str, int] = NOTHING
    """The commands that clients named, and the line of each, also of what was taken back."""
    cut: int = 0
    """The line of the last undo or amend."""


def read(path: Path) -> Contents:
    """A journal, without locking or changing it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from None
    return _parse(path, data)


class Journal:
    """A journal open for writing. Everything appended is on the disk before `append` returns."""

    def __init__(self, path: Path, descriptor: int, contents: Contents, clock: Clock | None) -> None:
        self.path = path
        self.times = list(contents.times)
        self.tokens, self.cut = contents.tokens, contents.cut
        """As they were when it was opened."""
        self.header = contents.header
        self.message: Phrase | None = None
        """What was repaired when it was opened."""
        self._clock = clock
        self._descriptor = descriptor
        self._lines = contents.lines
        self._size = os.fstat(descriptor).st_size

    @classmethod
    def create(cls, path: Path, header: Header, clock: Clock | None = time.time) -> Self:
        """Begins a new file. An existing one is never written over. Without a clock no line has a time."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        except FileExistsError:
            raise JournalExists(
                f"{path} exists already. Resume it, or give another file name.", file=str(path)
            ) from None
        except OSError as error:
            raise JournalUnwritable(f"{path} cannot be written: {error.strerror}.", file=str(path)) from None
        _lock(descriptor, path)
        journal = cls(path, descriptor, Contents(header, [], 0, b"", True), clock)
        try:
            journal._write({"journal": FORMAT, **header._asdict()})
            _sync_folder(path)
        except JournalUnwritable:
            path.unlink()
            journal.close()
            raise
        return journal

    @classmethod
    def open(cls, path: Path, clock: Clock | None = time.time) -> tuple[Self, list[Kept]]:
        """Opens a file to go on with it: the journal and its live line. A torn last line is cut off."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise _unreadable(path, error) from None
        try:
            _lock(descriptor, path)
            contents = _parse(path, path.read_bytes())
            journal = cls(path, descriptor, contents, clock)
            if contents.torn:
                journal._repair(contents.torn)
            elif not contents.ended:
                journal._size += os.pwrite(descriptor, b"\n", journal._size)
            return journal, contents.live
        except BaseException:  # whatever it was, the lock must not outlive the attempt
            os.close(descriptor)
            raise

    @property
    def position(self) -> int:
        """The number of lines after the header. It only ever grows."""
        return self._lines

    def append(self, *records: Record) -> None:
        """Writes a line for each, all at once, and returns when they are durable. Raises JournalUnwritable
        and leaves the file as it was."""
        now = {"at": int(self._clock())} if self._clock else {}
        first = self._lines + 1
        self._write(*({"n": n, **now, **_plain(record)} for n, record in enumerate(records, first)))
        self._lines += len(records)
        self.times += [*now.values()] * len(records)

    def close(self) -> None:
        """Lets others write. Closing twice does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _write(self, *lines: dict[str, Any]) -> None:
        data = b"".join(map(encode, lines))
        try:
            written = 0
            while written < len(data):
                written += os.pwrite(self._descriptor, data[written:], self._size + written)
            os.fsync(self._descriptor)
        except OSError as error:
            self._cut_back()
            raise JournalUnwritable(
                f"{self.path} cannot be written: {error.strerror}. Make room and try again; nothing is lost.",
                file=str(self.path),
            ) from None
        self._size += len(data)

    def _cut_back(self) -> None:
        with suppress(OSError):  # if that fails too, a torn last line remains, and the next resume repairs it
            os.ftruncate(self._descriptor, self._size)

    def _repair(self, torn: bytes) -> None:
        """The players never saw an input whose line is torn, so it goes; the bytes are kept beside the
        journal."""
        with self.path.with_name(self.path.name + ".torn").open("ab") as aside:
            aside.write(torn + b"\n")
        self._size -= len(torn)
        os.ftruncate(self._descriptor, self._size)
        os.fsync(self._descriptor)
        self.message = Phrase("journal-repaired", (("file", str(self.path)), ("line", self._lines + 2)))


def _unreadable(path: Path, error: OSError) -> JournalMissing | JournalUnwritable:
    if isinstance(error, FileNotFoundError):
        return JournalMissing(f"There is no game in {path}.", file=str(path))
    return JournalUnwritable(f"{path} cannot be opened: {error.strerror}.", file=str(path))


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalBusy(
            f"{path} is being played in another window. Close that one first.", file=str(path)
        ) from None


def _sync_folder(path: Path) -> None:
    """A new file survives a power cut only when its folder does too."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


# -- lines
_SUM = ',"crc":"'
"""Every line ends in a checksum of what precedes it: a flipped digit would be another, legal game."""


def encode(line: dict[str, Any]) -> bytes:
    body = json.dumps(line, ensure_ascii=False, separators=(",", ":"))[:-1]
    return f'{body}{_SUM}{zlib.crc32(body.encode()):08x}"}}\n'.encode()


def decode(line: bytes) -> dict[str, Any]:
    text = line.decode()
    body, mark, checksum = text.rpartition(_SUM)
    if not mark or checksum != f'{zlib.crc32(body.encode()):08x}"}}':
        raise ValueError("its checksum does not fit")
    decoded: dict[str, Any] = json.loads(body + "}")
    return decoded


def _plain(record: Record) -> dict[str, Any]:
    named = {"token": record.token} if record.token else {}
    match record:
        case Kept(given, source, stream):
            return {"input": given, "source": source} | ({"stream": stream} if stream else {}) | named
        case Undo(keep):
            return {"undo": keep} | named
        case Amend(keep, then):
            return {"amend": keep, "then": [_plain(kept) for kept in then]} | named


def _record(line: dict[str, Any]) -> Record:
    if "undo" in line:
        return Undo(line["undo"], line.get("token", ""))
    if "amend" in line:
        return Amend(line["amend"], tuple(_kept(kept) for kept in line["then"]), line.get("token", ""))
    return _kept(line)


def _kept(line: dict[str, Any]) -> Kept:
    return Kept(line["input"], line["source"], line.get("stream", ""), line.get("token", ""))


def _parse(path: Path, data: bytes) -> Contents:
    *lines, rest = data.split(b"\n")
    ended = not _whole(rest)
    if not ended:
        lines, rest = [*lines, rest], b""
    header: Header | None = None
    live: list[Kept] = []
    times: list[int] = []
    tokens: dict[str, int] = {}
    cut = 0
    for number, line in enumerate(lines, 1):
        try:
            decoded = decode(line)
            if header is None:
                header = _header(path, decoded)
            elif decoded["n"] != number - 1:
                raise ValueError(f"it says that it is line {decoded['n'] + 1}")
            else:
                record = _record(decoded)
                follow(live, record)
                times += [decoded["at"]] if "at" in decoded else []
                tokens |= {record.token: number - 1} if record.token else {}
                cut = cut if isinstance(record, Kept) else number - 1
        except JournalTooNew:
            raise
        except (ValueError, KeyError, TypeError) as error:
            if header is not None and number == len(lines) and not rest:
                torn = line + b"\n"  # although its end was written
                return Contents(header, live, number - 2, torn, True, tuple(times), tokens, cut)
            raise _damaged(path, number, error) from None
    if header is None:
        raise _damaged(path, 1, ValueError("it is not there"))
    return Contents(header, live, len(lines) - 1, rest, ended, tuple(times), tokens, cut)


def _whole(line: bytes) -> bool:
    try:
        decode(line)
    except ValueError:
        return False
    return True


def _header(path: Path, decoded: dict[str, Any]) -> Header:
    if decoded.pop("journal") > FORMAT:
        raise JournalTooNew(
            f"{path} was written by a newer companion. Update this one to resume it.", file=str(path)
        )
    return Header(**decoded)


def _damaged(path: Path, number: int, reason: Exception) -> JournalDamaged:
    return JournalDamaged(
        f"{path}, line {number} cannot be read ({reason}). The file was left as it is. Put back a copy, or "
        f"go on from what precedes the line: head -n {number - 1} FILE > NEW-FILE, and resume NEW-FILE.",
        file=str(path),
        line=number,
    )
