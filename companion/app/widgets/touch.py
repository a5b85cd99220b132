"""What a finger may do: nothing where its widget is gone, and never two things at one place at once.

May import: Kivy, the theme. Every touch enters through `Fingers`, the root of the window; everything that is
touched and let go of is a `Touchable`.
"""

from __future__ import annotations

from collections import deque
from math import hypot
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.screenmanager import ScreenManager
from kivy.uix.widget import Widget

from companion.app.running import the_app
from companion.app.theme import FINGER

REST = 0.7
"""Seconds for which something must have been seen before a finger that was already there may mean it."""


class _Left(NamedTuple):
    """A finger that was lifted."""

    at: float
    x: float
    y: float
    meaning: object


class Fingers(ScreenManager):
    """The screens, and the fingers on them."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._left: deque[_Left] = deque(maxlen=16)

    def too_soon(self, touch: MotionEvent, meaning: object, steady: bool = False) -> bool:
        """Whether a finger comes down where one was lifted a moment ago from something that meant something
        else. What is asked is part of a meaning, unless it is a steady one."""
        asked = () if steady else getattr(self.current_screen, "sense", ())
        touch.ud["meaning"] = meant = (meaning, asked)
        now, (x, y) = Clock.get_time(), _place(touch)
        return any(
            now - one.at < REST and one.meaning != meant and hypot(x - one.x, y - one.y) < FINGER
            for one in self._left
        )

    @property
    def left_at(self) -> float:
        """From the left edge: where the last finger was lifted."""
        return self._left[-1].x if self._left else self.width

    def on_touch_move(self, touch: MotionEvent) -> bool | None:
        handled = super().on_touch_move(touch)
        _let_go_of_the_gone(touch)
        return handled

    def on_touch_up(self, touch: MotionEvent) -> bool | None:
        """Before those who hold the touch are told of it."""
        handled = super().on_touch_up(touch)
        if "meaning" in touch.ud:
            self._left.append(_Left(Clock.get_time(), *_place(touch), touch.ud["meaning"]))
        _let_go_of_the_gone(touch)
        return handled


def _place(touch: MotionEvent) -> tuple[float, float]:
    """In pixels of the window, however deep the widget lies that is told of it."""
    root = the_app().manager
    return touch.sx * root.width, touch.sy * root.height


def _let_go_of_the_gone(touch: MotionEvent) -> None:
    for held in touch.grab_list[:]:
        widget = held()
        if widget is None or gone(widget):
            touch.grab_list.remove(held)
            if isinstance(widget, Touchable):
                widget.state = "normal"


def gone(widget: Widget) -> bool:
    """Whether it is in no window any more."""
    return widget.get_root_window() is None


def holds(widget: Widget, touch: MotionEvent) -> bool:
    """Whether a finger that came down on it still is there."""
    return any(held() is widget for held in touch.grab_list) and not gone(widget)


class Touchable(ButtonBehavior, Widget):
    """What is touched and let go of. It acts if it is still there and still means what it meant."""

    resting = BooleanProperty(False)
    """It has just become something else: a finger that is on its way does not mean it."""
    because = StringProperty("")
    """Why it cannot be touched now: a rule of the ledger, or a sentence of the catalogue. On a table what is
    asked explains the rest."""
    steady = BooleanProperty(False)
    """It means the same whatever is asked: undo, close."""

    @property
    def meaning(self) -> object:
        return type(self).__name__

    def rest(self, *_: object) -> None:
        """For a moment it does nothing, and shows it."""
        self.resting = True
        if (before := getattr(self, "_waking", None)) is not None:
            before.cancel()
        self._waking = Clock.schedule_once(lambda _: setattr(self, "resting", False), REST)

    def on_touch_down(self, touch: MotionEvent) -> bool | None:
        if not self.collide_point(*touch.pos):
            return super().on_touch_down(touch)
        if self.disabled or self.resting:
            if self.disabled and self.opacity:
                self._explain()
            return True
        if the_app().manager.too_soon(touch, self.meaning, self.steady):
            self.rest()
            return True
        return super().on_touch_down(touch)

    def on_touch_up(self, touch: MotionEvent) -> bool | None:
        if touch.grab_current is self:
            came_for, *_ = touch.ud.get("meaning", (None,))
            if gone(self) or self.disabled or came_for != self.meaning:
                touch.ungrab(self)
                self.state = "normal"
                return True
        return super().on_touch_up(touch)

    def _explain(self) -> None:
        """What cannot be touched now says why."""
        explain = getattr(the_app().manager.current_screen, "explain", None)
        if explain is not None:
            explain(self.because)
