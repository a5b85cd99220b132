"""A finger on the screen, or the mouse."""

from typing import Any
from weakref import ref

from kivy.uix.widget import Widget

class MotionEventMetaclass(type): ...

class MotionEvent(metaclass=MotionEventMetaclass):
    x: float
    y: float
    ox: float
    oy: float
    pos: tuple[float, float]
    sx: float
    sy: float
    is_double_tap: bool
    grab_current: Widget | None
    grab_list: list[ref[Widget]]
    ud: dict[str, Any]
    """What a widget keeps on a touch: its type is known to that widget alone."""

    def grab(self, class_instance: Widget, exclusive: bool = False) -> None: ...
    def ungrab(self, class_instance: Widget) -> None: ...
