"""Text."""

from kivy.clock import ClockEvent
from kivy.graphics.texture import Texture
from kivy.properties import (
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
    VariableListProperty,
)
from kivy.uix.widget import Widget

class Label(Widget):
    text: StringProperty
    text_size: ListProperty[float | None]
    font_name: StringProperty
    font_size: NumericProperty
    color: ColorProperty
    halign: OptionProperty[str]
    valign: OptionProperty[str]
    padding: VariableListProperty
    texture: ObjectProperty[Texture | None]
    texture_size: ListProperty[int]
    _trigger_texture: ClockEvent
    def texture_update(self, *largs: object) -> None: ...
