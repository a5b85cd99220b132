"""Setting the time line right: what can be corrected at a place, of a player, or at all.

May import: companion.engine, companion.words; never Kivy. A hand and a choice made in secret are nobody
else's business: they are never listed.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import Field, Finding, Game, Plain, State
from companion.words import Speech, Words

CARD = ("lead", "standing", "constant")
CARDS = ("discards",)
MEMBERS = {"line": tuple(range(1, 11)), "voids": ("A", "B", "C", "D", "E")}
"""Lists and what can be in them."""


@dataclass(frozen=True, slots=True)
class Righting:
    """`kind`: `one` of the choices, `several` of them, a `card`, or several `cards`."""

    path: str
    name: str
    now: str
    kind: str
    value: Plain
    choices: tuple[tuple[str, Plain], ...] = ()

    def after(self, member: Plain) -> Plain:
        """The value when this is touched: itself, or the list with it taken in or out."""
        if self.kind in ("one", "card"):
            return member
        inside = member in self.value
        return [one for one in self.value if one != member] if inside else [*self.value, member]


class RightingsPresenter:
    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words

    def all(self, state: State) -> tuple[Righting, ...]:
        speech = Speech(self.words, self.game, state)
        fields = (one for one in self.game.correctable(state) if self._open(state, one))
        return tuple(self._righting(speech, one) for one in fields)

    def at_place(self, state: State, token: int) -> tuple[Righting, ...]:
        wanted = {f"{name}.{token}" for name in ("controller", "lead", "standing")} if token else {"constant"}
        return tuple(one for one in self.all(state) if one.path in wanted)

    def of_seat(self, state: State, seat: int) -> tuple[Righting, ...]:
        wanted = {f"{name}.{seat}" for name in ("energy", "pawn", "voids")}
        return tuple(one for one in self.all(state) if one.path in wanted)

    def one(self, state: State, path: str) -> Righting | None:
        return next((one for one in self.all(state) if one.path == path), None)

    def findings(self, state: State) -> tuple[str, ...]:
        speech = Speech(self.words, self.game, state)
        found: tuple[Finding, ...] = self.game.check(state)
        return tuple(speech.finding(one) for one in found)

    def _open(self, state: State, field: Field) -> bool:
        return not self.game.secret(state, self.game.correction(field.path, field.value), None)

    def _righting(self, speech: Speech, field: Field) -> Righting:
        name, now = speech.name("path", field.path), speech.value(field.path, field.value)
        head = field.path.partition(".")[0]
        if head in CARD or head in CARDS:
            kind = "card" if head in CARD else "cards"
            return Righting(field.path, name, now or self.words.say("timeline.peek.none"), kind, field.value)
        values = MEMBERS.get(head, field.choices)
        said = [([one] if head in MEMBERS else one, one) for one in values]
        choices = tuple((speech.value(field.path, shown), one) for shown, one in said)
        return Righting(field.path, name, now, "several" if head in MEMBERS else "one", field.value, choices)
