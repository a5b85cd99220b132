"""The last that is allowed and the first that is not: ports, lines, tablets, computers and files."""

from __future__ import annotations

import errno
import json
import socket
import struct
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import serial

from companion.tower import tower_choice, wire, wire_table
from companion.tower.backends import serial_line, sharing
from companion.tower.doctor import Computer, look_at_machine
from companion.tower.errors import (
    PortBusy,
    PortForbidden,
    TowerNotFound,
    TowerSilent,
    WrongDevice,
    WrongFirmware,
)
from companion.tower.recorder import Recorder
from companion.tower.tracefile import BadTrace, read_trace
from tests.tower.scripted import HELLO

# ---------------------------------------------------------------- ports and lines


class Port:
    """A serial port in memory."""

    def __init__(self, answers: bytes = b"", fault: Exception | None = None) -> None:
        self.answers, self.fault, self.said, self.closed = answers, fault, b"", False
        self.about: dict[str, Any] = {}

    def __call__(self, url: str, **about: Any) -> Port:
        self.about = {"url": url, **about}
        return self

    def open(self) -> None:
        if self.fault is not None:
            raise self.fault

    def close(self) -> None:
        self.closed = True

    def write(self, said: bytes) -> None:
        self.said += said

    def read(self, number: int) -> bytes:
        heard, self.answers = self.answers[:number], self.answers[number:]
        return heard

    @property
    def in_waiting(self) -> int:
        return len(self.answers)


@pytest.mark.parametrize(
    ("url", "opened", "alone"),
    [
        ("/dev/x", "/dev/x", True),
        ("socket://h:1", "socket://h:1", False),
        ("RFC2217://h:1", "RFC2217://h:1", False),
    ],
)
def test_a_port_is_opened_for_us_alone(
    monkeypatch: pytest.MonkeyPatch, url: str, opened: str, alone: bool
) -> None:
    port = Port()
    monkeypatch.setattr(serial, "serial_for_url", port)
    line = serial_line.open_line(url, Recorder())
    assert port.about == {"url": opened, "baudrate": 250000, "timeout": 0.02, "do_not_open": True}
    assert getattr(port, "exclusive", False) is alone
    assert getattr(port, "write_timeout", None) == (1 if alone else None)
    line.close()
    assert port.closed


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        (b"ok\n", None),
        (b"wrong word\n", PortForbidden),
        (b"taken\n", PortBusy),
        (b"no port\n", TowerNotFound),
    ],
)
def test_a_shared_tower_is_asked_by_its_word(
    monkeypatch: pytest.MonkeyPatch, answers: bytes, fault: type[Exception] | None
) -> None:
    port = Port(answers)
    monkeypatch.setattr(serial, "serial_for_url", port)
    if fault is None:
        serial_line.open_line("tower://a@b@host:7", Recorder())
    else:
        with pytest.raises(fault):
            serial_line.open_line("tower://a@b@host:7", Recorder())
    assert (port.said, port.about["url"], port.closed) == (b"a@b\n", "socket://host:7", fault is not None)


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        (OSError(errno.EACCES, "x"), PortForbidden),
        (OSError(errno.EBUSY, "x"), PortBusy),
        (OSError(errno.EAGAIN, "x"), PortBusy),
        (OSError("Could not exclusively lock port"), PortBusy),
        (OSError(errno.ENOENT, "x"), TowerNotFound),
        (ValueError("odd"), TowerNotFound),
    ],
)
def test_why_a_port_does_not_open_is_named(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, named: type[Exception]
) -> None:
    monkeypatch.setattr(serial, "serial_for_url", Port(fault=fault))
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [SimpleNamespace(device="/dev/other")])
    with pytest.raises(named) as raised:
        serial_line.open_line("/dev/x", Recorder())
    if named is TowerNotFound:
        assert raised.value.params["found"] == "/dev/other"  # type: ignore[attr-defined]


class Said(serial_line.Line):
    """A line by its own clock: bytes that come at their times."""

    def __init__(self, *coming: tuple[float, bytes]) -> None:
        super().__init__(Recorder())
        self.time, self.coming, self.sent = 0.0, list(coming), list[tuple[float, bytes]]()

    def now(self) -> float:
        return self.time

    def close(self) -> None: ...

    def _write(self, data: bytes) -> None:
        self.sent.append((self.time, data))

    def _read(self, timeout: float) -> bytes:
        if self.coming and self.coming[0][0] <= self.time + timeout:
            at, data = self.coming.pop(0)
            self.time = max(self.time, at)
            return data
        self.time += timeout
        return b""


TIMING = serial_line.Timing(hello=1.0, acknowledge=0.5, tries=3)


def test_a_board_is_waited_for_and_then_asked() -> None:
    hello = wire.encode(HELLO, 0, 9)
    line = Said((0.9, hello))
    assert serial_line.greet(line, "p", TIMING) == (HELLO, 9)
    assert line.sent == []
    line = Said((2.2, hello))
    assert serial_line.greet(line, "p", TIMING) == (HELLO, 9)
    assert [round(at, 3) for at, _ in line.sent] == [1.0, 1.5, 2.0]
    assert {data[:1] for _, data in line.sent} == {wire.END}
    line = Said()
    with pytest.raises(TowerSilent):
        serial_line.greet(line, "p", TIMING)
    assert (len(line.sent), round(line.time, 3)) == (3, 2.5)
    with pytest.raises(WrongDevice):
        serial_line.greet(Said((0.1, b"ok T:21\n")), "p", TIMING)
    other = wire.encode(replace(HELLO, magic=b"POOL"), 0, 9)
    with pytest.raises(WrongDevice):
        serial_line.greet(Said((0.1, other)), "p", TIMING)
    with pytest.raises(WrongFirmware):
        serial_line.greet(Said((0.1, wire.encode(HELLO, 0, 9, version=wire_table.VERSION + 1))), "p", TIMING)
    with pytest.raises(serial_line.LineBroken):
        serial_line.greet(Said(), "p", TIMING, lambda: True)


def test_a_request_is_repeated_until_its_own_answer_comes() -> None:
    opened = wire.encode(wire_table.Opened(5), 1, 9)
    others = wire.encode(wire_table.Opened(5), 2, 9) + wire.encode(wire_table.Ack(2), 1, 9)

    def ask(line: Said) -> object:
        return serial_line.exchange(line, wire_table.Open(5), 1, 9, wire_table.Opened, TIMING)

    line = Said((0.1, others), (0.7, opened))
    assert ask(line) == wire_table.Opened(5)
    assert [round(at, 3) for at, _ in line.sent] == [0.0, 0.5]
    line = Said((0.1, others))
    assert ask(line) is None
    assert (len(line.sent), round(line.time, 3)) == (3, 1.5)


# ---------------------------------------------------------------- a tablet at the other end of a wire


@pytest.fixture
def pair() -> Any:
    ours, theirs = socket.socketpair()
    yield ours, theirs
    ours.close()
    theirs.close()


def test_a_word_ends_with_its_line_and_is_not_endless(pair: Any) -> None:
    ours, theirs = pair
    theirs.sendall(b"word\nmore\n" + b"x" * 300)
    assert sharing._line(ours) == b"word"
    assert sharing._line(ours) == b"more"
    assert sharing._line(ours) == b"x" * 200
    theirs.close()
    assert sharing._line(ours) == b"x" * 100


def test_without_a_port_a_tablet_is_told_so(pair: Any) -> None:
    ours, theirs = pair
    told: list[tuple[str, str]] = []
    shared = sharing.Sharing(
        "/dev/none", "127.0.0.1", 0, "w", lambda _: True, lambda *said: told.append(said)
    )
    try:
        assert shared._is_next(ours, "1.2.3.4")
        shared._pass_on(ours, "1.2.3.4")
        assert theirs.recv(99) == b"no port\n"
        assert (told, shared._now) == ([("left", "1.2.3.4")], None)
        shared._now = theirs
        shared._pass_on(ours, "1.2.3.4")
        assert shared._now is theirs, "another has it by now"
        assert shared._port.acquire(blocking=False)
    finally:
        shared.close()


# ---------------------------------------------------------------- computers and files


def test_a_computer_is_seen_as_it_is() -> None:
    here = Computer.here()
    assert here.bits == 8 * struct.calcsize("P")
    assert "serial" in here.libraries
    assert here.python >= (3, 11)


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        ({"python": (3, 11)}, {"python-fine"}),
        ({"python": (3, 10)}, {"python-wrong"}),
        ({"bits": 32}, {"bits-wrong"}),
        ({"python": (3, 14)}, {"kivy-python"}),
        ({"python": (3, 13)}, {"kivy-none"}),
        ({"ports": {}, "grabbed": True}, {"port-grabbed"}),
        ({"ports": {}}, {"ports-none"}),
        ({"ports": {"/dev/a": True, "/dev/b": False}, "grabbed": True}, {"port-fine", "port-forbidden"}),
        ({"environment": {"DISPLAY": ":0"}}, {"display-fine"}),
        ({"environment": {"WAYLAND_DISPLAY": "w"}}, {"display-fine"}),
        ({"system": "Windows"}, {"display-fine"}),
        ({}, {"display-none", "gpio-none"}),
        ({"pi": "Pi 4"}, {"gpio-library"}),
        ({"pi": "Pi 4", "libraries": frozenset({"gpiozero"})}, {"gpio-coarse", "serial-none"}),
        ({"pi": "Pi 4", "libraries": frozenset({"gpiozero", "pigpio"})}, {"gpio-lgpio"}),
        (
            {"pi": "Pi", "libraries": frozenset({"gpiozero", "pigpio", "lgpio"}), "overlay": "x"},
            {"gpio-overlay"},
        ),
        ({"pi": "Pi", "libraries": frozenset({"gpiozero", "rpi_hardware_pwm", "lgpio"})}, {"gpio-fine"}),
    ],
)
def test_what_a_computer_has_and_lacks(change: dict[str, Any], keys: set[str]) -> None:
    plain = Computer((3, 12), frozenset({"serial"}), {}, "Linux", {"/dev/a": True})
    found = {finding.key for finding in look_at_machine(replace(plain, **change))}
    assert keys <= found
    assert len(found & {"ports-none", "port-grabbed"}) <= 1


GOOD = {"thrown": 2, "facing": 3, "breaks": [[3, 1.0, 16.0], [2, 5.0, 15.0]], "passed": [0, 0, 1, 1, 0, 0, 0]}


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        ({"breaks": [[7, 1.0, 16.0]]}, "wrong"),
        ({"breaks": [[3, 1.0]]}, "wrong"),
        ({"breaks": [[3, 1.0, -0.1]]}, "no-break"),
        ({"breaks": [[3, 1.0, float("inf")]]}, "no-break"),
        ({"breaks": [[3, float("nan"), 16.0]]}, "no-break"),
        ({"thrown": 0}, "wrong"),
        ({"thrown": 31}, "wrong"),
        ({"facing": 7}, "wrong"),
        ({"passed": [0] * 6}, "other-outlets"),
        ({"passed": "x"}, "other-outlets"),
        (None, "missing"),
    ],
)
def test_where_a_trace_stops_being_one(tmp_path: Path, change: dict[str, Any] | None, advice: str) -> None:
    path = tmp_path / "t.json"
    drops = [GOOD, {**GOOD, **change} if change is not None else {"thrown": 1, "breaks": []}]
    path.write_text(json.dumps({"format": 1, "drops": drops}))
    with pytest.raises(BadTrace) as bad:
        read_trace(path)
    assert bad.value.advice == f"tower.trace.{advice}"
    if advice != "no-drops":
        assert bad.value.params["drop"] == 1


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("{", "not-json"), ("[]", "not-a-trace"), ('{"format": 2}', "not-a-trace"),
        ('{"format": 1}', "no-drops"),
        ('{"format": 1, "unit": "s", "drops": []}', "other-unit"),
        ('{"format": 1, "drops": [], "calibration": [NaN]}', "no-duration"),
        ('{"format": 1, "drops": [], "calibration": ["x"]}', "no-drops"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_trace_is_named(tmp_path: Path, text: str, advice: str) -> None:
    path = tmp_path / "t.json"
    path.write_text(text)
    with pytest.raises(BadTrace) as bad:
        read_trace(path)
    assert bad.value.advice == f"tower.trace.{advice}"


@pytest.mark.parametrize("truth", [{}, {"passed": None}, {"passed": []}, {"passed": GOOD["passed"]}])
def test_what_is_known_of_a_drop(tmp_path: Path, truth: dict[str, Any]) -> None:
    path = tmp_path / "t.json"
    drop = {key: value for key, value in GOOD.items() if key != "passed"}
    held = {"cubes": 2, "colour": "red"}
    path.write_text(
        json.dumps({"format": 1, "unit": "ms", "drops": [{**drop, **truth, "inside_before": held}]})
    )
    trace = read_trace(path)
    assert trace.drops[0].cubes == 4
    known = trace.truths[0]
    assert (known is None) is not bool(truth.get("passed"))
    assert known is None or (known.passed, known.inside) == ((0, 0, 1, 1, 0, 0, 0), 2)


def test_a_port_that_was_used_before_is_remembered_if_it_can_be_one(tmp_path: Path) -> None:
    port = tmp_path / "tty"
    port.touch()
    assert tower_choice.remembered(tmp_path) == []
    tower_choice.remember(str(port), tmp_path)
    assert tower_choice.remembered(tmp_path) == [str(port)]
    port.unlink()
    assert tower_choice.remembered(tmp_path) == []
    for name, aside in (("a/" * 2047, False), ("a/" * 2049, True), ("", False), ("a\x07b", True)):
        (tmp_path / "last-port").write_text(name)
        assert tower_choice.remembered(tmp_path) == []
        assert (tmp_path / "last-port").exists() is not aside
