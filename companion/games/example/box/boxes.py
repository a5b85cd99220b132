"""Boxes of Lighthouse: weather and keepers, with an owner's laid over ours by id.

May import: what reads every game's box files.
"""

from __future__ import annotations

import re
from pathlib import Path

from companion.engine.box_files.forms import Form, number, pattern, word
from companion.engine.box_files.reader import BoxMistakes, Flaw, Shelf
from companion.engine.plain_data import Plain

SHIPPED = Path(__file__).parent
SOURCE = (word("stand-in", "owner"), "")
ID = (pattern(re.compile(r"[a-z][a-z0-9-]*"), '"fog"'), '"fog"')
FORMS: dict[str, Form] = {
    "weather": {
        "id": ID,
        "oil": (number(0, 6), "2"),
        "copies": (number(1, 12), "3"),
        "source": SOURCE,
    },
    "keeper": {"id": ID, "name": (pattern(re.compile(r"\S.*"), '"Ada"'), '"Ada"'), "source": SOURCE},
}
SHELF = Shelf("example", FORMS)


def shelf() -> Shelf:
    return SHELF


def load_box(directory: Path | None = None) -> Plain:
    """The shipped box with an owner's pieces laid over it. Raises BoxMistakes."""
    box: dict[str, dict[str, Plain]] = {kind: {} for kind in FORMS}
    owned = directory is not None and any(directory.glob("*.toml"))
    for folder in (SHIPPED, directory) if owned else (SHIPPED,):
        assert folder is not None
        files = SHELF.read(folder)
        if files.flaws:
            raise BoxMistakes(files.flaws)
        for piece in files.pieces:
            box[piece.kind][piece.entry.id] = {"source": "owner", **piece.entry.plain}
    return {kind: list(pieces.values()) for kind, pieces in box.items()}


def check_box(directory: Path) -> list[Flaw]:
    """Every mistake in an owner's directory; empty when the box can be played with."""
    return SHELF.read(directory).flaws
