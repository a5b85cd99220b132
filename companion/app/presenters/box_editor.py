"""The desk at which an owner enters pieces: the box as it is, what comes next, and where it is kept.

May import: companion.engine, companion.words, companion.store, companion.table (where files lie);
never Kivy.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from companion import store
from companion.engine import Games
from companion.engine.box_editor import (
    Draft,
    Entry,
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
from companion.words import PieceView, Words, called, describe_flaw, sentence, shown_piece


class Compared(NamedTuple):
    """A piece that another's box tells otherwise, or that ours does not have."""

    difference: owned.Difference
    name: str
    mine: str
    theirs: str


class Desk:
    """One game's box while pieces of it are entered."""

    def __init__(self, games: Games, game: str, words: Words) -> None:
        self.games, self.game, self.words = games, game, words
        self.shelf = games.boxes(game).shelf()
        self.clause = games.view(game, "effect")
        self.folder = box_folder(game)
        self.news = ""
        """What became of the last piece."""
        self.read()

    def read(self) -> None:
        """The box as it is now; with mistakes in the owner's files, the shipped one."""
        boxes = self.games.boxes(self.game)
        try:
            self.own: list[Piece] = owned.own_pieces(self.shelf, self.folder)
            self.box: object = boxes.load_box(self.folder if self.own else None)
        except BoxMistakes:
            self.own, self.box = [], boxes.load_box()

    def show(self, draft: Draft) -> PieceView:
        others = [piece for piece in self.own if piece.entry.id != draft.fixed]
        names = {kind: [entry.id for entry in entries_of(self.box, kind)] for kind in self.shelf.forms}
        return shown_piece(self.words, draft, self.clause, others, names)

    def progress(self, kind: str) -> Progress:
        return progress(entries_of(self.box, kind))

    def made(self, draft: Draft) -> Entry:
        """The piece, with an id of its own."""
        return finished(draft, self.own)

    def keep(self, draft: Draft) -> str:
        """Writes the piece; what it is called. Raises BoxMistakes or OSError, and nothing is changed then."""
        entry = self.made(draft)
        owned.enter(self.shelf, self.folder, draft.kind, entry)
        self.read()
        return called(self.words, draft.kind, entry)

    def following(self, kind: str) -> Draft | None:
        """The next piece of which something is invented; None: all are the owner's."""
        entry = unknown(self.shelf, kind, entries_of(self.box, kind))
        if entry is None:
            return None
        return begun(self.shelf, kind, entry) if closed(self.shelf, kind) else begun(self.shelf, kind)

    # -- one file for all of it

    def hand_on(self, texts: bool) -> Path:
        """All that was entered, as one file beside the box; where. Raises BoxMistakes and OSError."""
        path = self.folder.parent / f"{self.game}-box.toml"
        store.replace(path, owned.exported(self.shelf, self.folder, texts).encode())
        return path

    def offered(self) -> tuple[Path, ...]:
        """Files that lie where ours is written: another's is put there."""
        return tuple(sorted(self.folder.parent.glob("*.toml")))

    def compared(self, path: Path) -> tuple[Compared, ...]:
        """Another's file beside our box. Raises BoxMistakes and OSError."""
        theirs = owned.opened(self.shelf, path)
        return tuple(self._compared(one) for one in owned.differences(self.own, theirs))

    def _compared(self, one: owned.Difference) -> Compared:
        """What each of them says, as on the card."""
        both = [
            sentence(self.words, Draft(self.shelf, one.kind, entry.plain), self.clause) if entry else ""
            for entry in (one.mine, one.theirs)
        ]
        return Compared(one, called(self.words, one.kind, one.theirs), *both)

    def take(self, chosen: Iterable[owned.Difference]) -> int:
        """Keeps these pieces; how many. Raises BoxMistakes and OSError."""
        pieces = list(chosen)
        for one in pieces:
            owned.keep(self.shelf, self.folder, one.kind, one.theirs)
        self.read()
        return len(pieces)

    def sample(self, draft: Draft) -> str:
        """What it does on a board that shows it, in words; "" where a game has none."""
        preview = self.games.view(self.game, "sample")
        if not preview or not draft.effect:
            return ""
        return str(preview(self.words, self.games.load(self.game), draft.get(draft.effect) or ()))

    def why(self, error: Exception) -> str:
        if isinstance(error, BoxMistakes):
            return str(describe_flaw(self.words, error.flaws[0]))
        return str(error)
