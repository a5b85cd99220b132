"""The emulated tower at a table: calibrated, facing outlet 3, and everything that it told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.tower import Count, Inside, Tower, Watching
from companion.tower.calibration import Calibration
from companion.tower.readings import Reading, ThrowNow, Turning
from tests.tower.lockstep import LockstepRig

DOZEN = (16.0, 15.5, 14.5, 17.0, 18.0, 16.0, 16.5, 14.5, 17.5, 14.5, 13.5, 17.0)
THREE = (0, 0, 1, 1, 1, 0, 0)


class Table:
    """The emulated tower, calibrated, facing outlet 3, and everything it told."""

    def __init__(self, rig: LockstepRig) -> None:
        self.rig = rig
        self.ask = rig.emulator.ask
        self.heard: list[Reading] = []
        self.tower = Tower(rig.board, Watching(shakes=0))
        self.tower.open()
        calibration = self.tower.calibration.with_durations([(i % 7, ms) for i, ms in enumerate(DOZEN)])
        settings = replace(calibration.settings, speed=20000, acceleration=0, settle=600, shake_cycles=1)
        self.tower.store(Calibration(settings).with_serial("T-TEST"))
        self.tower.board.hands_away()
        self.tower.face(3)

    def told(self, kind: type) -> list[Reading]:
        return [reading for reading in self.heard if isinstance(reading, kind)]

    def drop(self, thrown: int, *acts: Callable[[], object], inside: Inside | None = None) -> Count:
        def tell(reading: Reading) -> None:
            self.heard.append(reading)
            if isinstance(reading, ThrowNow):
                for act in acts:
                    act()

        return self.tower.drop(thrown, inside=inside or Inside(), tell=tell)

    def cube(self, outlet: int, after: float, milliseconds: float = 16.0) -> Callable[[], None]:
        return lambda: self.rig.pulse(outlet, after, milliseconds)

    def three(self, after: float = 0.1) -> Callable[[], None]:
        def fall() -> None:
            for i, outlet in enumerate((3, 2, 4)):
                self.rig.pulse(outlet, after + 0.05 * i, 16.0)

        return fall

    def later(self, seconds: float, *words: object) -> Callable[[], None]:
        """A command to the emulator, some time after the throw."""
        return lambda: self.rig.at(seconds, *words)

    def listen(self, seconds: float) -> None:
        end = self.tower.board.now() + seconds
        while self.tower.board.now() < end:
            self.tower.listen(0.05, self.heard.append)


def once(act: Callable[[Reading], None]) -> Callable[[Reading], None]:
    done: list[Reading] = []

    def only_first(reading: Reading) -> None:
        if isinstance(reading, Turning) and not done:
            done.append(reading)
            act(reading)

    return only_first
