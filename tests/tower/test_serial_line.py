"""A port that goes away in the middle of any call is a broken line, never a dead thread."""

import os
import pty
from collections.abc import Iterator

import pytest
import serial

from companion.tower.backends.serial_line import LineBroken, PortLine, open_line
from companion.tower.recorder import Recorder
from companion.tower.wire import encode
from companion.tower.wire_table import Ping

# Seen from pyserial when a cable was pulled: which one depends on the instant.
FAULTS = [
    serial.SerialException("device reports readiness to read but returned no data"),
    OSError(5, "Input/output error"),
    ValueError("Failed to set custom baud rate (250000): [Errno 5] Input/output error"),
    TypeError("'NoneType' object cannot be interpreted as an integer"),
]


class Vanishing:
    """A port that fails in one of its calls."""

    def __init__(self, call: str, fault: Exception) -> None:
        self.call, self.fault = call, fault

    def _fail_in(self, call: str) -> None:
        if call == self.call:
            raise self.fault

    def read(self, size: int) -> bytes:
        self._fail_in("read")
        return b"\0" * size

    @property
    def in_waiting(self) -> int:
        self._fail_in("in_waiting")
        return 0

    def write(self, data: bytes) -> None:
        self._fail_in("write")

    def close(self) -> None:
        self._fail_in("close")


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("call", ["read", "in_waiting", "write"])
def test_a_port_that_goes_away_is_a_broken_line(call: str, fault: Exception) -> None:
    recorder = Recorder()
    line = PortLine(Vanishing(call, fault), recorder)
    with pytest.raises(LineBroken, match=r"^port-gone$"):  # what people are told …
        line.send(b"\0") if call == "write" else line.receive(0.0)
    assert str(fault) in recorder.lines()[-1][2]  # … and what technicians want to know


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_a_port_that_does_not_close_is_left(fault: Exception) -> None:
    PortLine(Vanishing("close", fault), Recorder()).close()


@pytest.fixture
def ends() -> Iterator[tuple[int, str]]:
    ours, theirs = pty.openpty()
    yield ours, os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def test_listening_never_sets_up_the_port_anew(
    ends: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real adapter may drop bytes while its baud rate is set."""
    board, name = ends
    line = open_line(name, Recorder())

    def again(*_: object, **__: object) -> None:
        raise AssertionError("the port was set up anew")

    monkeypatch.setattr(serial.Serial, "_reconfigure_port", again)
    assert line.receive(0.0) == []
    os.write(board, encode(Ping(), 7, 3) + encode(Ping(), 8, 3))
    heard = line.receive(5.0)
    while len(heard) < 2:
        heard += line.receive(5.0)
    assert [frame.request for frame in heard] == [7, 8]
    line.close()
