"""The real firmware under the real driver by one clock, the emulated board's.

Whoever waits for an answer or an event lets the board run meanwhile: the link is that of the simulated tower,
which has no thread, on the emulated board's own port. What a test wants to happen at some time happens then,
however busy the machine is; and a second of the board takes a few hundredths of one.
"""

from __future__ import annotations

import heapq
import math
from itertools import count
from pathlib import Path

import serial

from companion.tower.backends.serial import SerialBoard
from companion.tower.backends.serial_line import PortLine, Timing, open_line
from companion.tower.backends.simulated_wire import SimulatedLink
from companion.tower.emulator import Emulator
from companion.tower.recorder import Recorder
from tests.tower.rigs import EmulatedRig

STEP = 0.005  # seconds that the board runs before the host looks at the line again
MICROSECOND = 1e-6


class LockstepLine(PortLine):
    """The board's port. A pty hands bytes on in its own time: how many there must be is known."""

    def __init__(self, rig: LockstepRig, port: serial.Serial, recorder: Recorder) -> None:
        super().__init__(port, recorder)
        self._rig = rig
        self._received = 0
        self.written = 0

    def now(self) -> float:
        return self._rig.now()

    def _write(self, data: bytes) -> None:
        super()._write(data)
        self.written += len(data)

    def _read(self, timeout: float) -> bytes:
        end = self.now() + timeout
        while True:
            sent = self._rig.live(end - self.now())
            assert self._port.in_waiting >= 0  # where the cable was pulled, this is an error
            data = b""
            while len(data) < sent - self._received:
                data += self._port.read(sent - self._received - len(data))
            self._received = sent
            if data or self.now() > end - MICROSECOND:
                return data


class LockstepLink(SimulatedLink):
    def __init__(self, rig: LockstepRig, recorder: Recorder) -> None:
        super().__init__(rig, recorder)
        self.timing = Timing()  # as on a table


class LockstepBoard(SerialBoard):
    """The driver of the real board."""

    def __init__(self, rig: LockstepRig, recorder: Recorder | None = None) -> None:
        super().__init__(rig.port)
        self._link = LockstepLink(rig, recorder or Recorder())
        self._rig = rig

    def now(self) -> float:
        return self._rig.now()


class LockstepRig(EmulatedRig):
    """An emulated board, its driver, and what is to happen when."""

    def __init__(self) -> None:
        self.emulator = Emulator(mode="lockstep")
        self.port = str(self.emulator.link)
        self._line: LockstepLine | None = None
        self._time = 0.0
        self._acts: list[tuple[float, int, tuple[object, ...]]] = []
        self._order = count()
        self.board = LockstepBoard(self)

    # ------------------------------------------------------------------ driving it

    def at(self, after: float, *words: object) -> None:
        """A command of docs/emulator.md, so many seconds from now."""
        heapq.heappush(self._acts, (self._time + after, next(self._order), words))

    def pulse(self, outlet: int, after: float, milliseconds: float) -> None:
        self.emulator.ask("pulse", outlet, round(milliseconds * 1000), f"+{round(after * 1e6)}")

    # ------------------------------------------------------------------ what the link asks of it

    def now(self) -> float:
        return self._time

    def live(self, seconds: float) -> int:
        """A step of time passes, at most so much; bytes that the board has sent since the port was opened."""
        until = self._time + max(min(seconds, STEP), 0.0)
        if self._acts:
            until = min(until, self._acts[0][0])
        written = [] if self._line is None else [self._line.written]
        microseconds = max(math.ceil((until - self._time) * 1e6), 0)  # else the rest of one would never pass
        time, sent = self.emulator.ask("run", microseconds, *written).split()
        self._time = int(time) / 1e6
        while self._acts and self._acts[0][0] <= self._time + MICROSECOND:
            self.emulator.ask(*heapq.heappop(self._acts)[2])
        return int(sent)

    def there(self, url: str) -> bool:
        return Path(url).exists()

    def plug(self, url: str, recorder: Recorder) -> LockstepLine:
        """Opens the port as it is opened on a table."""
        opened = open_line(url, recorder)
        assert isinstance(opened, PortLine)
        self._line = LockstepLine(self, opened._port, recorder)
        return self._line
