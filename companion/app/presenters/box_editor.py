"""The desk at which an owner enters pieces: the box as it is, what comes next, and where it is kept.

May import: companion.engine, companion.words, companion.table (where files lie); never Kivy.
"""

from __future__ import annotations

from typing import Any

from companion.engine import Games, Plain
from companion.engine.box_editor import (
    Draft,
    Progress,
    begun,
    closed,
    entries_of,
    finished,
    progress,
    unknown,
)
from companion.engine.box_files import owned
from companion.engine.box_files.reader import BoxMistakes, Piece
from companion.table import box_folder
from companion.words import PieceView, Words, called, describe_flaw, shown_piece


class Desk:
    """One game's box while pieces of it are entered."""

    def __init__(self, games: Games, game: str, words: Words) -> None:
        self.games, self.game, self.words = games, game, words
        self.shelf = games.boxes(game).shelf()
        self.folder = box_folder(game)
        self.news = ""
        """What became of the last piece."""
        self.read()

    def read(self) -> None:
        """The box as it is now; with mistakes in the owner's files, the shipped one."""
        boxes = self.games.boxes(self.game)
        try:
            self.own: list[Piece] = owned.own_pieces(self.shelf, self.folder)
            self.box: Plain = boxes.load_box(self.folder if self.own else None)
        except BoxMistakes:
            self.own, self.box = [], boxes.load_box()

    def show(self, draft: Draft) -> PieceView:
        others = [piece for piece in self.own if piece.entry["id"] != draft.fixed]
        names = {kind: [entry["id"] for entry in entries_of(self.box, kind)] for kind in self.shelf.forms}
        return shown_piece(self.words, draft, others, names)

    def progress(self, kind: str) -> Progress:
        return progress(entries_of(self.box, kind))

    def made(self, draft: Draft) -> dict[str, Any]:
        """The piece, with an id of its own."""
        return finished(draft, self.own, entries_of(self.box, draft.kind))

    def keep(self, draft: Draft) -> str:
        """Writes the piece; what it is called. Raises BoxMistakes or OSError, and nothing is changed then."""
        entry = self.made(draft)
        owned.keep(self.shelf, self.folder, draft.kind, entry)
        self.read()
        return called(self.words, draft.kind, entry)

    def following(self, kind: str) -> Draft | None:
        """The next piece of which something is invented; None: all are the owner's."""
        entry = unknown(self.shelf, kind, entries_of(self.box, kind))
        if entry is None:
            return None
        return begun(self.shelf, kind, entry) if closed(self.shelf, kind) else begun(self.shelf, kind)

    def sample(self, draft: Draft) -> str:
        """What it does on a board that shows it, in words; "" where a game has none."""
        preview = self.games.view(self.game, "sample")
        return (
            preview(self.words, self.games.load(self.game), draft.piece()) if preview and draft.effect else ""
        )

    def why(self, error: Exception) -> str:
        if isinstance(error, BoxMistakes):
            return str(describe_flaw(self.words, error.flaws[0]))
        return str(error)
