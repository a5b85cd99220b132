"""The simulated tower behind its wire: servo, beams, cubes and the time they take.

May import: the standard library and this room. Its time is its own: `read` moves it on, at `speed` times the
wall clock or as fast as it can (`None`). How cubes fall is `drop_model`, fitted to the digital twin.
Pulses overlap as they would in a beam, so that counting is exercised and not bypassed.
"""

from __future__ import annotations

import heapq
import random
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate, count

from companion.tower.backends.drop_model import DropModel, Passage, fitted
from companion.tower.backends.host_board import HostBoard
from companion.tower.calibration import MICROSECONDS_PER_DEGREE
from companion.tower.readings import BeamBroken, BeamClear
from companion.tower.wire_table import OUTLETS, Calibrated, Fitted, Settings


def simulated_settings() -> Settings:
    """As a built and calibrated tower would have them."""
    units = [round(ms * 100) for ms in fitted().calibration]
    return replace(
        Settings(),
        calibrated=int(Calibrated.SERVO | Calibrated.BEAMS | Calibrated.DURATIONS),
        fitted=int(Fitted.RING | Fitted.LIGHTS),
        serial=b"SIMULATED\0\0\0",
        duration_count=len(units),
        durations=tuple(units + [0] * (16 - len(units))),
    )


class SimulatedMachine(HostBoard):
    """Here a command acts at once; at the other end of the wire it is one of `SimulatedBoard`."""

    has_strip = True

    def __init__(
        self,
        seed: int = 0,
        speed: float | None = None,
        settings: Settings | None = None,
        model: DropModel | None = None,
    ) -> None:
        super().__init__(settings or simulated_settings())
        self.lot = random.Random(seed)
        self.model = model or fitted()
        self.speed = speed
        self._time = 1.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._partial: set[int] = set()  # beams that were dark when the firmware began
        self._depth = [0] * OUTLETS  # cubes (or hands) in each beam at this moment
        self._shaft = self._settings.eras[0] - 0.0  # where the tower really stands, as a pulse width
        self._hands_until, self._claimed = float("inf"), self._settings.eras[0]  # nobody has touched it yet
        # the truth, for those who assert on it
        self.inside = 0
        self.passed = [0] * OUTLETS
        self.hands: tuple[float, float] | None = None  # seconds between two cubes; none: a handful
        # what is wrong with it: each can also be set by hand
        self.lags = [0.0] * OUTLETS  # ms
        self.stuck_dark: set[int] = set()
        self.stuck_clear: set[int] = set()
        self.wiring = list(range(OUTLETS))  # which input each beam's cable ends at
        self.inverted: set[int] = set()  # receivers that work the other way round
        self.emitters_dead = False
        self.stalled = False
        self.never_arrives = False
        self.wedged = False  # a cube that nothing frees
        self.resting: list[int] = []  # outlets in whose beam a cube came to rest

    # ------------------------------------------------------------------ driving it

    def throw(self, cubes: int, *, jam: int | None = None) -> None:
        """Throws cubes in now, as `hands` do; `jam` says how many stay inside, else chance does."""
        apart = [0.0, *(self.lot.uniform(*self.hands) for _ in range(cubes - 1))] if self.hands else []
        releases = list(accumulate(apart)) or self.model.releases(cubes)
        freed = 0 if self.wedged else self.model.freed(self.inside, self.lot)
        held = self.inside - freed
        stuck = (
            self.model.stuck(cubes, self.lot, held, releases if self.hands else None) if jam is None else jam
        )
        if self.wedged:
            stuck = max(stuck, 1)
        self.inside = held + stuck
        out = self.lot.sample(releases, cubes - stuck) + self.lot.choices(releases, k=freed)
        for one in self._falling(self.model.drop(len(out), self.lot, sorted(out))):
            self.passed[self.facing(one.outlet)] += one.cube
            self.pulse(self.facing(one.outlet), one.after, one.milliseconds)

    def _falling(self, passages: list[Passage]) -> list[Passage]:
        """What may yet become of the cubes of one throw."""
        return passages

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

    def push(self, outlets: int = 1) -> None:
        """A hand turns the tower while nothing drives it."""
        self._shaft += outlets * (self._settings.eras[1] - self._settings.eras[0])

    def lose_settings(self) -> None:
        """Both EEPROM slots are bad: the defaults rule."""
        self._settings = Settings()

    # ------------------------------------------------------------------ what it does when it is told to

    def now(self) -> float:
        return self._time

    def shake(self, amplitude: int = 0, cycles: int = 0) -> None:
        super().shake(amplitude, cycles)
        if self.wedged:
            return
        freed = sum(self.lot.random() < self.model.shaken_out for _ in range(self.inside))
        self.inside -= freed
        for i in range(freed):
            self.fall(self.facing(self.lot.choice((0, 1, -1))), after=0.25 + 0.08 * i)

    def end_drop(self) -> None:
        """Between two drops somebody takes away a cube that rests in a beam."""
        super().end_drop()
        for outlet in self.resting:
            self.unblock(outlet, after=1.0)
        self.resting.clear()

    def restart(self) -> None:
        """The firmware begins anew; what breaks a beam just then is not seen from its beginning."""
        self._route.clear()
        self._settled_at = None
        self._finger_test = self._in_drop = False
        self._end_breaks(float("inf"))
        self._partial |= set(self._dark)
        self._drive(None)

    def forget(self) -> None:
        """Without power: counts, numbers and place are gone."""
        self.counts = [0] * OUTLETS
        self._number = 0
        self._forget_place()

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

    def _count(self, outlet: int, start: float, end: float) -> None:
        if outlet not in self._partial:
            super()._count(outlet, start, end)
            return
        self._partial.discard(outlet)
        if outlet in self._blocked:
            self._blocked.discard(outlet)
            self._say(BeamClear(outlet))
        self._say(BeamBroken(outlet, start * 1000, (end - start) * 1000, self._number, partial=True))
        self._number = (self._number + 1) % 65536

    def facing(self, step: int = 0) -> int:
        """The outlet so many after the one in front, wherever the tower really stands."""
        front = min(range(OUTLETS), key=lambda outlet: abs(self._settings.eras[outlet] - self._shaft))
        return (front + step) % OUTLETS
