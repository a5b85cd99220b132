"""Where a person's games and pieces are kept: below XDG_DATA_HOME, never inside the program.

May import: the standard library.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path


def home(environment: Mapping[str, str] = os.environ) -> Path:
    """The directory of everything that is kept."""
    given = environment.get("XDG_DATA_HOME", "")
    base = Path(given) if given.startswith("/") else Path.home() / ".local" / "share"
    return base / "loop-companion"


def new_journal(game: str, now: datetime) -> Path:
    """A file of its own for a game that begins now, named by the date; none is ever written over."""
    folder = home() / "journals"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{now:%Y-%m-%d-%H%M%S}-{game}"
    path, again = folder / f"{stem}.jsonl", 1
    while path.exists():
        again += 1
        path = folder / f"{stem}-{again}.jsonl"
    return path


def last_journal() -> Path | None:
    """The journal that was written to most recently."""
    found = (home() / "journals").glob("*.jsonl")
    return max(found, key=lambda path: (path.stat().st_mtime_ns, path.name), default=None)


def career_file() -> Path:
    """The games that were finished."""
    return home() / "career.jsonl"


def box_folder(game: str) -> Path:
    """The owner's pieces of a game; the directory need not exist yet."""
    return home() / "boxes" / game
