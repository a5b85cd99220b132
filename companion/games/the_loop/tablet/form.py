"""The page of a new game of The LOOP: agents, mode, level, what stays physical, and the tower.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.presenters.game_options import caption_of, value_words
from companion.app.settings import TOWERS
from companion.app.widgets import Choices, Rows, Text, captioned
from companion.engine import Game, Option
from companion.games.the_loop.tablet.widgets import figures  # noqa: F401 - draws the heads
from companion.games.the_loop.views.new_game import OFFERED, SOLO, NewGame
from companion.games.the_loop.views.sentences import initials
from companion.words import Speech


class LoopForm:
    def __init__(self, screen: Any, game: Game, remembered: dict[str, Any]) -> None:
        self.screen = screen
        self.game = game
        self.choice = NewGame(game, remembered, screen.app.settings.tower)

    @property
    def _cramped(self) -> bool:
        """No room for faces: words need it."""
        return bool(self.screen.app.theme.arrangement != "wide")

    def columns(self) -> list[BoxLayout]:
        return [self._who(), self._what()]

    def _who(self) -> BoxLayout:
        say, choice, em = self.screen.caption, self.choice, self.screen.em
        column: BoxLayout = self.screen.column(0.56 if self._cramped else 0.6)
        people = [(SOLO, say("solo"))]
        people += [(n, say("people-n", n=n)) for n in self._values("players")]
        row = BoxLayout(spacing=10)
        row.add_widget(captioned(say("people"), self._choices("people", people), em))
        if choice.solo:
            numbers = [(n, str(n)) for n in self._values("solo") if n]
            solo = captioned(say("solo-agents"), self._choices("solo", numbers), em)
            solo.size_hint_x = 0.6
            row.add_widget(solo)
        column.add_widget(row)
        words, px, names = self.screen.words, 18, [(one, self._name(one)) for one in choice.known]
        agents: list[Any] = list(names)
        if not self._cramped:
            px, agents = 17, [(one, name, "", f"head:{one}/{initials(name)}") for one, name in names]
        caption = say("agents")
        if choice.missing:
            caption = words.captioned(caption, say("members-left", n=choice.missing))
        team = captioned(caption, self._choices("agents", agents, several=True, px=px), em)
        team.size_hint_y = 1 if self._cramped else 1.65
        column.add_widget(team)
        modes = [(one, words.say(f"career.mode-{one}")) for one in self._values("mode")]
        mode = captioned(say("mode"), self._choices("mode", modes, cols=2), em)
        mode.size_hint_y = 1.85
        column.add_widget(mode)
        levels = [(one, words.say(f"career.level-{one}"), str(one)) for one in self._values("level")]
        column.add_widget(captioned(say("level"), self._choices("level", levels), em))
        return column

    def _what(self) -> BoxLayout:
        say, choice, em = self.screen.caption, self.choice, self.screen.em
        column: BoxLayout = self.screen.column(0.44 if self._cramped else 0.4)
        presets = [(one, say(one), say(f"{one}-under")) for one in OFFERED]
        preset = self._choices("preset", presets, px=22, cols=1)
        caption = say("physical")
        if not choice.chosen_preset:
            caption = self.screen.words.captioned(caption, say("own-mix"))
        box = captioned(caption, preset, em)
        box.size_hint_y = 2
        column.add_widget(box)
        towers = [(one, say(f"tower-is.{one}")) for one in TOWERS]
        if choice.tower not in TOWERS:
            where = choice.tower.partition(":")[2] or say("tower-is.app")
            towers.append((choice.tower, say("tower-is.other", where=where)))
        tower = captioned(say("tower"), self._choices("tower", towers, cols=2), em)
        tower.size_hint_y = 1.7
        column.add_widget(tower)
        return column

    def details(self) -> Rows:
        say = self.screen.caption
        rows = Rows(spacing=8)
        for name in self.choice.shown_sources:
            line = BoxLayout(spacing=14)
            said = say(f"stream.{name}")
            line.add_widget(Text(text=said, px=21, halign="left", valign="middle", size_hint_x=0.5))
            offered = [(value, say(value)) for value in self._values(name)]
            if len(offered) == 2:
                offered.append(("", ""))
            choices = self._choices(f"source:{name}", offered)
            if "" in choices.buttons:
                choices.buttons[""].disabled = True
                choices.buttons[""].opacity = 0
            line.add_widget(choices)
            rows.add(line, self.screen.finger)
        for option in self.game.options():
            if option.id in self.choice.rulings:
                rows.add(self._ruling(option), max(self.screen.finger, 62 * self.screen.em))
        return rows

    def _ruling(self, option: Option) -> BoxLayout:
        """A disputed rule, or one of the house, and what it may be."""
        words, line = self.screen.words, BoxLayout(spacing=14)
        said = caption_of(words, option)
        line.add_widget(Text(text=said, px=19, halign="left", valign="middle", size_hint_x=0.9))
        offered = [(value, value_words(words, option, value)[0]) for value in option.values]
        line.add_widget(self._choices(f"ruling:{option.id}", offered, px=17))
        return line

    def _choices(self, what: str, options: list[Any], several: bool = False, **given: Any) -> Choices:
        choices = Choices(options=options, several=several, value=self._value(what), **given)
        choices.bind(on_pick=lambda _, value: self.screen.pick(what, value))
        return choices

    def _value(self, what: str) -> Any:
        choice = self.choice
        kind, _, name = what.partition(":")
        if kind in ("source", "ruling"):
            return (choice.sources if kind == "source" else choice.rulings)[name]
        return {"people": choice.people, "preset": choice.chosen_preset, "agents": tuple(choice.agents)}.get(
            what
        ) or getattr(choice, what, None)

    def _values(self, option: str) -> tuple[Any, ...]:
        return tuple(self.choice.values[option])

    def _name(self, agent: str) -> str:
        return Speech(self.screen.words, self.game, self.game.start({})).name("agent", agent)

    def summary(self) -> str:
        words = self.screen.words
        table = words.listed([self._name(one) for one in self.choice.agents])
        return f"{table} · {words.say(f'career.mode-{self.choice.mode}')}"

    def pick(self, what: str, value: Any) -> None:
        choice = self.choice
        match what.partition(":"):
            case ("people", _, _):
                choice.choose_people(value)
            case ("solo", _, _):
                choice.choose_solo(value)
            case ("agents", _, _):
                choice.toggle(value)
            case ("preset", _, _):
                choice.preset(value)
            case ("tower", _, _):
                choice.choose_tower(value)
            case ("source", _, name):
                choice.choose_source(name, value)
            case ("ruling", _, name):
                choice.choose_ruling(name, value)
            case _:
                setattr(choice, what, value)
