"""A tower that is not there: seeded cubes fall through real pulses, and every fault can be injected.

May import: the standard library and this room. An ordinary backend that ships, never a fallback. Its time
is its own: `read` moves it on, at `speed` times the wall clock or as fast as it can (`None`). Cubes of one
drop are not independent, may stay inside, and come out later; pulses overlap as they would in a beam.
"""

from __future__ import annotations

import heapq
import random
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count

from companion.tower.backends.host_board import HostBoard
from companion.tower.calibration import MICROSECONDS_PER_DEGREE, Calibration
from companion.tower.contract import BeamCheck, Condition, Identity, Running
from companion.tower.counting import jam_chance
from companion.tower.errors import LinkDown, TowerSilent
from companion.tower.readings import BeamBroken, BoardReading, CountsLost, LinkBack, LinkLost
from companion.tower.wire_table import LOG_SIZE, LOST_MS, OUTLETS, Calibrated, Fitted, Settings

SINGLE = (16.0, 14.5, 17.5, 15.0, 18.0, 16.5, 13.5, 16.0, 17.0, 15.5, 14.0, 18.5)  # ms: as if calibrated
FRONT = 0.47
OVERLAP = 0.12  # cubes that do not wait for the one before them to clear the beam


def simulated_settings() -> Settings:
    """As a built and calibrated tower would have them."""
    units = [round(ms * 100) for ms in SINGLE]
    return replace(
        Settings(),
        calibrated=int(Calibrated.SERVO | Calibrated.BEAMS | Calibrated.DURATIONS),
        fitted=int(Fitted.RING),
        serial=b"SIMULATED\0\0\0",
        duration_count=len(units),
        durations=tuple(units + [0] * (16 - len(units))),
    )


class SimulatedBoard(HostBoard):
    def __init__(
        self, seed: int = 0, speed: float | None = None, throws: bool = True, settings: Settings | None = None
    ) -> None:
        super().__init__(settings or simulated_settings())
        self.lot = random.Random(seed)
        self.speed = speed
        self.throws = throws  # cubes fall by themselves when a drop begins; else call `throw`
        self._time = 1.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._depth = [0] * OUTLETS  # cubes (or hands) in each beam at this moment
        self._shaft = self._settings.eras[0] - 0.0  # where the tower really stands, as a pulse width
        self._clear_at = [0.0] * OUTLETS
        # the truth, for those who assert on it
        self.inside = 0
        self.passed = [0] * OUTLETS
        # faults
        self.lags = [0.0] * OUTLETS  # ms
        self.stuck_dark: set[int] = set()
        self.stuck_clear: set[int] = set()
        self.wiring = list(range(OUTLETS))  # which input each beam's cable ends at
        self.inverted: set[int] = set()  # receivers that work the other way round
        self.emitters_dead = False
        self.stalled = False
        self.never_arrives = False
        self.silent = False
        self._unplugged_until: float | None = None
        self._held_back: list[BoardReading] = []
        self._rebooted = ""
        self._forgot = False

    # ------------------------------------------------------------------ driving it

    def throw(self, cubes: int, *, jam: int | None = None) -> None:
        """Throws cubes in now; `jam` says how many stay inside, else chance does."""
        waiting, self.inside = self.inside, 0
        freed = sum(self.lot.random() < 0.3 for _ in range(waiting))
        stuck = self._chance_of_jam(cubes) if jam is None else jam
        self.inside = waiting - freed + stuck
        lean = self.lot.uniform(-0.12, 0.12)  # the cubes of one throw have their path in common
        start = self.lot.uniform(0.3, 0.45)
        for _ in range(cubes - stuck + freed):
            start += self.lot.expovariate(1 / 0.05)
            self.fall(self._way_out(lean), after=start)

    def fall(self, outlet: int, after: float = 0.0, milliseconds: float | None = None) -> None:
        """One cube passes this outlet after so many seconds."""
        length = self._passage() if milliseconds is None else milliseconds
        if milliseconds is None and self.lot.random() > OVERLAP:
            after = max(after, self._clear_at[outlet] - self._time + self.lot.uniform(0.001, 0.02))
        self._clear_at[outlet] = max(self._clear_at[outlet], self._time + after + length / 1000)
        self.passed[outlet] += 1
        self.pulse(outlet, after, length)

    def pulse(self, outlet: int, after: float, milliseconds: float) -> None:
        """Something darkens the beam; no cube is accounted for."""
        at = self._time + after
        self._at(at, lambda: self._shade(outlet, +1))
        self._at(at + (milliseconds + self.lags[outlet]) / 1000, lambda: self._shade(outlet, -1))

    def chatter(self, outlet: int, times: int = 3, after: float = 0.0) -> None:
        for i in range(times):
            self.pulse(outlet, after + 0.004 * i, 0.4)

    def hand(self, outlets: tuple[int, ...] = (2, 3, 4), seconds: float = 0.3) -> None:
        """A hand through the beams."""
        for i, outlet in enumerate(outlets):
            self.pulse(outlet, 0.05 * i, seconds * 1000)

    def block(self, outlet: int) -> None:
        """Something comes to rest in the beam."""
        self._at(self._time, lambda: self._shade(outlet, +1))

    def unblock(self, outlet: int, after: float = 0.0) -> None:
        self._at(self._time + after, lambda: self._shade(outlet, -1))

    def push(self, eras: int = 1) -> None:
        """A hand turns the tower while nothing drives it."""
        self._shaft += eras * (self._settings.eras[1] - self._settings.eras[0])

    def pull_cable(self, seconds: float = 5.0, after: float = 0.0) -> None:
        """The board goes on counting; the host hears of it when the cable is back."""
        self._at(self._time + after, lambda: self._unplug(seconds))

    def reboot(self, power_lost: bool = False, cause: str = "external", after: float = 0.0) -> None:
        self._at(self._time + after, lambda: self._boot(power_lost, cause))

    def lose_settings(self) -> None:
        """Both EEPROM slots are bad: the defaults rule."""
        self._settings = Settings()

    # ------------------------------------------------------------------ the contract

    @property
    def identity(self) -> Identity:
        serial = Calibration(self._settings).serial
        return Identity("simulated", "simulated", serial, "simulated", self.since, pretended=True)

    def now(self) -> float:
        return self._time

    def open(self) -> Identity:
        if self.silent:
            raise TowerSilent("the simulated board was told to be silent")
        return super().open()

    def read(self, timeout: float) -> BoardReading | None:
        reading = super().read(timeout)
        if reading is not None and self._unplugged_until is not None and not isinstance(reading, LinkLost):
            self._held_back.append(reading)
            return None
        return reading

    def turn(self, pulse: int, direct: bool = False) -> None:
        self._need_link()
        super().turn(pulse, direct)

    def shake(self, amplitude: int = 0, cycles: int = 0) -> None:
        self._need_link()
        super().shake(amplitude, cycles)
        freed = sum(self.lot.random() < 0.5 for _ in range(self.inside))
        self.inside -= freed
        for i in range(freed):
            self.fall(self._way_out(0.0), after=0.25 + 0.08 * i)

    def stop(self) -> None:
        self._need_link()
        super().stop()

    def begin_drop(self, thrown: int) -> None:
        self._need_link()
        super().begin_drop(thrown)
        if self.throws:
            self.throw(thrown)

    def end_drop(self) -> None:
        self._need_link()
        super().end_drop()

    def check_beams(self, blink: bool) -> BeamCheck:
        self._need_link()
        return super().check_beams(blink)

    def running(self) -> Running:
        self._need_link()
        return super().running()

    def condition(self) -> Condition:
        self._need_link()
        return super().condition()

    def store(self, settings: Settings) -> None:
        self._need_link()
        super().store(settings)

    # ------------------------------------------------------------------ time, pins, beams

    def _wait(self, until: float) -> None:
        until = min(until, self._events[0][0] if self._events else float("inf"))
        ahead = until - self._time
        if ahead > 0:
            if self.speed:
                time.sleep(ahead / self.speed)
            self._time = until
        while self._events and self._events[0][0] <= self._time:
            heapq.heappop(self._events)[2]()

    def _at(self, when: float, act: Callable[[], None]) -> None:
        with self._lock:
            heapq.heappush(self._events, (when, next(self._order), act))

    def _advance(self) -> None:
        if self.never_arrives and self._route:
            self._stepped = self._time  # the firmware is busy for ever
        super()._advance()

    def _drive(self, pulse: float | None) -> None:
        if pulse is not None and not self.stalled:
            self._shaft = pulse

    def _keep(self, settings: Settings) -> None:
        self._settings = settings

    def _light(self, on: bool) -> None:
        self._emitters_off = not on

    def _dark_now(self) -> frozenset[int]:
        out = self._emitters_off or self.emitters_dead
        seen = {o for o in range(OUTLETS) if (out or self._depth[o] or o in self.stuck_dark)}
        seen = (seen - self.stuck_clear) ^ self._misread()
        return frozenset(self.wiring[o] for o in seen)

    def _misread(self) -> set[int]:
        """Beams whose polarity setting is not that of their receiver."""
        return {o for o in range(OUTLETS) if bool(self._settings.polarity >> o & 1) != (o in self.inverted)}

    def _ring(self) -> int:
        off = [abs(pulse - self._shaft) / MICROSECONDS_PER_DEGREE for pulse in self._settings.eras]
        nearest = off.index(min(off))
        return self._settings.ring_codes[nearest] if off[nearest] <= 4 else 0

    def _shade(self, outlet: int, by: int) -> None:
        before, self._depth[outlet] = self._depth[outlet], max(self._depth[outlet] + by, 0)
        if outlet in self.stuck_dark or outlet in self.stuck_clear or self.emitters_dead:
            return
        if bool(before) != bool(self._depth[outlet]):
            dark = bool(self._depth[outlet]) != (outlet in self._misread())
            self._edge(self.wiring[outlet], dark, self._time)

    # ------------------------------------------------------------------ cubes

    def _facing(self) -> int:
        return min(range(OUTLETS), key=lambda era: abs(self._settings.eras[era] - self._shaft))

    def _way_out(self, lean: float) -> int:
        draw = self.lot.random()
        side = (1 - FRONT) / 2
        step = 0 if draw < FRONT else 1 if draw < FRONT + side + lean else -1
        return (self._facing() + step) % OUTLETS

    def _passage(self) -> float:
        length = max(self.lot.gauss(16.0, 2.0), 9.0)
        return length * self.lot.uniform(1.2, 1.9) if self.lot.random() < 0.01 else length

    def _chance_of_jam(self, cubes: int) -> int:
        draw = self.lot.random()
        for stuck in range(cubes + 1):
            draw -= jam_chance(stuck, cubes)
            if draw < 0:
                return stuck
        return 0

    # ------------------------------------------------------------------ the link

    def _need_link(self) -> None:
        if self._unplugged_until is not None:
            raise LinkDown("the cable is out")

    def _unplug(self, seconds: float) -> None:
        self._unplugged_until = self._time + seconds
        self._held_back = []
        noticed = min(seconds, LOST_MS / 1000)
        self._at(self._time + noticed, lambda: self._queue.append(LinkLost("unplugged")))
        self._at(self._unplugged_until, self._plug_in)

    def _plug_in(self) -> None:
        """The log tells what was missed; of what is older than the log only the number is known."""
        self._advance()
        missed = [*self._held_back, *(r for r in self._queue if not isinstance(r, LinkLost))]
        self._queue = type(self._queue)(r for r in self._queue if isinstance(r, LinkLost))
        self._unplugged_until = None
        self._held_back = []
        self._queue.append(LinkBack("simulated", bool(self._rebooted), self._rebooted))
        if self._forgot:
            self._queue.append(CountsLost())
        self._rebooted, self._forgot = "", False
        breaks = [r for r in missed if isinstance(r, BeamBroken)]
        for old in breaks[:-LOG_SIZE]:
            self._queue.append(replace(old, duration=None))
        self._queue.extend(breaks[-LOG_SIZE:])

    def _boot(self, power_lost: bool, cause: str) -> None:
        self._route.clear()
        self._settled_at = None
        self._finger_test = False
        self._dark.clear()
        self._ending.clear()
        self._drive(None)
        if power_lost:
            self.since += 1
            self.counts = [0] * OUTLETS
            self._pulse = None
        if self._unplugged_until is not None:
            self._rebooted = cause
            self._forgot |= power_lost
            if power_lost:
                self._held_back = []
            return
        if power_lost:
            self._queue.clear()
        self._queue.append(LinkBack("simulated", True, cause))
        if power_lost:
            self._queue.append(CountsLost())
