"""The table of any game without touches, for the history. May import: Kivy, the presenter."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.presenters.generic import GenericPresenter
from companion.app.running import the_app
from companion.app.widgets import Rows, Text
from companion.engine import Scene
from companion.words import Words


def picture(words: Words, scene: Scene) -> Widget:
    app = the_app()
    rows = Rows(spacing=3)
    for row in GenericPresenter(words, app.games).rows(scene, None):
        line = BoxLayout(spacing=8)
        line.add_widget(Text(text=row.name, px=16, tone="faint", halign="left", valign="middle"))
        line.add_widget(Text(text=row.value, px=17, halign="left", valign="middle"))
        rows.add(line, 28 * app.theme.em)
    return rows
