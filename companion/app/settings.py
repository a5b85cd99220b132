"""What is kept from one evening to the next: journals, and the players' settings.

May import: companion.store, companion.table (where our files lie), companion.tower, companion.words, the
standard library. A settings file that cannot be read is set aside: a game night never fails for it.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, fields
from math import inf
from pathlib import Path
from typing import Any

from companion import store
from companion.table import box_folder, career_file, home, last_journal, new_journal
from companion.tower import Choice, Watching
from companion.words import languages

__all__ = [
    "TOWERS",
    "Settings",
    "box_folder",
    "career_file",
    "choice_of",
    "for_people",
    "home",
    "last_journal",
    "new_journal",
]


LONGEST = 48  # letters of a path in one line


def for_people(path: Path) -> str:
    """A path as people write it: `~` for their own folder, and of a long one the beginning and the end."""
    mine = Path("~").expanduser() if os.environ.get("HOME") else None
    shown = Path("~", path.relative_to(mine)) if mine and path.is_relative_to(mine) else path
    first, *rest = shown.parts
    while len(str(shown)) > LONGEST and len(rest) > 1:
        rest.pop(0)
        shown = Path(first, "…", *rest)
    return str(shown)


TOWERS = ("simulated", "found", "gpio", "none")
"""What the settings may mean without a port or an address."""


def choice_of(tower_name: str, seed: int = 0) -> Choice | None:
    """Which tower the settings mean; None: the players tap the cubes in."""
    kind, _, where = tower_name.partition(":")
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


SHAKES = {
    "never": Watching(word=inf, shakes=0),
    "gently": Watching(word=inf, shakes=1, amplitude=25),
    "usual": Watching(word=inf),
    "hard": Watching(word=inf, shakes=4, amplitude=60),
}
"""How the tower shakes, before anybody is asked, when a cube is missing; people say when all are thrown."""


@dataclass
class Settings:
    lang: str = ""
    """Empty: the language of the locale."""
    text_size: float = 1.0
    screen: float = 0.0
    """Inches from corner to corner; 0: as the display says."""
    palette: str = "plain"
    motion: bool = True
    sounds: bool = True
    ambience: bool = False
    """A hum that grows with the danger."""
    spoken: bool = False
    silent: bool = False
    """Nothing sounds, hums, speaks or buzzes, whatever is chosen above."""
    keep_awake: bool = True
    forecast: bool = False
    """What the next drop may bring is shown on the table."""
    coach: bool = False
    lead: bool = False
    """Whatever is new is explained."""
    tower: str = "simulated"
    """`simulated`, `found`, `gpio`, `port:…`, `url:…` or `none`."""
    shake: str = "usual"
    """One of SHAKES."""
    lights: bool = True
    """The strip around the tower, where there is one."""
    games: dict[str, Any] = field(default_factory=dict)
    """By the name of a game: the options it was last played with."""

    @classmethod
    def read(cls) -> Settings:
        found = store.load_json(home() / "settings.json", dict) or {}
        kept = cls()
        for one in fields(cls):
            if store.fits(found.get(one.name), type(getattr(kept, one.name))):
                setattr(kept, one.name, found[one.name])
        kept.lang = kept.lang if kept.lang in languages() else ""
        kept.text_size = min(max(kept.text_size, 1.0), 1.5)
        kept.screen = kept.screen if kept.screen == 0 else min(max(kept.screen, 5.0), 100.0)
        kept.games = {name: choices for name, choices in kept.games.items() if isinstance(choices, dict)}
        return kept

    @property
    def watching(self) -> Watching:
        return SHAKES.get(self.shake, SHAKES["usual"])

    def write(self) -> None:
        """An empty battery leaves the old settings or the new ones."""
        store.replace(home() / "settings.json", json.dumps(asdict(self), indent=1).encode())
