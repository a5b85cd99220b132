"""Outlet ↔ angle ↔ pulse width, and what single cubes look like to the beams. Pure.

May import: the generated tables, `errors` and `pulses`. The record is the board's own (`Settings`); the
board's EEPROM rules, a TOML file per board serial mirrors it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from companion import store
from companion.tower import board_table
from companion.tower.errors import BadCalibration, TowerError
from companion.tower.pulses import Practice, Pulses
from companion.tower.wire_table import DURATIONS, OUTLETS, SERIAL_LENGTH, Calibrated, Fitted, Settings

OUTLET_ANGLE = 360 / OUTLETS
MICROSECONDS_PER_DEGREE = (  # at the tower, behind the gear
    (board_table.SERVO_PULSE_MAX - board_table.SERVO_PULSE_MIN)
    / board_table.SERVO_TRAVEL
    * board_table.TOWER_TEETH
    / board_table.SERVO_TEETH
)


def angle_of(outlet: int) -> float:
    """Degrees of the tower from the first outlet; there is no wrap-around, the last outlet is furthest."""
    return outlet * OUTLET_ANGLE


def nominal_pulse(outlet: int) -> int:
    """Where a servo without calibration would face this outlet."""
    return round(board_table.ERA_PULSES[outlet])


@dataclass(frozen=True)
class Calibration:
    """A board's settings, read as what they mean."""

    settings: Settings
    """Its field `eras`, a pulse width per outlet, has that name on the wire and in saved calibrations."""

    def pulse(self, outlet: int) -> int:
        if not 0 <= outlet < OUTLETS:
            raise ValueError(f"there is no outlet {outlet}")
        return self.settings.eras[outlet]

    def outlet_at(self, pulse: int | None) -> int | None:
        """The outlet that this pulse width faces, within the tolerance of a chute; None between two."""
        if pulse is None:
            return None
        nearest = min(range(OUTLETS), key=lambda outlet: abs(self.settings.eras[outlet] - pulse))
        off = abs(self.settings.eras[nearest] - pulse) / MICROSECONDS_PER_DEGREE
        return nearest if off <= board_table.FACING_TOLERANCE else None

    @property
    def falling(self) -> bool:
        """Of the kind of servo whose pulses become shorter from the first outlet to the last."""
        return self.settings.eras[0] > self.settings.eras[-1]

    def mark(self, outlet: int) -> int:
        return self.settings.ring_codes[outlet]

    @property
    def serial(self) -> str:
        return self.settings.serial.rstrip(b"\0").decode("ascii", "replace")

    @property
    def servo_measured(self) -> bool:
        return bool(self.settings.calibrated & Calibrated.SERVO)

    @property
    def durations(self) -> tuple[float, ...]:
        """Milliseconds; the first seven belong to the beams 0–6, once each."""
        return tuple(d / 100 for d in self.settings.durations[: self.settings.duration_count])

    def pulses(self) -> Pulses:
        return self.practice().pulses

    def practice(self) -> Practice:
        """The pulses as calibrated, for a tower that goes on learning them."""
        known = self.durations
        beams = {o: (known[o],) for o in range(OUTLETS)} if len(known) >= OUTLETS else {}
        return Practice(known, beams)

    def with_pulses(self, pulses: Sequence[int], low: int, high: int) -> Calibration:
        settings = replace(
            self.settings,
            eras=tuple(pulses),
            low=low,
            high=high,
            calibrated=self.settings.calibrated | Calibrated.SERVO,
        )
        return Calibration(settings).checked()

    def with_polarity(self, mask: int) -> Calibration:
        calibrated = self.settings.calibrated | Calibrated.BEAMS
        return Calibration(replace(self.settings, polarity=mask, calibrated=calibrated))

    def with_durations(self, seen: Sequence[tuple[int, float]]) -> Calibration:
        """From (outlet, milliseconds) of single cubes: at least a dozen, every beam once."""
        first = dict(reversed(seen))
        if len(seen) < 12 or set(first) != set(range(OUTLETS)):
            raise ValueError("at least a dozen single cubes are needed, every beam once")
        rest = list(seen)
        for outlet in range(OUTLETS):
            rest.remove((outlet, first[outlet]))
        kept = [first[outlet] for outlet in range(OUTLETS)] + [ms for _, ms in rest]
        units = [round(ms * 100) for ms in kept[:DURATIONS]]
        settings = replace(
            self.settings,
            duration_count=len(units),
            durations=tuple(units + [0] * (DURATIONS - len(units))),
            calibrated=self.settings.calibrated | Calibrated.DURATIONS,
        )
        return Calibration(settings)

    def with_lights(self, fitted: bool) -> Calibration:
        others = self.settings.fitted & ~Fitted.LIGHTS
        return Calibration(replace(self.settings, fitted=others | (Fitted.LIGHTS if fitted else 0)))

    def with_serial(self, serial: str) -> Calibration:
        return Calibration(replace(self.settings, serial=serial.encode("ascii").ljust(SERIAL_LENGTH, b"\0")))

    def checked(self) -> Calibration:
        """Refuses what would drive the servo out of its limits."""
        s = self.settings
        growing = sorted(s.eras)  # one kind of servo turns the tower on with longer pulses, the other back
        if list(s.eras) not in (growing, growing[::-1]) or len(set(s.eras)) != OUTLETS:
            raise BadCalibration("outlets-not-growing")
        margin = max(s.overshoot, s.shake_amplitude)
        if not s.low <= min(s.eras) - margin or not max(s.eras) + margin <= s.high:
            raise BadCalibration("outside-limits", margin=margin, low=s.low, high=s.high)
        return self

    def differences(self, other: Calibration) -> tuple[str, ...]:
        """Names of the settings in which two calibrations disagree."""
        return tuple(
            field.name
            for field in fields(Settings)
            if getattr(self.settings, field.name) != getattr(other.settings, field.name)
        )

    def as_toml(self) -> str:
        lines = ["# Mirror of the tower board's own settings: the board rules, a difference is asked."]
        for field in fields(Settings):
            value = getattr(self.settings, field.name)
            if isinstance(value, bytes):
                lines.append(f'{field.name} = "{self.serial}"')
            else:
                lines.append(f"{field.name} = {list(value) if isinstance(value, tuple) else value}")
        return "\n".join(lines) + "\n"

    @classmethod
    def from_toml(cls, text: str) -> Calibration:
        """ValueError when the text is no such record."""
        tables = store.parse_toml(text.encode())
        known = {field.name for field in fields(Settings)}
        if set(tables) != known:
            raise ValueError(", ".join(sorted(set(tables) ^ known)))
        serial = str(tables.pop("serial"))
        values: dict[str, Any] = {n: tuple(v) if isinstance(v, list) else v for n, v in tables.items()}
        settings = Settings(**values, serial=serial.encode("ascii").ljust(SERIAL_LENGTH, b"\0"))
        try:
            settings.pack()  # every value fits its field
        except (struct.error, TypeError) as wrong:
            raise ValueError(str(wrong)) from None
        return cls(settings)


def unreadable(kind: type[TowerError], path: Path, fault: Exception) -> TowerError:
    """Why a file gives no settings."""
    why = getattr(fault, "strerror", "") or str(fault)
    return kind("unreadable" if isinstance(fault, OSError) else "other-settings", file=str(path), why=why)
