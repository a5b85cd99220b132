"""The box: which pieces the game is played with, where they come from, and what is wrong with the owner's.

May import: companion.engine, companion.words; never Kivy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from companion.engine import Boxes, Game
from companion.engine.box_editor import Entry, entries_of, progress
from companion.words import Mistake, Words, describe_flaw

SHIPPED = ("rulebook", "review", "inferred", "stand-in")
"""Where pieces come from that are not the owner's."""


class KindView(NamedTuple):
    """Pieces of one kind."""

    id: str
    name: str
    pieces: int
    own: int
    invented: int
    """Those of which something is ours."""


@dataclass(frozen=True, slots=True)
class BoxView:
    own: bool
    """There are files of the owner's."""
    mistakes: tuple[tuple[str, str], ...]
    """Where, and what to do."""
    kinds: tuple[KindView, ...]
    sources: str


class BoxPresenter:
    def __init__(self, game: Game, boxes: Boxes, words: Words) -> None:
        self.game = game
        self.boxes = boxes
        self.words = words

    def show(self, folder: Path) -> BoxView:
        own = folder.is_dir() and any(folder.glob("*.toml"))
        wrong = self.boxes.check_box(folder) if own else []
        kinds = dict(self._kinds())
        counts = Counter(piece.source for pieces in kinds.values() for piece in pieces)
        sources = [(source, counts[source]) for source in SHIPPED if counts[source]]
        return BoxView(
            own,
            tuple(_place_and_problem(describe_flaw(self.words, flaw)) for flaw in wrong),
            tuple(self._kind(kind, pieces) for kind, pieces in kinds.items()),
            " ".join(self.words.say(f"screen-box.source.{source}", {"n": n}) for source, n in sources),
        )

    def _kinds(self) -> Iterator[tuple[str, tuple[Entry, ...]]]:
        """What the box has of every kind: the pieces themselves, not a board's numbers."""
        for kind in self.boxes.shelf().forms:
            yield kind, entries_of(self.game.box, kind)

    def _kind(self, kind: str, pieces: tuple[Entry, ...]) -> KindView:
        keys = (f"screen-box.kind.{kind}", f"screen-box.kind.{kind}s")
        name = next((self.words.say(key) for key in keys if key in self.words), kind.capitalize())
        now = progress(pieces)
        return KindView(kind, name, now.all, now.yours, now.invented)


def _place_and_problem(mistake: Mistake) -> tuple[str, str]:
    """Where it is, and what it is."""
    file, entry = Path(mistake.file).name, mistake.entry
    return f"{file}: {entry}" if entry else file, f"{mistake.problem} {mistake.remedy}"
