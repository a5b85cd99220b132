"""Starts the tower's real firmware on an emulated board, and drives it over its control socket.

Works in a source checkout only: it builds `firmware/` first. What the control socket understands is told
in docs/emulator.md. Imports the standard library and this room's tables and errors.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Literal, Self, TypedDict, Unpack

from companion.store import held

from . import board_table
from .errors import TowerError

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
PROGRAM = FIRMWARE / "build" / "tower-emulator"
ELF = FIRMWARE / "build" / "tower.elf"
NEEDED = ("make", "cc", "pkg-config", "avr-gcc", "avr-objcopy")
PACKAGES = "gcc libc6-dev make pkg-config gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev"

Mode = Literal["paced", "free", "lockstep"]


class Setup(TypedDict, total=False):
    """How the emulated tower is set up; what is left out is as on a real one."""

    mode: Mode  # paced to the wall clock, as fast as it goes, or only when told to
    speed: float  # paced: times the wall clock
    reset_on_open: bool
    ring: bool  # a position ring under the tower
    eeprom: Path | str  # file that keeps the EEPROM from one start to the next
    servo: float  # pulse width that stands for where the servo is at the start
    seed: int  # of the noise in RAM when power comes on
    bootloader: Path | str  # Intel hex file: every reset begins in it
    firmware: Path | str  # another ELF file than the one that is built here


class EmulatorMissing(TowerError, FileNotFoundError):
    """The emulator cannot be built here."""

    def __init__(self, mistake: str, **params: str) -> None:
        super().__init__(mistake, **params)
        self.advice = f"tower.emulator.{mistake}"


class EmulatorRefused(TowerError, ValueError):
    """The control socket did not like a command."""


def build() -> None:
    """Builds firmware and emulator where they are not current."""
    if not (FIRMWARE / "Makefile").exists():
        raise EmulatorMissing("no-source")
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    if not missing and subprocess.run(["pkg-config", "--exists", "simavr"], check=False).returncode != 0:
        missing = ["libsimavr"]
    if missing:
        raise EmulatorMissing("no-tools", missing=", ".join(missing), packages=PACKAGES)
    (FIRMWARE / "build").mkdir(exist_ok=True)
    with held(FIRMWARE / "build" / "emulator", wait=250):  # two test processes may come at once
        made = subprocess.run(
            ["make", "-s", "-C", str(FIRMWARE), "emulator"], check=False, capture_output=True, text=True
        )
    if made.returncode != 0:
        last = (made.stderr.strip().splitlines() or ["make"])[-1]
        raise EmulatorMissing("not-built", why=last)


build_once = cache(build)


def command_line(link: Path | str, control: Path | str, **setup: Unpack[Setup]) -> list[str]:
    """The emulator's command line for a tower such as hardware/tower.toml describes."""
    words = [str(PROGRAM), "--link", str(link), "--control", str(control)]
    for option in ("mode", "speed", "eeprom", "servo", "seed", "bootloader"):
        if option in setup:
            words += [f"--{option}", str(setup[option])]
    if not setup.get("reset_on_open", True):
        words.append("--no-reset-on-open")
    if setup.get("ring", board_table.POSITION_FITTED):
        per_degree = (board_table.SERVO_PULSE_MAX - board_table.SERVO_PULSE_MIN) / board_table.SERVO_TRAVEL
        mark = board_table.FACING_TOLERANCE * per_degree * board_table.TOWER_TEETH / board_table.SERVO_TEETH
        words += ["--ring", ",".join(map(str, board_table.ERA_PULSES)), "--ring-width", f"{mark:.1f}"]
        words += ["--ring-codes", ",".join(map(str, board_table.POSITION_CODES))]
    return [*words, str(setup.get("firmware", ELF))]


def become_emulator(link: Path | str, control: Path | str) -> None:
    """Builds the emulator and turns this process into it: signals and the terminal are then its own.

    It ends with the shell that started it, even if only that shell is killed.
    """
    build()
    words = command_line(link, control)
    os.execv(words[0], [*words[:-1], "--with-parent", words[-1]])


class Emulator:
    """An emulated board in a process of its own; ends with the `with` block, or with this process."""

    def __init__(
        self,
        link: Path | str | None = None,
        control: Path | str | None = None,
        **setup: Unpack[Setup],
    ) -> None:
        build_once()
        self._folder = tempfile.TemporaryDirectory(prefix="tower-")  # short: socket paths have 108 bytes
        self.link = Path(link or Path(self._folder.name) / "tty")
        self.control = Path(control or Path(self._folder.name) / "control")
        words = command_line(self.link, self.control, **setup)
        # Its standard input is the lifeline: when we are gone, it ends.
        self._process = subprocess.Popen(
            [*words[:-1], "--lifeline", words[-1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        if not self._process.stdout.readline().startswith("ready"):
            self._end()
            raise EmulatorMissing("not-started")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(self.control))
        self._answers = self._socket.makefile("r", encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the emulator; the port and its link are gone."""
        self._answers.close()
        self._socket.close()
        self._end()

    def _end(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(timeout=30)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._folder.cleanup()

    def ask(self, *words: object) -> str:
        """One command of docs/emulator.md; the answer without its `ok`."""
        self._socket.sendall((" ".join(map(str, words)) + "\n").encode())
        answer = self._answers.readline().rstrip("\n")
        if not answer.startswith("ok"):
            raise EmulatorRefused(answer.removeprefix("error ") or "emulator-gone")
        return answer[2:].strip()

    # ---- time

    def time(self) -> int:
        """Microseconds since the emulator started; they go on through resets."""
        return int(self.ask("time"))

    def run(self, microseconds: int, written: int | None = None) -> int:
        """Lockstep: so much time passes on the board; how many bytes it has sent since the port was opened.

        A pty hands bytes on in its own time. With `written`, all that the host wrote since it opened the port
        is waited for first; and a host that reads until it has as many as were sent has missed none.
        """
        _, sent = self.ask("run", int(microseconds), *([] if written is None else [written])).split()
        return int(sent)

    # ---- beams

    def pulse(self, outlet: int, microseconds: int, at: int | None = None) -> None:
        """Something passes the beam: now, or at this board time."""
        self.ask("pulse", outlet, microseconds, *([] if at is None else [at]))

    def drop(self, trace: Path | str, index: int, delay: int = 0) -> tuple[int, int]:
        """A drop of a trace file falls from now on; (breaks, time of the last one's end)."""
        breaks, end = self.ask("drop", trace, index, f"+{delay}").split()
        return int(breaks), int(end)

    # ---- servo

    def servo(self) -> tuple[float, float]:
        """Width of the pulses it gets (0: none) and where it really stands, in microseconds."""
        width, place = self.ask("servo").split()
        return float(width), float(place)

    def servo_pulses(self) -> Sequence[tuple[float, float]]:
        """(start, width) of every servo pulse since the last call, in microseconds."""
        pairs = (pair.split(":") for pair in self.ask("pulses").split())
        return [(float(start), float(width)) for start, width in pairs]

    def servo_track(self) -> Sequence[tuple[float, float]]:
        """(time, place) every millisecond or so since the last call: where it really stood."""
        pairs = (pair.split(":") for pair in self.ask("track").split())
        return [(float(time), float(place)) for time, place in pairs]

    # ---- lights

    def lights(self) -> Sequence[tuple[int, ...]]:
        """(brightness, red, green, blue) of each light of the strip."""
        return [tuple(map(int, light.split(":"))) for light in self.ask("lights").split()]

    def glow(self) -> Sequence[tuple[float, int]]:
        """(time, glow) whenever the strip became brighter or darker since the last call."""
        pairs = (pair.split(":") for pair in self.ask("glow").split())
        return [(float(time), int(glow)) for time, glow in pairs]

    # ---- faults

    def reset(self) -> None:
        """The reset line."""
        self.ask("reset")

    def power(self, on: bool) -> None:
        """Off: RAM is lost, the EEPROM stays; the port stays too, silent."""
        self.ask("power", "on" if on else "off")

    def pull_cable(self) -> None:
        """The port vanishes; the board runs on, fed by the tower's own supply."""
        self.ask("cable", "pull")

    def plug_cable(self, link: Path | str | None = None) -> None:
        """The port comes back, under another name if one is given."""
        self.ask("cable", "plug", *([] if link is None else [link]))
        self.link = Path(link or self.link)
