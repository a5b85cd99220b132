"""The table of The LOOP as a picture without touches: the ring, for the history. May import: Kivy, the
presenter."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.engine import Scene
from companion.games.the_loop.tablet.widgets import Ring
from companion.games.the_loop.views.table import table
from companion.words import Speech, Words


def picture(words: Words, scene: Scene) -> Widget:
    ring = Ring()
    ring.show(table(scene), Speech.of(words, scene))
    return ring
