"""What places its children."""

from kivy.uix.widget import Widget

class Layout(Widget):
    def remove_widget(self, widget: Widget, *args: object, **kwargs: object) -> None: ...
    def do_layout(self, *largs: object) -> None: ...
