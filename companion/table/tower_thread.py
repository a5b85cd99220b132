"""The tower at the table: brought to its place before a drop, watched through it, its count turned into
an answer.

May import: companion.engine, companion.tower (never its backends), the standard library. Knows no game: a
question of the stream `drop` tells how many cubes are thrown and where the tower should face, and its
answers have the fields `landed` and `inside`.

The tower's calls block, so they run in one thread of their own. All it has to say comes through `tell`, in
that thread: the caller hands it on to its own. Between drops the thread listens too: a cube that falls out
late and a cable that is pulled are heard when it happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import NamedTuple, TypeAlias

from companion.engine import Input, Question
from companion.engine.terms import OUTLET
from companion.tower import Answer, Count, Inside, Reading, Tower, TowerError

from .running_drop import cubes_of

PAUSE = 0.1
"""Seconds between two looks at what the tower says while nothing is ordered."""


class Said(NamedTuple):
    """The tower says something while it turns or listens."""

    reading: Reading


class Counted(NamedTuple):
    """A drop is over. `answers`, best first, are inputs for its question; `asked`: people have to confirm."""

    question: Question
    heard: Count
    answers: tuple[Input, ...]
    asked: bool


class Failed(NamedTuple):
    """It could not; the error tells what to do next, and the drop is asked of the players."""

    error: TowerError
    question: Question


Report: TypeAlias = Said | Counted | Failed


class TowerThread:
    """One tower in its own thread. `drop` brings it to its place first: it never moves unless told to."""

    def __init__(self, tower: Tower, tell: Callable[[Report], None]) -> None:
        self.tower = tower
        self._tell = tell
        self._work: SimpleQueue[Callable[[], Report | None] | None] = SimpleQueue()
        self._busy = Lock()
        self._ended = Event()
        self._thread = Thread(target=self._run, name="tower", daemon=True)
        self._thread.start()

    def drop(self, question: Question, colour: str = "", inside: Inside | None = None) -> None:
        """Turns the tower to its place if it is not there, then watches the throw of cubes of this colour.
        `inside`: what the players know to be in the tower already."""
        self._ended = ended = Event()  # this drop's own: what ends one before it began is not forgotten
        self._work.put(lambda: self._drop(question, colour, inside, ended))

    @contextmanager
    def lent(self) -> Iterator[Tower]:
        """The tower for a procedure in another thread: nobody else listens to it meanwhile."""
        with self._busy:
            yield self.tower

    def light(self, danger: Sequence[float], torn: Sequence[int], colours: Sequence[str] = ()) -> None:
        """How it stands at each outlet, for the strip of lights."""
        self._work.put(lambda: self.tower.strip.stand(danger, torn, colours))

    def switch_lights(self, on: bool) -> None:
        self._work.put(lambda: self.tower.strip.switch(on))

    def await_throw(self) -> None:
        """Cubes may be thrown from now on, although nobody was told to."""
        self.tower.await_throw()

    def all_thrown(self) -> None:
        """The players say so, and that their hands are away."""
        self.tower.say_all_thrown()

    def early_throw(self, was: bool) -> None:
        """The players say whether what fell early was the throw."""
        self.tower.say_early(was)

    def end_drop(self) -> None:
        """The players say that nothing more will fall, or that this drop is none any more."""
        self._ended.set()

    def close(self) -> None:
        """Stops the tower and its thread."""
        self.end_drop()
        self._work.put(None)
        self._thread.join()
        self.tower.close()

    def _run(self) -> None:
        while True:
            try:
                job = self._work.get(timeout=PAUSE)
            except Empty:
                self._overhear()
                continue
            if job is None:
                return
            with self._busy:
                report = job()
            if report is not None:
                self._tell(report)

    def _overhear(self) -> None:
        """What the tower says while nothing is ordered; a link that is down is told by its own reading."""
        if self._busy.acquire(blocking=False):
            try:
                with suppress(TowerError):
                    self.tower.listen(PAUSE, lambda reading: self._tell(Said(reading)))
            finally:
                self._busy.release()

    def _drop(self, question: Question, colour: str, inside: Inside | None, ended: Event) -> Report:
        about = dict(question.about)
        place, cubes = about[OUTLET], about["cubes"]

        def said(reading: Reading) -> None:
            self._tell(Said(reading))

        try:
            self.tower.bring(place, said, ended)
            count = self.tower.drop(cubes, colour, inside, facing=place, tell=said, over=ended)
        except TowerError as error:
            return Failed(error, question)
        return Counted(question, count, as_inputs(question, count.answers), count.asked)


def as_inputs(question: Question, answers: tuple[Answer, ...]) -> tuple[Input, ...]:
    """What the tower counted, as answers to the game's question, best first and none twice. Cubes of another
    colour that came out with these are not part of the answer; what lies on no place is inside. More than
    were thrown may have fallen, as many as there are."""
    first, about = question.answers[0], dict(question.about)
    total = cubes_of(first)
    most = total + about.get("most", about["cubes"]) - about["cubes"]
    found: dict[Input, None] = {}
    for answer in answers:
        landed = tuple([out - old for out, old in zip(answer.passed, answer.freed, strict=True)])
        if sum(landed) <= most:
            found[first._replace(landed=landed, inside=max(total - sum(landed), 0))] = None
    return tuple(found) or (first._replace(landed=(0,) * len(first.landed), inside=total),)
