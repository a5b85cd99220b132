"""A panel: the sheet on which things of one kind lie, without a frame. May import: Kivy."""

from __future__ import annotations

from kivy.properties import ColorProperty
from kivy.uix.boxlayout import BoxLayout


class Panel(BoxLayout):
    ground = ColorProperty(None, allownone=True)
    edge = ColorProperty(None, allownone=True)
