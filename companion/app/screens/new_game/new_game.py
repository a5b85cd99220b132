"""New game: who plays what, and what stays physical. Two presets, and details for those who want them.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

import secrets
from typing import Any

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.keeping import choice_of
from companion.app.presenters.new_game import PRESETS, SOLO, TOWERS, NewGame
from companion.app.presenters.tower import trouble
from companion.app.widgets import Choices, Page, Rows, Text, captioned
from companion.games import load
from companion.table import TableError
from companion.tower import Tower, TowerError
from companion.words import Speech


class NewGameScreen(Page):
    details = BooleanProperty(False)

    def on_pre_enter(self, *_: Any) -> None:
        settings = self.app.settings
        self.game = load("the-loop", self.app.box())
        self.choice = NewGame(self.game, settings.game, settings.tower)
        self.details = False
        super().on_pre_enter()
        if self.app.box_wrong:
            said = self.say("screen-new-game.box-wrong")
            self.ask(self.say("screen-box.title"), said, (self.say("notice.ok"), "next", None))

    def leave(self) -> None:
        if self.details:
            self.details = False
            self.fill()
        else:
            super().leave()

    # -- what is shown

    def fill(self) -> None:
        columns = self.ids.columns
        columns.clear_widgets()
        if self.details:
            columns.add_widget(self._sources())
        else:
            columns.add_widget(self._who())
            columns.add_widget(self._what())
        self._ready()

    def _column(self, share: float) -> BoxLayout:
        space = 10 * self.app.theme.unit
        return BoxLayout(orientation="vertical", spacing=space, size_hint_x=1 if self.tall else share)

    def _who(self) -> BoxLayout:
        say, choice = self.say, self.choice
        column, em = self._column(0.56), self.em
        start = self.game.start({})
        people = [(SOLO, say("screen-new-game.solo"))]
        people += [(n, say("screen-new-game.people-n", n=n)) for n in self.game_values("players")]
        row = BoxLayout(spacing=10)
        row.add_widget(captioned(say("screen-new-game.people"), self._choices("people", people), em))
        if choice.solo:
            numbers = [(n, str(n)) for n in self.game_values("solo") if n]
            solo = captioned(say("screen-new-game.solo-agents"), self._choices("solo", numbers), em)
            solo.size_hint_x = 0.6
            row.add_widget(solo)
        column.add_widget(row)
        names = [(one, self.game.label(start, "agent", one, self.app.tr.lang) or one) for one in choice.known]
        self.agents = self._choices("agents", names, several=True)
        caption = say("screen-new-game.agents")
        if choice.missing:
            caption = f"{caption}: {say('screen-new-game.agents-left', n=choice.missing)}"
        column.add_widget(captioned(caption, self.agents, em))
        modes = [(one, say(f"career.mode-{one}")) for one in self.game_values("mode")]
        mode = captioned(say("screen-new-game.mode"), self._choices("mode", modes, cols=2), em)
        mode.size_hint_y = 1.85
        column.add_widget(mode)
        levels = [(one, say(f"career.level-{one}"), str(one)) for one in self.game_values("level")]
        column.add_widget(captioned(say("screen-new-game.level"), self._choices("level", levels), em))
        return column

    def _what(self) -> BoxLayout:
        say, choice, em = self.say, self.choice, self.em
        column = self._column(0.44)
        presets = [
            (one, say(f"screen-new-game.{one}"), say(f"screen-new-game.{one}-under")) for one in PRESETS
        ]
        preset = self._choices("preset", presets, px=22, cols=1)
        caption = say("screen-new-game.physical")
        if not choice.chosen_preset:
            caption = f"{caption}: {say('screen-new-game.own-mix')}"
        box = captioned(caption, preset, em)
        box.size_hint_y = 2
        column.add_widget(box)
        towers = [(one, say(f"screen-new-game.tower-is.{one}")) for one in TOWERS]
        if choice.tower not in TOWERS:
            where = choice.tower.partition(":")[2] or say("screen-new-game.tower-is.app")
            towers.append((choice.tower, say("screen-new-game.tower-is.other", where=where)))
        tower = captioned(say("screen-new-game.tower"), self._choices("tower", towers, cols=2), em)
        tower.size_hint_y = 1.7
        column.add_widget(tower)
        return column

    def _sources(self) -> Rows:
        rows = Rows(spacing=8)
        for name in self.choice.shown_sources:
            line = BoxLayout(spacing=14)
            said = self.say(f"screen-new-game.stream.{name}")
            line.add_widget(Text(text=said, px=21, halign="left", valign="middle", size_hint_x=0.5))
            offered = [(value, self.say(f"screen-new-game.{value}")) for value in self.game_values(name)]
            if len(offered) == 2:
                offered.append(("", ""))
            choices = self._choices(f"source:{name}", offered)
            if "" in choices.buttons:
                choices.buttons[""].disabled = True
                choices.buttons[""].opacity = 0
            line.add_widget(choices)
            rows.add(line, self.finger)
        return rows

    def _choices(self, what: str, options: list[Any], several: bool = False, **given: Any) -> Choices:
        choices = Choices(options=options, several=several, value=self._value(what), **given)
        choices.bind(on_pick=lambda _, value: self.pick(what, value))
        return choices

    def _value(self, what: str) -> Any:
        choice = self.choice
        if what.startswith("source:"):
            return choice.sources[what.partition(":")[2]]
        return {"people": choice.people, "preset": choice.chosen_preset, "agents": tuple(choice.agents)}.get(
            what
        ) or getattr(choice, what, None)

    def game_values(self, option: str) -> tuple[Any, ...]:
        return tuple(self.choice.values[option])

    def _ready(self) -> None:
        refusal = self.choice.refusal
        start = self.ids.start
        start.disabled = refusal is not None
        start.text = self.say("screen-new-game.done" if self.details else "screen-new-game.start")
        self.ids.details.disabled = self.details
        self.ids.details.opacity = 0 if self.details else 1
        table = self.app.tr.words.listed(self._names())
        if refusal is None:
            self.ids.told.text = f"{table} · {self.say(f'career.mode-{self.choice.mode}')}"
        else:
            speech = Speech(self.app.tr.words, self.game, self.game.start({}))
            self.ids.told.text = speech.refusal(refusal)

    def _names(self) -> list[str]:
        start, lang = self.game.start({}), self.app.tr.lang
        return [self.game.label(start, "agent", one, lang) or one for one in self.choice.agents]

    # -- touches

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
            case _:
                setattr(choice, what, value)
        self.fill()

    def start(self) -> None:
        """Begins, or leaves the details."""
        if self.details:
            self.leave()
            return
        settings = self.app.settings
        settings.game = self.choice.options
        settings.tower = self.choice.tower if self.choice.tower != "app" else settings.tower
        self.app.remember()
        self.app.leave()
        self._connect()

    def _connect(self) -> None:
        choice = choice_of(self.choice.tower, secrets.randbelow(10**6))
        if self.choice.real:
            self.ask(self.say("screen-tower.looking"), "")
        self.app.connect(choice, self._begin, self._no_tower)

    def _begin(self, tower: Tower | None) -> None:
        self.close_notice()
        try:
            self.app.begin(self.choice.options, tower)
        except (TableError, OSError) as error:
            self.ask(self.say("notice.wrong"), str(error), (self.say("notice.ok"), "next", None))
            return
        self.app.go("checklist" if self.choice.physical else "table")

    def _no_tower(self, error: TowerError) -> None:
        self.ask(
            self.say("screen-home.no-tower"),
            trouble(self.app.tr.words, error),
            (self.say("notice.again"), "next", self._connect),
            (self.say("screen-home.by-hand"), "plain", lambda: self._instead("none")),
            (self.say("screen-home.simulate"), "plain", lambda: self._instead("simulated")),
            (self.say("notice.cancel"), "plain", None),
        )

    def _instead(self, tower: str) -> None:
        self.choice.tower = tower
        self.start()
