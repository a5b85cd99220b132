"""A tower behind a network: `socket://` and `rfc2217://` are opened as any port is."""

import socket
import threading
from collections.abc import Callable, Iterator

import pytest
import serial
import serial.rfc2217

from companion.tower.backends.serial import SerialBoard
from companion.tower.backends.serial_line import Timing
from companion.tower.errors import TowerNotFound
from tests.tower.scripted import ScriptedBoard

PATIENT = Timing(hello=0.3, acknowledge=60, lost=60)


class PtyPort(serial.Serial):
    """A pseudo-terminal has no modem lines."""

    cts = dsr = ri = cd = property(lambda self: False)

    def _update_dtr_state(self) -> None:
        pass

    def _update_rts_state(self) -> None:
        pass


class Bridge:
    """Serves a serial port to one network client, plainly or by RFC 2217."""

    def __init__(self, port: str, rfc2217: bool) -> None:
        self._serial = PtyPort(port, timeout=0.05)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._server.getsockname()[1]}"
        self._rfc2217 = rfc2217
        self._ending = threading.Event()
        self._threads = [threading.Thread(target=self._serve)]
        self._threads[0].start()

    def _serve(self) -> None:
        self._client, _ = self._server.accept()
        self._client.settimeout(0.05)
        self.write = self._client.sendall
        manager = serial.rfc2217.PortManager(self._serial, self) if self._rfc2217 else None
        escape: Callable[[bytes], bytes] = (lambda d: b"".join(manager.escape(d))) if manager else bytes
        plain: Callable[[bytes], bytes] = (lambda d: b"".join(manager.filter(d))) if manager else bytes
        reader = threading.Thread(target=self._to_client, args=(escape,))
        self._threads.append(reader)
        reader.start()
        while not self._ending.is_set():
            try:
                data = self._client.recv(1024)
            except TimeoutError:
                continue
            except OSError:
                return
            if not data:
                return
            self._serial.write(plain(data))

    def _to_client(self, escape: Callable[[bytes], bytes]) -> None:
        while not self._ending.is_set():
            if data := self._serial.read(self._serial.in_waiting or 1):
                try:
                    self._client.sendall(escape(data))
                except OSError:
                    return

    def close(self) -> None:
        self._ending.set()
        for thread in self._threads:
            thread.join()
        self._client.close()
        self._server.close()
        self._serial.close()


@pytest.fixture(params=["socket", "rfc2217"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    board = ScriptedBoard()
    bridge = Bridge(board.port, rfc2217=request.param == "rfc2217")
    patience = "?timeout=60" if request.param == "rfc2217" else ""  # pyserial's own, while both ends agree
    yield f"{request.param}://{bridge.address}{patience}"
    bridge.close()
    board.close()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:set(Daemon|Name)..:DeprecationWarning")  # pyserial's own
def test_a_tower_behind_a_url_answers(url: str) -> None:
    board = SerialBoard(url, timing=PATIENT, elsewhere=list)
    try:
        identity = board.open()
        assert (identity.serial, identity.where) == ("SCRIPTED", url)
        assert board.running().counts == (0,) * 7
    finally:
        board.close()


@pytest.mark.parametrize("wrong", ["socket://127.0.0.1:1", "nonsense://x"])
def test_a_url_that_leads_nowhere_is_named(wrong: str) -> None:
    with pytest.raises(TowerNotFound):
        SerialBoard(wrong, elsewhere=list).open()
