"""Setting the workshop right: what can be corrected, what it is now, and what it may be.

May import: companion.engine, companion.words, the app's presenters; never Kivy.
"""

from __future__ import annotations

from companion.app.presenters.corrections import Correctable, CorrectionsPresenter
from companion.engine import Field
from companion.games.cyberion.rules import models_of
from companion.words import Speech

CARDS = ("row", "discard", "top", "bottom", "looked", "crew")
MODELS = ("support", "limbots", "born", "pool")
MICROBOTS = ("acquired", "pile", "spent")
"""Lists, by what can be in them."""


class WorkshopCorrections(CorrectionsPresenter):
    """`kind` is also a `number`, a `machine`, several `cards`, or several `tokens`."""

    def _correctable(self, speech: Speech, field: Field) -> Correctable:
        name, now = speech.name("path", field.path), speech.value(field.path, field.value)
        head = field.path.partition(".")[0]
        if head == "machine":
            return Correctable(field.path, name, now, "machine", field.value)
        if head in (*CARDS, *MODELS, *MICROBOTS):
            return self._several(speech, field, name, now, head)
        if field.choices:
            choices = tuple((speech.value(field.path, one), one) for one in field.choices)
            return Correctable(field.path, name, now, "one", field.value, choices)
        return Correctable(field.path, name, now, "number", field.value)

    def _several(self, speech: Speech, field: Field, name: str, now: str, head: str) -> Correctable:
        noun = "card" if head in CARDS else "microbot" if head in MICROBOTS else "model"
        models = tuple(one.id for one in models_of(speech.state))
        known = () if head in CARDS else models if head in MODELS else (*models, "1", "2", "3", "4", "5")
        choices = tuple((speech.name(noun, one), [*field.value, one]) for one in known)
        members = tuple(
            (speech.name(noun, one), [*field.value[:place], *field.value[place + 1 :]])
            for place, one in enumerate(field.value)
        )
        kind = "cards" if head in CARDS else "tokens"
        return Correctable(field.path, name, now, kind, field.value, choices, members)
