"""The box: which pieces the game is played with, where they come from, and what is wrong with the owner's.

May import: companion.engine, companion.words; never Kivy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.engine import Boxes, Game, Plain
from companion.words import Mistake, Words, describe_flaw

SHIPPED = ("rulebook", "review", "inferred", "stand-in")
"""Where pieces come from that are not the owner's."""


@dataclass(frozen=True, slots=True)
class BoxView:
    own: bool
    """There are files of the owner's."""
    mistakes: tuple[tuple[str, str], ...]
    """Where, and what to do."""
    kinds: tuple[tuple[str, int, int], ...]
    """Name of a kind, how many pieces, and how many of them are the owner's."""
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
        counts = Counter(_source(piece) for pieces in kinds.values() for piece in pieces)
        sources = [(source, counts[source]) for source in SHIPPED if counts[source]]
        return BoxView(
            own,
            tuple(_place_and_problem(describe_flaw(self.words, flaw)) for flaw in wrong),
            tuple(
                (name, _copies(pieces), _copies(piece for piece in pieces if _source(piece) not in SHIPPED))
                for name, pieces in kinds.items()
            ),
            " ".join(self.words.say(f"screen-box.source.{source}", {"n": n}) for source, n in sources),
        )

    def _kinds(self) -> Iterator[tuple[str, list[Plain]]]:
        """What the box has of every kind with a name: the pieces themselves, not a board's numbers."""
        for kind, pieces in self.game.box.items():
            name = f"screen-box.kind.{kind}"
            if name in self.words:
                yield self.words.say(name), list(pieces.values() if isinstance(pieces, dict) else pieces)


def _source(piece: Plain) -> str:
    return str(piece.get("source", "owner"))


def _copies(pieces: Iterable[Plain]) -> int:
    return sum(piece.get("copies", 1) for piece in pieces)


def _place_and_problem(mistake: Mistake) -> tuple[str, str]:
    """Where it is, and what it is."""
    file, entry = Path(mistake.file).name, mistake.entry
    return f"{file}: {entry}" if entry else file, f"{mistake.problem} {mistake.remedy}"
