"""Corrections of any game: touch what is different, touch how it is. The table is right.

May import: Kivy, the presenters, this room's widgets. A game that is set right in another way has a page of
this name of its own.
"""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty

from companion.app.presenters.corrections import Correctable, CorrectionsPresenter
from companion.app.widgets import BigButton, DrawnButton, Page, Panel, Rows, Text
from companion.engine import Refusal
from companion.table import Correct, Done, Snapshot


class CorrectionsScreen(Page):
    path = StringProperty("")
    """The field that is being set."""
    back = "table"

    def on_pre_enter(self, *_: Any) -> None:
        self.path = ""
        super().on_pre_enter()

    def leave(self) -> None:
        if self.path:
            self.open("")
        else:
            super().leave()

    def fill(self) -> None:
        now, place = self.app.now, self.ids.place
        place.clear_widgets()
        if now is None:
            text = self.say("screen-corrections.no-night")
            place.add_widget(Text(text=text, px=24, tone="faint", halign="center", valign="middle"))
            return
        presenter = CorrectionsPresenter(self.app.tr.words)
        field = presenter.one(now, self.path) if self.path else None
        place.add_widget(self._values(field) if field else self._fields(presenter, now))

    def _fields(self, presenter: CorrectionsPresenter, now: Snapshot) -> Panel:
        panel = Panel()
        for said in presenter.findings(now):
            line = Text(text=said, px=19, tone="danger", halign="left", valign="middle")
            line.size_hint_y, line.height = None, 46 * self.em
            panel.add_widget(line)
        rows = Rows(cols=1 if self.tall else 2, spacing=6)
        for field in presenter.all(now):
            is_now = self.say("screen-corrections.now", now=field.now)
            button = DrawnButton(text=field.name, under=is_now, px=20)
            button.bind(on_release=lambda _, path=field.path: self.open(path))
            rows.add(button, max(self.finger, 66 * self.em))
        panel.add_widget(rows)
        return panel

    def _values(self, field: Correctable) -> Panel:
        panel = Panel()
        panel.edge = self.app.theme.accent
        said = self.say("screen-corrections.which", what=field.name)
        head = Text(text=said, px=24, weight="bold", halign="left", valign="middle")
        head.size_hint_y, head.height = None, 66 * self.em
        panel.add_widget(head)
        columns = 2 if max((len(text) for text, _ in field.choices), default=0) > 9 else 4
        rows = Rows(cols=columns, spacing=8)
        for text, value in field.choices:
            inside = value in field.value if isinstance(field.value, list) else value == field.value
            button = BigButton(text=text, px=20, role="chosen" if inside else "plain")
            button.bind(on_release=lambda _, value=value: self.put(field, field.after(value)))
            rows.add(button, max(self.finger, 66 * self.em))
        panel.add_widget(rows)
        return panel

    # -- touches

    def open(self, path: str) -> None:
        self.path = path
        self.fill()

    def put(self, field: Correctable, value: Any) -> None:
        """Sets the field; a list stays open for its next member."""
        stays = isinstance(field.value, list)
        given = self.app.playing.game.correction(field.path, value)
        self.app.post(Correct(given), lambda done: self._set(done, stays))

    def _set(self, done: Done | Refusal, stays: bool) -> None:
        if not self.refused(done) and not stays:
            self.path = ""
        self.fill()
