"""A panel: the ground on which things of one kind lie. May import: Kivy."""

from __future__ import annotations

from kivy.properties import ColorProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout


class Panel(BoxLayout):
    ground = ColorProperty(None, allownone=True)
    edge = ColorProperty(None, allownone=True)
    radius = NumericProperty(12)
