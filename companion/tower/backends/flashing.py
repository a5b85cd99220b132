"""Writes the shipped firmware to a board, by avrdude where it is installed, else by `stk500`.

May import: pyserial, `stk500`, `serial_line`, the image, the errors. Knows only how; whether a port may be
flashed is asked before. The EEPROM, and with it the calibration, is not touched.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from companion.tower.backends.serial_line import LineBroken, greet, open_line
from companion.tower.backends.stk500 import Bootloader
from companion.tower.errors import FlashFailed, TowerError, WrongBoard
from companion.tower.firmware_image import FirmwareImage
from companion.tower.recorder import Recorder

BAUDS = (115200, 57600)  # today's bootloader, and that of older Nanos
TRIES = 3  # a bootloader listens for a second only: a busy computer may come too late
AVRDUDE_SECONDS = 90

Writer = Literal["avrdude", "own"]
Tell = Callable[[int, int], None]


def usual_writer() -> Writer:
    return "avrdude" if shutil.which("avrdude") else "own"


def flash(port: str, image: FirmwareImage, tell: Tell = lambda *_: None, writer: Writer | None = None) -> str:
    """Writes, reads back, and waits for the new firmware to say who it is; its version."""
    writer = writer or usual_writer()
    for left in reversed(range(TRIES)):
        try:
            if writer == "avrdude":
                _by_avrdude(port, image)
            else:
                _by_ourselves(port, image, tell)
            return _greeted(port, image)
        except FlashFailed:
            if not left or not Path(port).exists():
                raise
    raise AssertionError("unreachable")


def _by_ourselves(port: str, image: FirmwareImage, tell: Tell) -> None:
    import serial

    parts = image.parts()
    whole, done = sum(len(part.data) for part in parts), 0

    def wrote(many: int) -> None:
        nonlocal done
        done += many
        tell(done, whole)

    for baud in BAUDS:
        try:
            with serial.Serial(port, baud, timeout=0.2, write_timeout=2, exclusive=True) as opened:
                loader = Bootloader(opened)
                loader.reset()
                if not loader.sync():
                    continue
                loader.check_chip()
                loader.enter()
                for part in parts:
                    loader.write(part, wrote)
                loader.leave()
                return
        except TowerError as fault:
            fault.params["port"] = port
            raise
        except (OSError, TypeError, ValueError) as fault:  # as a port that goes away: see `serial_line`
            raise FlashFailed(str(fault), port=port) from fault
    raise WrongBoard("no-bootloader", port=port, chip="–")


def _by_avrdude(port: str, image: FirmwareImage) -> None:
    with tempfile.TemporaryDirectory(prefix="tower-") as folder:
        parts = []
        for number, part in enumerate(image.parts()):
            path = Path(folder) / f"{number}.hex"
            path.write_text(part.as_hex(), encoding="ascii")
            parts += ["-U", f"flash:w:{path}:i"]
        for baud in BAUDS:
            words = ["avrdude", "-q", "-c", "arduino", "-p", "m328p", "-D", "-P", port, "-b", str(baud)]
            try:
                ran = subprocess.run(
                    [*words, *parts], capture_output=True, text=True, timeout=AVRDUDE_SECONDS, check=False
                )
            except subprocess.TimeoutExpired as fault:
                raise FlashFailed("avrdude-endless", port=port) from fault
            if ran.returncode == 0:
                return
            said = ran.stderr
            if "signature" in said.lower() and "expected" in said.lower():
                raise WrongBoard("other-chip", port=port, chip="–")
            if "not in sync" not in said.lower():  # it answered, and then something went wrong
                break
    if "not in sync" in said.lower():
        raise WrongBoard("no-bootloader", port=port, chip="–")
    lines = [line for line in said.splitlines() if line.strip()] or ["avrdude-failed"]
    raise FlashFailed(lines[-1].strip(), port=port)


def _greeted(port: str, image: FirmwareImage) -> str:
    try:
        line = open_line(port, Recorder())
        try:
            hello, _ = greet(line, port)
        finally:
            line.close()
    except (TowerError, LineBroken) as fault:
        raise FlashFailed("written-but-silent", port=port, why=str(fault)) from fault
    if tuple(hello.firmware) != image.version:
        raise FlashFailed("other-version", port=port, firmware=".".join(map(str, hello.firmware)))
    return image.name
