"""The tower at the table: brought to Dr Foo's place before a drop, watched through it, its count turned into
an answer.

May import: companion.games, companion.tower (never its backends), the standard library. Knows no game: a
question of the stream `drop` tells how many cubes are thrown and where the tower should face, and its
answers have the fields `landed` and `inside`.

The tower's calls block, so they run in one thread of their own. All it has to say comes through `tell`, in
that thread: the caller hands it on to its own.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple, TypeAlias

from companion.games import Input, Question
from companion.tower import Answer, Count, Faced, Reading, Tower, TowerError


class Said(NamedTuple):
    """The tower says something while it turns or listens."""

    reading: Reading


class Brought(NamedTuple):
    """The tower has turned."""

    faced: Faced


class Counted(NamedTuple):
    """A drop is over. `answers`, best first, are inputs for its question; `asked`: people have to confirm."""

    question: Question
    heard: Count
    answers: tuple[Input, ...]
    asked: bool


class Failed(NamedTuple):
    """It could not; the error tells what to do next. A drop that was running is asked of the players."""

    error: TowerError
    question: Question | None


Report: TypeAlias = Said | Brought | Counted | Failed


class TowerAtTable:
    """One tower in its own thread. `drop` brings it to its place first: it never moves unless told to."""

    def __init__(self, tower: Tower, tell: Callable[[Report], None]) -> None:
        self.tower = tower
        self._tell = tell
        self._work: SimpleQueue[Callable[[], Report] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="tower", daemon=True)
        self._thread.start()

    def bring(self, place: int) -> None:
        """Turns the tower and does nothing else."""
        self._work.put(lambda: self._bring(place))

    def drop(self, question: Question) -> None:
        """Turns the tower to its place if it is not there, then watches the throw."""
        self._work.put(lambda: self._drop(question))

    def end_drop(self) -> None:
        """The players say that nothing more will fall."""
        self.tower.end_drop()

    def close(self) -> None:
        """Stops the tower and its thread."""
        self.tower.end_drop()
        self._work.put(None)
        self._thread.join()
        self.tower.close()

    def _run(self) -> None:
        while (job := self._work.get()) is not None:
            self._tell(job())

    def _bring(self, place: int, question: Question | None = None) -> Report:
        try:
            return Brought(self.tower.face(place, lambda reading: self._tell(Said(reading))))
        except TowerError as error:
            return Failed(error, question)

    def _drop(self, question: Question) -> Report:
        about = dict(question.about)
        place, cubes = about["era"], about["cubes"]
        if self.tower.facing != place:
            brought = self._bring(place, question)
            self._tell(brought)
            if isinstance(brought, Failed):
                return brought
        try:
            count = self.tower.drop(
                cubes, about.get("colour", ""), facing=place, tell=lambda reading: self._tell(Said(reading))
            )
        except TowerError as error:
            return Failed(error, question)
        answers = tuple(as_input(question, answer) for answer in count.answers)
        return Counted(question, count, answers, count.asked)


def as_input(question: Question, answer: Answer) -> Input:
    """What the tower counted, as an answer to the game's question."""
    return question.answers[0]._replace(landed=answer.passed, inside=answer.inside)
