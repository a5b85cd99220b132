"""Career: what was won, what was played, and the reasons that are ticked, some of them by hand.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.presenters.career import CareerPresenter, CareerView, known_reasons
from companion.app.widgets import Choices, DrawnButton, Glyph, Page, Panel, Rows, Text, named
from companion.table import People, ReasonsInvalid, people_file

MODES = 1.7
"""How much wider the column with the names of the modes is."""
PARTS = ("games", "promotion", "dismissal")


class CareerScreen(Page):
    part = StringProperty("games")
    playing = StringProperty()

    def fill(self) -> None:
        self.playing = self.playing or self.app.games.first
        self._games()
        self.game = self.app.games.load(self.playing)
        career = self.app.career
        try:
            known, wrong = known_reasons(self.game, self.app.games[self.playing].folder), ""
        except ReasonsInvalid as invalid:
            known, wrong = [], self.say(f"error.{invalid.id}", **dict(invalid.about))
        view = CareerPresenter(self.game, self.app.tr.of(self.playing)).show(
            career.of(self.game),
            known,
            career.ticked(self.game.name),
            dict(People(people_file()).guests()),
        )
        named(self, "summary", Text).text = view.summary if view.games else self.say("screen-career.empty")
        self._grid(view)
        self._parts()
        self._list(view, wrong)

    def _games(self) -> None:
        games = [(name, self.app.games[name].title) for name in self.app.games]
        self.offer(games, self.playing, self._look_at)

    def _look_at(self, name: str) -> None:
        self.playing = name
        self.fill()

    def _grid(self, view: CareerView) -> None:
        place = self.ids.grid
        place.clear_widgets()
        grid = GridLayout(cols=len(view.levels) + 1, spacing=6)
        grid.add_widget(Text(text=view.caption, px=20, weight="bold", halign="left", size_hint_x=MODES))
        for level in view.levels:
            grid.add_widget(Text(text=level, px=17, tone="faint", halign="center", valign="middle"))
        for mode, counts in view.grid:
            name = Text(text=mode, px=19, weight="semibold", halign="left", valign="middle")
            name.size_hint_x = MODES
            grid.add_widget(name)
            for count in counts:
                grid.add_widget(self._cell(count))
        place.add_widget(grid)

    def _cell(self, count: int) -> Panel:
        cell = Panel(orientation="horizontal", padding=6, spacing=4)
        cell.add_widget(Glyph(glyph="done" if count else "empty"))
        if count:
            cell.edge = self.app.theme.accent
            caption = self.say("screen-career.won-times", n=count)
            cell.add_widget(Text(text=caption, px=20, weight="bold", valign="middle", halign="center"))
        return cell

    def _parts(self) -> None:
        place = self.ids.parts
        place.clear_widgets()
        options = [(part, self.say(f"screen-career.{part}")) for part in PARTS]
        choices = Choices(options=options, value=self.part)
        choices.bind(on_pick=lambda _, part: self._turn_to(part))
        place.add_widget(choices)

    def _turn_to(self, part: str) -> None:
        self.part = part
        self.fill()

    def _list(self, view: CareerView, wrong: str) -> None:
        place = self.ids.list
        place.clear_widgets()
        rows = Rows(spacing=6)
        place.add_widget(rows)
        if wrong:
            sentence = self.say("screen-career.wrong", why=wrong)
            rows.add(Text(text=sentence, px=18, tone="danger", halign="left"), 70 * self.em)
        if self.part == "games":
            for said in view.people:
                rows.add(Text(text=said, px=19, halign="left", valign="middle"), 34 * self.em)
            for game in view.games:
                glyph = "done" if game.won else "lost"
                button = DrawnButton(text=f"{game.day}  {game.title}", under=game.under, glyph=glyph, px=19)
                rows.add(button, max(self.finger, 76 * self.em))
            return
        for kind, title, reasons in view.reasons:
            if kind != self.part:
                continue
            caption = Text(text=title, px=18, tone="faint", halign="left", valign="bottom")
            rows.add(caption, 34 * self.em)
            for reason in reasons:
                rows.add(self._reason(reason), self.finger)

    def _reason(self, reason: Any) -> BoxLayout | DrawnButton:
        glyph = "done" if reason.done else "empty"
        button = DrawnButton(text=reason.text, glyph=glyph, px=19, quiet=not reason.done)
        if reason.by_hand:
            button.quiet = False
            button.edge = self.app.theme.strong_line
            button.bind(on_release=lambda _: self.tick(reason.id, not reason.done))
        return button

    def tick(self, reason: str, on: bool) -> None:
        try:
            self.app.career.tick(self.game.name, reason, on)
        except OSError as error:
            self.ask(self.say("notice.wrong"), str(error), (self.say("notice.ok"), "next", None))
        self.fill()
