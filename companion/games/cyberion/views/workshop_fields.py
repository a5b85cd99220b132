"""Setting the workshop right: what can be corrected, what it is now, and what it may be.

May import: companion.engine, companion.words; never Kivy.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import Field, Game, Plain, State
from companion.words import Speech, Words

CARDS = ("row", "discard", "top", "bottom", "looked", "crew")
MODELS = ("support", "limbots", "born", "pool")
MICROBOTS = ("acquired", "pile", "spent")
"""Lists, by what can be in them."""


@dataclass(frozen=True, slots=True)
class Righting:
    """`kind`: `one` of the choices, a `number`, a `machine`, several `cards`, or several `tokens`."""

    path: str
    name: str
    now: str
    kind: str
    value: Plain
    choices: tuple[tuple[str, Plain], ...] = ()
    """Text and value; of a list, what may be added."""
    members: tuple[tuple[str, Plain], ...] = ()
    """Of a list: each member in words, and the list without it."""


class FieldsPresenter:
    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words

    def all(self, state: State) -> tuple[Righting, ...]:
        speech = Speech(self.words, self.game, state)
        return tuple(self._righting(speech, field) for field in self.game.correctable(state))

    def one(self, state: State, path: str) -> Righting | None:
        return next((one for one in self.all(state) if one.path == path), None)

    def findings(self, state: State) -> tuple[str, ...]:
        speech = Speech(self.words, self.game, state)
        return tuple(speech.finding(found) for found in self.game.check(state))

    def _righting(self, speech: Speech, field: Field) -> Righting:
        name, now = speech.name("path", field.path), speech.value(field.path, field.value)
        head = field.path.partition(".")[0]
        if head == "machine":
            return Righting(field.path, name, now, "machine", field.value)
        if head in (*CARDS, *MODELS, *MICROBOTS):
            return self._several(speech, field, name, now, head)
        if field.choices:
            choices = tuple((speech.value(field.path, one), one) for one in field.choices)
            return Righting(field.path, name, now, "one", field.value, choices)
        return Righting(field.path, name, now, "number", field.value)

    def _several(self, speech: Speech, field: Field, name: str, now: str, head: str) -> Righting:
        noun = "card" if head in CARDS else "microbot" if head in MICROBOTS else "model"
        models = tuple(entry["id"] for entry in self.game.box["model"])
        known = () if head in CARDS else models if head in MODELS else (*models, "1", "2", "3", "4", "5")
        choices = tuple((speech.name(noun, one), [*field.value, one]) for one in known)
        members = tuple(
            (speech.name(noun, one), [*field.value[:place], *field.value[place + 1 :]])
            for place, one in enumerate(field.value)
        )
        kind = "cards" if head in CARDS else "tokens"
        return Righting(field.path, name, now, kind, field.value, choices, members)
