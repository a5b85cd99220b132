"""Home: the last game in one tap, a new one, and the doors to everything else.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from functools import partial
from pathlib import Path

from kivy.properties import ObjectProperty, StringProperty

from companion.app.presenters.home import HomePresenter, LastGame, set_aside_sentence
from companion.app.settings import choice_of, last_journal
from companion.app.widgets import Page, signs  # noqa: F401 - kv hangs them on its doors
from companion.store import notices
from companion.table import TableError
from companion.tower import Choice, Tower, TowerError


class HomeScreen(Page):
    last: ObjectProperty[LastGame | None] = ObjectProperty(None, allownone=True)
    go_on = StringProperty("")
    under = StringProperty("")

    def fill(self) -> None:
        self.last = HomePresenter(self.app.tr.words, self.app.games).last(last_journal(), datetime.now())
        self.go_on = self.last.title if self.last else ""
        self.under = self.last.under if self.last else ""
        if set_aside := notices():
            said = "\n".join(set_aside_sentence(self.app.tr.words, one) for one in set_aside)
            self.ask(self.say("screen-home.set-aside"), said, (self.say("notice.ok"), "next", None))

    def resume(self) -> None:
        """The last game, with the tower of the last evening where cubes fall in it."""
        if self.last is not None:
            self.go_on_with(self.last.path, self.last.falls)

    def go_on_with(self, path: Path, falls: bool) -> None:
        now = self.app.now
        if now is not None and now.path == path:
            self._arrive()
        elif self.app.opening is None:
            self.app.leave()
            tower = self.app.settings.tower if falls else "none"
            self._connect(path, choice_of(tower, secrets.randbelow(10**6)))

    def _connect(self, path: Path, choice: Choice | None) -> None:
        self.connect(choice, partial(self._open, path), partial(self._no_tower, path, choice))

    def _open(self, path: Path, tower: Tower | None) -> None:
        self.close_notice()
        self.app.aside(partial(self.app.old, path, tower), self._arrive, self._not_opened)

    def _not_opened(self, error: TableError | OSError) -> None:
        said = self.wrong(error)
        self.ask(self.say("screen-home.cannot-open"), said, (self.say("notice.ok"), "next", None))

    def _arrive(self) -> None:
        now = self.app.playing
        if now.older is not None:
            self.app.go("history")
        else:
            self.app.go("outcome" if now.outcome else "table")

    def _no_tower(self, path: Path, choice: Choice | None, error: TowerError) -> None:
        """A chosen tower that is not there is never replaced behind anybody's back: the players choose."""
        from companion.app.presenters.tower import trouble  # not for the first frame

        self.ask(
            self.say("screen-home.no-tower"),
            trouble(self.app.tr.words, error),
            (self.say("notice.again"), "next", lambda: self._connect(path, choice)),
            (self.say("screen-home.by-hand"), "plain", lambda: self._connect(path, None)),
            (self.say("screen-home.other"), "plain", lambda: self.app.go("tower")),
            (self.say("notice.cancel"), "plain", None),
        )
