"""The firmware that comes with the companion: its version, and its bytes. Imports the standard library.

`make -C firmware ship` puts it into `companion/tower/firmware/`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SHIPPED = Path(__file__).with_name("firmware")
PAGE = 128  # bytes that the chip writes at once
# An endless loop at the reset vector: a board whose flashing was cut off does nothing but wait for another.
STANDS_STILL = b"\xff\xcf".ljust(PAGE, b"\xff")


@dataclass(frozen=True)
class Part:
    """Bytes of the flash from an address on; whole pages."""

    address: int
    data: bytes

    def pages(self) -> Iterator[tuple[int, bytes]]:
        for at in range(0, len(self.data), PAGE):
            yield self.address + at, self.data[at : at + PAGE]

    def as_hex(self) -> str:
        """Intel hex."""
        lines = []
        for at in range(0, len(self.data), 16):
            row = self.data[at : at + 16]
            record = bytes([len(row), *(self.address + at).to_bytes(2, "big"), 0]) + row
            lines.append(f":{record.hex()}{-sum(record) % 256:02x}".upper())
        return "\n".join([*lines, ":00000001FF"]) + "\n"


@dataclass(frozen=True)
class FirmwareImage:
    version: tuple[int, ...]
    revision: str
    data: bytes  # from address 0 on, filled up to a whole page

    @property
    def name(self) -> str:
        return ".".join(map(str, self.version))

    def newer_than(self, firmware: str) -> bool:
        """Than what a board says of itself; what is no version says nothing."""
        try:
            return self.version > tuple(int(part) for part in firmware.split("."))
        except ValueError:
            return False

    def parts(self) -> tuple[Part, ...]:
        """In the order in which they are written: the program can begin only when all of it is there."""
        return Part(0, STANDS_STILL), Part(PAGE, self.data[PAGE:]), Part(0, self.data[:PAGE])


def read_hex(text: str) -> bytes:
    """Intel hex without gaps from address 0 on; ValueError tells what is wrong."""
    data = bytearray()
    for number, line in enumerate(text.split(), 1):
        record = bytes.fromhex(line.removeprefix(":"))
        if not line.startswith(":") or sum(record) % 256 or len(record) != record[0] + 5:
            raise ValueError(f"line {number} is damaged")
        if record[3] == 1:
            return bytes(data.ljust(-(-len(data) // PAGE) * PAGE, b"\xff"))
        if record[3] == 0:
            if int.from_bytes(record[1:3], "big") != len(data):
                raise ValueError(f"line {number} leaves a gap")
            data += record[4:-1]
    raise ValueError("its end is missing")


@cache
def shipped() -> FirmwareImage:
    about = tomllib.loads((SHIPPED / "about.toml").read_text(encoding="utf-8"))
    version = tuple(int(part) for part in about["version"].split("."))
    data = read_hex((SHIPPED / "tower.hex").read_text(encoding="ascii"))
    return FirmwareImage(version, about["revision"], data)
