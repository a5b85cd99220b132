"""Rows that recur: a button with a drawing beside its words. May import: Kivy, buttons, glyph."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, ListProperty, StringProperty

from .buttons import BigButton


class Drawn(BigButton):
    """A drawing, a line, and a smaller line."""

    glyph = StringProperty("")
    colour = ColorProperty((1, 1, 1, 1))
    mark = StringProperty("")
    """A word at the right: `ready`."""
    mark_tone = StringProperty("fine")
    quiet = BooleanProperty(False)
    """Shown, and touched only to hear why not."""
    notes = ListProperty([])


class DrawnButton(Drawn):
    """The drawing on the left, the smaller line below the other."""


class CardButton(Drawn):
    """Drawing and name on top, and below them the whole width for what the card does."""
