"""A tower that is not there: seeded cubes fall through real pulses, and every fault can be switched on.

May import: the standard library and this room. An ordinary backend that ships, never a fallback. Its time
is its own: `read` moves it on, at `speed` times the wall clock or as fast as it can (`None`). How cubes fall
is `simulated_drops`, fitted to the digital twin; what goes wrong on demand is `simulated_faults`. Pulses
overlap as they would in a beam, so that counting is exercised and not bypassed.
"""

from __future__ import annotations

import heapq
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count

from companion.tower.backends.host_board import HostBoard
from companion.tower.backends.simulated_drops import DropModel, fitted
from companion.tower.backends.simulated_faults import SimulatedFaults
from companion.tower.calibration import MICROSECONDS_PER_DEGREE, Calibration
from companion.tower.contract import BeamCheck, Condition, Identity, Running
from companion.tower.errors import LinkDown, TowerSilent
from companion.tower.faults import Fault
from companion.tower.readings import BeamBroken, BoardReading, CountsLost, LinkBack, LinkLost
from companion.tower.wire_table import LOG_SIZE, LOST_MS, OUTLETS, Calibrated, Fitted, Settings


def simulated_settings() -> Settings:
    """As a built and calibrated tower would have them."""
    units = [round(ms * 100) for ms in fitted().calibration]
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
        self,
        seed: int = 0,
        speed: float | None = None,
        throws: bool = True,
        settings: Settings | None = None,
        faults: Iterable[Fault] = (),
        model: DropModel | None = None,
    ) -> None:
        super().__init__(settings or simulated_settings())
        self.lot = random.Random(seed)
        self.model = model or fitted()
        self.speed = speed
        self.throws = throws  # cubes fall by themselves when a drop begins; else call `throw`
        self._time = 1.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._depth = [0] * OUTLETS  # cubes (or hands) in each beam at this moment
        self._shaft = self._settings.eras[0] - 0.0  # where the tower really stands, as a pulse width
        # the truth, for those who assert on it
        self.inside = 0
        self.passed = [0] * OUTLETS
        # faults: each can also be set by hand
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
        self.resting: list[int] = []  # outlets in whose beam a cube came to rest
        self.faults = SimulatedFaults(self)
        for fault in faults:
            self.faults.switch_on(fault)

    # ------------------------------------------------------------------ driving it

    def throw(self, cubes: int, *, jam: int | None = None) -> None:
        """Throws cubes in now; `jam` says how many stay inside, else chance does."""
        freed = (
            0 if self._wedged else sum(self.lot.random() < self.model.comes_out for _ in range(self.inside))
        )
        stuck = self.model.stuck(cubes, self.lot) if jam is None else jam
        if self._wedged:
            stuck = max(stuck, 1)
        self.inside += stuck - freed
        passages = self.faults.change(self.model.drop(cubes - stuck + freed, self.lot))
        for number, one in enumerate(passages):
            if number == 0 and self.faults.has("resting"):
                self.rest(self.facing(one.outlet), one.after)
            else:
                self.passed[self.facing(one.outlet)] += one.cube
                self.pulse(self.facing(one.outlet), one.after, one.milliseconds)

    def fall(self, outlet: int, after: float = 0.0, milliseconds: float | None = None) -> None:
        """One cube passes this outlet after so many seconds."""
        self.passed[outlet] += 1
        if milliseconds is not None:
            self.pulse(outlet, after, milliseconds)
            return
        for one in self.model.passage(outlet, after, self.lot):
            self.pulse(outlet, one.after, one.milliseconds)

    def rest(self, outlet: int, after: float = 0.0) -> None:
        """A cube comes to rest in the beam: it is out, and the beam stays dark."""
        self.passed[outlet] += 1
        self.resting.append(outlet)
        self._at(self._time + after, lambda: self._shade(outlet, +1))

    def pulse(self, outlet: int, after: float, milliseconds: float) -> None:
        """Something darkens the beam; no cube is accounted for."""
        at = self._time + after
        self._at(at, lambda: self._shade(outlet, +1))
        self._at(at + (milliseconds + self.lags[outlet]) / 1000, lambda: self._shade(outlet, -1))

    def chatter(self, outlet: int, times: int = 3, after: float = 0.0) -> None:
        for i in range(times):
            self.pulse(outlet, after + 0.004 * i, 0.4)

    def hand(self, outlets: tuple[int, ...] = (2, 3, 4), seconds: float = 0.3, after: float = 0.0) -> None:
        """A hand through the beams."""
        for i, outlet in enumerate(outlets):
            self.pulse(outlet, after + 0.05 * i, seconds * 1000)

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

    def plug_in(self) -> None:
        """The cable is put back now, however long it was to stay out."""
        self._at(self._time, lambda: None if self._unplugged_until is None else self._plug_in())

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
        if self.silent or self.faults.has("silent"):
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
        self.faults.turn_begins()

    def shake(self, amplitude: int = 0, cycles: int = 0) -> None:
        self._need_link()
        super().shake(amplitude, cycles)
        if self._wedged:
            return
        freed = sum(self.lot.random() < self.model.shaken_out for _ in range(self.inside))
        self.inside -= freed
        for i in range(freed):
            self.fall(self.facing(self.lot.choice((0, 1, -1))), after=0.25 + 0.08 * i)

    def stop(self) -> None:
        self._need_link()
        super().stop()

    def begin_drop(self, thrown: int) -> None:
        self._need_link()
        super().begin_drop(thrown)
        self.faults.drop_begins()
        if self.throws:
            self.throw(thrown)

    def end_drop(self) -> None:
        self._need_link()
        super().end_drop()
        self.faults.drop_ends()

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

    def facing(self, step: int = 0) -> int:
        """The outlet so many eras after the one in front, wherever the tower really stands."""
        front = min(range(OUTLETS), key=lambda era: abs(self._settings.eras[era] - self._shaft))
        return (front + step) % OUTLETS

    @property
    def _wedged(self) -> bool:
        """Somebody wants a cube that nothing frees."""
        return self.faults.has("stays-inside")

    def _arrive(self, stopped: bool) -> None:
        super()._arrive(stopped)
        if self.faults.has("hand-on-tower") and not self._shaking:
            self._at(self._time + 0.3, lambda: self.push(1))

    # ------------------------------------------------------------------ the link

    def _need_link(self) -> None:
        if self._unplugged_until is not None:
            raise LinkDown("the cable is out")

    def _unplug(self, seconds: float) -> None:
        self._unplugged_until = self._time + seconds
        self._held_back = []
        noticed = min(seconds, LOST_MS / 1000)
        until = self._unplugged_until
        self._at(self._time + noticed, lambda: self._queue.append(LinkLost("unplugged")))
        self._at(until, lambda: self._plug_in() if self._unplugged_until == until else None)

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
