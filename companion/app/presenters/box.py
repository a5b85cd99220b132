"""The box: which pieces the game is played with, where they come from, and what is wrong with the owner's.

May import: companion.games, companion.words; never Kivy.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from companion.games import Plain
from companion.games.the_loop import check_box
from companion.words import Words

KINDS = ("era", "agent", "card", "mission", "duplicate", "supa", "centrifuge", "ultra")
SOURCES = ("rulebook", "review", "stand-in")


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
    def __init__(self, words: Words) -> None:
        self.words = words

    def show(self, box: Plain, folder: Path) -> BoxView:
        own = folder.is_dir() and any(folder.glob("*.toml"))
        wrong = check_box(folder, self.words.lang) if own else []
        counts = Counter(piece.get("source", "owner") for kind in KINDS for piece in box[kind])
        about = dict(zip("nmk", (counts[source] for source in SOURCES), strict=True))
        return BoxView(
            own,
            tuple((_where(one), f"{one.problem} {one.remedy}") for one in wrong),
            tuple(
                (
                    self.words.say(f"screen-box.kind.{kind}"),
                    len(box[kind]),
                    sum(piece.get("source", "owner") not in SOURCES for piece in box[kind]),
                )
                for kind in KINDS
            ),
            self.words.say("screen-box.source", about),
        )


def _where(mistake: object) -> str:
    file, entry = Path(getattr(mistake, "file", "")).name, getattr(mistake, "entry", "")
    return f"{file}: {entry}" if entry else file
