"""Who was let in: links that are exchanged for keys, and the devices that have one.

May import: companion.store. A link is 128 bits, shown as a code. Whoever opens it exchanges it for a
key of 128 bits, which the device keeps as a cookie and of which only the hash is kept here. The host's link
and a seat's are good for one exchange; the table's and the spectators' until they are renewed, because
nobody gets a seat with them who is not admitted. All of it is kept in a file beside the journal, so a
restart locks nobody out.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any, Literal

from companion import store

Kind = Literal["host", "table", "seat", "watch", "feed"]
KINDS = ("host", "table", "seat", "watch", "feed")
ONCE = ("host", "seat")
MOST = 64
"""Devices that are remembered; the one that has been away longest makes room if it holds no seat."""
BYTES = 16
VERSION = 1
SHAPE = {
    "version": int,
    "links": [{"kind": str, "seat": (int, type(None)), "token": str}],
    "devices": [
        {
            **dict.fromkeys(("id", "key", "lang"), str),
            **{name: (int, type(None)) for name in ("at", "wants")},
            "number": int,
            "host": bool,
            "seats": [int],
        }
    ],
}


@dataclass(slots=True)
class Link:
    kind: Kind
    seat: int | None
    token: str


@dataclass(slots=True)
class Device:
    id: str
    """Names it in the journal's tokens; no secret."""
    key: str
    """The hash of its key."""
    number: int
    """What people call it, while it waits to be let in."""
    lang: str
    host: bool = False
    """The device that began the evening: it admits the others where there is no tablet."""
    seats: list[int] = field(default_factory=list)
    at: int | None = None
    """The seat as which it looks; None: it looks on."""
    wants: int | None = None
    """The seat for which it waits to be admitted."""


class Guests:
    """All links and devices of an evening. Any thread may ask."""

    def __init__(self, path: Path | None, seats: int) -> None:
        self.path = path
        self.seats = seats
        self._lock = RLock()
        self._numbers = 0
        self.links: dict[str, Link] = {}
        self.devices: dict[str, Device] = {}
        self._read()
        for kind, seat in self._wanted():
            self.link(kind, seat)

    # -- links

    def _wanted(self) -> Iterable[tuple[Kind, int | None]]:
        yield from (("host", None), ("table", None), ("watch", None), ("feed", None))
        yield from (("seat", seat) for seat in range(self.seats))

    def link(self, kind: Kind, seat: int | None = None) -> Link:
        """The link of this kind that is good now."""
        with self._lock:
            found = next((one for one in self.links.values() if (one.kind, one.seat) == (kind, seat)), None)
            return found or self.renewed(kind, seat)

    def renewed(self, kind: Kind, seat: int | None = None) -> Link:
        """A new link in the place of the one before, which is good for nothing any more."""
        with self._lock:
            self.links = {k: one for k, one in self.links.items() if (one.kind, one.seat) != (kind, seat)}
            made = Link(kind, seat, secrets.token_urlsafe(BYTES))
            self.links[_hashed(made.token)] = made
            self._write()
            return made

    def known(self, token: str) -> Link | None:
        """The link that this is, if it is still good."""
        with self._lock:
            return self.links.get(_hashed(token))

    def exchange(self, token: str, lang: str, device: Device | None = None) -> tuple[Device, str] | None:
        """The device that came by this link and its key, "" where it had one already; None: the link is not
        good any more."""
        with self._lock:
            link = self.known(token)
            if link is None or link.kind == "feed":
                return None
            key = "" if device else secrets.token_urlsafe(BYTES)
            guest = device or self._arrived(key, lang)
            if link.kind == "host":
                guest.host = True
            elif link.kind == "seat":
                self._want(guest, link.seat)
            if link.kind in ONCE:
                self.renewed(link.kind, link.seat)
            self._write()
            return guest, key

    # -- devices

    def _arrived(self, key: str, lang: str) -> Device:
        self._numbers += 1
        made = Device(secrets.token_hex(4), _hashed(key), self._numbers, lang)
        self.devices[made.id] = made
        idle = [one.id for one in self.devices.values() if not one.seats and not one.host]
        for gone in idle[: max(0, len(self.devices) - MOST)]:
            del self.devices[gone]
        return made

    def device(self, key: str) -> Device | None:
        """Whose key this is."""
        hashed = _hashed(key)
        with self._lock:
            return next((one for one in self.devices.values() if hmac.compare_digest(one.key, hashed)), None)

    def ask(self, device: Device, seat: int) -> None:
        """The device would like to sit there; who began the evening need not ask anybody."""
        with self._lock:
            self._want(device, seat)
            self._write()

    def _want(self, device: Device, seat: int | None) -> None:
        if seat is None or not 0 <= seat < self.seats:
            return
        device.wants = seat
        if device.host or seat in device.seats:
            self._seat(device)

    def admit(self, id: str) -> None:  # noqa: A002
        with self._lock:
            if (device := self.devices.get(id)) is not None:
                self._seat(device)
                self._write()

    def _seat(self, device: Device) -> None:
        if device.wants is not None:
            device.seats = sorted({*device.seats, device.wants})
            device.at, device.wants = device.wants, None

    def refuse(self, id: str) -> None:  # noqa: A002
        with self._lock:
            if (device := self.devices.get(id)) is not None:
                device.wants = None
                self._write()

    def look_as(self, device: Device, seat: int | None) -> None:
        """Another of its seats, or none."""
        with self._lock:
            if seat is None or seat in device.seats:
                device.at = seat
                self._write()

    def leave(self, device: Device) -> None:
        """Gets up: what was asked of the seat is asked at the tablet, or where the evening began."""
        with self._lock:
            device.seats = [one for one in device.seats if one != device.at]
            device.at = device.seats[0] if device.seats else None
            self._write()

    def speak(self, device: Device, lang: str) -> None:
        with self._lock:
            device.lang = lang
            self._write()

    def revoke(self, id: str) -> None:  # noqa: A002
        """Its key opens nothing any more."""
        with self._lock:
            self.devices.pop(id, None)
            self._write()

    def without_tablet(self) -> None:
        """Somebody must let others in."""
        with self._lock:
            if not any(one.host for one in self.devices.values()):
                for first in [one for one in self.devices.values() if one.seats][:1]:
                    first.host = True
                self._write()

    def at_seat(self, seat: int) -> list[Device]:
        with self._lock:
            return [one for one in self.devices.values() if seat in one.seats]

    def renew(self) -> None:
        """New links for everything: the old ones are good for nothing any more."""
        with self._lock:
            for link in list(self.links.values()):
                self.renewed(link.kind, link.seat)

    @property
    def all(self) -> list[Device]:
        with self._lock:
            return list(self.devices.values())

    @property
    def waiting(self) -> list[Device]:
        with self._lock:
            return [one for one in self.devices.values() if one.wants is not None]

    # -- the file

    def _read(self) -> None:
        """What cannot be read is set aside: everybody scans again."""
        document = store.load_json(self.path, SHAPE) if self.path is not None else None
        if document is None or document["version"] != VERSION:
            return
        try:
            links = [Link(**one) for one in document["links"]]
            devices = [Device(**one) for one in document["devices"]]
        except TypeError:
            return
        self.links = {_hashed(one.token): one for one in links if one.kind in KINDS}
        self.devices = {one.id: one for one in devices}
        self._numbers = max((one.number for one in devices), default=0)

    def _write(self) -> None:
        if self.path is None:
            return
        document: dict[str, Any] = {
            "version": VERSION,
            "links": [asdict(one) for one in self.links.values()],
            "devices": [asdict(one) for one in self.devices.values()],
        }
        with suppress(OSError):  # a full disk: they stay in until the next restart
            store.replace(self.path, json.dumps(document).encode(), 0o600)


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
