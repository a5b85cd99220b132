"""Setting any table right: what can be corrected, what it is now, and what it may be.

May import: companion.engine, companion.words; never Kivy. What is somebody's secret is never listed. A game
whose pieces are told in another way than by a list overrides `_correctable`.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import Field, Plain, Scene
from companion.words import Speech, Words

BELOW, ABOVE = 4, 8
"""Numbers that are offered around the one that is."""


@dataclass(frozen=True, slots=True)
class Correctable:
    """`kind`: `one` of the choices, or `several`, where a touch takes one in or out; games have their own."""

    path: str
    name: str
    now: str
    kind: str
    value: Plain
    choices: tuple[tuple[str, Plain], ...] = ()
    """Text and value; of a list, what may be in it."""
    members: tuple[tuple[str, Plain], ...] = ()
    """Of a list: each member in words, and the list without it."""

    def after(self, member: Plain) -> Plain:
        """The value when this is touched: itself, or the list with it taken in or out."""
        if not isinstance(self.value, list):
            return member
        inside = member in self.value
        return [one for one in self.value if one != member] if inside else [*self.value, member]


class CorrectionsPresenter:
    def __init__(self, words: Words) -> None:
        self.words = words

    def all(self, scene: Scene) -> tuple[Correctable, ...]:
        speech = Speech.of(self.words, scene)
        fields = (one for one in scene.game.correctable(scene.state) if _open(scene, one))
        return tuple(self._correctable(speech, one) for one in fields)

    def one(self, scene: Scene, path: str) -> Correctable | None:
        return next((one for one in self.all(scene) if one.path == path), None)

    def findings(self, scene: Scene) -> tuple[str, ...]:
        speech = Speech.of(self.words, scene)
        return tuple(speech.finding(found) for found in scene.game.check(scene.state))

    def _correctable(self, speech: Speech, field: Field) -> Correctable:
        name, now = speech.name("path", field.path), speech.value(field.path, field.value)
        if isinstance(field.value, list):
            known = [*field.choices, *(one for one in field.value if one not in field.choices)]
            choices = tuple((speech.value(field.path, [one]), one) for one in known)
            return Correctable(field.path, name, now, "several", field.value, choices)
        choices = tuple((speech.value(field.path, one), one) for one in field.choices or likely(field.value))
        return Correctable(field.path, name, now, "one", field.value, choices)


def _open(scene: Scene, field: Field) -> bool:
    return not scene.game.secret(scene.state, scene.game.correction(field.path, field.value), None)


def likely(value: Plain) -> tuple[Plain, ...]:
    """What a thing may be of which the game says nothing."""
    if isinstance(value, bool):
        return (True, False)
    return tuple(range(max(value - BELOW, 0), value + ABOVE)) if isinstance(value, int) else (value,)
