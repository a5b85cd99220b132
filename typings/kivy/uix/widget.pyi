"""What every widget has."""

from collections.abc import Iterable, Iterator
from typing import Self

from kivy.core.window import WindowBase
from kivy.event import EventDispatcher
from kivy.graphics import Canvas
from kivy.input.motionevent import MotionEvent
from kivy.properties import (
    AliasProperty,
    DictProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    ReferenceListProperty,
)

class WidgetMetaclass(type): ...

class Widget(EventDispatcher, metaclass=WidgetMetaclass):
    x: NumericProperty
    y: NumericProperty
    width: NumericProperty
    height: NumericProperty
    pos: ReferenceListProperty[float]
    size: ReferenceListProperty[float]
    right: AliasProperty[float, float]
    top: AliasProperty[float, float]
    center_x: AliasProperty[float, float]
    center_y: AliasProperty[float, float]
    center: ReferenceListProperty[float]
    size_hint_x: NumericProperty[float | None]
    size_hint_y: NumericProperty[float | None]
    size_hint: ReferenceListProperty[float | None]
    size_hint_max_x: NumericProperty[float | None]
    size_hint_max_y: NumericProperty[float | None]
    size_hint_min_x: NumericProperty[float | None]
    size_hint_min_y: NumericProperty[float | None]
    opacity: NumericProperty
    disabled: AliasProperty[bool, bool]
    children: ListProperty[Widget]
    parent: ObjectProperty[Widget | WindowBase | None]
    ids: DictProperty[str, Widget]
    canvas: Canvas
    @property
    def __self__(self) -> Self:
        """The widget itself, where `ids` only has a weak reference to it."""

    def walk(self, restrict: bool = False, loopback: bool = False) -> Iterator[Widget]: ...
    def get_root_window(self) -> WindowBase | None: ...
    def collide_point(self, x: float, y: float) -> bool: ...
    def on_touch_down(self, touch: MotionEvent) -> bool | None: ...
    def on_touch_move(self, touch: MotionEvent) -> bool | None: ...
    def on_touch_up(self, touch: MotionEvent) -> bool | None: ...
    def add_widget(self, widget: Widget, index: int = 0, canvas: str | None = None) -> None: ...
    def remove_widget(self, widget: Widget) -> None: ...
    def clear_widgets(self, children: Iterable[Widget] | None = None) -> None: ...
    def to_window(
        self, x: float, y: float, initial: bool = True, relative: bool = False
    ) -> tuple[float, float]: ...
