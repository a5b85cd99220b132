"""The legend: every sign on a game's table, and what it means.

May import: Kivy, companion.teacher, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets import Glyph, Page, Rows, Text
from companion.teacher import sign_text, signs


class SignsScreen(Page):
    game = StringProperty("")

    def on_pre_enter(self, *_: Any) -> None:
        self.game = self.game or self.app.games.first
        self.back = self.app.came_from or "learn"
        super().on_pre_enter()

    def fill(self) -> None:
        names = [(name, self.app.games[name].title) for name in self.app.games]
        self.offer(names, self.game, self.choose)
        self.app.face_of(self.game).part("picture")  # with it come the drawings of its pieces
        words, em = self.app.lead.words(self.game), self.em
        found = signs(self.app.games[self.game])
        rows = Rows(cols=1 if self.tall or len(found) < 6 else 2, spacing=10)
        for sign in found:
            line = BoxLayout(spacing=14)
            line.add_widget(Glyph(glyph=sign, size_hint_x=None, width=60 * em))
            line.add_widget(Text(text=sign_text(words, sign), px=21, halign="left", valign="middle"))
            rows.add(line, 76 * em)
        self.ids.list.clear_widgets()
        self.ids.list.add_widget(rows)

    def choose(self, game: str) -> None:
        self.game = game
        self.fill()
