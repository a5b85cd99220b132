"""A piece that no list has, told in two or three touches.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.textinput import TextInput

from companion.app.presenters import pieces
from companion.app.widgets import BigButton, DrawnButton, Overlay


class LearnOverlay(Overlay):
    """First its name where it has one, then where it belongs."""

    def __init__(self, screen: Any, question: Any, era: int | None) -> None:
        self.question = question
        self.kind = pieces.ASKED[question.id]
        self.born = era
        self.name = ""
        super().__init__(screen)

    def fill(self) -> None:
        if self.kind == "duplicate":
            self.heading(self.say("learn.born" if self.born is None else "learn.dies"))
            self._eras(self._duplicate)
        else:
            self.heading(self.say(f"learn.{self.kind}-name"))
            self.typed = TextInput(
                text=self.name,
                multiline=False,
                font_name="Inter",
                font_size=26 * self.app.theme.em,
                size_hint_y=None,
                height=56 * self.app.theme.em,
                write_tab=False,
            )
            self.typed.bind(text=lambda _, text: setattr(self, "name", text))
            self.box.add_widget(self.typed)
            self.heading(self.say(f"learn.{self.kind}-then"), px=22)
            if self.kind == "card":
                self._eras(self._card)
            else:
                self._goals()
        self.foot(self.closing())

    def _eras(self, chosen: Any) -> None:
        grid = GridLayout(cols=3, spacing=8)
        for era in self.screen.view.eras:
            colour = self.app.theme.era(era.index, era.colour)
            button = DrawnButton(text=era.name, glyph=f"era:{era.shape}", colour=colour, edge=colour, px=20)
            button.bind(on_release=lambda _, index=era.index: chosen(index))
            grid.add_widget(button)
        self.box.add_widget(grid)

    def _goals(self) -> None:
        grid = GridLayout(cols=4, spacing=8)
        for goal in pieces.GOALS:
            button = BigButton(text=str(goal), px=28)
            button.bind(on_release=lambda _, goal=goal: self._mission(goal))
            grid.add_widget(button)
        self.box.add_widget(grid)

    def _duplicate(self, era: int) -> None:
        if self.born is None:
            self.born = era
            self.rebuild()
        else:
            self._tell(pieces.duplicate(*self._about(), self.born, era))

    def _card(self, era: int) -> None:
        if self.name.strip():
            self._tell(pieces.card(*self._about(), self.name.strip(), self.app.tr.lang, era))

    def _mission(self, goal: int) -> None:
        if self.name.strip():
            self._tell(pieces.mission(*self._about(), self.name.strip(), self.app.tr.lang, goal))

    def _about(self) -> tuple[Any, Any, Any]:
        night = self.screen.night
        return night.session.game, night.state, self.question

    def _tell(self, inputs: tuple[Any, ...]) -> None:
        self.screen.close_overlay()
        self.screen.night.tell(inputs)
