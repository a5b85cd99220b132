"""The page of a new game of Cyberion: its five expansions are touched in or out, any of them together.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.screens.new_game.plain import PlainForm
from companion.app.widgets import captioned
from companion.engine import Game


class CyberionForm(PlainForm):
    def __init__(self, screen: Any, game: Game, remembered: dict[str, Any]) -> None:
        super().__init__(screen, game, remembered)
        self.advised = ""
        self._advise()

    def _advise(self) -> None:
        """Support tokens follow the last result; another number is a touch away [CY-DIFF-01]."""
        career, players = self.screen.app.career, self.choice.chosen["players"]
        options = career.next_time(self.choice.game, players)
        support = options.get("support")
        if support is not None:
            self.choice.choose("support", support)
        self.advised = "" if support is None else self.screen.caption("advised", n=support)

    def columns(self) -> list[BoxLayout]:
        asked = {one.id: one for one in self.choice.asked(self.screen.words, "table")}
        left, right = self.screen.column(0.56), self.screen.column(0.44)
        left.add_widget(self._option(asked.pop("players")))
        support = asked.pop("support")
        left.add_widget(self._option(replace(support, caption=self.advised or support.caption)))
        left.add_widget(self._expansions(list(asked.values())))
        right.add_widget(self._presets())
        return [left, right]

    def _expansions(self, expansions: list[Any]) -> BoxLayout:
        options = [(one.id, one.caption) for one in expansions]
        chosen = tuple(one.id for one in expansions if one.value)
        choices = self._choices("expansion", options, chosen, several=True, cols=3 if self.screen.tall else 2)
        box = captioned(self.screen.caption("expansions"), choices, self.screen.em)
        box.size_hint_y = 2
        return box

    def pick(self, what: str, value: Any) -> None:
        if what == "expansion":
            self.choice.choose(value, not self.choice.chosen[value])
        else:
            super().pick(what, value)
            if what == "option:players":
                self._advise()

    def summary(self) -> str:
        words, chosen = self.screen.words, self.choice.chosen
        asked = self.choice.asked(words, "table")
        within = [one.caption for one in asked if one.value is True]
        people = words.say("screen-new-game.people-n", {"n": chosen["players"]})
        return " · ".join((people, *within))
