"""Frames ↔ messages, as docs/protocol.md tells. No I/O, no clock.

May import: the generated table and `cobs`.
"""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import dataclass

from cobs import cobs

from companion.tower import wire_table as table
from companion.tower.wire_table import Header, Message

END = b"\0"
CRC_START = 0xFFFF
# COBS adds one byte per 254; a longer run without an end is no frame of ours.
LINE_LIMIT = table.FRAME_LIMIT + 2


@dataclass(frozen=True, slots=True)
class Frame:
    """One message with its header. `message` is None if its kind or length is unknown to this version."""

    version: int
    kind: int
    request: int
    boot: int
    message: Message | None

    def __str__(self) -> str:
        name = type(self.message).__name__ if self.message else f"kind {self.kind:#04x}"
        return f"request {self.request} boot {self.boot} {self.message or name}"


def encode(message: Message, request: int, boot: int, version: int = table.VERSION) -> bytes:
    """The bytes on the line, end mark included."""
    data = Header(version, message.CODE, request, boot).pack() + message.pack()
    return bytes(cobs.encode(data + crc_hqx(data, CRC_START).to_bytes(2, "big"))) + END


def decode(data: bytes) -> Frame | None:
    """One frame without its end mark; None if it is damaged."""
    try:
        plain = cobs.decode(data)
    except cobs.DecodeError:
        return None
    if len(plain) < Header.size() + 2 or len(plain) > table.FRAME_LIMIT or crc_hqx(plain, CRC_START):
        return None
    header = Header.unpack(plain[: Header.size()])
    kind = table.MESSAGES.get(header.kind)
    try:
        message = kind.unpack(plain[Header.size() : -2]) if kind else None
    except ValueError:
        message = None
    return Frame(header.version, header.kind, header.request, header.boot, message)


class Splitter:
    """Cuts a stream of bytes into frames; whatever is damaged or too long is counted and thrown away."""

    def __init__(self) -> None:
        self.damaged = 0
        self._rest = b""
        self._too_long = False

    def feed(self, data: bytes) -> Iterator[Frame]:
        *whole, self._rest = (self._rest + data).split(END)
        for one in whole:
            frame = None if self._too_long else decode(one) if one else None
            if frame is not None:
                yield frame
            elif one:
                self.damaged += 1
            self._too_long = False
        if len(self._rest) > LINE_LIMIT:
            self._rest = self._rest[:1]  # keep a mark of it, not its bytes
            self._too_long = True


def ahead(later: int, earlier: int, modulus: int = 1 << 16) -> int:
    """By how many a running number is ahead of another; negative if it is behind. All of them wrap."""
    half = modulus // 2
    return (later - earlier + half) % modulus - half


class BoardClock:
    """The board's wrapping microseconds as milliseconds that never go back, across wraps and reboots."""

    WRAP = 1 << 32

    def __init__(self) -> None:
        self._last: int | None = None
        self._base = 0

    def reboot(self) -> None:
        """Time starts again at the board; ours goes on after a second."""
        if self._last is not None:
            self._base += self._last + 1_000_000
        self._last = None

    def milliseconds(self, microseconds: int) -> float:
        if self._last is None:
            self._last = microseconds
        step = ahead(microseconds, self._last, self.WRAP)
        if step < 0:  # an older break out of the log
            return (self._base + self._last + step) / 1000
        if self._last + step >= self.WRAP:
            self._base += self.WRAP
            self._last = microseconds
        else:
            self._last += step
        return (self._base + self._last) / 1000
