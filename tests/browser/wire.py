"""The Wi-Fi of each phone: a browser finds the table by a name of its own, and what is sent there goes over a
wire that a test can pull. A browser's own switch leaves open what is open, also a page's line to its table.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

from companion.web import HERE

PHONES = 8


class Wire:
    def __init__(self, name: str) -> None:
        self.name = name
        self.to = 0
        """The port of the table."""
        self._listener = socket.create_server((HERE, 0))
        self._plugged, self._dead = Event(), False
        self._plugged.set()
        self._open: list[socket.socket] = []
        self._lock = Lock()
        Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def pull(self, dead: bool) -> None:
        """Nothing passes. `dead`: and what was open is gone; otherwise it is held back, as if asleep."""
        self._plugged.clear()
        self._dead = dead
        if dead:
            with self._lock:
                gone, self._open = self._open, []
            for one in gone:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def plug(self) -> None:
        self._dead = False
        self._plugged.set()

    def _accept(self) -> None:
        while True:
            phone, _ = self._listener.accept()
            try:
                table = socket.create_connection((HERE, self.to if not self._dead else 0))
            except OSError:  # nobody is there
                phone.close()
                continue
            with self._lock:
                self._open += [phone, table]
            for ends in ((phone, table), (table, phone)):
                Thread(target=self._pass, args=ends, daemon=True).start()

    def _pass(self, of: socket.socket, to: socket.socket) -> None:
        with suppress(OSError):
            while some := of.recv(1 << 16):
                self._plugged.wait()
                to.sendall(some)
        for one in (of, to):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


class Wires(list[Wire]):
    """One for each phone; the browser knows their names."""

    @property
    def names(self) -> list[str]:
        return [wire.name for wire in self]

    def lead(self, address: str) -> None:
        """To the table at this address."""
        for wire in self:
            wire.to = int(urlsplit(address).port or 80)
            wire.plug()

    def way(self, place: int, link: str) -> str:
        """A link as the phone at this place has it."""
        parts = urlsplit(link)
        return parts._replace(netloc=f"{self[place].name}:{parts.port}").geturl()


@contextmanager
def wired() -> Iterator[tuple[Browser, Wires]]:
    """Debian's chromium, whose phones each have a wire of their own."""
    wires = Wires(Wire(f"phone-{number}.test") for number in range(PHONES))
    rules = ", ".join(f"MAP {wire.name} {HERE}:{wire.port}" for wire in wires)
    given = ["--no-sandbox", f"--host-resolver-rules={rules}", "--disable-features=HttpsUpgrades"]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=given)
        yield browser, wires
        browser.close()
