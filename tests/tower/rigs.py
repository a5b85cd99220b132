"""The three backends, each with something that breaks its beams: the contract suite runs over all."""

from __future__ import annotations

import threading
import time
from functools import partial
from pathlib import Path
from typing import Protocol

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from companion.tower import board_table
from companion.tower.backends.gpio import GpioBoard
from companion.tower.backends.serial import SerialBoard
from companion.tower.backends.serial_line import Timing
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.contract import Identity, TowerBoard
from companion.tower.drop_watch import Watching
from companion.tower.emulator import Emulator
from companion.tower.errors import TowerError
from companion.tower.tower import Tower
from companion.words import Words

EMULATED_SPEED = 4.0
PATIENT = Timing(tries=600, long_command=60.0, lost=60.0)
"""Unlike a real board, an emulated one may not get its turn for seconds."""


def be_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody gives a tower up that is opened from now on, by whatever command; hands are away from it."""
    opened = Tower.open

    def with_hands_away(tower: Tower) -> Identity:
        identity = opened(tower)
        tower.hands_are_away()
        return identity

    monkeypatch.setattr(Tower, "open", with_hands_away)
    monkeypatch.setattr("companion.tower.backends.link.Timing", lambda: PATIENT)
    monkeypatch.setattr("companion.tower.tower.TURN_MARGIN", 60.0)
    monkeypatch.setattr("companion.tower.commands.Watching", partial(Watching, pause=60.0))


def sentence(fault: TowerError) -> str:
    """What people read of it, in English."""
    words = Words("en", ["tower"])
    return words.say(fault.advice, fault.about(words.say))



class Rig(Protocol):
    board: TowerBoard

    def pulse(self, outlet: int, after: float, milliseconds: float) -> None:
        """Something passes this beam after so many seconds."""

    def block(self, outlet: int) -> None: ...

    def unblock(self, outlet: int) -> None: ...

    def close(self) -> None: ...


class SimulatedRig:
    def __init__(self) -> None:
        self.board = SimulatedBoard(throws=False)
        self.pulse = self.board.pulse
        self.block = self.board.block
        self.unblock = self.board.unblock

    def close(self) -> None:
        self.board.close()


class TickPin(MockPin):
    """A mock pin whose edges carry the ticks they are given, as lgpio's do."""

    def change(self, high: bool, ticks: float) -> None:
        if self._change_state(high) and self._when_changed is not None:
            PiPin._call_when_changed(self, ticks, high)


class EmitterPin(TickPin):
    """Switches the light of all beams: without it every receiver reads dark."""

    def _change_state(self, value: bool) -> bool:
        changed = super()._change_state(value)
        if changed and self.function == "output":
            for outlet, number in enumerate(board_table.PI_BEAM_GPIO):
                lit = bool(value) and outlet not in self.factory.blocked
                self.factory.pin(number).change(lit, time.monotonic())
        return changed


class GpioRig:
    """Mock pins; a thread hands over what passed, whole and with exact ticks, however late it runs."""

    def __init__(self, folder: Path) -> None:
        self.factory = MockFactory(pin_class=TickPin)
        self.factory.blocked = set()
        self.factory.pin(board_table.PI_EMITTER_GPIO, pin_class=EmitterPin)
        self.board = GpioBoard(folder / "gpio.toml", self.factory)
        self._passing: list[tuple[float, float, int]] = []  # end, start, outlet
        self._news = threading.Condition()
        self._ending = False
        self._player = threading.Thread(target=self._play, daemon=True)
        self._player.start()

    def _beam(self, outlet: int) -> TickPin:
        pin: TickPin = self.factory.pin(board_table.PI_BEAM_GPIO[outlet])
        return pin

    def pulse(self, outlet: int, after: float, milliseconds: float) -> None:
        start = time.monotonic() + after
        with self._news:
            self._passing.append((start + milliseconds / 1000, start, outlet))
            self._passing.sort()
            self._news.notify()

    def _play(self) -> None:
        while True:
            with self._news:
                while not self._passing or self._passing[0][0] > time.monotonic():
                    if self._ending:
                        return
                    due = self._passing[0][0] - time.monotonic() if self._passing else None
                    self._news.wait(due)
                end, start, outlet = self._passing.pop(0)
            with self.board._lock:  # a beam that nobody gets round to clear is none that is blocked
                self._beam(outlet).change(False, start)
                self._beam(outlet).change(True, end)

    def block(self, outlet: int) -> None:
        self.factory.blocked.add(outlet)
        self._beam(outlet).change(False, time.monotonic())

    def unblock(self, outlet: int) -> None:
        self.factory.blocked.discard(outlet)
        self._beam(outlet).change(True, time.monotonic())

    def close(self) -> None:
        with self._news:
            self._ending = True
            self._news.notify()
        self._player.join()
        self.board.close()


class EmulatedRig:
    """The real firmware on the emulated board."""

    emulator: Emulator
    board: SerialBoard

    def block(self, outlet: int) -> None:
        self.emulator.ask("object", outlet, "in")

    def unblock(self, outlet: int) -> None:
        self.emulator.ask("object", outlet, "out")

    def close(self) -> None:
        self.board.close()
        self.emulator.close()


class SerialRig(EmulatedRig):
    """Faster than the clock, so that turns take less of ours."""

    def __init__(self, speed: float = EMULATED_SPEED, timing: Timing | None = None) -> None:
        self.emulator = Emulator(mode="paced", speed=speed)
        self.speed = speed
        link = str(self.emulator.link)
        self.board = SerialBoard(link, timing=timing or PATIENT, elsewhere=lambda: self.other_ports)
        self.other_ports: list[str] = []

    def pulse(self, outlet: int, after: float, milliseconds: float) -> None:
        self.emulator.ask("pulse", outlet, round(milliseconds * 1000), f"+{round(after * self.speed * 1e6)}")

    def let_pass(self, seconds: float) -> None:
        """Waits until so much time has passed on the board, which need not get its turn as often as we do."""
        end = self.emulator.time() + round(seconds * self.speed * 1e6)
        while self.emulator.time() < end:
            time.sleep(0.01)
