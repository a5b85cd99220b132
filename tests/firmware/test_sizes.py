"""Room on the chip: flash, RAM, and the stack as measured on the emulated board."""

import subprocess
import sys

import pytest

from companion.tower import wire_table as wire
from companion.tower.emulator import ELF, FIRMWARE, build
from tests.firmware.host import Host

FLASH = 30_720  # 32 KiB less the 2 KiB of the old bootloader
RAM = 2_048
RAM_START = 0x800100
OLD_BOOTLOADER_RAM = 0x800300  # clears its own variables at the bottom of RAM
BOOTLOADER_STACK = 64  # and needs some at the top


@pytest.fixture(scope="module")
def sections() -> dict[str, tuple[int, int]]:
    """name → (size, address)"""
    build()
    listing = subprocess.run(["avr-size", "-A", str(ELF)], check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in listing.splitlines() if line.startswith("."))
    return {row[0]: (int(row[1]), int(row[2])) for row in rows}


def test_a_third_of_the_flash_is_to_spare(sections: dict[str, tuple[int, int]]) -> None:
    assert sections[".text"][0] + sections[".data"][0] <= FLASH * 2 // 3


def test_the_sizes_are_reported() -> None:
    build()
    words = [sys.executable, str(FIRMWARE / "tools" / "sizes.py"), str(ELF), str(FLASH), str(RAM)]
    report = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    assert "flash" in report
    assert "for the stack" in report
    too_small = subprocess.run([*words[:-2], "12000", str(RAM)], check=False, capture_output=True, text=True)
    assert too_small.returncode == 1


def test_what_must_survive_lies_where_no_bootloader_writes(sections: dict[str, tuple[int, int]]) -> None:
    size, address = sections[".noinit"]
    assert address >= OLD_BOOTLOADER_RAM
    assert address + size <= RAM_START + RAM - BOOTLOADER_STACK


@pytest.mark.slow
def test_the_stack_leaves_256_bytes_whatever_the_board_does(host: Host) -> None:
    def busy_beams(many: int) -> None:
        begin = host.board.time() + 500
        for index in range(many):
            host.board.pulse(index % 7, 1_200, begin + index * 240)

    host.store(host.settings())
    host.face(1500)
    for message in (wire.Selftest(), wire.Blink()):
        busy_beams(100)
        host.ok(message)
        host.event(wire.Tested)
    host.ok(wire.DropBegin())
    busy_beams(300)
    for first in range(0, 200, 5):
        host.ask(wire.Log(first))
        host.settings()
        host.counted()
        host.pong()
    host.ok(wire.Shake(0, 0))
    busy_beams(300)
    host.port.write(bytes(range(256)) * 4)
    host.event(wire.Shaken)
    host.port.write(b"\0")
    host.run(100_000)
    assert host.diagnosis().stack_free >= 256
