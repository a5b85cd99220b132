"""Boxes of Contre-Temps: names and drawing of suits and players' colours, with an owner's laid over ours.

May import: what reads every game's box files; the pieces. Every card is known, so nothing is ever learned.

A suit or colour with the id of a shipped one replaces it, key by key. A colour with a new id takes the place
of a shipped one that the owner does not name, so that there stay six.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeAlias

from companion.engine.box_files.faults import Fault
from companion.engine.box_files.forms import SHAPES, Colour, Form, names, pattern, word
from companion.engine.box_files.reader import BoxMistakes, Files, Flaw, Shelf
from companion.games.contre_temps.rules.pieces import COLOURS, SUITS

__all__ = ["BoxMistakes", "check_box", "load_box", "shelf"]

Plain: TypeAlias = Any

SHIPPED = Path(__file__).parent
SOURCES = ("rulebook", "review", "stand-in", "owner")

_COLOUR = Colour("#FFB83D")
FORMS: dict[str, Form] = {
    "suit": {
        "id": (word(*SUITS), '"A"'),
        "name": (names, ""),
        "colour": (_COLOUR, ""),
        "shape": (word(*SHAPES), ""),
        "source": (word(*SOURCES), ""),
    },
    "colour": {
        "id": (pattern(re.compile(r"[a-z][a-z0-9-]*"), '"purple"'), '"purple"'),
        "name": (names, ""),
        "colour": (_COLOUR, ""),
        "source": (word(*SOURCES), ""),
    },
}
SHELF = Shelf("contre-temps", FORMS, full={"[[suit]]": len(SUITS), "[[colour]]": COLOURS})


def shelf() -> Shelf:
    return SHELF


def load_box(directory: Path | None = None) -> Plain:
    """The shipped box with an owner's names laid over it. Raises BoxMistakes."""
    if directory is None or (directory.is_dir() and not any(directory.glob("*.toml"))):
        return _plain(SHELF.read(SHIPPED), None)
    flaws = check_box(directory)
    if flaws:
        raise BoxMistakes(flaws)
    return _plain(SHELF.read(SHIPPED), SHELF.read(directory))


def check_box(directory: Path) -> list[Flaw]:
    """Every mistake in an owner's directory; empty when the box can be played with."""
    owned = SHELF.read(directory)
    colours = sum(piece.kind == "colour" for piece in owned.pieces)
    if not owned.flaws and colours > COLOURS:
        owned.flaws.append(Flaw(str(directory), "[[colour]]", Fault("too-many", (colours, COLOURS))))
    return owned.flaws


def _plain(shipped: Files, owned: Files | None) -> Plain:
    """A box as JSON data: id → names and drawing."""
    suits: dict[str, Plain] = {}
    colours: dict[str, Plain] = {}
    for files in (shipped, owned) if owned else (shipped,):
        for piece in files.pieces:
            known = suits if piece.kind == "suit" else colours
            new = {"source": piece.entry.source, **piece.entry.without("id").plain}
            known[piece.entry.id] = {**known.get(piece.entry.id, {}), **new}
    for name in colours.keys() - {piece.entry.id for piece in shipped.pieces}:  # the catalogue has it not
        colours[name].setdefault("name", {"en": name.capitalize()})
    mine = {piece.entry.id for piece in owned.pieces} if owned else set()
    for colour in list(colours):
        if len(colours) > COLOURS and colour not in mine:
            del colours[colour]
    return {"suits": dict(sorted(suits.items())), "colours": colours}
