"""Box: the pieces that are played with, and the owner's own among them.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.graphics import Color, SmoothLine
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.presenters.box import BoxPresenter
from companion.app.presenters.box_editor import Compared, Desk
from companion.app.settings import box_folder, for_people
from companion.app.widgets import BigButton, Glyph, Page, Painted, Rows, Text, named, paper


class Share(Painted):
    """How many of a kind are the owner's, and how many we invented: hatched, like their corners."""

    def __init__(self, own: int, invented: int, pieces: int) -> None:
        self.own, self.invented = (part / max(pieces, 1) for part in (own, invented))
        super().__init__(size_hint_y=None)
        self.height = 18 * self.theme.unit

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        theme, unit = self.theme, self.theme.unit
        wide = self.width * 0.72
        x, y, high = self.center_x - wide / 2, self.y + 6 * unit, 8 * unit
        with self.canvas:
            paper.sheet(x, y, wide, high, theme.kraft, unit)  # out of the rulebook
            if self.own:
                paper.sheet(x, y, wide * self.own, high, theme.fine, unit)
            if self.invented:
                left = x + wide * (1 - self.invented)
                paper.sheet(left, y, wide * self.invented, high, theme.paper_shade, unit)
                Color(*theme.dark)
                for line in range(int(wide * self.invented / (7 * unit))):
                    at = left + (7 * line + 1) * unit
                    SmoothLine(points=[at, y, at + 5 * unit, y + high], width=1)


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
            cell.add_widget(Share(kind.own, kind.invented, kind.pieces))
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
            line.add_widget(Text(text=where, px=17, weight="bold", halign="left"))
            line.add_widget(Text(text=what, px=18, halign="left", valign="top", size_hint_y=2.2))
            rows.add(line, 92 * self.em)
        place.add_widget(rows)

    def hand_on(self, texts: bool) -> None:
        """All that was entered, as one file."""
        desk = self._desk()
        self.app.in_thread(
            lambda: desk.hand_on(texts), self._handed_on, lambda error: self._failed(desk, error)
        )

    def _handed_on(self, path: Path) -> None:
        said = self.say("screen-box.handed-on", path=for_people(path))
        self.ask(self.say("screen-box.title"), said, (self.say("app.close"), "next", None))

    def _failed(self, desk: Desk, error: Exception) -> None:
        self.ask(self.say("screen-box.title"), desk.why(error), (self.say("app.close"), "next", None))

    def take_in(self) -> None:
        """Which of the files that lie beside the box."""
        files = self._desk().offered()
        said = self.say(
            "screen-box.which-file" if files else "screen-box.no-file",
            path=for_people(box_folder(self.playing).parent),
        )
        ways = [(path.name, "plain", partial(self._look_into, path)) for path in files[:7]]
        self.ask(self.say("screen-box.take-in"), said, *ways, (self.say("app.close"), "next", None))

    def _look_into(self, path: Path) -> None:
        desk = self._desk()

        def shown(found: tuple[Compared, ...]) -> None:
            self.app.go("box-import", playing=self.playing, found=found, file=path.name)

        self.app.in_thread(lambda: desk.compared(path), shown, lambda error: self._failed(desk, error))

    def _desk(self) -> Desk:
        return Desk(self.app.games, self.playing, self.app.tr.of(self.playing))

    def open_kind(self, kind: str) -> None:
        self.app.go("box-pieces", playing=self.playing, kind=kind)

    def _look_at(self, name: str) -> None:
        self.playing = name
        self.fill()
