"""What an owner has entered: kept in files of the known form, handed on as one file, laid beside another's.

May import: reader, companion.store.

A piece is written where it stands; a new one goes to `mine.toml`. What a person typed around it, comments
too, stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from companion import store

from .entry import Entry
from .faults import Fault, shown
from .reader import (
    FORMAT,
    GAME,
    LEARNED,
    MOST,
    REPLACES,
    VERSION,
    BoxMistakes,
    Files,
    Flaw,
    Piece,
    Shelf,
    written,
)

MINE = "mine.toml"
"""Where the editor writes pieces that are in no other file."""
TEXT = "text"
"""The key of a card's own words: never handed on unless its owner says so."""
SOURCES = ("source", "stand-in")

_HEAD = re.compile(r"^[ \t]*\[(\[)?[ \t]*([A-Za-z0-9_.-]+)[ \t]*\]?\][ \t]*(#.*)?$", re.MULTILINE)


def own_pieces(shelf: Shelf, directory: Path) -> list[Piece]:
    """An owner's pieces, what they typed before what was learned. Raises BoxMistakes."""
    if not directory.is_dir() or not any(directory.glob("*.toml")):
        return []
    files = shelf.read(directory)
    if files.flaws:
        raise BoxMistakes(files.flaws)
    return _typed_first(files.pieces)


def enter(shelf: Shelf, directory: Path, kind: str, entry: Entry) -> Path:
    """Keeps a piece that somebody has just told, unless it was told before under the same name."""
    if (twice := _called_the_same(own_pieces(shelf, directory), kind, entry)) is not None:
        raise BoxMistakes([twice])
    return keep(shelf, directory, kind, entry)


def keep(shelf: Shelf, directory: Path, kind: str, entry: Entry) -> Path:
    """Writes a piece; one with its id is replaced where it stands. The file. Raises BoxMistakes, and OSError,
    and changes nothing then."""
    pieces = own_pieces(shelf, directory)
    place = next((piece.file for piece in pieces if _is(piece, kind, entry.id)), MINE)
    path = directory / (MINE if place == LEARNED else place)
    return _write(shelf, path, kind, entry.id, written(kind, entry.plain))


def _called_the_same(pieces: Iterable[Piece], kind: str, entry: Entry) -> Flaw | None:
    """Another piece of this kind that is called so: one of them was entered twice."""
    mine = {(lang, name.casefold()) for lang, name in entry.names.items()}
    for piece in pieces:
        theirs = {(lang, name.casefold()): name for lang, name in piece.entry.names.items()}
        if piece.kind == kind and piece.entry.id != entry.id and (both := mine & theirs.keys()):
            fault = Fault("name-twice", (theirs[min(both)],))
            return Flaw(piece.file, f"[[{kind}]] {shown(piece.entry.id)}", fault)
    return None


def forget(shelf: Shelf, directory: Path, kind: str, name: str) -> None:
    """Takes a piece out of the files; the shipped one is played with again."""
    for piece in own_pieces(shelf, directory):
        if _is(piece, kind, name):
            _write(shelf, directory / piece.file, kind, name, "")


def _write(shelf: Shelf, path: Path, kind: str, name: str, block: str) -> Path:
    """The block takes the place of the piece; "" takes it out."""
    if block and (wrong := shelf.read_file(path.name, block.encode()).flaws):
        raise BoxMistakes(wrong)
    before = store.read(path).decode() if path.exists() else _top(shelf)
    text = _with(before, kind, name, block)
    old, new = shelf.read_file(path.name, before.encode()), shelf.read_file(path.name, text.encode())
    wanted = 1 if block else 0
    if new.flaws or not _changed_one(old, new, kind, name, wanted):  # written in a way that we do not know
        text = _whole(shelf, old, [piece for piece in old.pieces if not _is(piece, kind, name)]) + block
    store.replace(path, text.encode())
    return path


def _top(shelf: Shelf) -> str:
    return f'{GAME} = "{shelf.game}"\n{VERSION} = {FORMAT}\n'


def _whole(shelf: Shelf, files: Files, pieces: Iterable[Piece]) -> str:
    """A whole file in our own way of writing."""
    text = _top(shelf) + (f"{REPLACES} = true\n" if files.replaced else "")
    for name, parts in files.tables.items():
        text += "".join(written(f"{name}.{part}", entry, piece=False) for part, entry in parts.items())
    return text + "".join(written(piece.kind, piece.entry.plain) for piece in pieces)


def _with(text: str, kind: str, name: str, block: str) -> str:
    """The text with this piece in place of the one with its id, or at the end."""
    heads = list(_HEAD.finditer(text))
    for head, after in zip(heads, [*heads, None][1:], strict=True):
        end = after.start() if after else len(text)
        if head[1] and head[2] == kind and _told_id(text[head.end() : end]) == name:
            return text[: head.start()] + block.lstrip("\n") + ("\n" if after and block else "") + text[end:]
    return text.rstrip("\n") + "\n" + block


def _told_id(block: str) -> str:
    found = re.search(r"""^[ \t]*id[ \t]*=[ \t]*["']([^"'\n]*)["']""", block, re.MULTILINE)
    return found[1] if found else ""


def _changed_one(old: Files, new: Files, kind: str, name: str, wanted: int) -> bool:
    """Whether the piece is there as often as it should be, and all others as they were."""

    def others(files: Files) -> list[tuple[str, Any]]:
        return [(piece.kind, piece.entry.plain) for piece in files.pieces if not _is(piece, kind, name)]

    there = sum(_is(piece, kind, name) for piece in new.pieces)
    return there == wanted and others(old) == others(new) and old.tables == new.tables


def _is(piece: Piece, kind: str, name: str) -> bool:
    return piece.kind == kind and piece.entry.id == name


def _typed_first(pieces: Iterable[Piece]) -> list[Piece]:
    """Each piece once: what was typed wins over what was learned."""
    found: dict[tuple[str, str], Piece] = {}
    for piece in pieces:  # learned.toml is read first
        found[piece.kind, piece.entry.id] = piece
    return list(found.values())


# -- one file for all of it


def exported(shelf: Shelf, directory: Path, texts: bool = False) -> str:
    """All that an owner entered as one file; their own words only if `texts`. Raises BoxMistakes."""
    pieces = own_pieces(shelf, directory)
    files = shelf.read(directory)
    order = tuple(shelf.forms)
    pieces.sort(key=lambda piece: (order.index(piece.kind), piece.entry.id))
    return _whole(
        shelf,
        files._replace(replaced=set()),
        (piece._replace(entry=_handed_on(piece.entry, texts)) for piece in pieces),
    )


def _handed_on(entry: Entry, texts: bool) -> Entry:
    return entry.without(*SOURCES) if texts else entry.without(*SOURCES, TEXT)


class Difference(NamedTuple):
    """A piece that another box tells otherwise, or that ours does not have."""

    kind: str
    name: str
    mine: Entry | None
    theirs: Entry

    @property
    def keys(self) -> tuple[str, ...]:
        """What is told differently."""
        mine, theirs = self.mine.plain if self.mine else {}, self.theirs.plain
        return tuple(key for key in dict.fromkeys((*mine, *theirs)) if mine.get(key) != theirs.get(key))


def differences(mine: Iterable[Piece], theirs: Iterable[Piece]) -> Iterator[Difference]:
    """Piece by piece, in the order of theirs; what both tell alike is none."""
    ours = {(piece.kind, piece.entry.id): _handed_on(piece.entry, True) for piece in mine}
    for piece in theirs:
        entry = _handed_on(piece.entry, True)
        known = ours.get((piece.kind, piece.entry.id))
        if known != entry:
            yield Difference(piece.kind, entry.id, known, entry)


def imported(shelf: Shelf, name: str, data: bytes) -> list[Piece]:
    """The pieces of a file that was handed over. Raises BoxMistakes: it is then not taken at all."""
    files = shelf.read_file(name, data)
    if not files.flaws and not files.pieces:
        files.flaws.append(Flaw(name, "", Fault("no-pieces")))
    if files.flaws:
        raise BoxMistakes(files.flaws)
    return files.pieces


def opened(shelf: Shelf, path: Path) -> list[Piece]:
    """The same, of a file. Raises BoxMistakes and OSError."""
    if path.stat().st_size > MOST:  # it is not even read
        raise BoxMistakes([Flaw(path.name, "", Fault("too-long", (MOST // 2**20,)))])
    return imported(shelf, path.name, store.read(path))
