"""Will this servo with this gear do? Outlet → angle → pulse for any drive, and its worst error. Pure.

May import: the generated board table. The calibration screen and `docs/build/servo.md` show what it says.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.tower import board_table

TICK = 0.5  # µs: the board's timer; no pulse can be placed finer


class Trouble(StrEnum):
    """Why a drive will not do: the sentence `tower.servo.…`."""

    SHORT = "short"        # it cannot reach the last outlet
    NO_MARGIN = "margin"   # it reaches it, but not the overshoot beside it
    COARSE = "coarse"      # its worst error is wider than the outlets bear


@dataclass(frozen=True, slots=True)
class Drive:
    """A servo and the gear between it and the tower. Degrees, µs, mm."""

    name: str
    travel: float
    pulse_min: float
    pulse_max: float
    teeth: int
    tower_teeth: int
    dead_band: float
    repeatability: float
    backlash: float = board_table.GEAR_BACKLASH
    module: float = board_table.GEAR_MODULE

    def __post_init__(self) -> None:
        if self.travel <= 0 or self.pulse_max <= self.pulse_min or min(self.teeth, self.tower_teeth) < 1:
            raise ValueError(f"{self.name}: travel, pulses and teeth must be positive")

    @property
    def ratio(self) -> float:
        """Degrees of the tower for one degree of the servo."""
        return self.teeth / self.tower_teeth

    @property
    def reach(self) -> float:
        """Degrees that the tower can turn."""
        return self.travel * self.ratio

    @property
    def per_degree(self) -> float:
        """µs for one degree of the tower."""
        return (self.pulse_max - self.pulse_min) / self.reach

    def angle(self, outlet: int, outlets: int = board_table.ERAS) -> float:
        """Degrees of the tower from the middle of its travel; the outlets lie evenly about it."""
        if not 0 <= outlet < outlets:
            raise ValueError(f"there is no outlet {outlet}")
        return (outlet - (outlets - 1) / 2) * 360 / outlets

    def pulse_at(self, angle: float) -> float:
        return (self.pulse_min + self.pulse_max) / 2 + angle * self.per_degree

    def angle_at(self, pulse: float) -> float:
        return (pulse - (self.pulse_min + self.pulse_max) / 2) / self.per_degree

    def pulse(self, outlet: int, outlets: int = board_table.ERAS) -> float:
        """Nominal pulse of an outlet, whether the servo may get it or not."""
        return self.pulse_at(self.angle(outlet, outlets))

    @property
    def backlash_angle(self) -> float:
        """Degrees that the tower can be pushed to and fro while the servo stands still."""
        return math.degrees(self.backlash / (self.module * self.tower_teeth / 2))


@dataclass(frozen=True, slots=True)
class Fit:
    """What a drive does at the chute, in degrees of the tower."""

    drive: Drive
    resolution: float     # one tick of the board
    dead: float           # the servo ignores a change smaller than this
    repeat: float         # how differently it stops at the same pulse
    backlash: float
    margin: float         # free travel beyond the outermost outlets
    untouched: float      # worst error, every position approached from one side and nobody pushing
    worst: float          # worst error when the tower lies at the other flank of the gear
    tolerance: float
    troubles: tuple[Trouble, ...]

    @property
    def will_do(self) -> bool:
        return not self.troubles


def fit(
    drive: Drive,
    outlets: int = board_table.ERAS,
    tolerance: float = board_table.FACING_TOLERANCE,
    overshoot: float = board_table.OVERSHOOT,
) -> Fit:
    """Judges a drive: does it reach every outlet with its overshoot, and how wrong can it stand there?"""
    resolution = TICK / drive.per_degree
    dead = drive.dead_band / drive.per_degree
    repeat = drive.repeatability * drive.ratio
    margin = (drive.reach - 360 * (outlets - 1) / outlets) / 2
    untouched = resolution / 2 + dead / 2 + repeat / 2
    worst = untouched + drive.backlash_angle
    troubles = []
    if margin < 0:
        troubles.append(Trouble.SHORT)
    elif margin * drive.per_degree < overshoot:
        troubles.append(Trouble.NO_MARGIN)
    if worst > tolerance:
        troubles.append(Trouble.COARSE)
    loose = drive.backlash_angle
    return Fit(drive, resolution, dead, repeat, loose, margin, untouched, worst, tolerance, tuple(troubles))


def as_calibrated(outlets: Sequence[float]) -> Drive:
    """The default drive with the travel that calibrated pulse widths, first outlet to last, tell of it."""
    per_degree = abs(outlets[-1] - outlets[0]) / (360 * (len(outlets) - 1) / len(outlets))
    reach = (DEFAULT.pulse_max - DEFAULT.pulse_min) / per_degree
    return replace(DEFAULT, name="calibrated", travel=reach / DEFAULT.ratio)


DEFAULT = Drive(
    name="default",
    travel=board_table.SERVO_TRAVEL,
    pulse_min=board_table.SERVO_PULSE_MIN,
    pulse_max=board_table.SERVO_PULSE_MAX,
    teeth=board_table.SERVO_TEETH,
    tower_teeth=board_table.TOWER_TEETH,
    dead_band=board_table.SERVO_DEAD_BAND,
    repeatability=board_table.SERVO_REPEATABILITY,
)
