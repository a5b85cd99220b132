"""Setting the time line right: what can be corrected at a place, of a player, or at all.

May import: companion.engine, companion.words, the app's presenters; never Kivy.
"""

from __future__ import annotations

from companion.app.presenters.corrections import Correctable, CorrectionsPresenter
from companion.engine import Field, Scene
from companion.words import Speech

CARD = ("lead", "standing", "constant", "played")
CARDS = ("discards",)
MEMBERS = {"line": tuple(range(1, 11)), "voids": ("A", "B", "C", "D", "E")}
"""Lists and what can be in them."""


class TimelineCorrections(CorrectionsPresenter):
    """`kind` is also a `card`, or several `cards`."""

    def at_place(self, scene: Scene, token: int) -> tuple[Correctable, ...]:
        wanted = {f"{name}.{token}" for name in ("controller", "lead", "standing")} if token else {"constant"}
        return tuple(one for one in self.all(scene) if one.path in wanted)

    def of_seat(self, scene: Scene, seat: int) -> tuple[Correctable, ...]:
        wanted = {f"{name}.{seat}" for name in ("energy", "pawn", "played", "voids")}
        return tuple(one for one in self.all(scene) if one.path in wanted)

    def _correctable(self, speech: Speech, field: Field) -> Correctable:
        name, now = speech.name("path", field.path), speech.value(field.path, field.value)
        head = field.path.partition(".")[0]
        if head in CARD or head in CARDS:
            kind = "card" if head in CARD else "cards"
            return Correctable(
                field.path, name, now or self.words.say("timeline.peek.none"), kind, field.value
            )
        seats = tuple(range(speech.game.seats(speech.state)))
        several = {**MEMBERS, "owing": seats}
        values = several.get(head, field.choices)
        said = [([one] if head in several else one, one) for one in values]
        choices = tuple((speech.value(field.path, shown), one) for shown, one in said)
        return Correctable(
            field.path, name, now, "several" if head in several else "one", field.value, choices
        )
