"""A plain host for the firmware's tests: real pyserial on the emulated board's port, in lockstep.

It frames with the PyPI package `cobs` and checks with `crccheck`, so that a mistake in our own code cannot
hide behind itself. Imports the wire tables and the emulator's handle, nothing of the driver.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar, Unpack

import serial
from cobs import cobs
from crccheck.crc import Crc16Ibm3740

from companion.tower import wire_table as wire
from companion.tower.emulator import Emulator, Setup
from companion.tower.wire_table import Header, Message, Report, Request

Frame = tuple[Header, Report]
R = TypeVar("R", bound=Report)


def encode(header: Header, payload: bytes = b"") -> bytes:
    body = header.pack() + payload
    return bytes(cobs.encode(body + Crc16Ibm3740.calc(body).to_bytes(2, "big"))) + b"\0"


def decode(coded: bytes) -> Frame | None:
    """The frame in these bytes (without the ending zero); None when it is damaged."""
    try:
        body = cobs.decode(coded)
    except cobs.DecodeError:
        return None
    if len(body) < Header.size() + 2 or Crc16Ibm3740.calc(body[:-2]) != int.from_bytes(body[-2:], "big"):
        return None
    header = Header.unpack(body[: Header.size()])
    message = wire.MESSAGES[header.kind].unpack(body[Header.size() : -2])
    assert isinstance(message, Report)
    return header, message


def take(port: serial.Serial, many: int) -> bytes:
    """So many bytes, however long the operating system takes to hand them on."""
    data = b""
    give_up = time.monotonic() + 30
    while len(data) < many:
        assert time.monotonic() < give_up, "the operating system keeps what the board sent"
        if more := port.read(4096):
            data += more
        else:
            time.sleep(0.0005)
    return data


class CountingPort(serial.Serial):  # type: ignore[misc]
    """Counts what is written, so that the board can wait for all of it."""

    written = 0

    def write(self, data: bytes, /) -> int | None:
        self.written += len(data)
        sent: int | None = super().write(data)
        return sent


class Host:
    """One emulated board with its port open."""

    def __init__(self, **setup: Unpack[Setup]) -> None:
        setup.setdefault("mode", "lockstep")
        self.board = Emulator(**setup)
        self.boot = 0
        self.request = 0
        self.damaged = 0
        self.heard = b""  # every byte, as it came
        self.frames: list[Frame] = []  # everything that came in and was not asked for yet
        self._rest = b""
        self.port: CountingPort
        self._received = 0
        self.connect()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.port.close()
        self.board.close()

    # ---- the port

    def connect(self) -> None:
        """Opens the port, which resets the board, and lets it boot."""
        self.port = CountingPort(str(self.board.link), wire.BAUD, timeout=0, exclusive=True)
        self._rest = b""
        self._received = 0
        self.run(100_000)

    def run(self, microseconds: int) -> None:
        """Time passes on the board; what it said meanwhile is in `frames`."""
        while microseconds > 0:  # in parts: a pty holds 4 KiB
            part = min(microseconds, 100_000)
            microseconds -= part
            if self.port.is_open:
                self._listen(self.board.run(part, self.port.written))
            else:
                self.board.run(part)

    def _listen(self, sent: int) -> None:
        """Takes in all that the board has sent since the port was opened."""
        data = take(self.port, sent - self._received)
        self._received = sent
        self.heard += data
        *whole, self._rest = (self._rest + data).split(b"\0")
        for coded in whole:
            if not coded:
                continue
            frame = decode(coded)
            if frame is None:
                self.damaged += 1
                continue
            self.boot = frame[0].boot
            self.frames.append(frame)

    # ---- frames

    def frame(
        self, message: Request, request: int, boot: int | None = None, version: int = wire.VERSION
    ) -> bytes:
        header = Header(version, message.CODE, request, self.boot if boot is None else boot)
        return encode(header, message.pack())

    def next_request(self) -> int:
        self.request = self.request % 255 + 1
        return self.request

    def send(self, message: Request, request: int | None = None, boot: int | None = None) -> int:
        """Sends without waiting; the request id it carries."""
        request = self.next_request() if request is None else request
        self.port.write(self.frame(message, request, boot))
        return request

    def ask(self, message: Request, request: int | None = None, boot: int | None = None) -> Report:
        """Sends and waits for the answer."""
        return self.answer(self.send(message, request, boot))

    def insist(self, message: Request) -> tuple[Report, int]:
        """Sends the same bytes until an answer comes, as the protocol allows; the answer and the tries."""
        request = self.next_request()
        for tries in range(1, wire.TRIES + 1):
            self.send(message, request)
            if found := self.wait(lambda header, _: header.request == request, wire.ACKNOWLEDGE_MS * 1_000):
                return found[1], tries
        raise AssertionError("no answer to any try")

    def answer(self, request: int, patience: int = 50_000) -> Report:
        found = self.wait(lambda header, _: header.request == request, patience)
        assert found is not None, f"no answer to request {request}"
        return found[1]

    def wait(
        self, wanted: Callable[[Header, Report], bool], patience: int, step: int = 2_000
    ) -> Frame | None:
        """The first frame like this, taken out of `frames`; None when none comes in so many microseconds.

        It may have come a step ago.
        """
        while True:
            for index, frame in enumerate(self.frames):
                if wanted(*frame):
                    return self.frames.pop(index)
            if patience <= 0:
                return None
            self.run(min(patience, step))
            patience -= step

    def event(self, kind: type[R], patience: int = 5_000_000, step: int = 2_000) -> R:
        """The next event of this kind."""
        found = self.wait(lambda _, message: isinstance(message, kind), patience, step)
        assert found is not None, f"no {kind.__name__} came"
        message = found[1]
        assert isinstance(message, kind)
        return message

    def events(self, kind: type[R]) -> list[R]:
        """Takes all events of this kind that have come."""
        taken = [message for _, message in self.frames if isinstance(message, kind)]
        self.frames = [frame for frame in self.frames if not isinstance(frame[1], kind)]
        return taken

    # ---- a session

    def open(self, nonce: int = 0x5EED) -> wire.Hello:
        """Waits for HELLO and opens a session; what the board said about itself."""
        hello = self.event(wire.Hello)
        opened = self.ask(wire.Open(nonce))
        assert opened == wire.Opened(nonce)
        return hello

    def ok(self, message: Request) -> int:
        """A command that must be accepted; its request id."""
        request = self.send(message)
        assert self.answer(request) == wire.Ack(message.CODE)
        return request

    def refused(self, message: Request) -> wire.Reason:
        """A command that must be refused; why it was."""
        answer = self.ask(message)
        assert isinstance(answer, wire.Nack), answer
        assert answer.command == message.CODE
        return wire.Reason(answer.reason)

    def face(self, pulse: int, approach: int = wire.Approach.CONFIGURED, seen: int = 0) -> wire.Faced:
        """Turns the tower; where its place is unknown, people take their hands away and say where it is."""
        if not self.pong().status & wire.Status.PLACED:
            self.ok(wire.HandsAway(seen))
        request = self.ok(wire.Face(pulse, approach))
        faced = self.event(wire.Faced)
        assert faced.of == request
        return faced

    def attend(self, microseconds: int) -> None:
        """Time passes, and the board hears its host as often as it may expect."""
        end = self.board.time() + microseconds
        while (left := end - self.board.time()) > 0:
            self.pong()
            self.run(max(min(left, wire.HEARTBEAT_MS * 1_000) - 5_000, 1))

    def pong(self) -> wire.Pong:
        answer = self.ask(wire.Ping())
        assert isinstance(answer, wire.Pong)
        return answer

    def counted(self) -> wire.Counted:
        answer = self.ask(wire.Counts())
        assert isinstance(answer, wire.Counted)
        return answer

    def diagnosis(self) -> wire.Diagnosis:
        answer = self.ask(wire.Diagnose())
        assert isinstance(answer, wire.Diagnosis)
        return answer

    def settings(self) -> wire.Settings:
        answer = self.ask(wire.ConfigRead())
        assert isinstance(answer, wire.Config)
        return answer.settings

    def store(self, settings: wire.Settings) -> wire.Stored:
        request = self.ok(wire.ConfigWrite(settings))
        stored = self.event(wire.Stored)
        assert stored.of == request
        return stored


def outlet(message: wire.Break | wire.LogEntry) -> int:
    return message.mark & wire.BEAM_BITS


def marks(message: wire.Break | wire.LogEntry) -> wire.BreakMark:
    return wire.BreakMark(message.mark & ~wire.BEAM_BITS)


__all__ = ["Frame", "Host", "Message", "decode", "encode", "marks", "outlet"]
