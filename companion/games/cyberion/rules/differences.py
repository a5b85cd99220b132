"""The physical steps that turn one table into another: after an undo, what to put back.

May import: the contract and this game.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Phrase

from .inputs import SLOTS
from .pieces import MODELS, ROWS
from .state import State, deck, machines_left


def differences(before: State, after: State) -> tuple[Phrase, ...]:
    return tuple(_differences(before, after))


def _differences(before: State, after: State) -> Iterator[Phrase]:
    if before.seat != after.seat:
        yield Phrase("set-seat", (("seat", after.seat),))
    for row, old, new in zip(ROWS, before.rows, after.rows, strict=True):
        if old != new:
            yield Phrase("set-row", (("row", row), ("cards", new)))
    if before.discard != after.discard:
        yield Phrase("set-discard", (("cards", after.discard),))
    if before.top != after.top:
        yield Phrase("set-top", (("cards", after.top),))
    if before.bottom != after.bottom:
        yield Phrase("set-bottom", (("cards", after.bottom),))
    if before.looked != after.looked:
        yield Phrase("set-looked", (("cards", after.looked),))
    if deck(before) != deck(after):
        yield Phrase("set-deck", (("count", deck(after)),))
    yield from _machines(before, after)
    for place, model in enumerate(MODELS):
        if before.levels[place] != after.levels[place]:
            yield Phrase("set-level", (("model", model), ("level", after.levels[place])))
    if before.valves != after.valves:
        yield Phrase("set-valves", (("count", after.valves),))
    if before.battery != after.battery:
        yield Phrase("set-battery", (("charged", after.battery),))
    if sorted(before.support) != sorted(after.support):
        yield Phrase("set-support", (("models", after.support),))
    yield from _expansions(before, after)


def _machines(before: State, after: State) -> Iterator[Phrase]:
    for slot in SLOTS:
        if before.factory[slot] != after.factory[slot]:
            yield Phrase("set-machine", (("slot", slot), ("machine", after.factory[slot])))
        if before.prepared[slot] != after.prepared[slot]:
            yield Phrase("set-prepared", (("slot", slot), ("prepared", after.prepared[slot])))
        if before.microbots[slot] != after.microbots[slot]:
            yield Phrase("set-microbot", (("slot", slot), ("microbot", after.microbots[slot])))
    if machines_left(before) != machines_left(after):
        yield Phrase("set-machines", (("count", machines_left(after)),))
    if before.xp != after.xp:
        yield Phrase("set-xp", (("count", after.xp),))


def _expansions(before: State, after: State) -> Iterator[Phrase]:
    if before.limbots != after.limbots:
        yield Phrase("set-limbots", (("models", after.limbots),))
    for place, (old, new) in enumerate(zip(before.crews, after.crews, strict=True)):
        if old != new:
            yield Phrase("set-crew", (("gigantobot", place), ("cards", new)))
        if before.vacation[place] != after.vacation[place]:
            yield Phrase("set-vacation", (("gigantobot", place), ("vacation", after.vacation[place])))
    if before.damage != after.damage:
        yield Phrase("set-damage", (("count", after.damage),))
    if before.acquired != after.acquired:
        yield Phrase("set-acquired", (("microbots", after.acquired),))
    for place, model in enumerate(MODELS):
        if before.interference[place] != after.interference[place]:
            yield Phrase("set-interference", (("model", model), ("count", after.interference[place])))
