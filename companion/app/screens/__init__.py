"""The screens, one folder each: `<name>/<name>.py` beside `<name>.kv`, with a class `<Name>Screen` in it.

May import: this room. A screen is imported when it is first shown.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

FIRST = "home"
"""What is shown when the app starts."""


@cache
def load_kv(folder: Path) -> None:
    """Every kv file of a folder, once: loaded twice its rules would apply twice, and loaded anew they would
    come after those that stand on them."""
    for path in sorted(folder.rglob("*.kv")):
        Builder.load_file(str(path), encoding="utf-8")


@cache
def load(name: str, face: str) -> type[Screen]:
    """The class of a screen, its kv loaded: `new-game` is NewGameScreen in new_game/new_game.py. What the
    package of a game's face has is its own, everything else is here."""
    plain = name.replace("-", "_")
    own = find_spec(f"{face}.{plain}") is not None
    module = import_module(f"{face if own else __name__}.{plain}.{plain}")
    load_kv(Path(str(module.__file__)).parent)
    found: type[Screen] = getattr(module, "".join(part.title() for part in plain.split("_")) + "Screen")
    return found
