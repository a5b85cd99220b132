"""What draws nothing outside itself."""

from kivy.uix.widget import Widget

class StencilView(Widget): ...
