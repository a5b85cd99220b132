"""The append-only file of one game night: durable, locked, versioned, resumable.

May import: companion.engine (the words of the contract), companion.store, the standard library.

One JSON object per line (docs/journal.md). The first is the header; then each line is an input, an undo or an
amend. The *live line* is what stands after undos and amends: the inputs whose fold is the state. Computing it
needs no rules, so a journal made under older rules still opens.
"""

from __future__ import annotations

import json
import secrets
import time
import zlib
from collections.abc import Callable, Mapping
from errno import EINVAL, EISDIR, ELOOP, ENAMETOOLONG, ENOTDIR
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeAlias

from companion import store
from companion.engine import Phrase, Plain, Source
from companion.engine.phrases import Unreadable, reason_of

from .errors import (
    JournalBusy,
    JournalDamaged,
    JournalExists,
    JournalMissing,
    JournalNone,
    JournalTooNew,
    JournalUnreadable,
    JournalUnwritable,
    TableError,
)

FORMAT = 1
NOTHING: Mapping[str, int] = MappingProxyType({})
MOST_INSIDE = 30
"""Cubes of a colour."""
YEAR_10000 = 253_370_764_800  # in seconds since 1970: no calendar of ours goes further

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
    people: tuple[str, ...] = ()
    """Who sits where, by their ids in the file of names; empty: nobody is named."""


class Kept(NamedTuple):
    """One input as the journal keeps it."""

    given: Plain
    source: Source
    stream: str = ""
    """For a result of chance: whose draw it was, so that draws can be numbered without asking the rules."""
    token: str = ""
    """Of the command that gave it, where the client named one: a repeat is known by it."""
    believed: tuple[float, ...] = ()
    """For a drop that the tower heard: the chances of 0, 1, 2, … cubes inside it afterwards."""


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
        raise Unreadable("keeps", record.keep, len(live))
    del live[record.keep :]
    if isinstance(record, Amend):
        live.extend(record.then)


def remember(undone: list[tuple[Kept, ...]], live: list[Kept], record: Record) -> None:
    """What can be done again after one more line, before it is taken into the live line: an undo adds what it
    takes back, the amend that puts exactly this back takes it off, anything else forgets all of it."""
    match record:
        case Undo(keep) if 0 <= keep <= len(live):
            undone.append(tuple(live[keep:]))
        case Amend(keep, then) if undone and keep == len(live) and then == undone[-1]:
            undone.pop()
        case _:
            undone.clear()


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
    pauses: tuple[int, ...] = ()
    """For each of the times: seconds before it in which the table paused."""
    cut: int = 0
    """The line of the last undo or amend."""
    undone: tuple[tuple[Kept, ...], ...] = ()
    """What was taken back and can be done again, the last undo last."""


def read(path: Path, lines: int | None = None) -> Contents:
    """A journal, without locking or changing it; `lines`: only the first of them."""
    try:
        data = store.read(path)
    except FileNotFoundError:
        raise JournalMissing(file=str(path)) from None
    except OSError as error:
        raise JournalUnreadable(file=str(path), why=error.strerror) from None
    if lines is not None:
        data = b"".join(line + b"\n" for line in data.split(b"\n")[:lines])
    return _parse(path, data)


def identity(path: Path) -> str:
    """Which game it is: the same for every copy, as its first two lines never change. Empty: none yet."""
    try:
        first = store.read(path).split(b"\n", 2)[:2]
        for line in first:
            decode(line)
    except (OSError, ValueError):
        return ""
    return sha256(b"\n".join(first)).hexdigest()[:24] if len(first) == 2 else ""


class Played(NamedTuple):
    """When a game was last played: the latest is the greatest."""

    evening: int
    """Counted over all games of a person; 0: an older companion did not count."""
    at: int
    """In UTC seconds since 1970; 0: it tells no times."""


def last_played(path: Path) -> Played | None:
    """Looks at the end of a journal, without rules. None: it does not tell which game it is."""
    try:
        data = store.read(path)
        lines = data.split(b"\n")
        if not store.fits(decode(lines[0]), {"journal": int, "game": str}):
            return None
    except (OSError, ValueError):
        return None
    evening, at, counted = 0, 0, b',"evening":' in data
    for line in reversed(lines[1:]):
        try:
            entry = decode(line)
        except ValueError:
            continue
        at = at or (entry["at"] if store.fits(entry, WRITTEN) and "at" in entry else 0)
        evening = evening or (entry["evening"] if store.fits(entry, EVENING) else 0)
        if at and (evening or not counted):
            break
    return Played(evening, at)


def next_evening(path: Path) -> int:
    """The number of an evening that begins now with this journal; 0 for one that lies elsewhere."""
    if path.parent != store.home() / "journals":
        return 0
    known = (last_played(one) for one in path.parent.glob("*.jsonl"))
    return 1 + max((played.evening for played in known if played), default=0)


class Journal:
    """A journal open for writing. Everything appended is on the disk before `append` returns."""

    def __init__(self, log: store.Log, contents: Contents, clock: Clock | None) -> None:
        """Use `create` or `open`."""
        self.path = log.path
        self.times, self.pauses = list(contents.times), list(contents.pauses)
        self.paused = 0
        """Seconds of a pause that the next line tells."""
        self.tokens, self.cut, self.undone = contents.tokens, contents.cut, contents.undone
        """As they were when it was opened."""
        self.header = contents.header
        self.message: Phrase | None = None
        """What was repaired when it was opened."""
        self._clock = clock
        self._log = log
        self._lines = contents.lines
        self._begun = False
        """Whether this evening has written a line."""

    @classmethod
    def create(cls, path: Path, header: Header, clock: Clock | None = time.time) -> Self:
        """Begins a new file. An existing one is never written over. Without a clock no line has a time."""
        try:
            log = store.Log.create(path, encode({"journal": FORMAT, **_as_line(header)}))
        except FileExistsError:
            raise JournalExists(file=str(path)) from None
        except store.Busy:
            raise _busy(path) from None
        except OSError as error:
            raise JournalUnwritable(file=str(path), why=error.strerror) from None
        return cls(log, Contents(header, [], 0, b"", True), clock)

    @classmethod
    def open(cls, path: Path, clock: Clock | None = time.time) -> tuple[Self, list[Kept]]:
        """Opens a file to go on with it: the journal and its live line. A torn last line is cut off."""
        try:
            log, data = store.Log.open(path)
        except store.Busy:
            raise _busy(path) from None
        except OSError as error:
            raise _closed(path, error) from None
        try:
            contents = _parse(path, data)
            journal = cls(log, contents, clock)
            journal._mend(contents)
            return journal, contents.live
        except OSError as error:
            log.close()
            raise _closed(path, error) from None
        except BaseException:  # whatever it was, the lock must not outlive the attempt
            log.close()
            raise

    @property
    def position(self) -> int:
        """The number of lines after the header. It only ever grows."""
        return self._lines

    def append(self, *records: Record) -> None:
        """Writes a line for each, all at once, and returns when they are durable. Raises JournalUnwritable
        and leaves the file as it was."""
        now = {"at": int(self._clock())} if self._clock else {}
        lines = [{"n": n, **now, **_plain(record)} for n, record in enumerate(records, self._lines + 1)]
        if self._clock and not self._lines:  # two games may begin in one second and with one seed
            lines[0]["mark"] = secrets.token_hex(8)
        if self._clock and not self._begun and (number := next_evening(self.path)):
            lines[0]["evening"] = number
        if self._clock and self.paused:
            lines[0]["paused"] = self.paused
        self._write(*lines)
        self._begun = True
        self._lines += len(records)
        if now:
            self.times += [now["at"]] * len(records)
            self.pauses += [self.paused, *[0] * (len(records) - 1)]
            self.paused = 0

    def close(self) -> None:
        """Lets others write. Closing twice does nothing."""
        self._log.close()

    def _write(self, *lines: dict[str, Any]) -> None:
        try:
            self._log.append(b"".join(map(encode, lines)))
        except OSError as error:
            raise JournalUnwritable(file=str(self.path), why=error.strerror) from None

    def _mend(self, contents: Contents) -> None:
        """The players never saw an input whose line is torn, so it goes; the bytes are kept beside the
        journal."""
        if contents.torn:
            self._log.cut_back(contents.torn)
            self.message = Phrase("journal-repaired", (("file", str(self.path)), ("line", self._lines + 2)))
        elif not contents.ended:
            self._log.append(b"\n")


NO_FILE = (EISDIR, ENOTDIR, ENAMETOOLONG, ELOOP, EINVAL)


def _closed(path: Path, error: OSError) -> TableError:
    """Why a file cannot be gone on with: there is none, it is none, or the disk takes nothing."""
    if isinstance(error, FileNotFoundError):
        return JournalMissing(file=str(path))
    kind = JournalUnreadable if error.errno in NO_FILE else JournalUnwritable
    return kind(file=str(path), why=error.strerror)


def _busy(path: Path) -> JournalBusy:
    return JournalBusy(file=str(path))


# -- lines
_SUM = ',"crc":"'
"""Every line ends in a checksum of what precedes it: a flipped digit would be another, legal game."""


def encode(line: dict[str, Any]) -> bytes:
    body = json.dumps(line, ensure_ascii=False, separators=(",", ":"))[:-1]
    if not body.isascii() and any("\ud800" <= sign <= "\udfff" for sign in body):
        body = json.dumps(line, separators=(",", ":"))[:-1]  # typed on a terminal of another encoding
    return f'{body}{_SUM}{zlib.crc32(body.encode()):08x}"}}\n'.encode()


def decode(line: bytes) -> dict[str, Any]:
    text = line.decode()
    body, mark, checksum = text.rpartition(_SUM)
    if not mark or checksum != f'{zlib.crc32(body.encode()):08x}"}}':
        raise Unreadable("checksum")
    decoded = store.parse_json(body + "}")
    if not isinstance(decoded, dict):
        raise Unreadable("no-object")
    return decoded


def _plain(record: Record) -> dict[str, Any]:
    named = {"token": record.token} if record.token else {}
    match record:
        case Kept(given, source, stream):
            believed = {"believed": list(record.believed)} if record.believed else {}
            drawn = {"stream": stream} if stream else {}
            return {"input": given, "source": source} | drawn | believed | named
        case Undo(keep):
            return {"undo": keep} | named
        case Amend(keep, then):
            return {"amend": keep, "then": [_plain(kept) for kept in then]} | named


WRITTEN = {"n": int, "at?": lambda at: store.fits(at, int) and 0 <= at < YEAR_10000}
PAUSED = {"paused": lambda n: store.fits(n, int) and 0 < n < 10**9}
EVENING = {"evening": lambda n: store.fits(n, int) and 0 < n < 10**9}
INPUT = {
    "input": dict,
    "source": lambda source: source in ("app", "tower", "hand", "player"),
    "stream?": str,
    "believed?": lambda chances: store.fits(chances, [float]) and len(chances) <= MOST_INSIDE + 1,
    "token?": str,
}
TAKEN_BACK = {"undo": int, "token?": str}
AMENDED = {"amend": int, "then": [INPUT], "token?": str}
HEADER = {"game": str, "version": int, "options": dict, "seed": (int, str), "program": str, "box": object}
PEOPLE = {"people": [str]}


def _record(line: dict[str, Any]) -> Record:
    shape = TAKEN_BACK if "undo" in line else AMENDED if "amend" in line else INPUT
    if not store.fits(line, WRITTEN) or not store.fits(line, shape):
        raise Unreadable("other-line")
    if "undo" in line:
        return Undo(line["undo"], line.get("token", ""))
    if "amend" in line:
        return Amend(line["amend"], tuple(_kept(kept) for kept in line["then"]), line.get("token", ""))
    return _kept(line)


def _kept(line: dict[str, Any]) -> Kept:
    named = line.get("stream", ""), line.get("token", "")
    return Kept(line["input"], line["source"], *named, tuple(line.get("believed", ())))


def _parse(path: Path, data: bytes) -> Contents:
    *lines, rest = data.split(b"\n")
    ended = not _whole(rest)
    if not ended:
        lines, rest = [*lines, rest], b""
    header: Header | None = None
    live: list[Kept] = []
    times: list[int] = []
    pauses: list[int] = []
    tokens: dict[str, int] = {}
    undone: list[tuple[Kept, ...]] = []
    cut = 0
    for number, line in enumerate(lines, 1):
        try:
            decoded = decode(line)
            if header is None:
                header = _header(path, decoded)
            elif decoded["n"] != number - 1:
                raise Unreadable("line-number", decoded["n"] + 1)
            else:
                record = _record(decoded)
                remember(undone, live, record)
                follow(live, record)
                if "at" in decoded:
                    times.append(decoded["at"])
                    pauses.append(decoded["paused"] if store.fits(decoded, PAUSED) else 0)
                tokens |= {record.token: number - 1} if record.token else {}
                cut = cut if isinstance(record, Kept) else number - 1
        except JournalTooNew:
            raise
        except (ValueError, KeyError, TypeError) as error:
            if header is not None and number == len(lines) and not rest:
                rest, ended, lines = line + b"\n", True, lines[:-1]  # although its end was written
                break
            raise _damaged(path, number, error) from None
    if header is None:
        raise _damaged(path, 1, Unreadable("no-header"))
    kept_beside = (tuple(times), tokens, tuple(pauses), cut, tuple(undone))
    return Contents(header, live, len(lines) - 1, rest, ended, *kept_beside)


def _whole(line: bytes) -> bool:
    try:
        decode(line)
    except ValueError:
        return False
    return True


def _as_line(header: Header) -> dict[str, Any]:
    """Nobody is named: then it is written as ever."""
    line = header._asdict()
    return {**line, "people": list(header.people)} if line.pop("people") else line


def _header(path: Path, decoded: dict[str, Any]) -> Header:
    """Words of later versions are left alone: as long as the form is the same, they change no meaning."""
    form = decoded.get("journal")
    if isinstance(form, int) and form > FORMAT:
        raise JournalTooNew(file=str(path), form=decoded["journal"])
    if not store.fits(decoded, {"journal": int, **HEADER}):
        raise Unreadable("no-header")
    people = tuple(decoded["people"]) if store.fits(decoded, PEOPLE) else ()
    return Header(**{name: decoded[name] for name in HEADER}, people=people)


def _damaged(path: Path, number: int, reason: Exception) -> TableError:
    about = {"file": str(path), "why": reason_of(reason)}
    return JournalDamaged(**about, line=number) if number > 1 else JournalNone(**about)
