"""Frames of every kind, whole and damaged, to the decoder, the driver and the firmware on the emulated board.

An attempt is 1,000 frames to the decoder, 100 to the driver of the board and 100 to the board. Found is: an
exception, a frame that an independent decoder reads otherwise, a board that restarted, fell silent, nearly
ran out of stack or sent its servo a pulse beyond all limits.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest import mock

from cobs import cobs
from crccheck.crc import Crc16Ibm3740

from companion.tower import wire
from companion.tower import wire_table as table
from companion.tower.backends import serial as driver
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.errors import TowerError
from companion.tower.wire_table import Header, Message, Record, Report, Request
from tests.firmware.host import Host
from tests.soak import Attempt

UNIT = "frames to the decoder; a tenth as many to the driver, and to the board"
PLANTED = ("checksum ignored", "half frames forgotten", "beams not checked", "board restarts", "board deaf")
DECODED, DRIVEN, BOARDED = 1000, 100, 100
STACK = 64  # bytes that were never touched
REPORTS = tuple(kind for kind in table.MESSAGES.values() if issubclass(kind, Report))
REQUESTS = tuple(kind for kind in table.MESSAGES.values() if issubclass(kind, Request))
LONGEST = {"B": 255, "H": 65535, "I": 2**32 - 1}


def attempt(seed: int, index: int, planted: str = "") -> Attempt:
    lot = random.Random(f"frames {seed} {index}")
    with _put_in(planted):
        for part in (_decoder, _driver, _board):
            if found := part(lot, planted):
                return Attempt(DECODED, f"{part.__name__.strip('_')}: {found}")
    return Attempt(DECODED)


@contextmanager
def _put_in(planted: str) -> Iterator[None]:
    with ExitStack() as defects:
        if planted == "checksum ignored":
            defects.enter_context(mock.patch.object(wire, "crc_hqx", return_value=0))
        if planted == "half frames forgotten":
            feed = wire.Splitter.feed

            def forgetful(self: wire.Splitter, data: bytes) -> Iterator[wire.Frame]:
                yield from feed(self, data)
                self._rest = b""

            defects.enter_context(mock.patch.object(wire.Splitter, "feed", forgetful))
        if planted == "beams not checked":
            defects.enter_context(mock.patch.object(driver, "OUTLETS", table.OUTLETS + 1))
        yield


# ---------------------------------------------------------------- frames


def _fields(kind: type[Record], lot: random.Random) -> list[object]:
    """Any values that fit; often small ones, which mean something."""
    values: list[object] = []
    for _, code, count in kind.LAYOUT:
        many = lot.randrange(4) if count is None else count
        if code == "s":
            values.append(lot.randbytes(many))
        elif isinstance(code, str):
            most = LONGEST[code]
            numbers = tuple(lot.randint(0, lot.choice((7, most))) for _ in range(many))
            values.append(numbers[0] if count == 1 else numbers)
        else:
            records = tuple(code(*_fields(code, lot)) for _ in range(many))
            values.append(records[0] if count == 1 else records)
    return values


def _message(kinds: tuple[type[Message], ...], lot: random.Random) -> Message:
    kind = lot.choice(kinds)
    return kind(*_fields(kind, lot))


def _damaged(data: bytes, lot: random.Random) -> bytes:
    """What a cable, a printer or a stranger makes of a frame."""
    at = lot.randrange(len(data))
    strike: Callable[[], bytes] = lot.choice(
        (
            lambda: data[:at] + bytes([data[at] ^ 1 << lot.randrange(8)]) + data[at + 1 :],
            lambda: data[:at] + data[at + 1 :],
            lambda: data[:at] + data[at:at] * 2 + data[at:],
            lambda: data[:at] + wire.END,
            lambda: data.rstrip(wire.END),
            lambda: lot.randbytes(lot.randrange(1, 300)),
            lambda: bytes(lot.randrange(1, 256) for _ in range(3 * wire.LINE_LIMIT)) + data,
            lambda: wire.END + data,
        )
    )
    return strike()


# ---------------------------------------------------------------- to the decoder


def _independent(line: bytes) -> tuple[int, ...] | None:
    """(version, kind, request, boot) of a sound frame, by other people's code."""
    try:
        plain = cobs.decode(line)
    except cobs.DecodeError:
        return None
    if not Header.size() + 2 <= len(plain) <= table.FRAME_LIMIT:
        return None
    if Crc16Ibm3740.calc(plain[:-2]) != int.from_bytes(plain[-2:], "big"):
        return None
    return plain[0], plain[1], plain[2], int.from_bytes(plain[3:5], "little")


def _decoder(lot: random.Random, planted: str) -> str:
    stream = b""
    for _ in range(DECODED):
        kinds = tuple(table.MESSAGES.values())
        frame = wire.encode(_message(kinds, lot), lot.randrange(256), lot.randrange(65536), lot.randrange(3))
        stream += _damaged(frame, lot) if lot.random() < 0.5 else frame
    stream += wire.END
    splitter, heard, at = wire.Splitter(), [], 0
    while at < len(stream):
        size = lot.randint(1, 64)
        heard += list(splitter.feed(stream[at : at + size]))
        at += size
    right = [frame for line in stream.split(wire.END) if (frame := _independent(line)) is not None]
    seen = [(frame.version, frame.kind, frame.request, frame.boot) for frame in heard]
    for frame in heard:
        str(frame)
    if seen != right:
        return f"{len(seen)} frames are read where there are {len(right)}"
    return ""


# ---------------------------------------------------------------- to the driver


def _driver(lot: random.Random, planted: str) -> str:
    """A board that is out of its mind: sound frames that say anything. No fault but a TowerError may come."""
    board = SimulatedBoard(seed=lot.randrange(1000))
    board.open()
    for _ in range(DRIVEN):
        message = _message(REPORTS, lot)
        boot = board.firmware.boot if lot.random() < 0.9 else lot.randrange(65536)
        line = board._line
        if line is None or line.cut:
            board.look_again()
        else:
            line.arrive(wire.encode(message, lot.choice((0, 0, lot.randrange(256))), boot))
        try:
            while (reading := board.read(0.01)) is not None:
                outlet = getattr(reading, "outlet", 0)
                if not 0 <= outlet < table.OUTLETS:
                    return f"a reading of outlet {outlet}: {reading}"
            board.condition()
        except TowerError:
            board.look_again()
    return ""


# ---------------------------------------------------------------- to the board


def _board(lot: random.Random, planted: str) -> str:
    with Host(seed=lot.randrange(2**31)) as host:
        host.open()
        boot, resets = host.boot, host.board.ask("resets")
        if planted == "board deaf":
            host.board.ask("line", "to-board", "mute", "on")
        for number in range(BOARDED):
            host.port.write(_request(host, lot))
            host.run(lot.randrange(500, 12_000))
            host.frames.clear()
            if planted == "board restarts" and number == BOARDED // 2:
                host.board.reset()
        host.port.write(wire.END)
        host.run(50_000)
        if host.boot != boot or host.board.ask("resets") != resets:
            return "the board restarted"
        wrong = [width for _, width in host.board.servo_pulses() if not 399 <= width <= 2601]
        if wrong:
            return f"servo pulses of {wrong} µs"
        return _still_well(host)


def _request(host: Host, lot: random.Random) -> bytes:
    message = _message(REQUESTS, lot)
    request = host.next_request() if lot.random() < 0.8 else lot.randrange(256)
    boot = host.boot if lot.random() < 0.9 else lot.randrange(65536)
    frame = wire.encode(message, request, boot, table.VERSION if lot.random() < 0.9 else lot.randrange(256))
    return _damaged(frame, lot) if lot.random() < 0.4 else frame


def _still_well(host: Host) -> str:
    host.request = 0
    host.frames.clear()  # a late answer may carry the number of one that is asked now
    host.send(table.Identify())
    if host.wait(lambda _, message: isinstance(message, table.Hello), 200_000) is None:
        return "the board is silent"
    host.ask(table.Open(7))
    diagnosis = host.diagnosis()
    if diagnosis.watchdogs:
        return f"{diagnosis.watchdogs} watchdog resets"
    return f"{diagnosis.stack_free} bytes of stack left" if diagnosis.stack_free < STACK else ""
