"""The machine on the table, with or without a tower: the drop that is open, and what fell beside it.

May import: companion.engine, companion.tower (never its backends), its own room. Belongs to the evening's
thread; what the tower says in its own comes in through bounded queues.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce
from queue import Empty, Full, Queue, SimpleQueue

from companion.engine import Cubes, Input, Plain, Question
from companion.tower import (
    MIXED,
    BeamBroken,
    Belief,
    Count,
    Doubt,
    Inside,
    LinkBack,
    LinkLost,
    OutsideDrop,
    Shaking,
    ThrownEarly,
    ThrowNow,
    Tower,
    believable,
)

from .chance import Asked
from .live_line import Entry
from .running_drop import RunningDrop
from .snapshot import TowerNow
from .tower_thread import Counted, Failed, Report, Said, TowerThread

INBOX = 8192
"""Readings that may wait for the evening: sixteen seconds of the fastest tower."""


class DropControl:
    def __init__(self, cubes: tuple[Cubes, ...], wake: Callable[[], None]) -> None:
        """`wake` is called from the tower's thread when something was said: `take_in` is to be called."""
        self.tower: TowerThread | None = None
        self.drop: RunningDrop | None = None
        self.fallen: dict[int, int] = {}
        """By outlet: beams broken while nobody threw and a cube was inside: asked, never counted."""
        self.linked = True
        self.lost_readings = 0
        self._cubes = cubes
        self._wake = wake
        self._heard: Count | None = None
        """What the tower made of the drop that is open."""
        self._lit: object = None  # what the strip was last told
        self._ordered = self._returned = 0
        self._readings: Queue[tuple[Tower, Said]] = Queue(INBOX)
        self._results: SimpleQueue[tuple[Tower, Report]] = SimpleQueue()  # one for each order

    @property
    def running(self) -> bool:
        return self.drop is not None and self.drop.running

    @property
    def now(self) -> TowerNow | None:
        if self.tower is None:
            return None
        tower = self.tower.tower
        return TowerNow(tower.identity, tower.facing, self.linked, tower.strip.lights)

    @property
    def fallen_by_outlet(self) -> tuple[int, ...]:
        return tuple(self.fallen.get(outlet, 0) for outlet in range(max(self.fallen, default=-1) + 1))

    def use(self, tower: Tower | None) -> TowerThread | None:
        """Another tower, or none. Gives back the one before, to be closed: it says nothing any more."""
        before, self.tower = self.tower, None
        if tower is not None:
            self.tower = TowerThread(tower, partial(self._report, tower))
        self.linked, self.drop, self._lit = True, None, None
        self._ordered = self._returned = 0
        return before

    def look(self, asked: Asked | None, view: Plain) -> None:
        """Opens the drop that is awaited, or none; the tower hears what the players know to be inside."""
        if self.tower is not None and not self.running:
            self.tower.tower.inside = self.inside(view)
        if asked is None or asked.question.stream != "drop" or asked.source not in ("tower", "hand"):
            self.drop = None
        elif self.drop is None or self.drop.question != asked.question:
            self.drop = RunningDrop.of(asked.question, "waiting" if self.tower else "hand")
            self._heard = None
            if self.tower is not None:
                self.tower.await_throw()

    def light(self, danger: Sequence[float], torn: Sequence[int], colours: Sequence[str] = ()) -> None:
        """How it stands at each outlet: told to the tower's strip of lights when it has changed."""
        if self.tower is not None and self._lit != (danger, torn, colours):
            self._lit = danger, torn, colours
            self.tower.light(danger, torn, colours)

    def switch_lights(self, on: bool) -> None:
        if self.tower is not None:
            self.tower.switch_lights(on)

    def inside(self, view: Plain) -> Inside:
        """What the books know to be in the machine."""
        found = {one.colour: _found(view, one.inside) for one in self._cubes}
        there = [colour for colour, cubes in found.items() if cubes]
        return Inside(sum(found.values()), MIXED if len(there) > 1 else there[0] if there else "")

    # -- what the players do

    def throw(self, view: Plain, last: Entry | None = None) -> bool:
        """`last`: the last drop that was heard, with what was believed to be inside after it."""
        if self.tower is None or self.drop is None or self.drop.running:
            return False
        self.drop = RunningDrop.of(self.drop.question, "turning")
        self.fallen.clear()  # whatever it was, it is part of what is counted now
        self._ordered += 1
        inside = self.inside(view)
        if last is not None and last.given.inside == inside.cubes:
            inside = replace(inside, belief=believable(last.believed))
        self._heard = None
        self.tower.drop(self.drop.question, self._colour(self.drop.question), inside)
        return True

    def believed(self, answer: Input) -> Belief:
        """The chances of 0, 1, 2, … cubes inside once people have said this of what was heard."""
        if self._heard is None or self.drop is None or not hasattr(answer, "landed"):
            return ()
        chances = self._heard.inside_after(sum(answer.landed), answer.inside)
        return tuple(round(chance, 4) for chance in chances)

    def all_thrown(self) -> None:
        if self.tower is not None and self.drop is not None and self.drop.stage == "listening":
            self.tower.all_thrown()
            self.drop = self.drop._replace(all_thrown=True)

    def early_throw(self, was: bool) -> None:
        if self.tower is not None and self.drop is not None and self.drop.stage == "early":
            self.tower.early_throw(was)
            self.drop = self.drop.early_was(was)

    def end_drop(self) -> None:
        if self.tower is not None:
            self.tower.end_drop()

    def by_hand(self) -> None:
        if self.drop is None:
            return
        if self.drop.running:
            self.end_drop()
        heard = self.drop.lit if sum(self.drop.lit) <= self.drop.total else ()
        self.drop = RunningDrop.of(self.drop.question, "hand", heard)

    def change_drop(self, changes: tuple[tuple[int, int], ...]) -> None:
        if self.drop is not None and self.drop.editable:
            self.drop = reduce(lambda drop, change: drop.changed(*change), changes, self.drop)

    def change_thrown(self, by: int) -> None:
        if self.drop is not None and self.drop.editable:
            self.drop = self.drop.thrown_by(by)

    def otherwise(self, answer: Input) -> Plain | None:
        """What people say first, where an answer has more or fewer cubes than were asked for."""
        if self.drop is None or (more := self.drop.more_in(answer)) == 0:
            return None
        kind = next((one.thrown for one in self._cubes if one.asked == self.drop.question.id), "")
        return {"kind": kind, "cubes": self.drop.asked_for + more} if kind else None

    def show_again(self, taken: Input) -> None:
        """A drop that was taken back is shown as it was counted, to be corrected."""
        if self.drop is not None and hasattr(taken, "landed"):
            self.drop = RunningDrop.of(self.drop.question, "hand", taken.landed)

    # -- what the tower says

    def _report(self, source: Tower, report: Report) -> None:
        """In the tower's thread."""
        if isinstance(report, Said):
            try:
                self._readings.put_nowait((source, report))
            except Full:
                self.lost_readings += 1
        else:
            self._results.put((source, report))
        self._wake()

    def take_in(self) -> Input | None:
        """Takes in all that was reported. The count of a drop that nobody has to confirm is given back."""
        try:
            while True:
                source, said = self._readings.get_nowait()
                if self._ours(source):
                    self._said(said)
        except Empty:
            pass
        counted: Input | None = None
        try:
            while True:
                source, report = self._results.get_nowait()
                if self._ours(source):
                    counted = self._result(report) or counted
        except Empty:
            pass
        return counted

    def _ours(self, tower: Tower) -> bool:
        """What a tower says that was let go belongs to nothing."""
        return self.tower is not None and self.tower.tower is tower

    def _said(self, said: Said) -> None:
        drop = self.drop if self.running else None
        match said.reading:
            case ThrowNow() if drop:
                self.drop = drop._replace(stage="listening")
            case Shaking() if drop:
                self.drop = drop._replace(stage="shaking")
            case ThrownEarly(outlets=outlets) if drop:
                self.drop = drop._replace(stage="early", early=outlets)
            case BeamBroken(outlet=outlet) as broken if drop and broken.counted and drop.stage != "turning":
                self.drop = drop.heard(outlet)
            case OutsideDrop(outlet=outlet, ask=True) if drop is None:
                self.fallen[outlet] = self.fallen.get(outlet, 0) + 1
            case LinkLost():
                self.linked = False
            case LinkBack():
                self.linked = True
                if drop:  # nothing moves before somebody says again that hands are away
                    self.drop = drop._replace(all_thrown=False)
            case _:
                pass

    def _result(self, report: Report) -> Input | None:
        self._returned += 1
        drop = self.drop
        if drop is None or not drop.running or self._returned < self._ordered:
            return None  # of a drop that was taken back
        if isinstance(report, Failed):
            self.drop = RunningDrop.of(drop.question, "lost")._replace(lit=drop.lit, error=report.error)
        elif isinstance(report, Counted):
            return self._counted(drop, report)
        return None

    def _counted(self, drop: RunningDrop, report: Counted) -> Input | None:
        freed = any(sum(one.freed) for one in report.heard.answers)
        self._heard = None if freed else report.heard  # the colours inside are told apart by people alone
        if Doubt.NOTHING in report.heard.reasons:
            self.drop = RunningDrop.of(drop.question, "unheard")
        elif report.asked:
            best, *others = report.answers
            reasons = tuple(str(reason) for reason in report.heard.reasons)
            asked = drop._replace(stage="unsure", landed=tuple(best.landed), touched=False)
            self.drop = asked._replace(others=tuple(others), reasons=reasons, more=drop.more_in(best))
        else:
            return report.answers[0]
        return None

    def _colour(self, question: Question) -> str:
        return next((one.colour for one in self._cubes if one.asked == question.id), "")


def _found(view: Plain, path: str) -> int:
    """The number at a dotted path of a view; a mode without it has none."""
    for name in path.split("."):
        view = view.get(name, {}) if isinstance(view, dict) else {}
    return view if isinstance(view, int) else 0
