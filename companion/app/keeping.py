"""What is kept from one evening to the next: journals, and the players' settings.

May import: companion.tower (where our files lie), the standard library. A settings file that cannot be read
is the same as none: a game night never fails for it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.tower import Choice
from companion.tower import home as tower_home


def home() -> Path:
    """The directory of everything that is kept."""
    return tower_home().parent


def new_journal(game: str, now: datetime) -> Path:
    """A file of its own for a game that begins now; none is ever written over."""
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
    """The owner's pieces of a game; it need not exist yet."""
    return home() / "boxes" / game


def choice_of(told: str, seed: int = 0) -> Choice | None:
    """Which tower the settings mean; None: the players tap the cubes in."""
    kind, _, where = told.partition(":")
    match kind:
        case "simulated":
            return Choice("simulated", seed=seed)
        case "gpio":
            return Choice("gpio")
        case "found":
            return Choice("found")
        case "port":
            return Choice("port", where)
        case "url":
            return Choice("url", where)
    return None


@dataclass
class Settings:
    lang: str = ""
    """Empty: the language of the locale."""
    text_size: float = 1.0
    palette: str = "plain"
    motion: bool = True
    sounds: bool = True
    spoken: bool = False
    keep_awake: bool = True
    tower: str = "simulated"
    """`simulated`, `found`, `gpio`, `port:…`, `url:…` or `none`."""
    game: dict[str, Any] = field(default_factory=dict)
    """The options of the last game."""

    @classmethod
    def read(cls) -> Settings:
        try:
            found = json.loads((home() / "settings.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return cls()
        known = {one.name: one.type for one in fields(cls)}
        kept = cls()
        for name, value in found.items() if isinstance(found, dict) else ():
            if name in known and isinstance(value, type(getattr(kept, name))):
                setattr(kept, name, value)
        return kept

    def write(self) -> None:
        """Through a second file, so that an empty battery leaves the old settings or the new ones."""
        path = home() / "settings.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")
        fresh.replace(path)
