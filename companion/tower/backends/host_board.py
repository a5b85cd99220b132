"""A board whose firmware is this program: what the simulation and a Raspberry Pi's pins have in common.

May import: this room's pure modules. Behaves as the firmware does: limits, one-sided approach, chatter
filter, cumulative counts, blocked beams, finger test, blink; only its ramp is plainer, one speed from end to
end. Subclasses supply clock, pins and beams.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from threading import Condition as Wakeup
from threading import RLock
from typing import NoReturn

from companion.tower.contract import BeamCheck, Condition, Diagnosis, Identity, Running
from companion.tower.errors import HandsOnTower, OutOfLimits, PlaceUnknown, TowerBusy
from companion.tower.lights import Lights, Strip
from companion.tower.readings import Arrived, BeamBroken, BeamClear, BeamDark, BoardReading, Moved, Turning
from companion.tower.wire_table import (
    BLINK_MS,
    BUSY_MS,
    HANDS_AWAY_MS,
    LATE_MS,
    OUTLETS,
    Approach,
    Calibrated,
    Fitted,
    Settings,
)

TICK = 0.02  # seconds between two steps of the ramp: one servo frame
TEST_SECONDS = 0.1
BLINK_SECONDS = BLINK_MS / 1000 / 2  # darkness; Python may be late, and the light has to come back
COASTING = 0.2
SURELY_ON_A_MARK = 15  # µs: a mark reaches a little farther than this to either side
LIGHT_SECONDS = 0.009  # until the slowest receiver sees again


class HostBoard(ABC):
    has_strip = False

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = RLock()
        self._news = Wakeup(self._lock)
        self._queue: deque[BoardReading] = deque()
        self.since = 1
        self.counts = [0] * OUTLETS
        self.noise = [0] * OUTLETS
        self._number = 0
        self._in_drop = False
        self._finger_test = False
        self._emitters_off = False
        self._unheard = (0.0, 0.0)  # the last test: edges of then are the emitters', however late
        # beams: since when each is dark, a break that may yet go on, and which were reported as blocked
        self._dark: dict[int, float] = {}
        self._ending: dict[int, tuple[float, float]] = {}
        self._blocked: set[int] = set()
        self._turned_in: set[int] = set()
        # servo: where it was told to be, where it still has to go, and when the next step is due
        self._pulse: float | None = None
        self._route: list[float] = []
        self._shaking = False
        self._settled_at: float | None = None
        self._off_at: float | None = None
        self._stepped = 0.0
        self._busy_reported = 0.0
        self._mark_seen: int | None = None
        self._coasting_until = 0.0  # a tower that was just driven may still come to rest
        # hands: until when it may begin to move from a place that nobody knows, and where people see it stand
        self._hands_until = 0.0
        self._claimed = 0
        self._doubted = False  # the ring saw it elsewhere than it was sent
        self._late_at: float | None = None
        self.strip = Strip()

    # ------------------------------------------------------------------ what a subclass supplies

    @property
    @abstractmethod
    def identity(self) -> Identity: ...

    @abstractmethod
    def now(self) -> float: ...

    @abstractmethod
    def _wait(self, until: float) -> None:
        """Waits until then, or shorter when something happened."""

    @abstractmethod
    def _drive(self, pulse: float | None) -> None:
        """Gives the servo this pulse width; None: no pulses."""

    @abstractmethod
    def _light(self, on: bool) -> None:
        """Switches the emitters."""

    @abstractmethod
    def _dark_now(self) -> frozenset[int]:
        """Beams that are dark at this moment."""

    @abstractmethod
    def _ring(self) -> int:
        """The position ring's code."""

    @abstractmethod
    def _keep(self, settings: Settings) -> None:
        """Writes the settings down for good."""

    # ------------------------------------------------------------------ the contract

    def open(self) -> Identity:
        with self._lock:
            self._mark_seen = self.mark()
            return self.identity

    def close(self) -> None:
        with self._lock:
            self._drive(None)

    def read(self, timeout: float) -> BoardReading | None:
        end = self.now() + timeout
        with self._lock:
            while True:
                self._advance()
                if self._queue:
                    return self._queue.popleft()
                if self.now() >= end:
                    return None
                self._wait(min(end, max(self._next_due(), self.now() + 1e-6)))

    def turn(self, pulse: int, direct: bool = False) -> None:
        with self._lock:
            self._refuse_if_busy(drop=True)
            over = 0 if direct else self._settings.overshoot
            self._refuse_outside(pulse, over)
            if self._pulse is None:
                self._pulse = self._place()
            self._hands_until = 0.0
            self._start([*self._detour(pulse, over), pulse], shaking=False)

    def hands_away(self, pulse: int = 0) -> None:
        with self._lock:
            self._refuse_if_busy(drop=False)
            self._hands_until, self._claimed = self.now() + HANDS_AWAY_MS / 1000, pulse

    def shake(self, amplitude: int = 0, cycles: int = 0) -> None:
        with self._lock:
            self._refuse_if_busy(drop=False)
            if self._pulse is None:
                raise TowerBusy("unplaced")
            width = amplitude or self._settings.shake_amplitude
            self._refuse_outside(self._pulse, width)
            last = -width if self._from_below else width  # the way back is the usual approach
            to_and_fro = [self._pulse - last, self._pulse + last] * (cycles or self._settings.shake_cycles)
            self._start([*to_and_fro, self._pulse], shaking=True)

    def stop(self) -> None:
        with self._lock:
            if self._route or self._settled_at is not None:
                self._route.clear()
                self._settled_at = self._late_at = None
                self._arrive(stopped=True)

    def light(self, lights: Lights) -> bool:
        with self._lock:
            if not (self.has_strip and self._settings.fitted & Fitted.LIGHTS):
                return False
            self.strip.show(lights)
            self._advance()
            return True

    def begin_drop(self, thrown: int) -> None:  # noqa: ARG002 (only a simulation throws by itself)
        with self._lock:
            self._refuse_if_busy(drop=False)
            self._in_drop = True

    def end_drop(self) -> None:
        with self._lock:
            self._in_drop = False

    def begin_finger_test(self) -> None:
        with self._lock:
            self._refuse_if_busy(drop=True)
            self._finger_test = True

    def end_finger_test(self) -> None:
        with self._lock:
            self._finger_test = False

    def check_beams(self, blink: bool) -> BeamCheck:
        with self._lock:
            self._refuse_if_busy(drop=True)
            self._advance()
            before = self._dark_now()
            self._emitters_off = True
            begun = self.now()
            try:
                self._light(False)
                self._pass(BLINK_SECONDS if blink else TEST_SECONDS)
                dark = self._dark_now()
            finally:
                self._light(True)
                self._pass(LIGHT_SECONDS)
                self._emitters_off = False
                self._unheard = (begun, self.now())
            return BeamCheck(before, dark, self._dark_now())

    def running(self) -> Running:
        with self._lock:
            self._advance()
            return Running(self.since, tuple(self.counts), tuple(self.noise))

    def condition(self) -> Condition:
        with self._lock:
            self._advance()
            return Condition(
                pulse=None if self._pulse is None else round(self._pulse),
                mark=self.mark(),
                turning=self._moving,
                dark=self._dark_now(),
                blocked=frozenset(self._blocked),
                noise=sum(self.noise),
            )

    def diagnosis(self) -> Diagnosis | None:
        return None

    def settings(self) -> Settings:
        return self._settings

    def store(self, settings: Settings) -> None:
        with self._lock:
            self._refuse_if_busy(drop=True)
            settings.pack()
            self._keep(settings)
            self._settings = settings

    def mark(self) -> int | None:
        return self._ring() if self._settings.fitted & Fitted.RING else None

    # ------------------------------------------------------------------ refusals

    @property
    def _moving(self) -> bool:
        return bool(self._route) or self._settled_at is not None

    def _refuse_if_busy(self, drop: bool) -> None:
        if self._moving:
            raise TowerBusy("turning")
        if self._finger_test:
            raise TowerBusy("testing")
        if drop and self._in_drop:
            raise TowerBusy("in_drop")

    def _refuse_outside(self, pulse: float, margin: int) -> None:
        low, high = self._settings.low, self._settings.high
        if not (low <= pulse - margin and pulse + margin <= high):
            raise OutOfLimits(f"{pulse} ± {margin} µs", pulse=round(pulse), low=low, high=high)

    # ------------------------------------------------------------------ the servo

    def _place(self) -> float:
        """Where a turn may begin when no pulse tells: what the ring reads, or what people say."""
        if self.now() > self._hands_until:
            raise HandsOnTower("unconfirmed")
        marked = dict(zip(self._settings.ring_codes, self._settings.eras, strict=True))
        seen = None if self._doubted else self.mark()
        if seen:
            return marked.get(seen) or self._nowhere()
        at_a_mark = any(abs(self._claimed - pulse) <= SURELY_ON_A_MARK for pulse in self._settings.eras)
        if not self._claimed or (seen is not None and at_a_mark):  # no mark is there to be seen
            self._nowhere()
        return self._claimed

    def _nowhere(self) -> NoReturn:
        raise PlaceUnknown("nowhere")

    def _forget_place(self) -> None:
        self._pulse = None
        self._hands_until = 0.0
        self._off_at = None
        self._drive(None)

    def _agrees(self) -> bool:
        """Whether the ring sees it where it was told to be; true where nothing can tell."""
        settings = self._settings
        if self.mark() is None or not settings.calibrated & Calibrated.SERVO or self._shaking:
            return True
        marks = dict(zip(settings.eras, settings.ring_codes, strict=True))
        return marks.get(round(self._pulse or 0), self.mark()) == self.mark()

    def _detour(self, pulse: int, over: int) -> list[float]:
        """Every place is reached from the same side, so that the gear's backlash is always the same."""
        before = pulse - over if self._from_below else pulse + over
        far_enough = self._pulse is not None and (
            self._pulse <= before if self._from_below else self._pulse >= before
        )
        return [] if not over or far_enough else [before]

    @property
    def _from_below(self) -> bool:
        return self._settings.approach != Approach.FROM_ABOVE

    def _start(self, route: list[float], shaking: bool) -> None:
        self._stepped = self._busy_reported = self.now()
        self._route = route
        self._shaking = shaking
        self._off_at = None
        self._drive(self._pulse)

    def _advance(self) -> None:
        now = self.now()
        self.strip.tick(now, self._in_drop)
        self._move(now)
        self._end_breaks(now)
        for outlet, since in self._dark.items():
            if outlet not in self._blocked and now >= since + self._settings.blocked / 1000:
                self._blocked.add(outlet)
                self._say(BeamDark(outlet))
        if not self._moving and (mark := self.mark()) is not None and mark != self._mark_seen:
            if self._mark_seen is not None and now >= self._coasting_until:
                self._forget_place()
                self._say(Moved(mark))
            self._mark_seen = mark

    def _move(self, now: float) -> None:
        if self._route and now >= self._stepped + TICK:
            # One step, however late: a program that stood still must not make up for it with a jump.
            self._stepped = self._stepped + TICK if now < self._stepped + 2 * TICK else now
            self._step(self._settings.speed * TICK)
            self._drive(self._pulse)
            if not self._route:
                self._settled_at = self._stepped + self._settings.settle / 1000
        if self._moving and now - self._busy_reported >= BUSY_MS / 1000:
            self._busy_reported = now
            goal = self._route[-1] if self._route else self._pulse
            self._say(Turning(round(self._pulse or 0), round(goal or 0), self._shaking))
        if self._settled_at is not None and now >= self._settled_at:
            self._settle(now)
        if self._off_at is not None and now >= self._off_at:
            self._off_at = None
            self._drive(None)

    def _settle(self, now: float) -> None:
        """It should stand by now; if the ring does not see it there, it is waited for, and then let go."""
        agrees = self._agrees()
        if not agrees and self._late_at is None:
            self._late_at = now + LATE_MS / 1000
        if agrees or now >= (self._late_at or 0.0):
            self._settled_at = self._late_at = None
            self._doubted = not agrees
            self._arrive(stopped=False)
            if not agrees:
                self._forget_place()

    def _step(self, far: float) -> None:
        assert self._pulse is not None
        goal = self._route[0]
        if abs(goal - self._pulse) <= far:
            self._pulse = goal
            self._route.pop(0)
        else:
            self._pulse += far if goal > self._pulse else -far

    def _arrive(self, stopped: bool) -> None:
        self._mark_seen = self.mark()
        self._coasting_until = self.now() + COASTING
        self._say(Arrived(round(self._pulse or 0), self._mark_seen, stopped, self._shaking))
        hold = self._settings.hold
        self._off_at = None if hold == 65535 else self.now() + hold / 1000

    # ------------------------------------------------------------------ the beams

    def _edge(self, outlet: int, dark: bool, at: float) -> None:
        """A beam went dark or clear at this time; the board's lock is held."""
        begun, ended = self._unheard
        if self._emitters_off or begun <= at < ended:
            return
        if dark:
            ending = self._ending.pop(outlet, None)
            if ending and at - ending[1] < self._settings.min_gap / 1e6:
                self._dark[outlet] = ending[0]
                return
            if ending:
                self._count(outlet, *ending)
            self._dark[outlet] = at
            if self._moving:
                self._turned_in.add(outlet)
        elif outlet in self._dark:
            self._ending[outlet] = (self._dark.pop(outlet), at)

    def _end_breaks(self, now: float) -> None:
        for outlet, (start, end) in list(self._ending.items()):
            if now >= end + self._settings.min_gap / 1e6:
                del self._ending[outlet]
                self._count(outlet, start, end)

    def _count(self, outlet: int, start: float, end: float) -> None:
        turning = outlet in self._turned_in
        self._turned_in.discard(outlet)
        if outlet in self._blocked:
            self._blocked.discard(outlet)
            self._say(BeamClear(outlet))
        if end - start < self._settings.min_break / 1e6:
            self.noise[outlet] = (self.noise[outlet] + 1) % 65536
            return
        if not self._finger_test:
            self.counts[outlet] = (self.counts[outlet] + 1) % 65536
        self._say(
            BeamBroken(
                outlet,
                start * 1000,
                (end - start) * 1000,
                self._number,
                in_drop=self._in_drop,
                turning=turning,
                testing=self._finger_test,
            )
        )
        self._number = (self._number + 1) % 65536

    def _say(self, reading: BoardReading) -> None:
        self._queue.append(reading)
        self._news.notify_all()

    def _next_due(self) -> float:
        due = [self._stepped + TICK] if self._route else []
        settled = self._settled_at if self._late_at is None else min(self._late_at, self.now() + TICK)
        due += [at for at in (settled, self._off_at) if at is not None]
        due += [end + self._settings.min_gap / 1e6 for _, end in self._ending.values()]
        blocked = self._settings.blocked / 1000
        due += [since + blocked for outlet, since in self._dark.items() if outlet not in self._blocked]
        return min(due, default=float("inf"))

    def _pass(self, seconds: float) -> None:
        end = self.now() + seconds
        while self.now() < end:
            self._wait(end)
