"""The pieces of a box, and how many of them are the owner's: what to enter next.

May import: draft, the reading of box files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.engine.box_files.entry import Entry
from companion.engine.box_files.forms import Word
from companion.engine.box_files.reader import Piece, Shelf

from .draft import Draft


class Progress(NamedTuple):
    """Of the pieces of a kind, how many are the owner's, and of how many something is invented."""

    yours: int
    invented: int
    all: int


def entries_of(box: object, kind: str) -> tuple[Entry, ...]:
    """The pieces of a kind in a box that is played with."""
    held: Mapping[str, Any] = box if isinstance(box, Mapping) else {}
    found = held.get(kind, held.get(f"{kind}s", ()))  # one game keeps them by id
    if isinstance(found, Mapping):
        found = [{"id": name, **entry} for name, entry in found.items()]
    return tuple(map(Entry.read, found))


def invented_keys(entry: Entry) -> frozenset[str]:
    """What of a piece is not as in any box that anybody has seen."""
    return entry.invented | {"id"} if entry.made_up else entry.invented


def progress(entries: Iterable[Entry]) -> Progress:
    yours = invented = count = 0
    for entry in entries:
        count += entry.copies
        yours += entry.copies if entry.owned else 0
        invented += entry.copies if invented_keys(entry) else 0
    return Progress(yours, invented, count)


def inventions(shelf: Shelf, box: object) -> dict[str, int]:
    """By kind, of how many pieces something is invented; kinds without any are left out."""
    counts = {kind: progress(entries_of(box, kind)).invented for kind in shelf.forms}
    return {kind: count for kind, count in counts.items() if count}


def closed(shelf: Shelf, kind: str) -> bool:
    """Every box has the same pieces of this kind: none is added, each may be told better."""
    field = shelf.forms[kind]["id"][0]
    return kind in shelf.same or (isinstance(field, Word) and "copies" not in shelf.forms[kind])


def unknown(shelf: Shelf, kind: str, entries: Iterable[Entry]) -> Entry | None:
    """The next piece of which something is invented; None: there is none."""
    return next((entry for entry in entries if invented_keys(entry)), None)


def begun(shelf: Shelf, kind: str, entry: Entry | None = None) -> Draft:
    """A draft of a piece: the owner's as it stands; one of ours without what we invented; or a new one."""
    if entry is None:
        return Draft(shelf, kind)
    blank = () if entry.owned else invented_keys(entry)
    kept = {
        key: value
        for key, value in entry.plain.items()
        if key in shelf.forms[kind] and key not in (*blank, "source", "stand-in")
    }
    if entry.owned or closed(shelf, kind):
        return Draft(shelf, kind, kept, fixed=entry.id)
    kept.pop("id", None)
    return Draft(shelf, kind, kept)


def stem(draft: Draft) -> str:
    """An id for a piece without a name: its kind, and the first word that was told of it."""
    words = (
        draft.entry[key]
        for key, (field, _) in draft.form.items()
        if isinstance(field, Word) and key in draft.entry
    )
    first = next((word for word in words if isinstance(word, str)), "")
    return f"{draft.kind}-{first}" if first else draft.kind


def finished(draft: Draft, own: Iterable[Piece]) -> Entry:
    """The piece to keep: with an id that no other piece of the owner has, though one of ours may, which it
    then replaces. Where copies are counted, one that the owner has already counts once more."""
    mine = {piece.entry.id: piece.entry for piece in own if piece.kind == draft.kind}
    copies = draft.form.get("copies")
    made = draft.piece(() if copies else mine, stem(draft))
    before = mine.get(made.id)
    if copies and before and not draft.fixed:
        most = getattr(copies[0], "most", 1)
        return Entry.read({**made.plain, "copies": min(before.copies + made.copies, most)})
    return made
