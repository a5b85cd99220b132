"""STK500, the language of Arduino's bootloaders: sync, signature, pages. May import: pyserial, `errors`.

Only what writing and reading back the flash needs. Opening the port, or its DTR line, resets the board, and
its bootloader listens for about a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.tower.errors import FlashFailed, WrongBoard
from companion.tower.firmware_image import Part

if TYPE_CHECKING:
    import serial

SYNC, SIGNATURE, ENTER, LEAVE = b"\x30", b"\x75", b"\x50", b"\x51"
ADDRESS, WRITE, READ = b"\x55", b"\x64", b"\x74"
END = b"\x20"
IN_SYNC, OK = b"\x14", b"\x10"
SYNC_TRIES = 8
PATIENCE = 1.0  # seconds for an answer; writing a page takes 5 ms
# ATmega328P, 328, 328PB
SIGNATURES = (b"\x1e\x95\x0f", b"\x1e\x95\x14", b"\x1e\x95\x16")


class Bootloader:
    """The bootloader behind an open port."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port

    def reset(self) -> None:
        with suppress(OSError):  # a pty has no such lines: opening it has reset the board
            self._port.dtr = self._port.rts = False
            time.sleep(0.05)
            self._port.dtr = self._port.rts = True
        time.sleep(0.1)

    def sync(self) -> bool:
        """Whether a bootloader answers; an answer to an earlier question does not count."""
        answered = 0
        for _ in range(SYNC_TRIES):
            self._port.timeout = 0.2
            self._port.write(SYNC + END)
            answered = answered + 1 if self._port.read(2) == IN_SYNC + OK else 0
            if answered == 2:
                self._port.timeout = PATIENCE
                return True
            time.sleep(0.05)
            self._port.reset_input_buffer()
        return False

    def check_chip(self) -> None:
        """It must be the tower's chip; whether it is in a tower no chip can tell."""
        seen = self._ask(SIGNATURE, 3)
        if seen not in SIGNATURES:
            raise WrongBoard("other-chip", chip=seen.hex(" "))

    def write(self, part: Part, tell: Callable[[int], None]) -> None:
        """Writes and reads back; `tell` hears how many bytes are done."""
        for address, page in part.pages():
            self._ask(ADDRESS + (address // 2).to_bytes(2, "little"))
            self._ask(WRITE + len(page).to_bytes(2, "big") + b"F" + page)
            self._ask(ADDRESS + (address // 2).to_bytes(2, "little"))
            if self._ask(READ + len(page).to_bytes(2, "big") + b"F", len(page)) != page:
                raise FlashFailed("page-differs", page=f"{address:#06x}")
            tell(len(page))

    def enter(self) -> None:
        self._ask(ENTER)

    def leave(self) -> None:
        self._ask(LEAVE)

    def _ask(self, command: bytes, answer: int = 0) -> bytes:
        self._port.write(command + END)
        heard: bytes = self._port.read(answer + 2)
        if heard[:1] != IN_SYNC or heard[-1:] != OK or len(heard) != answer + 2:
            raise FlashFailed("no-answer-to", command=command[:1].hex())
        return heard[1:-1]
