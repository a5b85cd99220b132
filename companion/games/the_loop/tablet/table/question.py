"""One question at a time: who is asked, what, and the answers. May import: Kivy, this room's widgets."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.theme import FINGER
from companion.app.widgets import BigButton, DrawnButton, Headline, Panel, Text
from companion.games.the_loop.views.pieces import ASKED
from companion.table import Cancel


class QuestionPanel(Panel):
    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        self.app = App.get_running_app()
        super().__init__(**given)
        self.edge = self.app.theme.accent

    def show(self, moment: Any, narrowed: int | None) -> None:
        if moment.panel != "question":
            return
        theme, say = self.app.theme, self.app.tr.say
        self.clear_widgets()
        self.add_widget(
            Text(
                text=moment.who,
                px=18,
                tone="accent",
                weight="semibold",
                size_hint_y=None,
                height=26 * theme.em,
            )
        )
        self.add_widget(Headline(text=moment.title))
        if moment.explain:
            self.add_widget(
                Text(text=moment.explain, px=16, tone="faint", valign="top", halign="left", size_hint_y=0.25)
            )
        if moment.many and narrowed is None:
            self.add_widget(
                Text(text=say("moment.touch-era"), px=24, tone="accent", valign="middle", halign="left")
            )
        else:
            self._options(moment, narrowed)
        self._foot(moment, narrowed)

    def _options(self, moment: Any, narrowed: int | None) -> None:
        options = [one for one in moment.options if narrowed is None or one.era == narrowed]
        wide = self.app.theme.arrangement == "wide"
        columns = 1 if len(options) <= (5 if wide else 3) else 2 if len(options) <= 14 else 3
        grid = GridLayout(cols=columns, spacing=6)
        for option in options:
            grid.add_widget(self._option(option))
        for _ in range(-len(options) % columns):
            grid.add_widget(Widget())
        self.add_widget(grid)
        if len(options) < 3:
            self.add_widget(Widget(size_hint_y=0.5))

    def _option(self, option: Any) -> DrawnButton:
        say, theme = self.app.tr.say, self.app.theme
        under = option.under
        if option.damages:
            under = say("moment.damages", {"what": ", ".join(option.damages)})
        if option.danger:
            under = say("moment.danger")
        glyph, colour = "", (1, 1, 1, 1)
        eras = self.screen.view.eras
        token = getattr(option.answer, "token", "")
        if option.answer.kind in ("PickDuplicate", "DuplicateDrawn") and ">" in token:
            home = eras[int(token.partition(">")[2][0])]
            glyph, colour = f"token:{home.shape}", theme.era(home.index, home.colour)
        elif option.era is not None:
            here = eras[option.era]
            glyph, colour = f"era:{here.shape}", theme.era(here.index, here.colour)
        button = DrawnButton(text=option.text, under=under, glyph=glyph, colour=colour, px=22)
        if option.danger:
            button.role = "danger"
        elif option.damages:
            button.edge = theme.accent
        button.bind(on_release=lambda _: self.screen.pick(option))
        return button

    def _foot(self, moment: Any, narrowed: int | None) -> None:
        say = self.app.tr.say
        row = BoxLayout(size_hint_y=None, height=max(FINGER, 58 * self.app.theme.unit), spacing=6)
        if narrowed is not None:
            back = BigButton(text=say("app.back"), px=18)
            back.bind(on_release=lambda _: self.screen.widen())
            row.add_widget(back)
        if moment.open and self.screen.now.first.question.id in ASKED:
            other = BigButton(text=say("moment.something-else"), px=18)
            other.bind(on_release=lambda _: self.screen.show_learning(narrowed))
            row.add_widget(other)
        if moment.cancel:
            cancel = BigButton(text=say("moment.cancel"), px=18)
            cancel.bind(on_release=lambda _: self.screen.app.post(Cancel()))
            row.add_widget(cancel)
        if row.children:
            self.add_widget(row)
