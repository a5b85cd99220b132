"""What a game says, as sentences: questions, answers, happenings, refusals, findings.

May import: companion.engine, its own room, the standard library. Knows no game by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from companion.engine import (
    TEAM,
    Finding,
    Game,
    Happening,
    Input,
    Name,
    Outcome,
    Owner,
    Phrase,
    Question,
    Refusal,
    Scene,
    State,
)

from .catalogue import Words

SEAT = "seat"
"""What names a place at the table, in every game."""


def sentence(said: str) -> str:
    """It may begin with the name of a piece, which has a small letter in the middle of one."""
    return said[:1].upper() + said[1:]


class Speech:
    """The words of one language about one game, with names as they are in one position."""

    def __init__(self, words: Words, game: Game, state: State, people: Sequence[str] = ()) -> None:
        """`people`: the names of those who play, seat by seat; empty: nobody is named there."""
        self.words = words
        self.game = game
        self.state = state
        self.people = people

    @classmethod
    def of(cls, words: Words, scene: Scene) -> Self:
        """About what is looked at."""
        return cls(words, scene.game, scene.state, getattr(scene, "people", ()))

    def at(self, state: State) -> Self:
        return type(self)(self.words, self.game, state, self.people)

    def label(self, field: str, value: Any) -> Name | str | None:
        own = self.game.label(self.state, field, value)
        person = self.person(value) if field == SEAT else ""
        if not person:
            return own
        return self.words.say("person.at", {"0": person, "1": self.words.called(own or "", self.label)})

    def person(self, seat: Any) -> str:
        """Who sits there; empty: nobody is named."""
        there = isinstance(seat, int) and 0 <= seat < len(self.people)
        return self.people[seat] if there else ""

    def name(self, field: str, value: Any) -> str:
        return self.words.name(field, value, self.label)

    def value(self, path: str, value: Any) -> str:
        return self.words.value(path, value, self.label)

    def say(self, key: str, about: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()) -> str:
        return self.words.say(key, about, self.label)

    def question(self, question: Question) -> str:
        return sentence(self.say(f"question.{question.id}", question.about))

    def answer(self, question: Question | None, given: Input) -> str:
        """An answer in the light of its question: `answer.<question>.<kind>` where there are such words."""
        fields = given._asdict()
        kind = fields.pop("kind")
        key = f"answer.{question.id}.{kind}" if question else ""
        about = {**dict(question.about), **fields} if question else fields
        own = self.words.key_of("input", kind, fields)
        return sentence(self.say(key if key in self.words else own, about))

    def cast(self, summary: Mapping[str, Any]) -> list[str]:
        """Who was played, by name, where a game has such pieces."""
        field = self.game.cast
        return [self.name(field, one) for one in summary.get(f"{field}s", ())] if field else []

    def happening(self, happening: Happening) -> str:
        return sentence(self.words.tell("happening", happening, self.label))

    def line(self, key: str, about: Mapping[str, object]) -> str:
        """What begins a line of its own, though it may begin with the name of a piece."""
        said = self.say(key, about)
        return said[:1].upper() + said[1:]

    def refusal(self, refusal: Refusal) -> str:
        return sentence(self.say(f"refusal.{refusal.id}", refusal.about))

    def finding(self, finding: Finding) -> str:
        return sentence(self.say(f"finding.{finding.id}", finding.about))

    def phrase(self, phrase: Phrase) -> str:
        return sentence(self.say(self.words.key_of("phrase", phrase.id, dict(phrase.about)), phrase.about))

    def outcome(self, outcome: Outcome) -> list[str]:
        result, reason = self.say(f"outcome.{outcome.result}"), self.say(f"reason.{outcome.reason}")
        lines = [f"{result} {reason}"]
        for place, seats in enumerate(outcome.ranking, 1):
            lines.append(self.say("outcome.place", {"place": place, "seats": seats}))
        return lines

    def owner(self, question: Question) -> str:
        """Who answers: a seat by its name, or everybody."""
        return self.whoever(question.owner)

    def whoever(self, owner: Owner) -> str:
        if isinstance(owner, int):
            return self.name("seat", owner)
        return self.say("table.team") if owner == TEAM else self.say("table.chance")
