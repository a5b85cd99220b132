"""The table: the main screen. May import: Kivy, the presenters and this room."""

from __future__ import annotations

from kivy.uix.screenmanager import Screen


class TableScreen(Screen):
    pass
