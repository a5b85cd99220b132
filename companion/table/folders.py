"""Where a person's games and pieces are kept: one folder per person, never inside the program.

May import: companion.store, the standard library.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from companion.store import home as home  # one of our places
from companion.store import make_folder

from .journal import last_played


def new_journal(game: str, now: datetime) -> Path:
    """A file of its own for a game that begins now, named by the date; none is ever written over."""
    folder = make_folder(journals_folder())
    stem = f"{now:%Y-%m-%d-%H%M%S}-{game}"
    path, again = folder / f"{stem}.jsonl", 1
    while path.exists():
        again += 1
        path = folder / f"{stem}-{again}.jsonl"
    return path


def last_journal() -> Path | None:
    """The journal that was played last, as the journals themselves tell: a copy, or a clock that went back,
    changes nothing. One that does not even tell which game it is hides no other."""
    found = [(played, path) for path in journals() if (played := last_played(path)) is not None]
    return max(found, default=(None, None))[1]


def journals_folder() -> Path:
    return home() / "journals"


def aside_folder() -> Path:
    """Games that were set aside: out of the list, not gone."""
    return journals_folder() / "aside"


def journals() -> list[Path]:
    """Everything in the folder of games that is called a journal, whatever it holds."""
    try:
        return sorted(journals_folder().glob("*.jsonl"))
    except OSError:
        return []


def career_file() -> Path:
    """The games that were finished."""
    return home() / "career.jsonl"


def box_folder(game: str) -> Path:
    """The owner's pieces of a game; the directory need not exist yet."""
    return home() / "boxes" / game
