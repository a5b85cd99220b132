"""The director: plays the stage of what has just happened, once, and never in anybody's way.

May import: Kivy's clock, companion.table, companion.words, this folder, the announcer (which cue a moment
has). Stages hang on journal entries that are new: undo, replay and going on after a break play nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.app.announcer import HEARD, sound_of
from companion.app.haptics import buzz
from companion.app.screens.tabletop import Tabletop
from companion.engine import Happening, part
from companion.table import Entry, Happened, Snapshot
from companion.words import Speech

from .scene import Act, Cast, Scene
from .script import Stage, staged

if TYPE_CHECKING:
    from companion.app.app import CompanionApp

QUEUE = 2
"""Stages that wait: whoever was away sees the last."""


def subject_of(stage: Stage, entry: Entry) -> Happening | None:
    """The happening of which a stage tells."""
    happened = [said for kind in stage.tells for said in entry.happenings if said.kind == kind]
    if happened and stage.which:
        found: Happening = part(stage.which)(entry, happened)
        return found
    return happened[0] if happened else None


class Director:
    def __init__(self, app: CompanionApp) -> None:
        self.app = app
        self.act: Act | None = None
        self.stage: Stage | None = None
        self._due: list[tuple[Stage, Entry, Happening | None]] = []
        self._waiting: list[tuple[Stage, Entry, Happening]] = []
        """Those that begin when their alert is opened."""
        self._times: Counter[str] = Counter()
        self._begun = self._speed = 0.0
        self._begin_soon = Clock.create_trigger(self._begin, 0)
        self._tick = Clock.create_trigger(self._go_on, 0, interval=True)

    # -- what happened

    @property
    def stages(self) -> tuple[Stage, ...]:
        face = self.app.face
        return face.part("stages") if face.stages else ()

    def attend(self) -> None:
        """Another evening: all is new."""
        self.cut()
        self._times.clear()

    def hear(self, now: Snapshot) -> None:
        """Before the table looks: what it moves by itself it may leave to a stage."""
        if any(not isinstance(event, Happened) for event in now.events):
            self.cut()  # something was taken back: what it was about may be gone
        heard = [event.entry for event in now.events[-HEARD:] if isinstance(event, Happened)]
        if heard and isinstance(self.act, Scene):
            self.act.thaw()  # the table under it goes on
        if not self.app.theme.motion or self._table is None:
            return
        for entry in heard:
            self._call(entry, now)
        grave = [one for one in self._due if one[0].kind != "routine"]
        self._due = (grave or self._due)[-QUEUE:]
        if self._due and self.act is None:
            self._begin_soon()

    def _call(self, entry: Entry, now: Snapshot) -> None:
        alerts = now.manifest.alerts
        for said in entry.happenings if alerts else ():
            if said.kind in alerts:
                found = [one for one in self.stages if said.kind in one.tells]
                self._waiting += [(one, entry, said) for one in found[:1]]
        moment = sound_of(entry, now.game, now.manifest)
        for stage in staged(self.stages, moment):
            if not set(stage.tells) & set(alerts):
                self._due.append((stage, entry, subject_of(stage, entry)))

    def unveil(self, said: Happening) -> None:
        """An alert lies on the table, perhaps one that waited before a break: then nothing is played."""
        for one in self._waiting:
            if one[2] is said:
                self._waiting.remove(one)
                self._stop()
                self._due = [one]
                self._begin_soon()
                return

    def awaits(self, act: str) -> bool:
        """Whether the table may leave something to a stage that is about to move it."""
        return any(stage.act == act for stage, *_ in self._due) or (
            self.stage is not None and self.stage.act == act
        )

    # -- what is played

    @property
    def _table(self) -> Tabletop | None:
        screen = self.app.manager.current_screen if self.app.root is not None else None
        return screen if isinstance(screen, Tabletop) and screen.name == self.app.table else None

    @property
    def left(self) -> float:
        """Seconds until all is over."""
        due = sum(stage.length(self._times[stage.moment]) for stage, *_ in self._due)
        if self.stage is None:
            return due
        return due + self.stage.seconds - (Clock.get_time() - self._begun) * self._speed

    def _begin(self, *_: object) -> None:
        screen = self._table
        if screen is None or not self._due or self.app.now is None or not self.app.theme.motion:
            self.cut()
            return
        stage, entry, said = self._due.pop(0)
        speech = Speech.of(self.app.tr.words, self.app.now).at(entry.after)
        cast = Cast(entry, said, speech, self.app.theme, screen)
        made = part(stage.act) if stage.act else Scene
        self._stop()
        self.stage = stage
        self.act = made(stage, cast, self.app.face.part("drawings"), self.cut)
        self._speed = stage.seconds / stage.length(self._times[stage.moment])
        self._times[stage.moment] += 1
        if not self.app.settings.silent:
            buzz(stage.kind)
        self._begun = Clock.time()  # its layers are made: a slow machine loses nothing of it
        self._manner = self._look()
        self._tick()

    def _look(self) -> tuple[object, ...]:
        """What a stage is drawn for."""
        screen, theme = self._table, self.app.theme
        return screen, screen and tuple(screen.size), theme.em, theme.palette, self.app.tr.lang, theme.motion

    def _go_on(self, *_: object) -> None:
        if self.act is None or self.stage is None or self._look() != self._manner:
            self.cut()
            return
        t = (Clock.get_time() - self._begun) * self._speed
        if t < self.stage.seconds:
            self.act.at(t)
            return
        self._stop()
        if self._due:
            self._begin_soon()

    def _stop(self) -> None:
        self._tick.cancel()
        act, self.act, self.stage = self.act, None, None
        if act is not None:
            act.end()

    def cut(self) -> None:
        """The last frame, at once."""
        self._begin_soon.cancel()
        self._due.clear()
        self._stop()
        if (screen := self._table) is not None:
            screen.settle()
