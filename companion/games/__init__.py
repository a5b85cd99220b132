"""The games of the house: every folder here that has a manifest. May import: companion.engine.

    from companion import games
    games.load("the-loop")        # with the box that ships

Nothing of a game is loaded before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from companion.engine import Game, Games, Manifest, Plain


def found() -> list[Manifest]:
    """The manifests of all folders here."""
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob("*/manifest.py"))
    return [import_module(f"{__name__}.{folder}.manifest").MANIFEST for folder in folders]


GAMES = Games(found())
NAMES = GAMES.names
boxes = GAMES.boxes


def load(name: str, box: Plain | None = None) -> Game:
    """`GAMES.load` as a function that other processes and machines can import."""
    return GAMES.load(name, box)


__all__ = ["GAMES", "NAMES", "boxes", "load"]
