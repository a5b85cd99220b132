"""Children placed from the layout's own corner."""

from kivy.uix.floatlayout import FloatLayout

class RelativeLayout(FloatLayout): ...
