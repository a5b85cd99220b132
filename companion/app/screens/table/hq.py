"""HQ: cycle, Foo cards, missions, vortexes and piles. May import: Kivy, this room's widgets."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout

from companion.app.screens import exists
from companion.app.widgets import BigButton, Glyph, Panel, Text


class HqPanel(Panel):
    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        self.app = App.get_running_app()
        super().__init__(**given)

    def show(self, view: Any) -> None:
        say, hq = self.app.tr.say, view.hq
        eras = tuple((era.shape, era.colour) for era in view.eras)  # of the ring it shows no more
        shown = (hq, eras, self.app.tr.lang, self.app.theme.em, self.app.theme.palette)
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
            shown_era = view.eras[era]
            kind = "seen" if seen else "era"
            colour = self.app.theme.era(era, shown_era.colour)
            cards.add_widget(Glyph(glyph=f"{kind}:{shown_era.shape}", colour=colour))
        self._line(say("screen-table.archived"), f"{hq.archived} / {hq.goal}")
        tiles = self._row()
        for k in range(hq.goal):
            tiles.add_widget(Glyph(glyph="archived" if k < hq.archived else "empty"))
        self._line(say("screen-table.vortexes-left"), str(hq.vortexes_left))
        vortexes = self._row()
        for k in range(3):
            vortexes.add_widget(Glyph(glyph="vortex" if k < hq.vortexes_left else "empty"))
        for name, count in hq.counts:
            told = say("screen-table.untracked") if count is None else str(count)
            self._line(say(f"screen-table.{name}"), told)
        buttons = BoxLayout(spacing=6, size_hint_y=None, height=max(57, 57 * self.app.theme.unit))
        for name, screen in (("menu", "home"), ("history", "history"), ("correct", "corrections")):
            if exists(screen):
                button = BigButton(text=say(f"screen-table.{name}"), px=15)
                button.bind(on_release=lambda _, to=screen: self.screen.visit(to))
                buttons.add_widget(button)
        if buttons.children:
            self.add_widget(buttons)

    def _line(self, name: str, value: str = "") -> None:
        row = BoxLayout(size_hint_y=0.8)
        row.add_widget(Text(text=name, px=16, tone="faint", valign="middle", halign="left"))
        if value:
            wide = len(value) > 5
            row.add_widget(
                Text(
                    text=value,
                    px=17 if wide else 22,
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
        theme = App.get_running_app().theme
        super().__init__(edge=theme.accent if now else theme.line, ground=theme.chosen if now else theme.bar)
        self.padding, self.spacing = 3, 0
        tone = "text" if now else "faint"
        self.add_widget(Text(text=number, px=22, weight="bold", halign="center", valign="middle", tone=tone))
        self.add_widget(Text(text=extra, px=14, halign="center", valign="middle", tone=tone, size_hint_y=0.7))
