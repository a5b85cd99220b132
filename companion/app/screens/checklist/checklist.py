"""The setup, step by step: a touch ticks a step, and the large button goes to the table at any time.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from companion.app.presenters.checklist import ChecklistPresenter
from companion.app.widgets import DrawnButton, Page, Rows, Text, named


class ChecklistScreen(Page):
    def on_pre_enter(self, *_: Any) -> None:
        self.done: set[int] = set()
        self.ids.list.clear_widgets()
        self.rows = Rows(cols=1, spacing=6)
        self.ids.list.add_widget(self.rows)
        super().on_pre_enter()

    def fill(self) -> None:
        now = self.app.now
        if now is None:
            return
        presenter = ChecklistPresenter(now.game, self.app.tr.words, self.app.games)
        self.steps = presenter.show(now)
        self.rows.clear()
        self.rows.box.cols = 1 if self.tall or len(self.steps) < 9 else 2
        self.buttons = []
        for number, step in enumerate(self.steps):
            button = DrawnButton(text=f"{number + 1}   {step}", glyph="empty", px=20)
            button.bind(on_release=lambda _, number=number: self.tick(number))
            self.buttons.append(button)
            self.rows.add(button, max(self.finger, 66 * self.em))
        self._mark()

    def tick(self, number: int) -> None:
        self.done ^= {number}
        self._mark()

    def _mark(self) -> None:
        for number, button in enumerate(self.buttons):
            button.glyph = "done" if number in self.done else "empty"
            button.quiet = number in self.done
        about = {"done": len(self.done), "all": len(self.steps)}
        named(self, "progress", Text).text = self.say("screen-checklist.progress", **about)
