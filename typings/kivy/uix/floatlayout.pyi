"""Children where their hints say."""

from kivy.uix.layout import Layout

class FloatLayout(Layout): ...
