"""What a device asks for: an answer, an undo, a seat.

May import: companion.engine, companion.table, its own room.

An answer names its question by its owner and the position at which it was opened, and the answer by its
key. Its token is made of these and of the device, so the same touch sent twice, or once more after a
restart, is known and gets the first result, and two touches on different answers are two answers of which
the first counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from companion.engine import CHANCE, TEAM, Input, Owner, Refusal
from companion.table import (
    AllThrown,
    Answer,
    Asked,
    ByHand,
    Command,
    Done,
    EarlyThrow,
    EndDrop,
    Redo,
    Throw,
    Undo,
)

from .drop_form import is_drop, landed_of
from .guests import Device
from .hub import TABLET, Hub, Proposal
from .sight import key_of, token_of

DROPS: Mapping[str, Command] = {
    "throw": Throw(),
    "early-yes": EarlyThrow(True),
    "early-no": EarlyThrow(False),
    "all-thrown": AllThrown(),
    "end-drop": EndDrop(),
    "by-hand": ByHand(),
}
STALE = Refusal("stale", "")
NOT_YOURS = Refusal("not-yours", "")
NO_SUCH = Refusal("no-such-answer", "")


async def answer(hub: Hub, device: Device, typed: Mapping[str, str]) -> Done | Refusal:
    owner, since, key = (
        _owner(typed.get("owner", "")),
        _number(typed.get("since", "")),
        typed.get("answer", ""),
    )
    if owner is None or since is None or not key:
        return NO_SUCH
    if not _may(device, owner):
        return NOT_YOURS
    now = hub.evening.now
    asked = next((one for one in now.asked if (one.question.owner, one.since) == (owner, since)), None)
    if asked is None and since > now.position:
        return STALE
    given: Input | None = None
    if asked is not None:
        given = _given(asked, key, typed)
        if given is None:
            return NO_SUCH
    name = (
        key
        if key != "drop"
        else "drop-" + "-".join(typed.get(f"landed.{place}", "")[:2] for place in range(9))
    )
    token = token_of(device.id, owner, since, name[:40])
    return await asyncio.wrap_future(hub.evening.post(Answer((given,), owner, since), token))


def _given(asked: Asked, key: str, typed: Mapping[str, str]) -> Input | None:
    question = asked.question
    if is_drop(question):
        return landed_of(question, typed)
    return next((one for one in question.answers if key_of(one) == key), None)


def _may(device: Device, owner: Owner) -> bool:
    if isinstance(owner, int):
        return owner in device.seats
    return bool(device.seats) or device.host


def _owner(typed: str) -> Owner | None:
    if typed == TEAM:
        return TEAM
    return CHANCE if typed == CHANCE else _number(typed)


def _number(typed: str) -> int | None:
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 9 else None


async def drop(hub: Hub, device: Device, order: str) -> Done | Refusal:
    """What the tower is told."""
    if not (device.seats or device.host) or order not in DROPS:
        return NOT_YOURS
    return await asyncio.wrap_future(hub.evening.post(DROPS[order]))


async def undo(hub: Hub, device: Device, order: str, at: str) -> Done | Refusal | None:
    """Asks for an undo, or to do again what one took back; agrees or not. What all have agreed to is done.
    None: it waits."""
    if not (device.seats or device.host):
        return NOT_YOURS
    asked, position = hub.proposal, hub.evening.now.position
    if order == "no":
        hub.proposal = None
        hub.tell_all()
        return None
    if order in ("ask", "again"):
        if _number(at) != position:
            return STALE
        asked = asked or Proposal(device.id, device.at, position, order == "again")
    if asked is None:
        return STALE
    hub.proposal = asked = asked._replace(agreed=asked.agreed | {device.id})
    by = hub.proposer()
    aloud = by is TABLET is device and order == "yes"  # the table has agreed across the table
    if by is None or aloud or not hub.missing(by, asked.agreed):
        hub.proposal = None
        hub.tell_all()
        if by is None or asked.position != position:  # was sent away meanwhile, or the table has moved on
            return STALE
        token = f"{asked.by}/{'redo' if asked.again else 'undo'}/{asked.position}"
        command: Command = Redo() if asked.again else Undo(asked.position)
        return await asyncio.wrap_future(hub.evening.post(command, token))
    hub.tell_all()
    return None


def seat(hub: Hub, device: Device, order: str, typed: str) -> None:
    wanted = _number(typed)
    if order == "sit" and wanted is not None:
        hub.guests.ask(device, wanted)
    elif order == "look" and wanted is not None:
        hub.guests.look_as(device, wanted)
    elif order == "leave":
        hub.guests.leave(device)
    hub.tell_all()


def host(hub: Hub, device: Device, order: str, other: str) -> None:
    """What only the device may do that began the evening."""
    if not device.host:
        return
    match order:
        case "admit":
            hub.guests.admit(other)
        case "refuse":
            hub.guests.refuse(other)
        case "revoke":
            hub.guests.revoke(other)
        case "renew":
            hub.guests.renew()
    hub.tell_all()
