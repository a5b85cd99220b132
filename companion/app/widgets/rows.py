"""Rows that recur: a button with a drawing beside its words. May import: Kivy, buttons, glyph."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, StringProperty

from .buttons import BigButton


class DrawnButton(BigButton):
    """A drawing, a line, and a smaller line below it."""

    glyph = StringProperty("")
    colour = ColorProperty((1, 1, 1, 1))
    sign = NumericProperty(30)
    """How wide the drawing is, in pixels of the design."""
    mark = StringProperty("")
    """A word at the right: `ready`."""
    mark_tone = StringProperty("fine")
    quiet = BooleanProperty(False)
    """Shown, and touched only to hear why not."""
    notes: ListProperty[str] = ListProperty([])
