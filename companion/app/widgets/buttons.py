"""What is touched. May import: Kivy, touch. No touch target is smaller than a finger.

`role` says what a button is for, and with it how it looks: `next` is the one thing that comes next, `plain`
everything else, `chosen` a choice that is made already, `danger` what cannot be wished for.
"""

from __future__ import annotations

from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from .touch import Touchable

ROLES = ("plain", "next", "chosen", "fine", "danger", "quiet")


class BigButton(Touchable, BoxLayout):
    text = StringProperty("")
    under = StringProperty("")
    """A second, smaller line."""
    role = OptionProperty("plain", options=ROLES)
    px = NumericProperty(18)
    critical = BooleanProperty(False)
    grows = BooleanProperty(True)
    """With the size of letters that the players chose."""
    folds = BooleanProperty(False)
    """Its words ask for their room: it can become wider or higher where it stands."""
    edge = ColorProperty(None, allownone=True)
    """The colour of a place, say; its role's colour otherwise."""

    plate = BooleanProperty(False)
    """The one thing that comes next, be it a danger: a plate of brass, or a hot one, with letters in ink."""
    sense = StringProperty("")
    """What is asked, where its words alone do not say it: the same words for another player, say."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in ("text", "under", "role", "sense", "disabled"):
            self.fbind(name, self._changed)

    @property
    def meaning(self) -> object:
        return self.text, self.under, self.sense

    def _changed(self, *_: object) -> None:
        if self.role == "next" and not self.disabled:
            self.rest()

    def on_touch_down(self, touch: MotionEvent) -> bool | None:
        """A finger that slipped and came down twice is one touch."""
        if touch.is_double_tap and self.role == "next" and self.collide_point(*touch.pos):
            return True
        return super().on_touch_down(touch)


class SmallButton(BigButton):
    """A button in a row of others, still as large as a finger."""
