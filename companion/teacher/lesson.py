"""A lesson on the screen alone: steps that the player does, on fixed chance, in one game of its own.

May import: companion.engine, companion.words, companion.store. `lessons/lesson.toml` has the position to
begin with, what chance brings, the concepts with the happenings that show each, and the steps: `do` is an
answer in the words of a player, `draw` how many things chance brings at a touch, and a step with neither is
read. Nothing else is carried out, so that nobody goes astray, and `show` does what is asked: nobody is stuck.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion import store
from companion.engine import (
    CHANCE,
    Applied,
    Game,
    Happening,
    Input,
    Manifest,
    Question,
    Refusal,
    State,
    Still,
)
from companion.words import Words

MOST = 60
"""Steps of one lesson."""


class LessonStep(NamedTuple):
    id: str
    do: Mapping[str, Any] | None
    draw: int
    rule: str
    concepts: tuple[str, ...]

    def text(self, words: Words) -> str:
        return words.say(f"step.{self.id}")


class Lesson(NamedTuple):
    """One lesson as data."""

    options: Mapping[str, Any]
    given: Mapping[str, Any]
    chance: tuple[Mapping[str, Any], ...]
    """What is drawn, in this order; whatever is not told follows from the seed."""
    concepts: Mapping[str, tuple[str, ...]]
    """What must be taught, and the kinds of happenings that show it."""
    steps: tuple[LessonStep, ...]

    @classmethod
    def of(cls, manifest: Manifest) -> Lesson | None:
        """The lesson of a game; None where nobody has written one yet."""
        return _read(manifest.folder / "lessons" / "lesson.toml")


@cache
def _read(path: Path) -> Lesson | None:
    try:
        data = tomllib.loads(store.read(path).decode())
    except FileNotFoundError:
        return None
    steps = tuple(
        LessonStep(one["id"], one.get("do"), one.get("draw", 0), one["rule"], tuple(one.get("concepts", ())))
        for one in data["step"]
    )
    concepts = {name: tuple(kinds) for name, kinds in data["concepts"].items()}
    return Lesson(
        data.get("options", {}), data.get("given", {}), tuple(data.get("chance", ())), concepts, steps
    )


class LessonRun:
    """A lesson that goes on. It begins anew at any step: what was done before is done again."""

    def __init__(self, game: Game, lesson: Lesson, at: int = 0) -> None:
        self.game = game
        self.lesson = lesson
        self.at = 0
        self.happened: list[tuple[int, Happening]] = []
        """By the step at which it happened."""
        self._fixed: Iterator[Mapping[str, Any]] = iter(lesson.chance)
        self._next: Mapping[str, Any] | None = next(self._fixed, None)
        self._dice = Random("lesson")
        begun = game.position(lesson.options, lesson.given) if lesson.given else game.start(lesson.options)
        if isinstance(begun, Refusal):
            raise ValueError(begun)
        self.state: State = begun
        self._arrive()
        while self.at < min(at, len(lesson.steps)):
            self.show()

    @property
    def scene(self) -> Still:
        """The position, for whoever draws it."""
        return Still(self.game, self.state)

    @property
    def over(self) -> bool:
        return self.at >= len(self.lesson.steps)

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.at]

    @property
    def question(self) -> Question | None:
        """What the game asks in front of this step."""
        awaited = self.game.awaited(self.state)
        return awaited[0] if awaited else None

    @property
    def wanted(self) -> Input | None:
        """What the player is to do; None: to read on."""
        return self.game.read(self.state, self.step.do) if not self.over and self.step.do else None

    def others(self, most: int = 3) -> tuple[Input, ...]:
        """Other answers that the game would take, for whoever wants to try."""
        question, wanted = self.question, self.wanted
        if question is None or wanted is None:
            return ()
        return tuple(one for one in question.answers if one != wanted)[:most]

    def give(self, given: Input | None) -> bool:
        """What the player did. Only what the step asks for leads on; all else changes nothing."""
        if self.over or given != self.wanted:
            return False
        if given is not None:
            self._apply(given, "player")
        for _ in range(self.step.draw):
            self._draw()
        self.at += 1
        self._arrive()
        return True

    def show(self) -> None:
        """Does it for them."""
        self.give(self.wanted)

    def _apply(self, given: Input, source: Any) -> None:
        made = self.game.apply(self.state, given, source)
        if not isinstance(made, Applied):
            raise ValueError(self.at, given, made)
        self.state = made.state
        self.happened += [(self.at, happening) for happening in made.happenings]

    def _arrive(self) -> None:
        """Where the player is to do something, chance has done its part."""
        while not self.over and self.step.do is not None and self._draw():
            pass

    def _draw(self) -> bool:
        """One thing that chance brings, if it is chance's turn."""
        question = self.question
        if question is None or question.owner != CHANCE:
            return False
        self._apply(self._drawn(question), "app")
        return True

    def _drawn(self, question: Question) -> Input:
        if self._next is not None and self._next["kind"] == question.answers[0].kind:
            given: Input = self.game.read(self.state, self._next)
            self._next = next(self._fixed, None)
            return given
        return self._dice.choices(question.answers, question.odds)[0]
