"""Screens, one of them shown."""

from collections.abc import Iterable

from kivy.event import EventDispatcher
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

class Screen(RelativeLayout):
    name: StringProperty
    manager: ObjectProperty[ScreenManager | None]
    def on_pre_enter(self, *args: object) -> None: ...
    def on_enter(self, *args: object) -> None: ...
    def on_pre_leave(self, *args: object) -> None: ...
    def on_leave(self, *args: object) -> None: ...

class TransitionBase(EventDispatcher):
    duration: NumericProperty

class NoTransition(TransitionBase): ...
class ShaderTransition(TransitionBase): ...
class FadeTransition(ShaderTransition): ...

class ScreenManager(FloatLayout):
    current: StringProperty[str | None]
    current_screen: ObjectProperty[Screen | None]
    transition: ObjectProperty[TransitionBase]
    def clear_widgets(
        self, children: Iterable[Widget] | None = None, *args: object, **kwargs: object
    ) -> None: ...
    def get_screen(self, name: str) -> Screen: ...
    def has_screen(self, name: str) -> bool: ...
