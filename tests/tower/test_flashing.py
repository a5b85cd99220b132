"""`companion tower flash`, against the real bootloaders on the emulated board: what is written, what is not.

They come with Debian's `arduino-core-avr`. A cable is pulled in mid-flash, and wrong boards stand in.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.tower import FlashFailed, TowerSilent, WrongBoard
from companion.tower.backends import flashing
from companion.tower.backends.serial import SerialBoard
from companion.tower.backends.simulated import simulated_settings
from companion.tower.console import main
from companion.tower.emulator import FIRMWARE, Emulator, build_once
from companion.tower.firmware_image import PAGE, STANDS_STILL, FirmwareImage, Part, read_hex, shipped
from companion.words import Words
from tests.tower.rigs import PATIENT
from tests.tower.scripted import ScriptedBoard

LOADERS = Path("/usr/share/arduino/hardware/arduino/avr/bootloaders")
SLOW = 0.5  # a bootloader waits for a second: twice as long for a machine that is busy
SETTINGS = replace(simulated_settings(), serial=b"FLASHED".ljust(12, b"\0"))


def test_what_is_shipped_is_what_is_written_here() -> None:
    """Else: `make -C firmware ship`."""
    sys.path.insert(0, str(FIRMWARE / "tools"))
    try:
        import ship
    finally:
        sys.path.pop(0)
    assert (shipped().revision, shipped().name) == (ship.revision(), ship.version())


GAP = ":01000500AA50\n:00000001FF"


def test_a_hex_file_goes_there_and_back() -> None:
    data = bytes(range(256)) * 3
    assert read_hex(Part(0, data).as_hex()) == data
    assert b"".join(page for _, page in Part(PAGE, data).pages()) == data


@pytest.mark.parametrize("text", ["", ":00000001FE", ":0100000000FF\n", "nonsense", GAP])
def test_a_damaged_hex_file_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_hex(text)


@pytest.mark.parametrize(
    ("firmware", "newer"),
    [("0.9.9", True), ("1.1.9", True), ("1.2.0", False), ("99.0.0", False), ("–", False)],
)
def test_versions_are_compared_by_number(firmware: str, newer: bool) -> None:
    assert FirmwareImage((1, 2, 0), "", b"").newer_than(firmware) == newer


# ---------------------------------------------------------------- the real bootloader


@pytest.fixture(scope="module")
def old_firmware(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board that was flashed some time ago."""
    build_once()
    folder = tmp_path_factory.mktemp("old")
    flags = "-DFIRMWARE_MAJOR=1 -DFIRMWARE_MINOR=0 -DFIRMWARE_PATCH=9"
    words = ["make", "-s", "-C", str(FIRMWARE), f"BUILD={folder}", f"VERSION_FLAGS={flags}"]
    subprocess.run([*words, f"{folder}/tower.elf"], check=True)
    return folder / "tower.elf"


@pytest.fixture(scope="module")
def optiboot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """From its source: the hex file beside it is longer than the 512 bytes that it is linked for."""
    source = LOADERS / "optiboot" / "optiboot.c"
    assert source.exists(), "the bootloaders are missing: run `make test` once, it installs arduino-core-avr"
    folder = tmp_path_factory.mktemp("optiboot")
    flags = "-Os -fno-split-wide-types -mrelax -mmcu=atmega328p -DF_CPU=16000000L -DBAUD_RATE=115200 "
    flags += "-nostdlib -DLED_START_FLASHES=3 -nostartfiles -Wl,--section-start=.text=0x7c00 -Wl,--relax"
    subprocess.run(["avr-gcc", *flags.split(), str(source), "-o", str(folder / "elf")], check=True)
    words = ["avr-objcopy", "-O", "ihex", "-j", ".text", "--set-start", "0"]
    subprocess.run([*words, str(folder / "elf"), str(folder / "hex")], check=True)
    return folder / "hex"


@pytest.fixture
def board(old_firmware: Path, optiboot: Path) -> Iterator[Emulator]:
    with Emulator(mode="paced", speed=SLOW, bootloader=optiboot, firmware=old_firmware) as emulator:
        yield emulator


@pytest.mark.slow
def test_the_bootloader_of_older_nanos_is_understood(old_firmware: Path) -> None:
    older = LOADERS / "atmega" / "ATmegaBOOT_168_atmega328.hex"
    with Emulator(mode="paced", speed=SLOW, bootloader=older, firmware=old_firmware) as emulator:
        assert flashing.flash(str(emulator.link), shipped(), writer="own") == shipped().name


def on(board: Emulator) -> SerialBoard:
    return SerialBoard(str(board.link), timing=PATIENT, elsewhere=list)


def calibrate(board: Emulator) -> None:
    opened = on(board)
    try:
        assert opened.open().firmware == "1.0.9"
        opened.store(SETTINGS)
    finally:
        opened.close()


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def companion_tower(*argv: str) -> tuple[int, str]:
    out = io.StringIO()
    code = main(argv, lambda _: Words("en", ["tower"]).say, out)
    return code, out.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("writer", ["own", "avrdude"])
def test_an_older_board_gets_the_shipped_firmware_and_keeps_its_calibration(
    board: Emulator, writer: flashing.Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "usual_writer", lambda: writer)
    calibrate(board)
    code, said = companion_tower("flash", str(board.link))
    done = f"The tower on {board.link} has firmware {shipped().name} now."
    assert (code, said.splitlines()[-1]) == (0, done)
    opened = on(board)
    try:
        identity = opened.open()
        assert (identity.firmware, identity.serial) == (shipped().name, "FLASHED")
        assert opened.settings() == SETTINGS
    finally:
        opened.close()
    code, said = companion_tower("flash", str(board.link))
    assert (code, "--again" in said) == (0, True)


@pytest.mark.slow
def test_a_cable_pulled_in_mid_flash_leaves_a_board_that_stands_still_and_can_be_flashed(
    board: Emulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    calibrate(board)

    def pull(done: int, whole: int) -> None:
        if done >= whole // 2:
            board.pull_cable()

    with pytest.raises(FlashFailed):
        flashing.flash(str(board.link), shipped(), pull, writer="own")
    board.plug_cable(board.link)
    opened = on(board)
    opened._link.timing = replace(PATIENT, tries=3)
    with pytest.raises(TowerSilent):
        opened.open()
    assert board.servo() == pytest.approx((0.0, board.servo()[1]))
    monkeypatch.setattr(flashing, "usual_writer", lambda: "own")
    typed(monkeypatch, f"{board.link}\n")
    code, said = companion_tower("flash", str(board.link))
    assert (code, "did not say that it is a tower" in said) == (0, True)
    opened = on(board)
    try:
        assert opened.open().firmware == shipped().name
        assert opened.settings() == SETTINGS
    finally:
        opened.close()


def test_the_program_begins_only_when_all_of_it_is_written() -> None:
    first, *_, last = shipped().parts()
    assert (first.address, first.data) == (0, STANDS_STILL)
    assert (last.address, last.data) == (0, shipped().data[:PAGE])


# ---------------------------------------------------------------- wrong boards


class Mega:
    """A bootloader of another chip, on a pty. `wrote` must stay empty."""

    def __init__(self) -> None:
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        self.wrote = b""
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                asked = os.read(self._ours, 4096)
            except OSError:
                return
            if asked[:1] == b"\x75":
                os.write(self._ours, b"\x14\x1e\x98\x01\x10")
            elif asked[:1] == b"\x30":
                os.write(self._ours, b"\x14\x10")
            else:
                self.wrote += asked

    def close(self) -> None:
        os.close(self._theirs)
        os.close(self._ours)


def test_another_chip_is_not_written_to() -> None:
    mega = Mega()
    try:
        with pytest.raises(WrongBoard) as raised:
            flashing.flash(mega.port, shipped(), writer="own")
        assert raised.value.params["chip"] == "1e 98 01"
        assert mega.wrote == b""
    finally:
        mega.close()


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["\n", "yes\n", "/dev/ttyOTHER\n"])
def test_a_port_that_is_no_tower_is_left_alone_unless_its_name_is_typed_again(
    answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "flash", pytest.fail)
    mill = ScriptedBoard()
    mill.answers = lambda asked: [b"Grbl 1.1h ['$' for help]\n"]
    typed(monkeypatch, answer)
    try:
        code, said = companion_tower("flash", mill.port)
    finally:
        mill.close()
    assert (code, said.splitlines()[-1]) == (1, f"{mill.port} is left alone.")


def test_without_a_port_only_the_one_tower_that_answers_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    monkeypatch.setattr(flashing, "flash", pytest.fail)
    code, said = companion_tower("flash")
    assert (code, said.startswith("No tower found")) == (1, True)
