"""A tower that is there, looked at: board, beams, calibration, and what it has learned. Nothing moves.

May import: this room. Everything found is a sentence by its id; `companion doctor` and the tablet say it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.tower.contract import Diagnosis
from companion.tower.firmware_image import shipped
from companion.tower.learned import Learned
from companion.tower.procedures import SINGLE_CUBES
from companion.tower.servo_fit import Fit, as_calibrated, fit
from companion.tower.tower import Tower
from companion.tower.wire_table import Fitted

LEAST_STACK = 64  # bytes that the firmware's stack never touched


class Verdict(StrEnum):
    FINE = "✓"
    NOTE = "–"  # nothing is wrong, but somebody may miss it
    WRONG = "✗"


class BuildStep(StrEnum):
    """How far the tower is built (docs/build): each is looked at with all that came before it."""

    COMPUTER = "computer"
    BOARD = "board"  # soldered and flashed, nothing plugged on it
    RING = "ring"  # with its beams
    ALL = "all"  # put together and calibrated

    def reaches(self, other: BuildStep) -> bool:
        order = list(BuildStep)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `key` names its sentence."""

    key: str
    verdict: Verdict
    params: Mapping[str, str | int | float] = field(default_factory=dict)


def look_at_tower(tower: Tower, step: BuildStep = BuildStep.ALL) -> Iterator[Finding]:
    """Board, beams, calibration, as far as it is built. The emitters blink; the servo stays where it is."""
    yield from _look_at_identity(tower)
    yield from _look_at_board(tower.board.diagnosis())
    if step.reaches(BuildStep.RING):
        yield from _look_at_beams(tower)
    if step.reaches(BuildStep.ALL):
        yield from _look_at_calibration(tower)


def _look_at_identity(tower: Tower) -> Iterator[Finding]:
    identity = tower.identity
    known = {"where": identity.where, "serial": identity.serial or "–", "firmware": identity.firmware or "–"}
    yield Finding("tower-fine", Verdict.FINE, known)
    if identity.pretended:
        yield Finding("tower-pretended", Verdict.NOTE)
    if older_than_ours(identity.firmware):
        versions = {"firmware": identity.firmware, "version": shipped().name}
        yield Finding("firmware-older", Verdict.WRONG, versions)


def older_than_ours(firmware: str) -> bool:
    """Whether a board should get the firmware that came with the companion."""
    return shipped().newer_than(firmware)


def _look_at_calibration(tower: Tower) -> Iterator[Finding]:
    calibration = tower.calibration
    if tower.differences:
        yield Finding("calibration-differs", Verdict.WRONG, {"settings": ", ".join(tower.differences)})
    if calibration.servo_measured:
        yield _look_at_servo(fit(as_calibrated(calibration.settings.eras)))
    else:
        yield Finding("servo-nominal", Verdict.WRONG)
    cubes = len(calibration.durations)
    if cubes >= SINGLE_CUBES:
        yield Finding("cubes-fine", Verdict.FINE, {"n": cubes})
    else:
        yield Finding("cubes-few", Verdict.WRONG, {"n": cubes, "wanted": SINGLE_CUBES})
    ring = bool(calibration.settings.fitted & Fitted.RING)
    yield Finding("ring-fitted" if ring else "ring-none", Verdict.FINE if ring else Verdict.NOTE)
    if calibration.settings.fitted & Fitted.LIGHTS:  # few towers have them, and none misses them
        yield Finding("lights-fitted", Verdict.FINE)


def _look_at_beams(tower: Tower) -> Iterator[Finding]:
    checked = tower.check_beams(blink=False)
    for outlet in checked.stuck_dark:
        yield Finding("beam-dark", Verdict.WRONG, {"outlet": outlet})
    for outlet in checked.stuck_clear:
        yield Finding("beam-light", Verdict.WRONG, {"outlet": outlet})
    if not checked.blind:
        yield Finding("beams-fine", Verdict.FINE)


def _look_at_board(said: Diagnosis | None) -> Iterator[Finding]:
    """What the board noticed of itself since it started."""
    if said is None:
        return
    if said.watchdogs:
        yield Finding("board-hung", Verdict.WRONG, {"n": said.watchdogs})
    if said.stack_free < LEAST_STACK:
        yield Finding("board-stack", Verdict.WRONG, {"bytes": said.stack_free})
    if bad := said.bad_frames + said.line_errors:
        yield Finding("board-line", Verdict.NOTE, {"n": bad})
    if said.events_dropped:
        yield Finding("board-dropped", Verdict.NOTE, {"n": said.events_dropped})
    hours = round(said.uptime / 3600, 1)
    yield Finding("board-fine", Verdict.FINE, {"hours": hours, "bytes": said.stack_free})


def _look_at_servo(judged: Fit) -> Finding:
    params = {"degrees": round(judged.worst, 1), "tolerance": round(judged.tolerance)}
    if judged.will_do:
        return Finding("tower.servo.fits", Verdict.FINE, params)
    return Finding(f"tower.servo.{judged.troubles[0]}", Verdict.WRONG, params)


def tell_learned(serial: str, one: Learned) -> Iterator[tuple[str, dict[str, str | int | float]]]:
    """The sentences, by their ids."""
    yield "tower.learned.tower", {"serial": serial or "–", "n": one.drops}
    if cubes := sum(one.shares):
        front, after, before = (round(100 * share / cubes) for share in one.shares)
        yield (
            "tower.learned.shares",
            {"cubes": cubes, "front": front, "next": after, "previous": before},
        )
    habits, pulses = one.habits, one.pulses
    out = round(100 * habits.comes_out[0])
    yield "tower.learned.holds", {"stay": round(habits.wedges, 1), "out": out}
    yield "tower.learned.pulses", {"merges": round(pulses.merges, 1), "splits": round(pulses.splits, 1)}
