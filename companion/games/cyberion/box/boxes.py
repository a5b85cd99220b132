"""Boxes of Cyberion: the shipped box, with an owner's pieces laid over it, and the pieces in play.

May import: what reads every game's box files; box_check, pieces. Box files are data: nothing in them is ever
evaluated.

A piece is its writing (`II-3-cyclobot`) and how many there are of it. Each piece of an owner takes the place
of a shipped one: of one that is written the same, else of one that we invented or inferred, so that the box
stays as full as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from companion.engine.box_files import reader
from companion.engine.box_files.entry import Entry
from companion.engine.box_files.faults import Fault
from companion.engine.box_files.reader import BoxMistakes, Files, Flaw, Piece, Shelf
from companion.games.cyberion.rules.pieces import FORMAT, MODELS

from .box_check import FORMS, FULL, SHELF

__all__ = [
    "BoxMistakes", "check_box", "load_box", "remember", "shelf",
]  # fmt: skip

Plain: TypeAlias = Any

SHIPPED = Path(__file__).parent

LEAST = {**FULL, "[[robot]]": 10, "[[gigantobot]]": 1, "[[multibot]]": 1, "[[microbot]]": 11}
"""Without so many no game can be set up."""


def shelf() -> Shelf:
    return SHELF


def load_box(directory: Path | None = None) -> Plain:
    """The shipped box with an owner's pieces laid over it.

    Raises BoxMistakes when the owner's files cannot be used. A piece too many or too few is no hindrance as
    long as a game can be set up.
    """
    shipped = SHELF.read(SHIPPED)
    if directory is None or (directory.is_dir() and not any(directory.glob("*.toml"))):
        return _plain(shipped.pieces)
    owned = SHELF.read(directory)
    if not owned.flaws:
        pieces = _lay_over(shipped, owned)
        lacking = [(sort, n) for sort, n in _miscounts(pieces) if n < LEAST[sort]]
        owned.flaws.extend(_miscount(directory, sort, n) for sort, n in lacking)
        if not lacking:
            return _plain(pieces)
    raise BoxMistakes(owned.flaws)


def check_box(directory: Path) -> list[Flaw]:
    """Every mistake in an owner's directory; empty when the box is sound and full."""
    owned = SHELF.read(directory)
    if not owned.flaws:  # counting makes sense only once all pieces can be read
        pieces = _lay_over(SHELF.read(SHIPPED), owned)
        owned.flaws.extend(_miscount(directory, sort, count) for sort, count in _miscounts(pieces))
    return owned.flaws


def remember(directory: Path, learned: Plain) -> Path:
    """Keep pieces that turned up at a table (kind → entries with `id` and `copies`) for later games. As many
    of a piece are kept as were ever seen at once. Raises ValueError."""
    return reader.remember(directory, learned, FORMS, _seen_again)


def _seen_again(before: Entry | None, entry: Entry) -> Plain:
    copies = max(entry.copies, before.copies if before else 1)
    return {**entry.plain, "copies": copies, "source": "owner"}


def _lay_over(shipped: Files, owned: Files) -> list[Piece]:
    """One box of the two, piece by piece."""
    typed = {_key(piece): piece for piece in owned.pieces}  # learned.toml is read first
    theirs = list(_singly(typed.values()))
    ours = list(_singly(piece for piece in shipped.pieces if piece.sort not in owned.replaced))
    strangers = []
    for piece in theirs:
        same = next((one for one in ours if _key(one) == _key(piece)), None)
        if same is not None:
            ours.remove(same)
        else:
            strangers.append(piece)
    counts = Counter(piece.sort for piece in (*ours, *theirs))
    for piece in strangers:
        rivals = [one for one in ours if one.sort == piece.sort]
        if rivals and counts[piece.sort] > FULL[piece.sort]:
            ours.remove(min(rivals, key=_certain))
            counts[piece.sort] -= 1
    return [*ours, *theirs]


def _singly(pieces: Any) -> Iterator[Piece]:
    for piece in pieces:
        entry = Entry.read({"source": "owner", **piece.entry.plain, "copies": 1})
        yield from [piece._replace(entry=entry)] * piece.entry.copies


def _key(piece: Piece) -> tuple[str, str]:
    return piece.kind, piece.entry.id


def _certain(piece: Piece) -> bool:
    """What is invented gives way first."""
    return not piece.entry.made_up


def _plain(pieces: list[Piece]) -> Plain:
    """A box as JSON data: entries that are alike are told once, with the number of copies."""
    plain: Plain = {"version": FORMAT}
    for kind in FORMS:
        singly = [piece.entry for piece in _singly(piece for piece in pieces if piece.kind == kind)]
        if kind == "model":
            singly.sort(key=lambda entry: MODELS.index(entry.id))
        entries = {(entry.id, entry.source): entry for entry in reversed(singly)}
        counts = Counter((entry.id, entry.source) for entry in singly)
        plain[kind] = [{**entries[alike].plain, "copies": count} for alike, count in counts.items()]
    return plain


def _miscounts(pieces: list[Piece]) -> Iterator[tuple[str, int]]:
    """The sorts of pieces that are not as many as in a real box."""
    counts = Counter(piece.sort for piece in pieces)
    return ((sort, counts[sort]) for sort, full in FULL.items() if counts[sort] != full)


def _miscount(directory: Path, sort: str, count: int) -> Flaw:
    fault = "too-few" if count < FULL[sort] else "too-many"
    return Flaw(str(directory), sort, Fault(fault, (count, FULL[sort])))
