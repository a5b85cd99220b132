"""One drop, from the throw to the answer: what was heard, whether it is over, whether to shake first. Pure.

May import: `counting`, `pulses`, `readings`. Knows no board and no clock: it is told what was heard and when.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.tower.counting import Count, Doubt, Drop, Inside, count_drop, sure_singles
from companion.tower.pulses import Pulses
from companion.tower.readings import (
    BeamBroken,
    BeamClear,
    BeamDark,
    CountsLost,
    LinkBack,
    LinkLost,
    Moved,
    Reading,
)
from companion.tower.wire_table import OUTLETS

Verdict = Literal["listen", "shake", "over"]


@dataclass(frozen=True)
class Watching:
    """When a drop is over, in seconds, and how the tower shakes. The model's longest silence is 0.5 s."""

    quiet: float = 0.7  # all cubes seen
    patience: float = 1.5  # cubes missing
    first: float = 30.0  # until the first break: people need time to throw
    link: float = 60.0  # for a lost link to come back
    shakes: int = 2  # 0: never
    amplitude: int = 0  # µs either way; 0: as the board is configured
    cycles: int = 0
    minimum: float = 3.0  # ms; a shorter break is chatter


class DropWatch:
    """What one drop has shown so far."""

    def __init__(
        self,
        thrown: int,
        colour: str,
        inside: Inside,
        facing: int | None,
        watching: Watching,
        pulses: Pulses,
    ) -> None:
        self.thrown = thrown
        self.colour = colour
        self.inside = inside
        self.facing = facing
        self.watching = watching
        self.pulses = pulses
        self.breaks: list[BeamBroken] = []
        self.blind: set[int] = set()
        self.outside: tuple[BeamBroken, ...] = ()
        self.lost = False
        self.moved = False  # a hand has turned the tower: which outlet is whose is unknown from then on
        self.shaken = 0
        self._before_shake: int | None = None  # breaks heard before the first shake
        self._dark: set[int] = set()
        self._down_since: float | None = None
        self._quiet_since = 0.0
        self._drop()  # refuses what cannot be thrown before anybody waits for it

    def begin(self, now: float) -> None:
        self._quiet_since = now

    def hear(self, reading: Reading | None, now: float) -> None:
        match reading:
            case BeamBroken():
                if reading.partial:
                    self.blind.add(reading.outlet)
                elif reading.counted:
                    self.breaks.append(reading)
                self._quiet_since = now
            case BeamDark(outlet):
                self._dark.add(outlet)
                self._quiet_since = now
            case BeamClear(outlet):
                self._dark.discard(outlet)
                self._quiet_since = now
            case LinkLost():
                self.is_down(now)
            case LinkBack():
                self.is_up(now)
                self.shaken = self.watching.shakes  # nothing moves before somebody touches it
            case Moved():
                self.moved = True
            case CountsLost():
                self.lost = True
            case _:
                pass

    @property
    def down(self) -> bool:
        """Nobody hears the board at the moment."""
        return self._down_since is not None

    def is_down(self, now: float) -> None:
        self._down_since = now if self._down_since is None else self._down_since

    def is_up(self, now: float) -> None:
        self._down_since = None
        self._quiet_since = now

    @property
    def seen(self) -> int:
        return sum(one.duration is None or one.duration >= self.watching.minimum for one in self.breaks)

    @property
    def missing(self) -> int:
        return max(self.thrown - self.seen, 0)

    @property
    def short(self) -> int:
        """Cubes that may still be inside: no pulse, or only half of one, speaks for them."""
        if self.missing:
            return self.missing
        count = self.count()
        return max(count.best.inside - self.inside.cubes, int(Doubt.HALVES in count.reasons))

    def verdict(self, now: float) -> Verdict:
        """Whether to go on listening, to shake, or to end the drop."""
        quiet = now - self._quiet_since
        if self._down_since is not None:
            if now - self._down_since < self.watching.link:
                return "listen"
            self.lost = True
            return "over"
        if not self.missing:
            if quiet < self.watching.quiet:
                return "listen"
            if not self.short:
                return "over"
        begun = self.breaks or self._dark or self.shaken
        if quiet < (self.watching.patience if begun else self.watching.first):
            return "listen"
        count = self.count()
        if not count.asked or self._dark or self.lost or self.shaken >= self.watching.shakes:
            return "over"
        return "shake"

    def shaking(self) -> None:
        """The tower begins to shake: what comes now had been stuck."""
        if self._before_shake is None:
            self._before_shake = len(self.breaks)

    def was_shaken(self, now: float) -> None:
        self.shaken += 1
        self._quiet_since = now

    def settle_with(self, counts: Sequence[int]) -> None:
        """Adds breaks that the board counted and nobody reported."""
        start = max((one.start for one in self.breaks), default=0.0)
        for outlet in range(OUTLETS):
            heard = sum(one.outlet == outlet for one in self.breaks)
            self.breaks += [BeamBroken(outlet, start, None)] * (counts[outlet] - heard)

    def count(self) -> Count:
        return count_drop(self._drop(), self.pulses)

    def sure_singles(self, count: Count) -> list[tuple[int, float]]:
        """What the tower can learn from: pulses that were surely one cube each."""
        return sure_singles(self._drop(), count)

    def _drop(self) -> Drop:
        still_dark = tuple(BeamBroken(outlet, float("inf"), None, open=True) for outlet in sorted(self._dark))
        return Drop(
            (*self.breaks, *still_dark),
            self.thrown,
            None if self.moved else self.facing,
            self.colour,
            self.inside,
            frozenset(self.blind),
            self.lost,
            self.outside,
            shaken_out=0 if self._before_shake is None else len(self.breaks) - self._before_shake,
            minimum=self.watching.minimum,
            moved=self.moved,
        )
