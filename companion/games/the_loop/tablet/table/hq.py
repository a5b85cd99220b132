"""HQ: cycle, Foo cards, missions, vortexes and piles; forecast and coach. May import: Kivy, this room."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.running import the_app
from companion.app.theme import FINGER
from companion.app.widgets import BigButton, Glyph, Panel, Text
from companion.games.the_loop.views.table import NO_LIMIT, TableView

if TYPE_CHECKING:
    from .table import TableScreen

PLACES = (("history", "history"), ("correct", "corrections"))
"""What is looked for most often, beside the menu."""


class HqPanel(Panel):
    def __init__(self, screen: TableScreen, **given: object) -> None:
        self.screen = screen
        self.app = screen.app
        super().__init__(**given)
        self.spacing = 6

    def show(self, view: TableView) -> None:
        say, hq, theme = self.app.tr.say, view.hq, self.app.theme
        advice = self.screen.advising.buttons()
        marks = tuple((era.shape, era.colour) for era in view.eras)
        shown = (hq, marks, advice, self.app.tr.lang, theme.em, theme.palette)
        if getattr(self, "_shown", None) == shown:
            return
        self._shown = shown
        self.clear_widgets()
        turn = say("screen-table.turn", {"turn": hq.turn, "turns": hq.turns})
        self._line(say("screen-table.cycle"), turn)
        cycles = self._row(1.5)
        for number, extra in enumerate(hq.per_cycle, 1):
            now = number == hq.cycle
            cycles.add_widget(_Cycle(str(number), say("screen-table.per-turn", {"n": extra}), now))
        self._line(say("screen-table.foo-cards"))
        cards = self._row()
        for era, seen in hq.foo:
            shape, colour = marks[era]
            kind = "seen" if seen else "form"
            cards.add_widget(Glyph(glyph=f"{kind}:{shape}", colour=theme.tint(era, colour)))
        self._tiles("archived", "done", hq.archived, hq.goal, f"{hq.archived} / {hq.goal}")
        self._tiles("vortexes-left", "vortex", hq.vortexes_left, 3, str(hq.vortexes_left))
        for name, count in hq.counts:
            figure = (
                say("screen-table.untracked") if count is None else "∞" if count > NO_LIMIT else str(count)
            )
            self._line(say(f"screen-table.{name}"), figure)
        if advice[2]:
            line = Text(text=advice[2], px=19, weight="bold", tone="danger", halign="left", valign="middle")
            line.size_hint_y = 0.8
            self.add_widget(line)
        self._buttons(advice)

    def _buttons(self, advice: Any) -> None:
        finger = max(FINGER, 57 * self.app.theme.unit)
        toggles = BoxLayout(spacing=6, size_hint_y=None, height=finger)
        for name, on in advice[:2]:
            button = BigButton(text=self.app.tr.say(f"{name}.button"), px=16)
            button.role = "chosen" if on else "plain"
            button.bind(on_release=lambda _, name=name: self.screen.advising.switch(name))
            toggles.add_widget(button)
        self.add_widget(toggles)
        places = BoxLayout(spacing=6, size_hint_y=None, height=finger)
        ways: dict[str, Callable[[], object]] = {name: partial(self.app.go, page) for name, page in PLACES}
        for name, act in ({"menu": self.screen.show_menu} | ways).items():
            button = BigButton(text=self.app.tr.say(f"screen-table.{name}"), px=16)
            button.bind(on_release=lambda _, act=act: act())
            places.add_widget(button)
        alone = BigButton(text=self.app.tr.say("table-view.button"), px=17, size_hint_y=None, height=finger)
        alone.bind(on_release=lambda _: setattr(self.screen, "alone", True))
        toggles.add_widget(alone)
        self.add_widget(places)

    def _tiles(self, name: str, glyph: str, there: int, of: int, figure: str) -> None:
        """What it is, how many there are, and each of them."""
        self._line(self.app.tr.say(f"screen-table.{name}"), figure)
        row = self._row(0.9)
        for k in range(of):
            row.add_widget(Glyph(glyph=glyph if k < there else "empty"))

    def _line(self, name: str, value: str = "") -> None:
        row = BoxLayout(size_hint_y=0.66)
        row.add_widget(Text(text=name, px=16, tone="faint", valign="middle", halign="left"))
        if value:
            wide = len(value) > 5
            row.add_widget(
                Text(
                    text=value,
                    px=17 if wide else 21,
                    weight="bold",
                    halign="right",
                    valign="middle",
                    size_hint_x=0.75 if wide else 0.3,
                )
            )
        self.add_widget(row)

    def _row(self, share: float = 1) -> BoxLayout:
        row = BoxLayout(spacing=6, size_hint_y=share)
        self.add_widget(row)
        return row


class _Cycle(Panel):
    """One cycle: its number, and how many duplicates it brings each turn."""

    def __init__(self, number: str, extra: str, now: bool) -> None:
        theme = the_app().theme
        super().__init__(edge=theme.accent if now else theme.line, ground=theme.chosen if now else theme.bar)
        self.padding, self.spacing = 3, 0
        tone = "text" if now else "faint"
        self.add_widget(Text(text=number, px=22, weight="bold", halign="center", valign="middle", tone=tone))
        self.add_widget(Text(text=extra, px=14, halign="center", valign="middle", tone=tone, size_hint_y=0.7))
