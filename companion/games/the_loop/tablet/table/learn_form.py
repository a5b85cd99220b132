"""A piece that no list has, told in two or three touches: at the table, or for an entry of the history.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.running import the_app
from companion.app.widgets import BigButton, DrawnButton, Text, TextField
from companion.engine import Input, Question, Scene
from companion.engine.box_editor import Draft, Entry
from companion.games.the_loop.views import pieces
from companion.games.the_loop.views.table import EraView, table
from companion.words import Speech

from .overlays import LoopOverlay


def form(speech: Speech, question: Question, tell: Callable[[tuple[Input, ...]], None]) -> LearnForm:
    """For an entry of the history."""
    return LearnForm(speech, table(speech).eras, question, tell)


class LearnForm(BoxLayout):
    """First its name where it has one, then where it belongs. `tell` gets what to learn, then the answer."""

    def __init__(
        self,
        speech: Speech,
        eras: tuple[EraView, ...],
        question: Question,
        tell: Callable[[tuple[Input, ...]], None],
        born: int | None = None,
    ) -> None:
        super().__init__(orientation="vertical", spacing=10)
        self.app = the_app()
        self.speech, self.eras, self.question, self.tell = speech, eras, question, tell
        self.kind = pieces.ASKED[question.id]
        self.born = born
        self.fill()

    def fill(self) -> None:
        self.clear_widgets()
        say = self.speech.say
        if self.kind == "duplicate":
            self._heading(say("learn.born" if self.born is None else "learn.dies"))
            self._eras(self._duplicate)
            return
        if self.kind in ("supa", "ultra"):
            self._heading(say("learn.shown-era" if self.born is None else "learn.spaces"))
            if self.born is None:
                self._eras(self._shown)
            else:
                self._numbers(self._ultra)
            return
        self._heading(say(f"learn.{self.kind}-name"))
        self.typed = TextField(
            multiline=False,
            font_name="Inter",
            font_size=26 * self.app.theme.em,
            size_hint_y=None,
            height=56 * self.app.theme.em,
            write_tab=False,
        )
        self.add_widget(self.typed)
        self._heading(say(f"learn.{self.kind}-then"), 22)
        if self.kind == "card":
            self._eras(self._card)
        else:
            self._numbers(self._mission)

    def _heading(self, said: str, px: int = 30) -> None:
        height = px * 1.6 * self.app.theme.em
        self.add_widget(Text(text=said, px=px, weight="bold", size_hint_y=None, height=height, halign="left"))

    def _eras(self, chosen: Callable[[int], None]) -> None:
        grid = GridLayout(cols=3, spacing=8)
        for era in self.eras:
            colour = self.app.theme.tint(era.index, era.colour)
            name = self.speech.name("era", era.index)
            button = DrawnButton(text=name, glyph=f"form:{era.shape}", colour=colour, edge=colour, px=20)
            button.bind(on_release=lambda _, index=era.index: chosen(index))
            grid.add_widget(button)
        self.add_widget(grid)

    def _numbers(self, chosen: Callable[[int], None]) -> None:
        grid = GridLayout(cols=4, spacing=8)
        for goal in pieces.GOALS:
            button = BigButton(text=str(goal), px=28)
            button.bind(on_release=lambda _, goal=goal: chosen(goal))
            grid.add_widget(button)
        self.add_widget(grid)

    def _duplicate(self, era: int) -> None:
        if self.born is None:
            self.born = era
            self.fill()
        else:
            self.tell(pieces.duplicate(*self._about, self.born, era))

    def _shown(self, era: int) -> None:
        """A supa is known by its era; an Ultramachina card has spaces, and what it does is told later."""
        if self.kind == "ultra":
            self.born = era
            self.fill()
        else:
            self.tell(pieces.shown(*self._about, self.kind, era))

    def _ultra(self, spaces: int) -> None:
        assert self.born is not None
        self.tell(pieces.shown(*self._about, self.kind, self.born, {"spaces": spaces}))

    def _card(self, era: int) -> None:
        if name := self.typed.text.strip():
            self.tell(pieces.card(*self._about, name, self.app.tr.lang, era))

    def _mission(self, goal: int) -> None:
        if name := self.typed.text.strip():
            self.tell(pieces.mission(*self._about, name, self.app.tr.lang, goal))

    @property
    def _about(self) -> tuple[Scene, Question]:
        return self.speech, self.question


class LearnOverlay(LoopOverlay):
    def __init__(self, screen: Any, question: Question, era: int | None) -> None:
        self.question = question
        self.born = era
        super().__init__(screen)

    def fill(self) -> None:
        screen = self.screen
        self.form = LearnForm(screen.speech, screen.view.eras, self.question, self._tell, self.born)
        self.box.add_widget(self.form)
        now = BigButton(text=self.say("learn.whole"), px=20)
        now.bind(on_release=lambda _: self._whole())
        self.foot(now, self.closing())

    def _whole(self) -> None:
        """In the editor of the owner's box; back here with it."""
        screen, question, kind = self.screen, self.question, self.form.kind
        name = self.app.playing.game.name
        draft = Draft(self.app.games.boxes(name).shelf(), kind)
        if typed := getattr(self.form, "typed", None):
            draft.call("name", typed.text, self.app.tr.lang)
        screen.close_overlay()

        def learned(entry: Entry) -> None:
            screen.give(*pieces.entered(screen.speech, question, kind, entry))

        self.app.go("box-editor", playing=name, draft=draft, back="table", then=learned)

    def _tell(self, inputs: tuple[Input, ...]) -> None:
        self.screen.close_overlay()
        self.screen.give(*inputs)
