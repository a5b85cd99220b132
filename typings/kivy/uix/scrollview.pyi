"""A window on something larger."""

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.stencilview import StencilView
from kivy.uix.widget import Widget

class ScrollView(StencilView):
    scroll_x: NumericProperty
    scroll_y: NumericProperty
    do_scroll_x: BooleanProperty
    do_scroll_y: BooleanProperty
    always_overscroll: BooleanProperty
    bar_width: NumericProperty
    def remove_widget(self, widget: Widget, *args: object, **kwargs: object) -> None: ...
    def scroll_to(self, widget: Widget, padding: float = 10, animate: bool = True) -> None: ...
