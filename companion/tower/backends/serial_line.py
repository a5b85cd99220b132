"""A serial port that carries frames: opens it, and names what can be wrong with it.

May import: pyserial where a port is opened, `wire`, `errors`, `recorder`. One thread at a time may use a
line. Whoever waits on a line waits by its clock: that of a simulated line is not the wall's.
"""

from __future__ import annotations

import errno
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from companion.tower.errors import (
    PortBusy,
    PortForbidden,
    TowerError,
    TowerNotFound,
    TowerSilent,
    WrongDevice,
    WrongFirmware,
)
from companion.tower.recorder import Recorder
from companion.tower.wire import END, Frame, Splitter, encode
from companion.tower.wire_table import (
    ACKNOWLEDGE_MS,
    BACKOFF_FIRST_MS,
    BACKOFF_LAST_MS,
    BAUD,
    HEARTBEAT_MS,
    HELLO_MS,
    LOOK_MS,
    LOST_MS,
    MAGIC,
    TRIES,
    VERSION,
    Hello,
    Identify,
    Message,
)

if TYPE_CHECKING:
    import serial

SHARED = "tower://"
WORD_SECONDS = 20.0  # somebody at the other computer may have to agree first
TICK = 0.02  # s: one look at the port. Fixed, since pyserial sets up the whole port anew for another timeout
# What pyserial raises when a port goes away in the middle of a call; which one depends on the instant. Its
# own SerialException is an OSError.
GONE = (OSError, TypeError, ValueError)


@dataclass(frozen=True)
class Timing:
    """How long the board is waited for, in seconds: tests of its silence make it short, all others long."""

    hello: float = HELLO_MS / 1000
    acknowledge: float = ACKNOWLEDGE_MS / 1000
    tries: int = TRIES
    long_command: float = 2.0  # until a beam test or the writing of settings must have ended
    heartbeat: float = HEARTBEAT_MS / 1000
    lost: float = LOST_MS / 1000
    look: float = LOOK_MS / 1000
    backoff_first: float = BACKOFF_FIRST_MS / 1000
    backoff_last: float = BACKOFF_LAST_MS / 1000


USUAL = Timing()


class LineBroken(OSError):
    """The cable was pulled, or the port vanished."""


class Line(ABC):
    """Frames over bytes, whatever carries them."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._splitter = Splitter()
        self.heard_bytes = 0

    def now(self) -> float:
        return time.monotonic()

    @property
    def damaged(self) -> int:
        """Frames that were thrown away."""
        return self._splitter.damaged

    def send(self, data: bytes, what: object = "") -> None:
        self._recorder.note("sent", what or data.hex())
        try:
            self._write(data)
        except GONE as fault:
            raise self._gone(fault) from fault

    def receive(self, timeout: float) -> list[Frame]:
        """Frames that came within this time, give or take a tick; returns early with the first bytes."""
        try:
            data = self._read(timeout)
        except GONE as fault:
            raise self._gone(fault) from fault
        self.heard_bytes += len(data)
        damaged = self.damaged
        frames = list(self._splitter.feed(data))
        for frame in frames:
            self._recorder.note("received", frame)
        if self.damaged > damaged:
            self._recorder.note("received", f"damaged: {data.hex()}")
        return frames

    def _gone(self, fault: Exception) -> LineBroken:
        """Its own words are for technicians: they go to the recorder."""
        self._recorder.note("error", f"{type(fault).__name__}: {fault}")
        return fault if isinstance(fault, LineBroken) else LineBroken("port-gone")

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def _write(self, data: bytes) -> None: ...

    @abstractmethod
    def _read(self, timeout: float) -> bytes: ...


class PortLine(Line):
    """The line of an open serial port."""

    def __init__(self, port: serial.Serial, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._port = port

    def _write(self, data: bytes) -> None:
        self._port.write(data)

    def _read(self, timeout: float) -> bytes:
        end = self.now() + timeout
        data: bytes = self._port.read(1)
        while not data and self.now() < end:
            data = self._port.read(1)
        return data + self._port.read(self._port.in_waiting) if data else data

    def close(self) -> None:
        try:
            self._port.close()
        except GONE:
            self._recorder.note("error", "the port did not close cleanly")


KNOWN = ("socket", "rfc2217")
"""Kinds of addresses besides our own, of all that the serial library can open."""


def open_line(url: str, recorder: Recorder) -> Line:
    """Opens a path or a URL (`tower://word@host:port`, `socket://…`, `rfc2217://…`) for us alone."""
    import serial

    word, plain = _shared(url)
    kind, named, _ = plain.partition("://")
    if named and kind.lower() not in KNOWN:  # spy:// writes files, hwgrep:// searches by a pattern
        raise TowerNotFound("unknown-address", port=url, found="–")
    if named and not _complete(plain):  # the library's own words for it are for programmers
        raise TowerNotFound("no-place", port=url, found="–")
    try:
        port = serial.serial_for_url(plain, baudrate=BAUD, timeout=TICK, do_not_open=True)
        if "://" not in url:
            port.write_timeout = 1  # rfc2217 knows none
            port.exclusive = True
        port.open()
        if word is not None:
            _say_word(port, word, url)
    except TowerError:
        raise
    except (OSError, ValueError) as fault:
        raise _named(url, fault) from fault
    recorder.note("command", f"opened {plain}")
    return PortLine(port, recorder)


def _shared(url: str) -> tuple[str | None, str]:
    """The word of a tower that another computer shares (`companion tower share`), and the URL to open."""
    if not url.startswith(SHARED):
        return None, url
    word, _, where = url.removeprefix(SHARED).rpartition("@")
    return word, f"socket://{where}"


def _complete(address: str) -> bool:
    """Whether it names a computer and a port of it."""
    try:
        place = urlsplit(address)
        return bool(place.hostname and place.port)
    except ValueError:
        return False


def _say_word(port: serial.Serial, word: str, url: str) -> None:
    port.write(word.encode() + b"\n")
    end, answer = time.monotonic() + WORD_SECONDS, b""
    while not answer.endswith(b"\n") and time.monotonic() < end:
        answer += port.read(1)
    if answer == b"ok\n":
        return
    port.close()
    match answer:
        case b"wrong word\n":
            raise PortForbidden("wrong-word", port=url)
        case b"taken\n":
            raise PortBusy("other-tablet", port=url)
        case _:
            raise TowerNotFound("cable-out", port=url)


def _named(url: str, fault: Exception) -> Exception:
    from serial.tools import list_ports

    number = getattr(fault, "errno", None)
    text = str(fault)
    if number == errno.EACCES:
        return PortForbidden("not-allowed", port=url)
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text:
        return PortBusy("in-use", port=url)
    seen = ", ".join(port.device for port in list_ports.comports())
    reason = f"{url}: {os.strerror(number)}" if number else text
    return TowerNotFound(reason, port=url, found=seen or "–")


def greet(
    line: Line, url: str, timing: Timing = USUAL, ending: Callable[[], bool] = lambda: False
) -> tuple[Hello, int]:
    """Waits in silence for HELLO (opening may have reset the board), then asks; identity and boot id."""
    hello = _hello(line, timing.hello, ending)
    for _ in range(timing.tries):
        if hello is not None:
            return hello
        line.send(END + encode(Identify(), 1, 0), Identify())
        hello = _hello(line, timing.acknowledge, ending)
    if hello is not None:
        return hello
    if line.heard_bytes:
        raise WrongDevice("not-a-tower", port=url)
    raise TowerSilent("nothing-answers", port=url)


def _hello(line: Line, seconds: float, ending: Callable[[], bool]) -> tuple[Hello, int] | None:
    end = line.now() + seconds
    while (left := end - line.now()) > 0:
        if ending():
            raise LineBroken("closing")
        for frame in line.receive(min(left, 0.1)):
            if frame.kind != Hello.CODE:
                continue
            if frame.version != VERSION:
                raise WrongFirmware("other-protocol", theirs=frame.version, ours=VERSION)
            if isinstance(frame.message, Hello) and frame.message.magic == MAGIC:
                return frame.message, frame.boot
    return None


def exchange(
    line: Line, message: Message, request: int, boot: int, answer: type[Message], timing: Timing
) -> Message | None:
    """One request and its answer, while nobody else reads the line."""
    data = encode(message, request, boot)
    for _ in range(timing.tries):
        line.send(data, message)
        end = line.now() + timing.acknowledge
        while (left := end - line.now()) > 0:
            for frame in line.receive(left):
                if frame.request == request and isinstance(frame.message, answer):
                    return frame.message
    return None


def is_pretended(url: str) -> bool:
    """A pseudo-terminal is no hardware: an emulated board stands behind it."""
    return "://" not in url and str(Path(url).resolve()).startswith("/dev/pts/")
