"""Boxes of The LOOP: the shipped box, with an owner's pieces laid over it, and what is wrong with them.

May import: the reading of every game's box files; box_files, pieces. Box files are data: nothing
in them is ever evaluated.

An owner's directory holds .toml files of any name. A piece with the id of a shipped one replaces it; a card
or Duplicate with a new id takes the place of one that we invented, so that the box stays as full as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.engine.box_editor import piece_id
from companion.engine.box_files.faults import Fault
from companion.engine.box_files.reader import BoxMistakes, Files, Flaw, Piece, Shelf
from companion.games.the_loop.rules.pieces import (
    ERA_IDS,
    FORMAT,
    Agent,
    Box,
    Card,
    Era,
    Mission,
    Plain,
    as_entry,
    era_of,
    token_eras,
)

from .box_files import FULL, STARTING_CARDS, read, remember
from .box_files import shelf as shelf_of

__all__ = [
    "Agent", "Box", "BoxMistakes", "Card", "Era", "Mission",
    "check_box", "load_box", "piece_id", "remember", "shelf",
]  # fmt: skip

SHIPPED = Path(__file__).parent

KINDS = ("era", "agent", "card", "mission", "duplicate", "supa", "centrifuge", "ultra")
LEAST = {"[[era]]": 7, "[[agent]]": 4, "[[mission]]": 7}
"""Without so many no game can be set up."""
GIVE_WAY = ("card", "duplicate", "supa", "centrifuge", "ultra")
"""Kinds of which we invented pieces; the ten missions and five agents are those of every box."""


def load_box(directory: Path | None = None) -> Plain:
    """The shipped box with an owner's pieces laid over it, for `Box.from_plain`.

    Raises BoxMistakes when the owner's files cannot be used. A card too many or too few is no hindrance: the
    companion may have learned one card under two names, and a game night must not end there.
    """
    shipped = read(SHIPPED)
    if directory is None or (directory.is_dir() and not any(directory.glob("*.toml"))):
        return _lay_over(shipped, Files([], {}, set(), []))[0]
    owned = read(directory, _agents(shipped))
    if not owned.flaws:
        plain, pieces = _lay_over(shipped, owned)
        counts = [(sort, n) for sort, n in _miscounts(pieces) if n < LEAST.get(sort, 0)]
        owned.flaws.extend(_miscount(directory, sort, n) for sort, n in counts)
        if not owned.flaws:
            return plain
    raise BoxMistakes(owned.flaws)


def shelf() -> Shelf:
    return shelf_of(_agents(read(SHIPPED)))


def check_box(directory: Path) -> list[Flaw]:
    """Every mistake in an owner's directory; empty when the box is sound and full."""
    shipped = read(SHIPPED)
    owned = read(directory, _agents(shipped))
    if not owned.flaws:  # counting makes sense only once all pieces can be read
        pieces = _lay_over(shipped, owned)[1]
        owned.flaws.extend(_miscount(directory, sort, count) for sort, count in _miscounts(pieces))
    return owned.flaws


def _miscount(directory: Path, sort: str, count: int) -> Flaw:
    fault = "too-few" if count < _full(sort) else "too-many"
    return Flaw(str(directory), sort, Fault(fault, (count, _full(sort))))


def _agents(files: Files) -> frozenset[str]:
    return frozenset(piece.entry.id for piece in files.pieces if piece.kind == "agent")


def _lay_over(shipped: Files, owned: Files) -> tuple[Plain, list[Piece]]:
    """One box of the two, and its pieces."""
    theirs = {_key(piece): piece._replace(entry=as_entry(piece.entry.plain)) for piece in owned.pieces}
    known = {(_key(piece), piece.sort) for piece in shipped.pieces}
    kept = [piece for piece in shipped.pieces if piece.sort not in owned.replaced]
    ours = [piece for piece in kept if _key(piece) not in theirs]
    for key, piece in theirs.items():
        if piece.kind in GIVE_WAY and (key, piece.sort) not in known:
            _give_way(piece, ours, sum(other.sort == piece.sort for other in theirs.values()))
    pieces = [*ours, *theirs.values()]
    plain: Plain = {"version": FORMAT, "hq": {**shipped.tables["hq"], **owned.tables.get("hq", {})}}
    for kind in KINDS:
        entries = [piece.entry for piece in pieces if piece.kind == kind]
        if kind == "era":
            entries.sort(key=lambda entry: ERA_IDS.index(entry.id))
        plain[kind] = [entry.plain for entry in entries]
    return plain, pieces


def _key(piece: Piece) -> tuple[str, str]:
    return piece.kind, piece.entry.id


def _give_way(new: Piece, ours: list[Piece], owned: int) -> None:
    """Take out a shipped piece if its sort has one too many: pure inventions first, of the same era first."""
    rivals = [piece for piece in ours if piece.sort == new.sort]
    if rivals and len(rivals) + owned > _full(new.sort):
        ours.remove(
            min(rivals, key=lambda piece: (_from_print(piece), _era(piece) != _era(new), piece.entry.id))
        )


def _from_print(piece: Piece) -> bool:
    """Not invented altogether."""
    return not piece.entry.made_up


def _era(piece: Piece) -> int | None:
    return token_eras(piece.entry.id)[0] if piece.kind == "duplicate" else era_of(piece.entry)


def _full(sort: str) -> int:
    return FULL.get(sort, STARTING_CARDS)


def _miscounts(pieces: list[Piece]) -> Iterator[tuple[str, int]]:
    """The sorts of pieces that are not as many as in a real box."""
    counts = dict.fromkeys(FULL, 0)
    counts.update((f'[[card]] agent = "{piece.entry.id}"', 0) for piece in pieces if piece.kind == "agent")
    for piece in pieces:
        counts[piece.sort] = counts.get(piece.sort, 0) + 1
    return ((sort, count) for sort, count in counts.items() if count != _full(sort))
