"""The rules of a game in our own words: chapters beside their articles, and a field to look for a word.

May import: Kivy, companion.teacher, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.theme import REGULAR
from companion.app.widgets import BigButton, Page, Paragraph, Rows, TextField
from companion.teacher import Article


class RulesScreen(Page):
    game = StringProperty("")
    chapter = StringProperty("")
    typed = StringProperty("")

    def on_pre_enter(self, *_: Any) -> None:
        self.game = self.game or self.app.games.first
        self.back = self.app.came_from or "learn"
        self.ids.place.clear_widgets()
        side = BoxLayout(orientation="vertical", spacing=8, size_hint_x=1 if self.tall else 0.4)
        theme = self.app.theme
        self.field = TextField(
            multiline=False,
            size_hint_y=None,
            height=self.finger,
            font_name=REGULAR,
            font_size=22 * theme.em,
            background_color=theme.raised,
            foreground_color=theme.text,
            cursor_color=theme.accent,
            hint_text_color=theme.faint,
        )
        self.field.bind(text=lambda _, text: self._look_for(text))
        self.list, self.read = Rows(spacing=6), Rows(spacing=10)
        side.add_widget(self.field)
        side.add_widget(self.list)
        self.ids.place.add_widget(side)
        self.ids.place.add_widget(self.read)
        super().on_pre_enter()

    def fill(self) -> None:
        names = [(name, self.app.games[name].title) for name in self.app.games]
        self.offer(names, self.game, self.choose)
        words, book = self.app.lead.words(self.game), self.app.lead.book(self.game)
        self.field.hint_text = words.say("teach.search")
        chapter = self.chapter if self.chapter in book.chapters else (*book.chapters, "")[0]
        self.list.clear()
        for name in book.chapters:
            button = BigButton(text=words.say(f"chapter.{name}"), px=20)
            button.role = "chosen" if name == chapter and not self.typed else "plain"
            button.bind(on_release=lambda _, name=name: self.turn_to(name))
            self.list.add(button, self.finger)
        found = book.search(words, self.typed) if self.typed.strip() else book.within(chapter)
        self.read.clear()
        self.read.scroll_y = 1
        for article in found:
            self._article(article)
        if not found:
            self._line(words.say("rulebook.none", {"0": self.typed}), 22, "faint")

    def _article(self, article: Article) -> None:
        words = self.app.lead.words(self.game)
        self._line(article.title(words), 25, "text", "bold")
        self._line(article.text(words), 22)

    def _line(self, said: str, px: int, tone: str = "text", weight: str = "regular") -> None:
        self.read.box.add_widget(Paragraph(text=said, px=px, tone=tone, weight=weight))

    def choose(self, game: str) -> None:
        self.game, self.chapter = game, ""
        self.fill()

    def turn_to(self, chapter: str) -> None:
        self.chapter = chapter
        if self.field.text:
            self.field.text = ""
        self.fill()

    def _look_for(self, text: str) -> None:
        self.typed = text
        self.fill()
