"""The page of a new game for any game, out of its contract: its options, what stays physical, and rulings.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.presenters.game_options import DIGITAL, REAL, GameOptions, OptionView
from companion.app.widgets import Choices, Rows, Text, captioned
from companion.engine import Game

FEW = 3
"""Options that fit into the left column."""


class PlainForm:
    def __init__(self, screen: Any, game: Game, remembered: dict[str, Any]) -> None:
        self.screen = screen
        self.choice = GameOptions(game, remembered)

    def columns(self) -> list[BoxLayout]:
        asked = self.choice.asked(self.screen.words, "table")
        left, right = self.screen.column(0.56), self.screen.column(0.44)
        for one in asked[:FEW]:
            left.add_widget(self._option(one))
        if self.choice.asked(self.screen.words, "source"):
            right.add_widget(self._presets())
        for one in asked[FEW:]:
            right.add_widget(self._option(one, cols=1))
        return [left, right] if right.children else [left]

    def _option(self, one: OptionView, **given: Any) -> BoxLayout:
        choices = self._choices(f"option:{one.id}", list(one.choices), one.value, one.several, **given)
        box = captioned(one.caption, choices, self.screen.em)
        box.size_hint_y = 1.6 if given else 1
        return box

    def _presets(self) -> BoxLayout:
        say, choice = self.screen.caption, self.choice
        presets = [(one, say(f"{one}"), say(f"{one}-under")) for one in (DIGITAL, REAL)]
        caption = say("physical")
        if not choice.preset:
            caption = self.screen.words.captioned(caption, say("own-mix"))
        box = captioned(
            caption, self._choices("preset", presets, choice.preset, px=22, cols=1), self.screen.em
        )
        box.size_hint_y = 1.8
        return box

    def details(self) -> Rows:
        rows, words = Rows(spacing=8), self.screen.words
        groups = (self.choice.asked(words, group) for group in ("source", "ruling", "house"))
        for one in chain(*groups):
            line = BoxLayout(spacing=14)
            line.add_widget(Text(text=one.caption, px=21, halign="left", valign="middle", size_hint_x=0.8))
            line.add_widget(self._choices(f"option:{one.id}", list(one.choices), one.value, px=17))
            rows.add(line, max(self.screen.finger, 62 * self.screen.em))
        return rows

    def _choices(self, what: str, options: list[Any], value: Any, several: bool = False, **given: Any) -> Any:
        choices = Choices(options=options, several=several, value=value, **given)
        choices.bind(on_pick=lambda _, picked: self.screen.pick(what, picked))
        return choices

    def summary(self) -> str:
        asked = self.choice.asked(self.screen.words, "table")
        chosen = [{value: said for value, said, _ in one.choices} for one in asked]
        named = [names[one.value] for names, one in zip(chosen, asked, strict=True) if not one.several]
        return " · ".join(named[:2])

    def pick(self, what: str, value: Any) -> None:
        kind, _, name = what.partition(":")
        if kind == "preset":
            self.choice.choose_preset(value)
        else:
            self.choice.choose(name, value)
