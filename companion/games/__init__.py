"""The games of the house, by their names. May import: companion.engine, the standard library."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.engine import Game, Plain


def _the_loop(box: Plain) -> Game:
    from companion.games.the_loop.rules import TheLoop

    return TheLoop(box)


def _contre_temps(box: Plain) -> Game:
    from companion.games.contre_temps.rules import ContreTemps

    return ContreTemps(box)


def _cyberion(box: Plain) -> Game:
    from companion.games.cyberion.rules import Cyberion

    return Cyberion(box)


_GAMES: dict[str, Callable[[Plain], Game]] = {
    "the-loop": _the_loop,
    "contre-temps": _contre_temps,
    "cyberion": _cyberion,
}

NAMES = tuple(_GAMES)


def load(name: str, box: Plain | None = None) -> Game:
    """The game of that name with the given box of pieces, or the one that ships. Raises KeyError for an
    unknown name."""
    return _shipped(name) if box is None else _GAMES[name](box)


@cache
def _shipped(name: str) -> Game:
    """Read once: a game keeps nothing of what is played with it."""
    return _GAMES[name](boxes(name).load_box())


def boxes(name: str) -> Any:
    """How the owners' box files of that game are read, checked and added to: its module `boxes` with
    `load_box(folder)`, `check_box(folder, lang)`, `BoxMistakes` and, where pieces can be learned,
    `remember(folder, learned)`. None: its pieces are always the shipped ones."""
    module = f"{__name__}.{name.replace('-', '_')}.box.boxes"
    return import_module(module) if find_spec(module) else None


__all__ = ["NAMES", "boxes", "load"]
