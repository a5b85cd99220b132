"""What every tower board can do, whatever it is made of. May import: `readings`, `lights`, the wire.

Three backends meet this contract: the firmware over a serial line, a Raspberry Pi's own pins, a simulation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from companion.tower.lights import Lights
from companion.tower.readings import BoardReading
from companion.tower.wire_table import OUTLETS, Settings

Kind = Literal["serial", "gpio", "simulated"]
LATE_LOOKS = 200  # what may have waited when the time is over: a flood of it must not hide that nothing ends


@dataclass(frozen=True, slots=True)
class Identity:
    """Who is there. `pretended`: no hardware behind it, and people must be told."""

    kind: Kind
    where: str
    serial: str = ""
    firmware: str = ""
    boot: int = 0
    pretended: bool = False
    reset_cause: str = ""


@dataclass(frozen=True, slots=True)
class BeamCheck:
    """Which beams were dark with the emitters on, off, and on again; a sound beam is clear, dark, clear."""

    before: frozenset[int]
    dark: frozenset[int]
    after: frozenset[int]

    @property
    def stuck_dark(self) -> tuple[int, ...]:
        """Blocked, or their emitter is dead, or their receiver."""
        return tuple(o for o in range(OUTLETS) if o in self.before or o in self.after)

    @property
    def stuck_clear(self) -> tuple[int, ...]:
        """They see light although the emitters are off: sunlight, or a dead receiver."""
        return tuple(o for o in range(OUTLETS) if o not in self.dark)

    @property
    def blind(self) -> tuple[int, ...]:
        return tuple(sorted({*self.stuck_dark, *self.stuck_clear}))


@dataclass(frozen=True, slots=True)
class Running:
    """Cumulative counts. `since` names the stretch in which they were never lost; all wrap at 65536."""

    since: int
    counts: tuple[int, ...]
    noise: tuple[int, ...]
    overruns: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """The board now. `pulse` is None until the first turn after power-up, `mark` without a ring."""

    pulse: int | None
    mark: int | None
    turning: bool
    dark: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()
    noise: int = 0


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What only a technician wants to know, since the board booted; watchdog restarts since power came on."""

    uptime: int  # seconds
    stack_free: int  # bytes never touched
    bad_frames: int
    line_errors: int
    events_dropped: int
    watchdogs: int


class TowerBoard(Protocol):
    """One tower board. Commands return when they are accepted; what follows comes as readings."""

    @property
    def identity(self) -> Identity: ...

    def open(self) -> Identity:
        """Connects. Never moves the servo."""
        ...

    def close(self) -> None: ...

    def now(self) -> float:
        """Seconds of the clock by which `read` waits."""
        ...

    def read(self, timeout: float) -> BoardReading | None:
        """The next reading, or None when none came in time."""
        ...

    def turn(self, pulse: int, direct: bool = False) -> None:
        """Turns to a pulse width: `Turning` …, `Arrived`. Direct: without the overshoot."""
        ...

    def hands_away(self, pulse: int = 0) -> None:
        """People say that their hands are away, and where they see it stand (0: they do not say).

        Good for the next turn, and only for a while: without it `turn` raises HandsOnTower where the place is
        unknown, and PlaceUnknown where neither the ring nor people tell it.
        """
        ...

    def shake(self, amplitude: int = 0, cycles: int = 0) -> None:
        """Shakes about the present place (0: as configured): `Turning` …, `Arrived`."""
        ...

    def stop(self) -> None: ...

    def light(self, lights: Lights) -> bool:
        """What the strip of lights is to show, as soon as it may change; False: there is no strip."""
        ...

    def begin_drop(self, thrown: int) -> None: ...

    def end_drop(self) -> None: ...

    def begin_finger_test(self) -> None: ...

    def end_finger_test(self) -> None: ...

    def check_beams(self, blink: bool) -> BeamCheck:
        """Switches the emitters off and on: for at most 20 ms, or long enough to be certain."""
        ...

    def running(self) -> Running: ...

    def condition(self) -> Condition: ...

    def diagnosis(self) -> Diagnosis | None:
        """None: a board that is part of this program has nothing to tell."""
        ...

    def settings(self) -> Settings: ...

    def store(self, settings: Settings) -> None:
        """Keeps them for good; returns when they are kept."""
        ...
