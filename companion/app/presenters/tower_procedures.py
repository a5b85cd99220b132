"""A procedure that a person and the tower go through together, in a thread of its own.

May import: companion.tower; never Kivy. The procedure speaks through this guide: what it tells becomes lines,
what it asks waits for an answer of the screen. `wake` is called from the procedure's thread.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from companion.tower import (
    BeamBroken,
    Guide,
    Reading,
    Tower,
    TowerError,
    calibrate_beams,
    calibrate_cubes,
    calibrate_servo,
    finger_test,
    flash_port,
    home,
    look_at_tower,
    new_serial,
    read_mirror,
    tell_learned,
    write_mirror,
)

PARTS = ("beams", "servo", "cubes")
LINES = 200
STOP = object()


class Stopped(Exception):
    """The players have had enough."""


class Guided(Guide):
    """One procedure; it begins at once."""

    def __init__(self, work: Callable[[Guided], None], wake: Callable[[], None]) -> None:
        self.lines: list[tuple[str, dict[str, Any]]] = []
        """Keys of the catalogue with their parameters, the latest last."""
        self.question: tuple[str, dict[str, Any]] | None = None
        self.error: TowerError | None = None
        self.running = True
        self._wake = wake
        self._lock = Lock()
        self._answers: SimpleQueue[object] = SimpleQueue()
        self._stopping = False
        self.holds = False
        """It must not be broken off in the middle: who stops it waits for its end."""
        self._thread = Thread(target=self._run, args=(work,), name="guided", daemon=True)
        self._thread.start()

    def answer(self, given: str = "") -> None:
        """The screen's answer to the open question."""
        if self.question is not None:
            self.question = None
            self._answers.put(given)

    def stop(self) -> None:
        """Ends at the next thing that is told, heard or asked."""
        self._stopping = True
        self._answers.put(STOP)

    def join(self, seconds: float | None = None) -> None:
        self._thread.join(seconds)

    # -- what the procedure calls, in its own thread

    def tell(self, key: str, **params: str | int | float) -> None:
        self._look()
        with self._lock:
            self.lines = [*self.lines, (key, dict(params))][-LINES:]
        self._wake()

    def ask(self, key: str, **params: str | int | float) -> str:
        self._look()
        self.question = (key, dict(params))
        self._wake()
        given = self._answers.get()
        if given is STOP:
            raise Stopped
        return str(given)

    def hear(self, reading: Reading) -> None:
        self._look()
        if isinstance(reading, BeamBroken):
            self._wake()

    def _look(self) -> None:
        if self._stopping and not self.holds:
            raise Stopped

    def _run(self, work: Callable[[Guided], None]) -> None:
        try:
            work(self)
        except TowerError as error:
            self.error = error
        except Stopped:
            pass
        finally:  # whatever it was, no screen waits for it
            self.question = None
            self.running = False
            self._wake()


def self_test(tower: Tower) -> Callable[[Guided], None]:
    def work(guide: Guided) -> None:
        checked = tower.check_beams(blink=False)
        for outlet in checked.stuck_dark:
            guide.tell("tower.selftest.stuck-dark", outlet=outlet)
        for outlet in checked.stuck_clear:
            guide.tell("tower.selftest.stuck-clear", outlet=outlet)
        if not checked.blind:
            guide.tell("tower.selftest.sound")

    return work


def examine(tower: Tower) -> Callable[[Guided], None]:
    """What the board noticed of itself, and what the tower has learned: for whoever looks after it."""

    def work(guide: Guided) -> None:
        for finding in look_at_tower(tower):
            key = finding.key if finding.key.startswith("tower.") else f"doctor.{finding.key}"
            guide.tell(key, **finding.params)
        for key, params in tell_learned(tower.calibration.serial, tower.learned):
            guide.tell(key, **params)

    return work


def forget(tower: Tower) -> Callable[[Guided], None]:
    """What it has learned: as on its first evening."""

    def work(guide: Guided) -> None:
        tower.forget()
        guide.tell("screen-tower.forgotten")

    return work


def write_firmware(port: str, let_go: Future[None]) -> Callable[[Guided], None]:
    """The firmware that came with the companion, to a board that said that it is a tower."""

    def work(guide: Guided) -> None:
        let_go.result()  # its port must be free
        flash_port(port, guide.tell)

    return work


def settle_calibration(tower: Tower, keep: str) -> Callable[[Guided], None]:
    """The board's settings and their file on this computer differ: `keep` the `board`'s or the `file`'s."""

    def work(guide: Guided) -> None:
        if keep == "file":
            tower.store(read_mirror(tower.calibration.serial, home()))
        else:
            write_mirror(tower.calibration, home())
        tower.differences = ()
        guide.tell("tower.calibrate.stored", serial=tower.calibration.serial or "–")

    return work


def fingers(tower: Tower) -> Callable[[Guided], None]:
    def work(guide: Guided) -> None:
        finger_test(tower, guide)

    return work


def turn(tower: Tower, outlet: int) -> Callable[[Guided], None]:
    def work(guide: Guided) -> None:
        tower.face(outlet, guide.hear)

    return work


def calibrate(tower: Tower, parts: tuple[str, ...] = PARTS) -> Callable[[Guided], None]:
    """Beams, directions, single cubes; each part is stored as soon as it is done."""

    def work(guide: Guided) -> None:
        calibration = tower.calibration
        if not calibration.serial:
            calibration = calibration.with_serial(new_serial())
        if "beams" in parts:
            calibration = calibrate_beams(tower, guide, calibration)
            tower.store(calibration)
        if "servo" in parts:
            measured = calibrate_servo(tower, guide).settings
            calibration = calibration.with_pulses(measured.eras, measured.low, measured.high)
            tower.store(calibration)
        if "cubes" in parts:
            calibration = calibrate_cubes(tower, guide, calibration)
        tower.store(calibration)
        if not tower.identity.pretended:
            write_mirror(calibration, home())
        guide.tell("tower.calibrate.stored", serial=calibration.serial or "–")

    return work
