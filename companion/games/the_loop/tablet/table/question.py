"""One question at a time: who is asked, what, and the answers. May import: Kivy, this room's widgets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.app.theme import FINGER
from companion.app.widgets import (
    BigButton,
    Columns,
    DrawnButton,
    Flow,
    FoldingPanel,
    Headline,
    Paragraph,
    Text,
)
from companion.engine import Question
from companion.games.the_loop.views import sentences
from companion.games.the_loop.views.pieces import ASKED
from companion.games.the_loop.views.prompt import AnswerOption, Prompt
from companion.table import Cancel

if TYPE_CHECKING:
    from .table import TableScreen

LONG = 5
"""Answers that stand below each other in a wide window; more are a long list."""


class QuestionPanel(FoldingPanel):
    def __init__(self, screen: TableScreen, **given: object) -> None:
        self.screen = screen
        self.app = screen.app
        super().__init__(**given)
        self.edge = self.app.theme.accent

    def show(self, prompt: Prompt, narrowed: int | None) -> None:
        if prompt.panel != "question" or prompt.question is None:
            return
        say, speech = self.app.tr.say, self.screen.speech
        self.clear_widgets()
        if not prompt.by_chance:  # else the banner says it
            who = Paragraph(text=self._who(prompt), px=23, tone="accent", weight="semibold", halign="center")
            self.add_widget(who)
        asks = f"asks.{prompt.question.id}"
        known = asks in speech.words and prompt.by_chance
        said = speech.say(asks, dict(prompt.question.about)) if known else speech.question(prompt.question)
        self.add_widget(Headline(text=said))
        if prompt.card:
            about = {"card": prompt.card, "effect": sentences.effect(speech, prompt.effect)}
            said = speech.say("prompt.explains", about)
            self.add_widget(Paragraph(text=said, px=17, tone="faint"))
        if prompt.many and narrowed is None:
            said = "" if self.screen.ring.offers else say("prompt.touch-era")
            self.add_widget(Text(text=said, px=24, tone="accent", valign="middle", halign="left"))
        else:
            self._options(prompt.question, prompt, narrowed)
        if not self.screen.crowded:
            self._foot(prompt, narrowed)

    def _options(self, question: Question, prompt: Prompt, narrowed: int | None) -> None:
        options = [one for one in prompt.choices if narrowed is None or one.era == narrowed]
        wide = self.app.theme.arrangement == "wide"
        columns = 1 if len(options) <= (LONG if wide else 3) else 2 if len(options) <= 14 else 3
        grid = Columns(most=columns, spacing=6)
        for option in options:
            grid.add_widget(self._option(question, option))
        if self.screen.crowded:
            for button in self._others(prompt, narrowed):
                grid.add_widget(button)
        self.add_widget(grid)
        if len(options) < 3:
            self.add_widget(Widget(size_hint_y=0.5))

    def _who(self, prompt: Prompt) -> str:
        return self.screen.speech.owner(prompt.question) if prompt.question is not None else ""

    def _option(self, question: Question, option: AnswerOption) -> DrawnButton:
        say, theme, speech = self.app.tr.say, self.app.theme, self.screen.speech
        under = sentences.effect(speech, option.effect)
        if option.at is not None:
            under = speech.name("era", option.at)
        if option.damages:
            names = [speech.name("mission", mission) for mission in option.damages]
            under = say("prompt.damages", {"what": ", ".join(names)})
        if option.danger:
            under = say("prompt.danger")
        glyph, colour = "", [1.0, 1.0, 1.0, 1.0]
        eras = self.screen.view.eras
        if option.home is not None:
            home = eras[option.home]
            glyph, colour = f"token:{home.shape}", theme.tint(home.index, home.colour)
        elif option.era is not None:
            here = eras[option.era]
            glyph, colour = f"form:{here.shape}", theme.tint(here.index, here.colour)
        text = sentences.answer(speech, question, option.answer)
        button = DrawnButton(text=text, under=under, glyph=glyph, colour=colour, px=23)
        if option.danger:
            button.role = "danger"
        elif option.damages:
            button.edge = theme.accent
        button.bind(on_release=lambda _: self.screen.give(option.answer))
        return button

    def _foot(self, prompt: Prompt, narrowed: int | None) -> None:
        row = Flow(size_hint_y=None, least=max(FINGER, 58 * self.app.theme.unit), spacing=6)
        for button in self._others(prompt, narrowed):
            row.add_widget(button)
        if row.children:
            self.add_foot(row)

    def _others(self, prompt: Prompt, narrowed: int | None) -> Iterator[BigButton]:
        """What can be touched instead of an answer."""
        say = self.app.tr.say
        if narrowed is not None:
            back = BigButton(text=say("app.back"), px=23)
            back.bind(on_release=lambda _: self.screen.widen())
            yield back
        if prompt.open and prompt.question is not None and prompt.question.id in ASKED:
            other = BigButton(text=say("prompt.something-else"), px=23)
            other.bind(on_release=lambda _: self.screen.show_learning(narrowed))
            yield other
        if prompt.cancel:
            cancel = BigButton(text=say("prompt.cancel"), px=23)
            cancel.bind(on_release=lambda _: self.screen.app.post(Cancel()))
            yield cancel
