"""New game: which one, who plays, and what stays physical. Presets, and details for those who want them.

May import: Kivy, the presenters, this room's widgets. Each game fills the page with its own form; a game
without one gets the form that is made of its contract.
"""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.presenters.tower import trouble
from companion.app.settings import choice_of
from companion.app.widgets import BigButton, Page, Text, named
from companion.table import TableError
from companion.tower import Tower, TowerError
from companion.words import Speech, Words

from .seats import Seating


class NewGameScreen(Page):
    details = BooleanProperty(False)
    naming = BooleanProperty(False)
    """Who plays is asked, in the place of the options."""
    playing = StringProperty()
    """The game that is set up; `app.go("new-game", playing=…)` begins with another one."""

    def on_pre_enter(self, *_: Any) -> None:
        self.seating = Seating(self)
        self.take(self.playing or self.app.games.first)
        super().on_pre_enter()
        if self.app.box_wrong:
            said = self.say("screen-new-game.box-wrong")
            self.ask(self.say("screen-box.title"), said, (self.say("notice.ok"), "next", None))

    def on_leave(self, *_: Any) -> None:
        self.playing = ""

    def take(self, name: str) -> None:
        """Another game, with the options it was last played with."""
        self.playing, self.details, self.naming = name, False, False
        self.game = self.app.games.load(name, self.app.box(name))
        self.form = self.app.face_of(name).part("form")(
            self, self.game, self.app.settings.games.get(name, {})
        )

    def leave(self) -> None:
        if self.details or self.naming:
            self.details = self.naming = False
            self.fill()
        else:
            super().leave()

    @property
    def choice(self) -> Any:
        """What stands, as the form's presenter keeps it."""
        return self.form.choice

    @property
    def subject(self) -> str:
        return self.playing

    @property
    def words(self) -> Words:
        return self.app.tr.of(self.playing)

    def caption(self, key: str, **about: Any) -> str:
        """Words of this page, as this game says them."""
        return self.words.say(f"screen-new-game.{key}", about)

    # -- what is shown

    def fill(self) -> None:
        self._games()
        columns = self.ids.columns
        columns.clear_widgets()
        for column in self._columns():
            columns.add_widget(column)
        self._ready()

    def _columns(self) -> list[Any]:
        if self.naming:
            return list(self.seating.columns())
        return [self.form.details()] if self.details else list(self.form.columns())

    def _games(self) -> None:
        """In the bar, so that the first game needs no touch more than when it was the only one."""
        names = () if self.details or self.naming else self.app.games
        games = [(name, self.app.games[name].title) for name in names]
        self.offer(games, self.playing, self.turn_to)

    def turn_to(self, name: str) -> None:
        self.take(name)
        self.fill()

    def column(self, share: float) -> BoxLayout:
        space = 6 * self.app.theme.unit
        return BoxLayout(orientation="vertical", spacing=space, size_hint_x=1 if self.tall else share)

    def _ready(self) -> None:
        refusal = self.choice.refusal
        start = named(self, "start", BigButton)
        start.disabled = refusal is not None
        start.because = (refusal.rule or "teach.no-rule") if refusal is not None else ""
        aside = self.details or self.naming
        start.text = self.say("screen-new-game.done" if aside else "screen-new-game.start")
        for button in (self.ids.details, self.ids.names):
            button.disabled, button.opacity = aside, 0 if aside else 1
        named(self, "names", BigButton).text = self.seating.caption
        if refusal is None:
            named(self, "summary", Text).text = self.form.summary()
        else:
            speech = Speech(self.words, self.game, self.game.start({}))
            named(self, "summary", Text).text = speech.refusal(refusal)

    # -- touches

    def pick(self, what: str, value: Any) -> None:
        self.form.pick(what, value)
        self.fill()

    def start(self) -> None:
        """Begins, or leaves the details. While a game is being opened, a second touch means that one."""
        if self.details or self.naming:
            self.leave()
            return
        if self.app.opening is not None:
            return
        settings = self.app.settings
        settings.games[self.playing] = self.choice.options
        settings.tower = self.choice.tower if self.choice.tower != "app" else settings.tower
        self.app.remember()
        self.app.leave()
        self._connect()

    def _connect(self) -> None:
        choice = choice_of(self.choice.tower, secrets.randbelow(10**6))
        self.connect(choice, self._begin, self._no_tower)

    def _begin(self, tower: Tower | None) -> None:
        self.close_notice()
        named = self.seating.named
        opens = partial(self.app.new, self.choice.options, tower, name=self.playing, named=named)
        self.app.aside(opens, self._begun, self._not_begun)

    def _begun(self) -> None:
        if self.app.lead.on:
            self.app.go("layout")
        else:
            self.app.go("checklist" if self.choice.physical else "table")

    def _not_begun(self, error: TableError | OSError) -> None:
        self.ask(self.say("notice.wrong"), self.wrong(error), (self.say("notice.ok"), "next", None))

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
