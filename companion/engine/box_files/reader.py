"""Reads a directory of box files and says what is wrong with them; writes pieces learned at the table.

May import: forms, words, companion.store.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from companion import store
from companion.engine.phrases import Unreadable

from .entry import Entry
from .faults import Fault, shown
from .forms import Form, check

Plain: TypeAlias = Any

MOST = 2**20
"""Bytes of a box file; a whole box takes a fiftieth."""

LEARNED = "learned.toml"
"""Where the companion writes pieces that turned up at the table. What an owner typed in another file wins."""

GAME = "game"
"""At the top of a file: which game it is for. One file of a directory that says so is enough."""

VERSION = "version"
"""At the top of a file: the form it is written in; a file of a later form is not understood."""
FORMAT = 1

REPLACES = "replaces-stand-ins"
"""At the top of a file: nothing that we shipped remains of the sorts of pieces in this file."""


class Piece(NamedTuple):
    file: str
    kind: str
    entry: Entry
    sort: str
    """Pieces of one sort are counted together, and may stand in for each other."""


class Flaw(NamedTuple):
    """One thing to mend in a box file."""

    file: str
    entry: str
    fault: Fault


class Files(NamedTuple):
    """What a directory holds, and what is wrong with it. The pieces can be used only if nothing is."""

    pieces: list[Piece]
    tables: dict[str, dict[str, Plain]]
    replaced: set[str]
    """Sorts of pieces of which nothing shipped remains."""
    flaws: list[Flaw]


class BoxMistakes(ValueError):
    """An owner's box that cannot be played with as it is."""

    def __init__(self, flaws: list[Flaw]) -> None:
        self.flaws = flaws
        super().__init__(*flaws)


def kind_alone(kind: str, entry: Plain) -> str:
    return f"[[{kind}]]"


def nothing_more(kind: str, entry: Plain, pieces: list[Piece]) -> Iterator[Fault]:
    return iter(())


@dataclass(frozen=True)
class Shelf:
    """What the box files of one game may hold."""

    game: str
    forms: Mapping[str, Form]
    """For each kind of piece its keys."""
    tables: Mapping[str, Mapping[str, Form]] = field(default_factory=dict)
    """Besides pieces: tables of a part, [hq.cycles]."""
    sort: Callable[[str, Plain], str] = kind_alone
    faults: Callable[[str, Plain, list[Piece]], Iterator[Fault]] = nothing_more
    """What else is wrong with a piece among these."""
    full: Mapping[str, int] = field(default_factory=dict)
    """How many of each sort a real box holds, where that is known."""
    same: tuple[str, ...] = ()
    """Kinds of which every box has the same pieces: an owner's tells more of one, and is never a further."""

    def read(self, directory: Path) -> Files:
        """All box files of a directory."""
        files = Files([], {}, set(), [])
        if not directory.is_dir():
            files.flaws.append(Flaw(str(directory), "", Fault("no-directory")))
            return files
        paths = sorted(directory.glob("*.toml"), key=lambda path: (path.name != LEARNED, path.name))
        if not paths:
            files.flaws.append(Flaw(str(directory), "", Fault("no-files")))
        for path in paths:
            tables = parse(path)
            if isinstance(tables, Fault):
                files.flaws.append(Flaw(path.name, "", tables))
            else:
                self._sort_out(path.name, tables, files)
        self._check_pieces(files)
        return files

    def read_file(self, name: str, data: bytes) -> Files:
        """One box file, as it was handed over."""
        files = Files([], {}, set(), [])
        tables = _parsed(data)
        if isinstance(tables, Fault):
            files.flaws.append(Flaw(name, "", tables))
        else:
            self._sort_out(name, tables, files)
        self._check_pieces(files)
        return files

    def _sort_out(self, file: str, tables: dict[str, Any], files: Files) -> None:
        """Put the tables of one file where they belong; what belongs nowhere is a flaw."""
        pieces: list[Piece] = []
        for key, value in tables.items():
            if key in self.forms:
                if isinstance(value, list) and all(isinstance(entry, dict) for entry in value):
                    pieces += (Piece(file, key, Entry.read(entry), self.sort(key, entry)) for entry in value)
                else:
                    files.flaws.append(Flaw(file, key, Fault("not-a-list-of-tables", (key,))))
            elif key in self.tables:
                found = self._parts(key, value, files.tables)
                files.flaws.extend(Flaw(file, f"[{key}.{part}]", fault) for part, fault in found)
            elif key == REPLACES:
                if not isinstance(value, bool):
                    files.flaws.append(Flaw(file, key, Fault("not-yes-or-no", (key, shown(value)))))
            elif key == VERSION:
                if value != FORMAT:
                    files.flaws.append(Flaw(file, key, Fault("newer-version", (shown(value), FORMAT))))
            elif key == GAME:
                if value != self.game:
                    files.flaws.append(Flaw(file, key, Fault("other-game", (shown(value), self.game))))
            else:
                known = (*self.forms, *self.tables, GAME, REPLACES, VERSION)
                files.flaws.append(Flaw(file, "", Fault("unknown-table", (key,), known)))
        files.pieces.extend(pieces)
        if tables.get(REPLACES) is True:
            files.replaced.update(piece.sort for piece in pieces)

    def _parts(
        self, name: str, parts: Any, tables: dict[str, dict[str, Plain]]
    ) -> Iterator[tuple[str, Fault]]:
        forms = self.tables[name]
        if not isinstance(parts, dict):
            yield "…", Fault("not-a-table", (f"{name}.{next(iter(forms))}",))
            return
        for part, entry in parts.items():
            if part not in forms:
                known = tuple(f"{name}.{one}" for one in forms)
                yield part, Fault("unknown-table", (f"{name}.{part}",), known)
            elif not isinstance(entry, dict):
                yield part, Fault("not-a-table", (f"{name}.{part}",))
            else:
                yield from ((part, fault) for fault in check(entry, forms[part]))
                tables.setdefault(name, {})[part] = entry

    def _check_pieces(self, files: Files) -> None:
        first: dict[tuple[str, str], Piece] = {}
        number: dict[tuple[str, str], int] = {}
        for piece in files.pieces:
            file, kind, entry, _ = piece
            number[file, kind] = number.get((file, kind), 0) + 1
            label = f"[[{kind}]] {shown(entry.id)}" if entry.id else f"[[{kind}]] n° {number[file, kind]}"
            faults = (*check(entry.plain, self.forms[kind]), *self.faults(kind, entry.plain, files.pieces))
            files.flaws.extend(Flaw(file, label, fault) for fault in faults)
            before = first.setdefault((kind, entry.id), piece) if entry.id else piece
            if before is not piece and (before.file != LEARNED or file == LEARNED):
                files.flaws.append(Flaw(file, label, Fault("id-twice", (before.file,))))


def game_of(directory: Path) -> str | None:
    """The game that a file of the directory names; None where none does."""
    for path in sorted(directory.glob("*.toml")):
        tables = parse(path)
        if isinstance(tables, dict) and isinstance(named := tables.get(GAME), str):
            return named
    return None


def parse(path: Path) -> dict[str, Any] | Fault:
    try:
        data = store.read(path, MOST)
    except OSError as wrong:
        if wrong.errno == errno.EFBIG:
            return Fault("too-long", (MOST // 2**20,))
        return Fault("unreadable", (wrong.strerror,))
    return _parsed(data)


def _parsed(data: bytes) -> dict[str, Any] | Fault:
    if len(data) > MOST:
        return Fault("too-long", (MOST // 2**20,))
    try:
        return store.parse_toml(data)
    except UnicodeDecodeError:
        return Fault("unreadable", ("UTF-8",))
    except ValueError as wrong:
        deep = str(wrong) == "too-many-brackets"
        return Fault("too-deep", ()) if deep else Fault("not-toml", (str(wrong),))


def remember(
    directory: Path, learned: Plain, kinds: Mapping[str, Form], again: Callable[[Entry | None, Entry], Plain]
) -> Path:
    """Keep learned pieces (in the form of a box: kind → entries) in the owner's directory, for later games.

    `again` makes the entry to keep of what was known of a piece before (None: nothing) and what was learned.
    Raises ValueError and changes nothing when what was learned before can no longer be read.
    """
    path = directory / LEARNED
    known: dict[str, Any] = {}
    if path.exists():
        tables = parse(path)
        if isinstance(tables, Fault):
            raise Unreadable("damaged", path.name)
        known = tables
    if not all(store.fits(known.get(kind, []), [{"id": str}]) for kind in kinds):
        raise Unreadable("damaged", path.name)
    for kind in kinds:
        entries = {entry.id: entry for entry in map(Entry.read, known.get(kind, []))}
        for entry in map(Entry.read, learned.get(kind, ())):
            entries[entry.id] = Entry.read(again(entries.get(entry.id), entry))
        known[kind] = [entry.plain for entry in entries.values()]
    text = "# Written by the companion: pieces that turned up at your table. See `companion docs box`.\n"
    text += "".join(written(kind, entry) for kind in kinds for entry in known[kind])
    store.replace(path, text.encode())
    return path


def written(kind: str, entry: Plain, piece: bool = True) -> str:
    """A piece as it stands in a file; or a table of a part, `hq.cycles`."""
    head = f"[[{kind}]]" if piece else f"[{kind}]"
    return f"\n{head}\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in entry.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    # A JSON string is a TOML string, but for one character that JSON leaves bare.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
