"""The window. There is none where no display answers: `main` looks before anything else does."""

from kivy.event import EventDispatcher
from kivy.graphics import Canvas
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
)
from kivy.uix.widget import Widget

class WindowBase(EventDispatcher):
    size: AliasProperty[tuple[float, float], tuple[float, float]]
    dpi: NumericProperty
    clearcolor: ColorProperty
    allow_screensaver: BooleanProperty
    children: ListProperty[Widget]
    canvas: ObjectProperty[Canvas]
    def add_widget(self, widget: Widget, canvas: str | None = None) -> None: ...
    def remove_widget(self, widget: Widget) -> None: ...
    def mainloop(self) -> None: ...
    def screenshot(self, name: str = "screenshot{:04d}.png") -> str | None: ...

Window: WindowBase
