"""The physical steps that turn one table into another: after an undo, what to put back.

May import: the contract and this game. What is secret is told without being shown: a hand is so many cards,
and its owner knows which.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Phrase

from .pieces import TOKENS
from .state import State


def differences(before: State, after: State) -> tuple[Phrase, ...]:
    return tuple(_differences(before, after))


def _differences(before: State, after: State) -> Iterator[Phrase]:
    if before.marker != after.marker and after.marker >= 0:
        yield Phrase("set-marker", (("seat", after.marker),))
    if before.line != after.line:
        yield Phrase("set-line", (("tokens", after.line),))
    if before.constant != after.constant:
        if after.constant:
            yield Phrase("set-constant", (("card", after.constant),))
        else:
            yield Phrase("no-constant", ())
    for token in TOKENS:
        yield from _event(before, after, token)
    for seat in after.setting.seats:
        if before.pawns[seat] != after.pawns[seat]:
            yield Phrase("set-pawn", (("seat", seat), ("token", after.pawns[seat])))
        if before.energy[seat] != after.energy[seat]:
            yield Phrase("set-energy", (("seat", seat), ("crystals", after.energy[seat])))
        if before.hands[seat] != after.hands[seat]:
            yield Phrase("set-hand", (("seat", seat), ("count", len(after.hands[seat]))))
    if set(before.discards) != set(after.discards):
        yield Phrase("set-discards", (("count", len(after.discards)),))


def _event(before: State, after: State, token: int) -> Iterator[Phrase]:
    if before.control[token] != after.control[token]:
        if after.control[token] >= 0:
            yield Phrase("set-disc", (("token", token), ("seat", after.control[token])))
        else:
            yield Phrase("no-disc", (("token", token),))
    if (before.lead[token], before.standing[token]) != (after.lead[token], after.standing[token]):
        lead, standing = after.lead[token], after.standing[token]
        if lead:
            yield Phrase("set-event", (("token", token), ("card", lead), ("standing", standing)))
        else:
            yield Phrase("no-event", (("token", token),))
