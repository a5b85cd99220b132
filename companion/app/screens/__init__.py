"""The screens, one folder each: `<name>/<name>.py` beside `<name>.kv`, with a class `<Name>Screen` in it.

May import: this room. A screen is imported when it is first shown.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

FIRST = "home"
"""What is shown when the app starts."""


def exists(name: str) -> bool:
    """Whether this version has a screen of that name."""
    plain = name.replace("-", "_")
    return (Path(__file__).parent / plain / f"{plain}.py").exists()


def picture(screen: str) -> Any:
    """How the table of a game is drawn where it is only looked at: `picture(game, words, state)`."""
    return import_module(f"{__name__}.{screen}.picture").picture


def load_kv(folder: Path) -> None:
    """Every kv file of a folder, once: loaded twice its rules would apply twice."""
    for path in sorted(folder.rglob("*.kv")):
        Builder.unload_file(str(path))
        Builder.load_file(str(path), encoding="utf-8")


def load(name: str) -> type[Screen]:
    """The class of a screen, its kv loaded: `new-game` is NewGameScreen in new_game/new_game.py."""
    plain = name.replace("-", "_")
    module = import_module(f"{__name__}.{plain}.{plain}")
    load_kv(Path(__file__).parent / plain)
    found: type[Screen] = getattr(module, "".join(part.title() for part in plain.split("_")) + "Screen")
    return found
