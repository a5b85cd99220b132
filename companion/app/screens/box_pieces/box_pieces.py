"""The pieces of one kind: the owner's, and those of which something is invented. A touch opens the editor.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.presenters.box_editor import Desk
from companion.app.running import the_app
from companion.app.widgets import BigButton, Page, Rows, Text, paper
from companion.engine.box_editor import Draft, begun, closed, entries_of, invented_keys
from companion.words import called


class PieceButton(BigButton):
    """A piece by its name; the hatched corner says that something of it is invented."""

    def __init__(self, invented: bool, **given: Any) -> None:
        super().__init__(**given)
        self.invented = invented
        if invented:
            self.bind(pos=self._mark, size=self._mark)

    def _mark(self, *_: Any) -> None:
        self.canvas.after.clear()
        theme = the_app().theme
        with self.canvas.after:
            paper.hatch(self.right, self.top, 22 * theme.unit, theme.dark, theme.paper_shade)


class BoxPiecesScreen(Page):
    playing = StringProperty()
    kind = StringProperty()

    def fill(self) -> None:
        words = self.app.tr.of(self.playing)
        self.desk = Desk(self.app.games, self.playing, words)
        place = self.ids.list
        place.clear_widgets()
        now = self.desk.progress(self.kind)
        head = BoxLayout(size_hint_y=None, height=self.finger, spacing=10)
        said = self.say("screen-box-editor.yours", yours=now.yours, all=now.all, invented=now.invented)
        head.add_widget(Text(text=said, px=21, weight="bold", halign="left", valign="middle"))
        following = self.desk.following(self.kind)
        if following is not None or not closed(self.desk.shelf, self.kind):
            label = "screen-box.next-unknown" if following is not None else "screen-box.one-more"
            button = BigButton(text=self.say(label), role="next", px=22)
            draft = following or begun(self.desk.shelf, self.kind)
            button.bind(on_release=lambda _: self.edit(draft))
            head.add_widget(button)
        place.add_widget(head)
        rows = Rows(cols=2 if self.tall else 4, spacing=8)
        for entry in entries_of(self.desk.box, self.kind):
            button = PieceButton(bool(invented_keys(entry)), text=called(words, self.kind, entry), px=18)
            button.bind(on_release=lambda _, entry=entry: self.edit(begun(self.desk.shelf, self.kind, entry)))
            rows.add(button, self.finger)
        place.add_widget(rows)
        note = Text(text=self.say("screen-box.sign"), px=17, tone="faint", halign="left", valign="middle")
        note.size_hint_y, note.height = None, 30 * self.em
        place.add_widget(note)

    def edit(self, draft: Draft) -> None:
        self.app.go("box-editor", playing=self.playing, draft=draft, back="box-pieces", then=None)
