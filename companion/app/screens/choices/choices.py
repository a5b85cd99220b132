"""What can be chosen before a game, explained. May import: Kivy, companion.teacher, this room's widgets."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.app.widgets import Page, Paragraph, Rows
from companion.teacher import explained


class ChoicesScreen(Page):
    game = StringProperty("")

    def fill(self) -> None:
        name = self.game or self.app.games.first
        rows = Rows(spacing=8)
        game, words = self.app.games.load(name, self.app.box(name)), self.app.lead.words(name)
        for one in explained(self.app.games, game, words):
            rows.box.add_widget(Paragraph(text=one.title, px=22, weight="bold"))
            rows.box.add_widget(Paragraph(text=one.text, px=21))
        self.ids.list.clear_widgets()
        self.ids.list.add_widget(rows)

    def leave(self) -> None:
        self.app.go(self.back, playing=self.game)
