"""One game night: a session, the tower that answers its drops, and what the table still has to do.

May import: companion.engine, companion.table, companion.tower; never Kivy. Everything here runs in one
thread.
The tower's reports come in through a bounded queue: `wake` is called from the tower's thread and asks for
`drain` to be called in ours.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from queue import Empty, Full, Queue, SimpleQueue
from typing import Any, NamedTuple

from companion.engine import Happening, Input, Phrase, Question, Refusal, State
from companion.table import (
    Amended,
    Amendment,
    Asked,
    Counted,
    Entry,
    Event,
    Failed,
    Happened,
    JournalUnwritable,
    Report,
    Said,
    Session,
    TowerAtTable,
    Undone,
    Way,
)
from companion.tower import (
    MIXED,
    BeamBroken,
    Inside,
    LinkBack,
    LinkLost,
    OutsideDrop,
    Shaking,
    ThrowNow,
    Tower,
)

from .dropping import Drop

INBOX = 8192
"""Readings that may wait for the screen: sixteen seconds of the fastest tower."""
ALERTS = ("VortexOpened", "GameLost", "GameWon")
"""Happenings that wait until somebody has seen them."""
TURNS_BEGIN = ("TurnBegan", "RoundBegan")
"""What comes before the first of these is the setup."""


def written(method: Callable[..., Any]) -> Callable[..., Any]:
    """A full disk changes nothing: it is told like a refusal, and the answer can be given again."""

    @wraps(method)
    def tried(night: Night, *given: Any, **named: Any) -> Any:
        try:
            return method(night, *given, **named)
        except JournalUnwritable as error:
            night.refused, night.behind = Refusal("not-written", "", error.about), True
            night._look()
            night.changed()
            return night.refused

    return tried


class Todo(NamedTuple):
    """Something that happened in the books and is still to be done with the hands."""

    said: Happening | Phrase
    state: State
    """For the names of pieces."""


class Night:
    def __init__(self, session: Session, wake: Callable[[], None]) -> None:
        self.session = session
        self.tower: TowerAtTable | None = None
        self.todo: list[Todo] = []
        """Since the last action: a new one is begun when these are done."""
        self.alerts: list[Todo] = []
        self.refused: Refusal | None = None
        self.drop: Drop | None = None
        self.counted: Input | None = None
        """The last drop that the tower counted, as long as nothing else was decided."""
        self.fallen = [0] * 7
        """Beams broken while nobody threw and a cube was inside: asked, never counted."""
        self.behind = False
        """The disk was full: the app may have draws to make that could not be written."""
        self.linked = True
        self.lost_readings = 0
        self._wake = wake
        self._readings: Queue[Said] = Queue(INBOX)
        self._results: SimpleQueue[Report] = SimpleQueue()  # at most one for each order: never lost
        self._ordered = self._returned = 0
        self._watchers: list[Callable[[], None]] = []
        session.subscribe(self._heard)
        session.advance()
        self.setup = self._split_setup()
        """What to put on the table before the first turn."""
        self._look()

    # -- who looks on

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Calls this after every change; the returned function ends it."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def changed(self) -> None:
        for watcher in tuple(self._watchers):
            watcher()

    # -- what stands

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def asked(self) -> Asked | None:
        asked = self.session.asked()
        return asked[0] if asked else None

    @property
    def simulated(self) -> bool:
        return self.tower is not None and self.tower.tower.identity.pretended

    @property
    def facing(self) -> int | None:
        return self.tower.tower.facing if self.tower else None

    # -- what the players do

    def submit(self, given: Input, position: int | None = None) -> Entry | Refusal:
        """An answer of a person. A refusal is kept until the next answer, for the screen to show."""
        asked = self.asked
        decided = asked is not None and asked.source == "player"
        return self._give(given, "player" if decided else "hand", position)

    @written
    def correct(self, given: Input) -> Entry | Refusal:
        """Sets the table right, or carries out what a finding offered; a drop that is running goes on."""
        told = self.session.submit(given, "hand")
        if isinstance(told, Entry):
            self.session.advance()
            self._look()
        self.changed()
        return told

    def tell(self, inputs: tuple[Input, ...]) -> None:
        """What lies on the table, in several inputs: a new piece, and the answer with it."""
        for given in inputs:
            if isinstance(self.submit(given), Refusal):
                return

    @written
    def undo(self) -> Undone | Refusal:
        """Back to the last answer; a drop that was taken back is shown as it was counted, to be corrected."""
        if self.drop is not None and self.drop.running:
            self.end_drop()  # what it still reports belongs to nothing
        told = self.session.undo()
        if isinstance(told, Refusal):
            self.refused = told
            self.changed()
            return told
        self.session.advance()
        self._look()
        taken = told.dropped[0].given
        if self.drop is not None and hasattr(taken, "landed"):
            self.drop.stage = "hand"
            self.drop.landed = list(taken.landed)
        self.changed()
        return told

    @written
    def back_to(self, number: int) -> None:
        """Takes back everything from an entry on, as so many undos; what to put back is told once."""
        if self.drop is not None and self.drop.running:
            self.end_drop()
        before = self.session.state
        while len(self.session.entries) >= number:
            if isinstance(self.session.undo(), Refusal):
                break
        steps = self.session.game.differences(before, self.session.state)
        self.todo = [Todo(phrase, self.session.state) for phrase in steps]
        self._go_on()

    @written
    def settle(self, amendment: Amendment, way: Way) -> Amended | Refusal:
        """Keeps an amendment in one of its ways; what to change on the table is told like after an undo."""
        if self.drop is not None and self.drop.running:
            self.end_drop()
        told = self.session.settle(amendment, way)
        if isinstance(told, Refusal):
            self.refused = told
        self._go_on()
        return told

    @written
    def catch_up(self) -> None:
        """Makes the draws that could not be written a moment ago."""
        if self.behind:
            self.behind = False
            self._go_on()

    def _go_on(self) -> None:
        self.session.advance()
        self._look()
        self.changed()

    def seen(self) -> None:
        """The first alert was seen."""
        del self.alerts[:1]
        self.changed()

    @property
    def cancellable(self) -> bool:
        """Whether the open question belongs to an action that can still be taken back whole."""
        return self._action() is not None

    @written
    def cancel(self) -> None:
        """Takes the action back that is being resolved, with all that was chosen for it."""
        number = self._action()
        while number is not None and len(self.session.entries) >= number:
            if isinstance(self.session.undo(), Refusal):
                break
        self.session.advance()
        self._look()
        self.changed()

    def _action(self) -> int | None:
        """The entry with which the running action began; None outside an action."""
        asked = self.asked
        if asked is None or asked.question.main or asked.question.owner == "chance":
            return None
        game = self.session.game
        for entry in reversed(self.session.entries):
            question = game.awaited(entry.before)[0]
            if question.main:
                return entry.number if entry.given.kind != "EndActions" else None
            if question.stream == "drop":
                return None
        return None

    # -- the drop

    def use(self, tower: Tower | None) -> None:
        """From now on this tower answers the drops; None: the players tap them in."""
        if self.tower is not None:
            self.tower.close()
        self.tower = TowerAtTable(tower, self._report) if tower else None
        self.linked = True
        if self.session.sources["drop"] != "app":
            self.session.sources = self.session.sources.with_source("drop", "tower" if tower else "hand")
        self.drop = None
        self._look()
        self.changed()

    def throw(self) -> None:
        """Brings the tower to Dr Foo's era and listens."""
        if self.tower is None or self.drop is None or self.drop.running:
            return
        self.todo.clear()
        self.drop = Drop(self.drop.question, "turning")
        self.fallen = [0] * 7  # whatever it was, it is part of what is counted now
        self._ordered += 1
        self.tower.drop(self.drop.question, self._colour(self.drop.question), self.inside)
        self.changed()

    def end_drop(self) -> None:
        """The players say that nothing more will fall."""
        if self.tower is not None:
            self.tower.end_drop()

    def by_hand(self) -> None:
        """The players tell this drop themselves, beginning with what was heard of it."""
        if self.drop is None:
            return
        if self.drop.running:
            self.end_drop()
        heard = list(self.drop.lit) if sum(self.drop.lit) <= self.drop.total else [0] * 7
        self.drop = Drop(self.drop.question, "hand", landed=heard)
        self.changed()

    def change_drop(self, era: int, by: int) -> None:
        if self.drop is not None and self.drop.editable:
            self.drop.change(era, by)
            self.changed()

    def confirm_drop(self) -> None:
        if self.drop is not None and self.drop.editable:
            self.todo.clear()
            self._give(self.drop.answer, "hand", None)

    def close(self) -> None:
        """Stops the tower and lets go of the journal; twice is the same as once."""
        if self.tower is not None:
            self.tower.close()
            self.tower = None
        self.session.close()

    # -- what the tower says

    def drain(self) -> None:
        """Takes in all that has been reported; our own thread calls it."""
        try:
            while True:
                self._said(self._readings.get_nowait())
        except Empty:
            pass
        try:
            while True:
                self._result(self._results.get_nowait())
        except Empty:
            pass
        self.changed()

    def _report(self, report: Report) -> None:
        """In the tower's thread."""
        if isinstance(report, Said):
            try:
                self._readings.put_nowait(report)
            except Full:
                self.lost_readings += 1
        else:
            self._results.put(report)
        self._wake()

    def _said(self, said: Said) -> None:
        drop = self.drop if self.drop is not None and self.drop.running else None
        match said.reading:
            case ThrowNow() if drop:
                drop.stage = "listening"
            case Shaking() if drop:
                drop.stage = "shaking"
            case BeamBroken(outlet=outlet) as broken if drop and broken.counted:
                drop.stage = "listening"
                drop.lit[outlet] += 1
            case OutsideDrop(outlet=outlet, ask=True) if drop is None:
                self.fallen[outlet] += 1
            case LinkLost():
                self.linked = False
            case LinkBack():
                self.linked = True
            case _:
                pass

    def _result(self, report: Report) -> None:
        self._returned += 1
        drop = self.drop
        if drop is None or not drop.running or self._returned < self._ordered:
            return  # of a drop that was taken back
        if isinstance(report, Failed):
            self.drop = Drop(drop.question, "lost", lit=drop.lit, error=report.error)
        elif isinstance(report, Counted) and report.asked:
            best, *others = report.answers
            reasons = tuple(str(reason) for reason in report.heard.reasons)
            self.drop = Drop(drop.question, "unsure", drop.lit, list(best.landed), tuple(others), reasons)
        elif isinstance(report, Counted):
            self._give(report.answers[0], "tower", None)

    # -- inside

    def _split_setup(self) -> list[Todo]:
        """The steps before the first turn are the setup; they are shown in their own place."""
        first = next((k for k, one in enumerate(self.todo) if one.said.kind in TURNS_BEGIN), None)
        if first is None:
            return []
        setup, self.todo = self.todo[:first], self.todo[first:]
        return setup

    @written
    def _give(self, given: Input, source: Any, position: int | None) -> Entry | Refusal:
        asked = self.asked
        if asked is not None and (asked.question.main or self.session.game.rivals):
            self.todo.clear()  # among rivals every answer is an action of its own
        at = self.session.position if position is None else position
        told = self.session.submit(given, source, at)
        self.refused = told if isinstance(told, Refusal) else None
        if isinstance(told, Entry):
            self.counted = given if source == "tower" else None
            self.session.advance()
            self._look()
        self.changed()
        return told

    @property
    def inside(self) -> Inside:
        """What the books know to be in the machine."""
        view = self.session.game.view(self.state, None)
        red, green = view.get("inside", 0), view.get("extra", {}).get("energy-inside", 0)
        return Inside(red + green, MIXED if red and green else "red" if red else "green" if green else "")

    def _look(self) -> None:
        """Opens the drop that is awaited, or none; the tower hears what the players know to be inside."""
        asked = self.asked
        if self.tower is not None and (self.drop is None or not self.drop.running):
            self.tower.tower.inside = self.inside
        if asked is None or asked.question.stream != "drop" or asked.source not in ("tower", "hand"):
            self.drop = None
        elif self.drop is None or self.drop.question != asked.question:
            self.drop = Drop(asked.question, "waiting" if self.tower else "hand")

    def _heard(self, event: Event) -> None:
        match event:
            case Happened(entry):
                fresh = [Todo(said, entry.after) for said in entry.happenings]
                self.todo += fresh
                self.alerts += [one for one in fresh if one.said.kind in ALERTS]
            case Undone() | Amended():
                self.todo = [Todo(phrase, self.session.state) for phrase in event.put_back]
                self.alerts.clear()
                self.drop = self.counted = None

    def _colour(self, question: Question) -> str:
        return "green" if question.id == "drop-energy" else "red"
