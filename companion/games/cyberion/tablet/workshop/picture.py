"""The workshop as a picture without touches, for the history. May import: Kivy, the presenter."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from kivy.uix.widget import Widget

from companion.app.running import the_app
from companion.app.screens import load_kv
from companion.engine import Scene
from companion.games.cyberion.views.workshop import WorkshopPresenter
from companion.words import Words

from . import banner as banner  # its drawings are in the legend
from .pieces import Floor


class _Looker:
    """In place of the screen: nothing is picked."""

    picked = None
    narrowed: frozenset[tuple[str, int]] = frozenset()
    ask = SimpleNamespace(kind="over")

    def __init__(self) -> None:
        self.app = the_app()


def picture(words: Words, scene: Scene) -> Widget:
    load_kv(Path(__file__).parent)  # a lesson may be the first that draws it
    floor = Floor(_Looker(), touched=False)
    floor.show(WorkshopPresenter(words).show(scene))
    return floor
