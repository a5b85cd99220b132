"""One drop, from the throw to the answer: what was heard, whether it is over, whether to shake first. Pure.

May import: `counting`, `pulses`, `readings`. Knows no board and no clock: it is told what was heard and when.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.tower.belief import Habits
from companion.tower.counting import USUAL, Count, Doubt, Drop, Inside, count_drop
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

Verdict = Literal["listen", "remind", "shake", "over"]


@dataclass(frozen=True)
class Watching:
    """When a drop is over, in seconds, and how the tower shakes. The model's longest silence is 0.5 s.

    Nothing moves before somebody has said that all cubes are thrown and hands are away.
    """

    quiet: float = 1.0  # as many were heard as are thrown
    remind: float = 4.0  # cubes missing: until people are reminded to say when all are thrown
    first: float = 30.0  # until the same when nothing was heard: people need time to throw
    pause: float = 12.0  # longer than anybody's between two cubes: then a count that is sure ends the drop …
    word: float = 15.0  # … and one that is not is asked as it stands; `inf`: only people end it
    patience: float = 1.5  # cubes missing, once all are thrown, and after a shake
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
        habits: Habits = USUAL,
    ) -> None:
        self.thrown = thrown
        self.colour = colour
        self.inside = inside
        self.facing = facing
        self.watching = watching
        self.pulses = pulses
        self.habits = habits
        self.breaks: list[BeamBroken] = []
        self.blind: set[int] = set()
        self.outside: tuple[BeamBroken, ...] = ()
        self.early: tuple[BeamBroken, ...] = ()  # before the tower listened
        self.early_is: Literal["", "asked", "throw"] = ""  # whether those were the throw
        self.all_thrown = False  # somebody says so, and that hands are away
        self.lost = False
        self.moved = False  # a hand has turned the tower: which outlet is whose is unknown from then on
        self.shaken = 0
        self._before_shake: int | None = None  # breaks heard before the first shake
        self._dark: set[int] = set()
        self._down_since: float | None = None
        self._quiet_since = 0.0
        self._reminded = False
        self._counted: tuple[Drop, Count] | None = None
        self.drop  # noqa: B018  refuses what cannot be thrown before anybody waits for it

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
                self._reminded = False
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
                self.all_thrown = False  # nothing moves before somebody says again that hands are away
            case Moved():
                self.moved = True
            case CountsLost():
                self.lost = True
            case _:
                pass

    def say_all_thrown(self, now: float) -> None:
        """All cubes are thrown and hands are away: the tower may shake, and the drop may end."""
        if not self.all_thrown:
            self.all_thrown = True
            self._quiet_since = now

    def ask_early(self, breaks: Sequence[BeamBroken]) -> None:
        """These fell before the tower listened: people say whether they were the throw."""
        self.early, self.early_is = tuple(breaks), "asked"

    def say_early(self, throw: bool, now: float) -> None:
        """They were the throw, or something else."""
        if not throw:
            self.outside += self.early
            self.early = ()
        self.early_is = "throw" if throw else ""
        self._quiet_since = now

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
        heard = (*self.early, *self.breaks)
        return sum(one.duration is None or one.duration >= self.watching.minimum for one in heard)

    @property
    def missing(self) -> int:
        return max(self.thrown - self.seen, 0)

    @property
    def short(self) -> int:
        """Cubes that may still be inside: no pulse, or only half of one, speaks for them."""
        if self.missing:
            return self.missing
        count = self.count()
        return max(count.best.inside - self.inside.cubes, int(count.asked and Doubt.HALVES in count.reasons))

    def verdict(self, now: float) -> Verdict:
        """Whether to go on listening, to shake, or to end the drop."""
        quiet = now - self._quiet_since
        if self._down_since is not None:
            if now - self._down_since < self.watching.link:
                return "listen"
            self.lost = True
            return "over"
        if self.early_is == "asked":
            return "listen" if quiet < self.watching.word else "over"
        if not self.missing:
            if quiet < self.watching.quiet:
                return "listen"
            if not self.short:
                return "over"
        return self._after_the_word(quiet) if self.all_thrown else self._before_the_word(quiet)

    def _before_the_word(self, quiet: float) -> Verdict:
        """Hands may still hold cubes: it waits, and whatever it believes it does not move."""
        begun = self.seen or self._dark
        if quiet < min(self.watching.remind if begun else self.watching.first, self.watching.word):
            return "listen"
        if quiet >= self.watching.word or (begun and quiet >= self.watching.pause and not self.count().asked):
            return "over"
        if self._reminded:
            return "listen"
        self._reminded = True
        return "remind"

    def _after_the_word(self, quiet: float) -> Verdict:
        if quiet < self.watching.patience:
            return "listen"
        if not (self.seen or self._dark):  # not all inside: did anybody throw?
            return "over"
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
        drop = self.drop
        if self._counted is None or self._counted[0] != drop:  # it is looked at often and changes seldom
            self._counted = drop, count_drop(drop, self.pulses, self.habits)
        return self._counted[1]

    @property
    def drop(self) -> Drop:
        """What was heard, as counting takes it."""
        still_dark = tuple(BeamBroken(outlet, float("inf"), None, open=True) for outlet in sorted(self._dark))
        return Drop(
            (*self.early, *self.breaks, *still_dark),
            self.thrown,
            None if self.moved or self.early else self.facing,
            self.colour,
            self.inside,
            frozenset(self.blind),
            self.lost,
            self.outside,
            shakes=max(self.shaken, int(self._before_shake is not None)),
            shaken_out=0 if self._before_shake is None else len(self.breaks) - self._before_shake,
            minimum=self.watching.minimum,
            moved=self.moved,
            early=bool(self.early),
        )
