"""Text that is typed."""

from kivy.properties import AliasProperty, BooleanProperty, StringProperty
from kivy.uix.behaviors import FocusBehavior
from kivy.uix.widget import Widget

class TextInput(FocusBehavior, Widget):
    text: AliasProperty[str, str]
    hint_text: AliasProperty[str, str]
    multiline: BooleanProperty
    font_name: StringProperty
    def get_cursor_from_xy(self, x: float, y: float) -> tuple[int, int]: ...
