"""What the tower says: plain values, times in milliseconds of its own clock. Imports the standard library.

The first group comes from a board, the second from the driver that watches over it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

LONGEST = 200.0  # ms: no passing cube darkens a beam for longer


@dataclass(frozen=True, slots=True)
class BeamBroken:
    """A beam was dark and is clear again: from the wire to the counter.

    Without a duration: its length is unknown, because the running counts alone tell of it.
    """

    outlet: int
    start: float
    duration: float | None
    number: int = 0
    in_drop: bool = False
    turning: bool = False
    testing: bool = False  # a finger test: not counted
    partial: bool = False  # dark already when watching began: not counted
    open: bool = False  # still dark when the drop was over

    @property
    def counted(self) -> bool:
        return not (self.testing or self.partial)

    def may_be_cube(self, shortest: float) -> bool:
        """Neither chatter nor a hand."""
        return self.duration is None or shortest <= self.duration <= LONGEST


@dataclass(frozen=True, slots=True)
class BeamDark:
    """A beam has been dark for too long: blocked."""

    outlet: int


@dataclass(frozen=True, slots=True)
class BeamClear:
    """A blocked beam is clear again."""

    outlet: int


@dataclass(frozen=True, slots=True)
class Turning:
    """On the way: the servo's pulse width now and in the end, in microseconds."""

    pulse: int
    target: int
    shaking: bool = False


@dataclass(frozen=True, slots=True)
class Arrived:
    """A turn or a shake has ended. `mark` is what the position ring reads, None where none is fitted."""

    pulse: int
    mark: int | None
    stopped: bool = False
    shaking: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """The position ring reads another mark although nothing turns: a hand on the tower."""

    mark: int


@dataclass(frozen=True, slots=True)
class LinkLost:
    """No word from the board; the driver looks for it again by itself."""

    why: str


@dataclass(frozen=True, slots=True)
class LinkBack:
    """The board answers again. `rebooted`: it restarted meanwhile and its servo is without pulses."""

    where: str
    rebooted: bool
    cause: str = ""


@dataclass(frozen=True, slots=True)
class CountsLost:
    """The board's running counts began anew (power lost): what passed meanwhile cannot be known."""


BoardReading: TypeAlias = (
    BeamBroken | BeamDark | BeamClear | Turning | Arrived | Moved | LinkLost | LinkBack | CountsLost
)


@dataclass(frozen=True, slots=True)
class Faced:
    """The tower has turned to an outlet. `confirmed` by the position ring; None: no ring."""

    outlet: int
    confirmed: bool | None


@dataclass(frozen=True, slots=True)
class BeamsChecked:
    """The blink before a throw: outlets whose beams cannot be trusted."""

    blind: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ThrowNow:
    """The tower is listening."""

    cubes: int


@dataclass(frozen=True, slots=True)
class ThrownEarly:
    """So many fell while the tower turned, or before it was told to: were those the throw?"""

    cubes: int
    outlets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StillWaiting:
    """Fewer were heard than are to be thrown: it waits for more, or for the word that all are thrown and
    hands are away. None heard: did anybody throw?"""

    heard: int
    cubes: int


@dataclass(frozen=True, slots=True)
class Shaking:
    """Cubes are missing and hands are away: the tower shakes to free them before anybody is asked."""

    missing: int
    time: int
    times: int


@dataclass(frozen=True, slots=True)
class OutsideDrop:
    """A break while nobody was throwing: logged, never counted. `ask`: a cube inside may be out now."""

    outlet: int
    duration: float | None
    ask: bool


Reading: TypeAlias = (
    BoardReading | Faced | BeamsChecked | ThrowNow | ThrownEarly | StillWaiting | Shaking | OutsideDrop
)
