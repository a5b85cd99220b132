"""Box: the pieces that are played with, and the owner's own among them.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.presenters.box import BoxPresenter
from companion.app.settings import box_folder, for_people
from companion.app.widgets import BigButton, Glyph, Page, Rows, Text, named


class BoxScreen(Page):
    playing = StringProperty()

    def fill(self) -> None:
        self.playing = self.playing or self.app.games.first
        games = [(name, self.app.games[name].title) for name in self.app.games]
        self.offer(games, self.playing, self._look_at)
        folder = box_folder(self.playing)
        game = self.app.games.load(self.playing, self.app.box(self.playing))
        boxes = self.app.games.boxes(self.playing)
        view = BoxPresenter(game, boxes, self.app.tr.of(self.playing)).show(folder)
        grid = self.ids.kinds
        grid.clear_widgets()
        for kind in view.kinds:
            under = self.say("screen-box.of", yours=kind.own, all=kind.pieces, invented=kind.invented)
            cell = BigButton(text=kind.name, under=under, px=21)
            cell.bind(on_release=lambda _, kind=kind.id: self.open_kind(kind))
            grid.add_widget(cell)
        named(self, "source", Text).text = view.sources
        named(self, "folder", Text).text = self.say("screen-box.folder", path=for_people(folder))
        place = self.ids.own
        place.clear_widgets()
        if not view.own:
            text = self.say("screen-box.none")
            place.add_widget(Text(text=text, px=21, halign="left", valign="top"))
            return
        head = BoxLayout(size_hint_y=None, height=44 * self.em, spacing=10)
        sign = "wrong" if view.mistakes else "fine"
        head.add_widget(Glyph(glyph=sign, size_hint_x=None, width=34 * self.em))
        said = self.say("screen-box.mistakes", n=len(view.mistakes))
        caption = said if view.mistakes else self.say("screen-box.sound")
        head.add_widget(Text(text=caption, px=22, weight="semibold", halign="left", valign="middle"))
        place.add_widget(head)
        rows = Rows(spacing=8)
        for where, what in view.mistakes:
            line = GridLayout(cols=1)
            line.add_widget(Text(text=where, px=17, weight="semibold", tone="accent", halign="left"))
            line.add_widget(Text(text=what, px=18, halign="left", valign="top", size_hint_y=2.2))
            rows.add(line, 92 * self.em)
        place.add_widget(rows)

    def open_kind(self, kind: str) -> None:
        self.app.go("box-pieces", playing=self.playing, kind=kind)

    def _look_at(self, name: str) -> None:
        self.playing = name
        self.fill()
