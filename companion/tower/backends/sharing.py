"""Passes a tower's serial port on to the network, for a tablet that has none.

May import: pyserial, `serial_line`.

One tablet at a time. It says a word that only people at this computer know; another one gets the tower when
somebody here agrees, or when the first has vanished. A pulled cable ends the tablet's connection, not the
sharing: its driver comes back by itself, and so does the port.
"""

from __future__ import annotations

import hmac
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from companion.tower.wire_table import BAUD

HELLO_SECONDS = 5.0  # for a tablet to say its word
QUIET_SECONDS = 10.0  # a driver says something twice a second: who does not has vanished
LONGEST_WORD = 200
NEWLINE = b"\n"

OK, WRONG_WORD, TAKEN, GONE = b"ok", b"wrong word", b"taken", b"no port"


class Sharing:
    """Listens; `serve` returns when `close` is called."""

    def __init__(
        self,
        path: str,
        host: str,
        number: int,
        word: str,
        agree: Callable[[str], bool],
        tell: Callable[[str, str], None],
    ) -> None:
        """`agree` is asked when a tablet wants what another has; `tell` hears what, and of which address."""
        self._path, self._word, self._agree, self._tell = path, word, agree, tell
        self._server = socket.create_server((host, number))
        self._lock = threading.Lock()
        self._port = threading.Lock()  # held by the thread that has the serial port open
        self._now: socket.socket | None = None  # the tablet that has the tower
        self.address = "{}:{}".format(*self._server.getsockname()[:2])

    def serve(self) -> None:
        while True:
            try:
                tablet, address = self._server.accept()
            except OSError:
                return  # closed
            threading.Thread(target=self._meet, args=(tablet, address[0]), daemon=True).start()

    def close(self) -> None:
        self._server.close()
        with self._lock:
            if self._now is not None:
                _end(self._now)

    def _meet(self, tablet: socket.socket, address: str) -> None:
        with tablet, suppress(OSError):
            tablet.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            tablet.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            tablet.settimeout(HELLO_SECONDS)
            if not hmac.compare_digest(_line(tablet), self._word.encode()):
                tablet.sendall(WRONG_WORD + NEWLINE)
                self._tell("refused", address)
            elif not self._is_next(tablet, address):
                tablet.sendall(TAKEN + NEWLINE)
            else:
                self._pass_on(tablet, address)

    def _is_next(self, tablet: socket.socket, address: str) -> bool:
        with self._lock:
            before = self._now
        if before is not None and not self._agree(address):
            return False
        with self._lock:
            if self._now is not None:
                _end(self._now)
            self._now = tablet
        return True

    def _pass_on(self, tablet: socket.socket, address: str) -> None:
        import serial

        if not self._port.acquire(timeout=HELLO_SECONDS):  # the one before has not let go
            tablet.sendall(TAKEN + NEWLINE)
            return
        try:
            with serial.Serial(self._path, BAUD, timeout=0.02, write_timeout=2, exclusive=True) as port:
                tablet.sendall(OK + NEWLINE)
                self._tell("joined", address)
                _both_ways(port, tablet)
        except (OSError, ValueError):
            with suppress(OSError):
                tablet.sendall(GONE + NEWLINE)
        finally:
            self._port.release()
            with self._lock:
                if self._now is tablet:
                    self._now = None
            self._tell("left", address)


def _both_ways(port: object, tablet: socket.socket) -> None:
    """Bytes both ways until one side ends, or the tablet is silent for too long."""
    ended = threading.Event()

    def to_tablet() -> None:
        try:
            while not ended.is_set():
                if heard := port.read(max(port.in_waiting, 1)):  # type: ignore[attr-defined]
                    tablet.sendall(heard)
        except (OSError, TypeError):
            pass  # unplugged, or the tablet has left
        finally:
            ended.set()
            _end(tablet)  # wakes the other half

    thread = threading.Thread(target=to_tablet)
    thread.start()
    tablet.settimeout(QUIET_SECONDS)
    try:
        while not ended.is_set() and (said := tablet.recv(4096)):
            port.write(said)  # type: ignore[attr-defined]
    except OSError:
        pass  # gone, or silent
    finally:
        ended.set()
        thread.join()


def _line(tablet: socket.socket) -> bytes:
    said = b""
    while NEWLINE not in said and len(said) < LONGEST_WORD:
        more = tablet.recv(1)
        if not more:
            break
        said += more
    return said.rstrip(NEWLINE)


def _end(tablet: socket.socket) -> None:
    with suppress(OSError):
        tablet.shutdown(socket.SHUT_RDWR)
