"""The screens, one folder each: `<name>/<name>.py` beside `<name>.kv`, with a class `<Name>Screen` in it.

May import: this room. A screen is imported when it is first shown.
"""

from __future__ import annotations

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


def module_of(name: str, package: str) -> str:
    """Where a screen is: what the package of a game's face has is its own, everything else is here."""
    plain = name.replace("-", "_")
    own = find_spec(f"{package}.{plain}") is not None
    return f"{package if own else __name__}.{plain}.{plain}"


def load(path: str) -> type[Screen]:
    """The class of a screen, its kv loaded: NewGameScreen in new_game/new_game.py. For every app anew: the
    rules of a screen come after those of the widgets."""
    module = import_module(path)
    load_kv(Path(str(module.__file__)).parent)
    name = path.rpartition(".")[2]
    found: type[Screen] = getattr(module, "".join(part.title() for part in name.split("_")) + "Screen")
    return found
