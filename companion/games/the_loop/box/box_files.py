"""What the box files of The LOOP may hold, and how a piece learned at the table is kept.

May import: the reading of every game's box files; box_check, pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.engine.box_files import reader
from companion.engine.box_files.faults import Fault
from companion.engine.box_files.reader import Files, Piece, Shelf
from companion.games.the_loop.rules.pieces import Plain, as_entry

from .box_check import FORMS, HQ_FORMS, entry_faults

FULL = {"[[era]]": 7, "[[agent]]": 5, "[[card]]": 49, "[[mission]]": 10, "[[duplicate]]": 28}
FULL |= {"[[supa]]": 7, "[[centrifuge]]": 3, "[[ultra]]": 14}
"""How many of each sort a real box holds; a [[card]] without an agent belongs to the huge deck."""
STARTING_CARDS = 6
SAME = ("era", "agent", "mission")
"""Kinds of which every box has the same pieces."""


def shelf(agents: frozenset[str] = frozenset()) -> Shelf:
    """`agents` are those that starting cards may belong to besides those of the files themselves."""

    def faults(kind: str, entry: Plain, pieces: list[Piece]) -> Iterator[Fault]:
        own = {piece.entry.id for piece in pieces if piece.kind == "agent"}
        return entry_faults(kind, entry, agents | own - {""})

    starting = {_sort("card", {"agent": agent}): STARTING_CARDS for agent in sorted(agents)}
    return Shelf("the-loop", FORMS, {"hq": HQ_FORMS}, _sort, faults, {**FULL, **starting}, SAME)


def read(directory: Path, agents: frozenset[str] = frozenset()) -> Files:
    return shelf(agents).read(directory)


def remember(directory: Path, learned: Plain) -> Path:
    """Keep learned pieces in the owner's directory; what is told last holds. Raises ValueError."""
    return reader.remember(directory, learned, FORMS, lambda _, piece: as_entry(piece.plain).plain)


def _sort(kind: str, entry: Plain) -> str:
    """A starting card cannot stand in for one of the huge deck."""
    agent = entry.get("agent") if kind == "card" else None
    return f'[[card]] agent = "{agent}"' if agent else f"[[{kind}]]"
