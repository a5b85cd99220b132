"""Phones: serves one evening to the devices in the house, in a thread of its own.

May import: segno, uvicorn, companion.engine, companion.table, its own room.

    phones = Phones.open(evening, games, port=8640)       # PhonesError
    phones.addresses, phones.link("table")                # what the codes say
    phones.close()

Whatever happens to a window beside it, the phones play on: nothing here waits for anybody else's loop.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Thread
from typing import Self

import segno
import uvicorn

from companion.engine import Games
from companion.engine.scene import seats
from companion.table import Evening

from . import orders
from .errors import PhonesError, PortTaken
from .guard import Guard
from .guests import Device, Guests, Kind
from .hub import TABLET, Hub, Picture
from .site import Site

PORT = 8640
CONNECTIONS = 192
TURN = 0.0005
"""Seconds after which a thread lets another one in, beside a window; Python's own are ten times as long."""
EVERYWHERE, HERE = "0.0.0.0", "127.0.0.1"


class Phones:
    def __init__(
        self,
        evening: Evening,
        games: Games,
        listener: socket.socket,
        addresses: Sequence[str],
        hosts: Sequence[str],
        certificate: tuple[Path, Path] | None = None,
        tablet: bool = False,
        picture: Picture | None = None,
    ) -> None:
        """Use `open`."""
        self.addresses = tuple(addresses)
        now = evening.now
        path = now.path.with_suffix(".phones.json") if now.path is not None else None
        self.guests = Guests(path, seats(now))
        self.on_change: Callable[[], None] | None = None
        self.on_shown: Callable[[], None] | None = None
        self._evening, self._games = evening, games
        self._hosts, self._listener = hosts, listener
        self._certificate, self._tablet, self._picture = certificate, tablet, picture
        self._ready, self._error = Event(), None
        self._thread = Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()
        self._ready.wait()

    @classmethod
    def open(
        cls,
        evening: Evening,
        games: Games,
        port: int = PORT,
        address: str = EVERYWHERE,
        names: Sequence[str] = (),
        certificate: tuple[Path, Path] | None = None,
        tablet: bool = False,
        picture: Picture | None = None,
    ) -> Self:
        """Listens; `names` are further names by which this machine is called. Port 0 is any that is free.
        `tablet`: a window at the same evening lets others in. `picture`: draws its chronicle."""
        if certificate is not None:
            _check(*certificate)
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, port))
            listener.listen(128)
        except OSError as error:
            listener.close()
            raise PortTaken("port-taken", port=port, why=error.strerror or str(error)) from error
        if tablet:  # a window computes for long at a stretch: phones get their turn in between
            sys.setswitchinterval(TURN)
        port = listener.getsockname()[1]
        own = [local_address()] if address == EVERYWHERE else [address]
        known = [*names, *own, HERE, "localhost", socket.gethostname(), f"{socket.gethostname()}.local"]
        scheme = "https" if certificate else "http"
        addresses = [f"{scheme}://{name}:{port}" for name in (*names, *own)]
        hosts = [f"{name}:{port}" for name in known]
        return cls(evening, games, listener, addresses, hosts, certificate, tablet, picture)

    @property
    def address(self) -> str:
        return self.addresses[0]

    def link(self, kind: Kind, seat: int | None = None) -> str:
        """What the code for it says."""
        return f"{self.address}/join/{self.guests.link(kind, seat).token}"

    # -- for the tablet, which admits who knocks

    @property
    def waiting(self) -> list[Device]:
        return self.guests.waiting

    @property
    def seat_count(self) -> int:
        return self.guests.seats

    @property
    def guests_known(self) -> list[Device]:
        return self.guests.all

    def is_here(self, device: str) -> bool:
        return any(stream.device == device for stream in tuple(self.hub.streams))

    def code(self, kind: Kind, seat: int | None = None) -> tuple[str, Sequence[Sequence[int]]]:
        """A link, and the rows of its code: what is not 0 is dark."""
        link = self.link(kind, seat)
        return link, segno.make(link, error="m", micro=False).matrix

    def admit(self, device: str) -> None:
        self.guests.admit(device)
        self.hub.look_again()

    def refuse(self, device: str) -> None:
        self.guests.refuse(device)
        self.hub.look_again()

    def revoke(self, device: str) -> None:
        self.guests.revoke(device)
        self.hub.look_again()

    def renew(self) -> None:
        self.guests.renew()
        self.hub.look_again()

    @property
    def undo_asked(self) -> int | None:
        """The seat that would like to take something back, where the tablet's word is missing, for who is
        away or has no phone; -1: a device without a seat."""
        asked, here = self.hub.proposal, frozenset(stream.device for stream in tuple(self.hub.streams))
        by = self.hub.proposer()
        if asked is None or by is None or by is TABLET or not self.hub.missing(by, asked.agreed | here):
            return None
        return -1 if asked.seat is None else asked.seat

    @property
    def redo_asked(self) -> bool:
        """It is the last undo that is to be taken back."""
        return self.hub.proposal is not None and self.hub.proposal.again

    @property
    def undo_of_tablet(self) -> bool:
        """Whether phones are asked about an undo of the tablet's."""
        return self.hub.proposer() is TABLET

    def ask_undo(self, position: int) -> bool:
        """The tablet would like to take back the last answer: whether phones are asked about it; otherwise
        nobody has to be."""
        if not self.hub.missing(TABLET, frozenset()):
            return False
        self.hub.soon(orders.undo(self.hub, TABLET, "ask", str(position)))
        return True

    def answer_undo(self, yes: bool) -> None:
        """The tablet's word: for who is away or has no phone, and for all about an undo of its own."""
        self.hub.soon(orders.undo(self.hub, TABLET, "yes" if yes else "no", ""))

    def window_closed(self) -> None:
        """There is no tablet any more: the device that was let in first does what it did."""
        self.hub.tablet = False
        self.guests.without_tablet()
        self.hub.look_again()

    @property
    def here(self) -> int:
        """Devices that look on at this moment."""
        return len({stream.device for stream in self.hub.streams})

    def close(self) -> None:
        self.hub.end()
        self._server.should_exit = True
        self._thread.join(10)

    # -- in the thread of the phones

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self.hub = Hub(self._evening, self._games, self.guests, self.addresses)
        self.hub.picture = self._picture
        self.hub.tablet, self.hub.on_change, self.hub.on_shown = self._tablet, self._changed, self._shown
        site = Site(self.hub, self._certificate is not None)
        scheme = "https" if self._certificate else "http"
        certificate = self._certificate or (None, None)
        self._server = uvicorn.Server(
            uvicorn.Config(
                Guard(site.app, self._hosts, scheme),
                log_config=None,
                access_log=False,
                lifespan="off",
                ws="none",
                server_header=False,
                limit_concurrency=CONNECTIONS,
                timeout_keep_alive=30,
                timeout_graceful_shutdown=1,
                h11_max_incomplete_event_size=16 * 1024,
                ssl_certfile=certificate[0],
                ssl_keyfile=certificate[1],
            )
        )
        self._ready.set()
        try:
            await self._server.serve(sockets=[self._listener])
        finally:
            self.hub.close()
            self._listener.close()

    def _changed(self) -> None:
        if self.on_change is not None:
            self.on_change()

    def _shown(self) -> None:
        if self.on_shown is not None:
            self.on_shown()


def _check(certificate: Path, key: Path) -> None:
    """Before anything listens: a certificate that no phone could use is told to who gave it."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except OSError as error:  # an SSLError is one
        about = {"file": f"{certificate}, {key}", "why": error.strerror or str(error)}
        raise PhonesError("bad-certificate", **about) from error


def local_address() -> str:
    """The address of this machine in its own network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for examples: no packet leaves for a datagram socket
            return str(probe.getsockname()[0])
        except OSError:
            return HERE


__all__ = ["HERE", "PORT", "Phones", "PhonesError", "PortTaken"]
