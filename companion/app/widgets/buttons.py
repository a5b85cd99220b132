"""What is touched. May import: Kivy, text. No touch target is smaller than a finger.

`role` says what a button is for, and with it how it looks: `next` is the one thing that comes next, `plain`
everything else, `chosen` a choice that is made already, `danger` what cannot be wished for.
"""

from __future__ import annotations

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

ROLES = ("plain", "next", "chosen", "fine", "danger", "quiet")


class BigButton(ButtonBehavior, BoxLayout):
    text = StringProperty("")
    under = StringProperty("")
    """A second, smaller line."""
    role = OptionProperty("plain", options=ROLES)
    px = NumericProperty(18)
    critical = BooleanProperty(False)
    edge = ColorProperty(None, allownone=True)
    """The colour of an era, say; its role's colour otherwise."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A finger that slipped and came down twice is one touch."""
        if self.disabled:
            return self.collide_point(*touch.pos)
        if touch.is_double_tap and self.role == "next":
            return self.collide_point(*touch.pos)
        return bool(super().on_touch_down(touch))


class SmallButton(BigButton):
    """A button in a row of others, still as large as a finger."""
