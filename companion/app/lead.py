"""*Lead us* on the tablet: when a hint is due it lies over the table, and what was shown is kept.

May import: Kivy, companion.teacher, this room's settings and widgets.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from threading import Thread
from typing import TYPE_CHECKING

from companion.engine import Happening, Manifest
from companion.table import Snapshot, answered
from companion.teacher import Article, Guide, Hint, Hints, Rulebook, Taught, taught_words
from companion.words import Words

from .screen_words import ScreenWords

if TYPE_CHECKING:
    from companion.app.screens.tabletop import Tabletop

    from .app import CompanionApp


class Lead:
    """The teacher of this window."""

    def __init__(self, app: CompanionApp) -> None:
        self.app = app
        self._known = 0
        self._game: object = None
        self._pending: list[Happening] = []
        self._asked: tuple[object, ...] = ()
        """The question with which somebody was helped last: one and the same is not new twice."""
        self._words: tuple[tuple[str, str], Words] | None = None

    @cached_property
    def taught(self) -> Taught:
        return Taught()

    @property
    def on(self) -> bool:
        return bool(self.app.settings.lead)

    def switch(self, on: bool) -> None:
        self.app.settings.lead = on
        self.app.remember()

    def words(self, game: str = "") -> Words:
        """All that is said of a game with what it teaches; read when somebody is first taught."""
        name = game or (self.app.now.game.name if self.app.now is not None else self.app.games.first)
        wanted = (self.app.tr.lang, name)
        if self._words is None or self._words[0] != wanted:
            self._words = wanted, taught_words(ScreenWords, self.app.tr.lang, self.app.games[name])
        return self._words[1]

    def manifest(self) -> Manifest:
        return self.app.playing.manifest

    def book(self, game: str) -> Rulebook:
        return Rulebook.of(self.app.games[game])

    def behind(self, because: str, game: str = "") -> tuple[str, str, Article | None]:
        """Title and text of a rule of the ledger or of a sentence of the catalogue; the rule's article."""
        name = game or self.app.playing.game.name
        words = self.words(name)
        if (article := self.book(name).article(because)) is not None:
            return article.title(words), article.text(words), article
        return words.say("teach.why"), words.say(because if because in words else "teach.no-rule"), None

    def rule(self, happening: Happening) -> str:
        """The rule behind something that happened at the table."""
        hint = Hints.of(self.manifest()).happened(happening)
        return hint.rule if hint is not None else ""

    # -- hints

    def guide(self, now: Snapshot) -> Guide:
        return Guide(now.manifest, self.taught)

    def due(self, now: Snapshot) -> list[Hint]:
        """What is still new of all that happened since somebody was last told, and of what is asked."""
        self._hear(now)
        if not self.on or now.alerts or (now.drop is not None and now.drop.running):
            return []
        happened, self._pending = self._pending, []
        asked, before = now.first, self._asked
        self._asked = (asked.question.id, asked.question.owner, asked.since) if asked is not None else ()
        new = asked is not None and self._asked != before
        return self.guide(now).due(happened, asked.question if asked is not None and new else None)

    def recent(self, now: Snapshot) -> list[Hint]:
        """Of what happened since the last answer of a person, and of what is asked; the newest first."""
        hints = self.guide(now).hints
        happened: list[Happening] = []
        for entry in reversed(now.entries):
            happened = [*entry.happenings, *happened]
            if entry.source == "player" and happened:
                break
        return hints.behind(now.first.question if now.first is not None else None, reversed(happened))

    def of_entry(self, now: Snapshot, number: int) -> list[Hint]:
        """Of one line of the journal, as far as everybody may read it: what was asked, then what happened."""
        line = now.history(None)[number - 1]
        question = answered(now.game.awaited(line.before), line.given) if line.given is not None else None
        return self.guide(now).hints.behind(question, line.happenings)

    def shown(self, hint: Hint) -> None:
        """It was looked at: that is kept, in a thread of its own, because a disk may take its time."""
        if self.app.now is not None:
            self.guide(self.app.now).shown(hint)
            self.keep()

    def keep(self) -> None:
        Thread(target=self._save, name="taught").start()

    def _save(self) -> None:
        with suppress(OSError):
            self.taught.save()

    def look(self, screen: Tabletop) -> None:
        """After a table has shown what is: a hint, if one is due and nothing lies there."""
        now = screen.now
        if now is None or screen.overlay is not None or screen.manager is None:
            return
        if screen.manager.current == screen.name and (hints := self.due(now)):
            from .widgets.hint import HintOverlay

            screen.open_overlay(HintOverlay(screen, hints))

    def _hear(self, now: Snapshot) -> None:
        """What is new, from the first turn on: setting up has its own pages."""
        if self._game is not now.start or len(now.entries) < self._known:
            self._game, self._known, self._pending, self._asked = now.start, len(now.entries), [], ()
        turns = set(now.manifest.turns)
        begun = not turns or any(
            happening.kind in turns for entry in now.entries[: self._known] for happening in entry.happenings
        )
        for entry in now.entries[self._known :]:
            for happening in entry.happenings:
                begun = begun or happening.kind in turns
                if begun:
                    self._pending.append(happening)
        self._known = len(now.entries)
