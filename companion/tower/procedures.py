"""Guided procedures: a person and the tower take turns. The finger test and the calibration, step by step.

May import: this room's pure modules and the driver. They speak through a `Guide`; console and tablet each
supply one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Protocol, TypeVar

from companion.tower import board_table
from companion.tower.calibration import Calibration, nominal_pulse
from companion.tower.errors import BeamBlocked, HandsOnTower, LinkDown, PlaceUnknown, TowerError, TowerSilent
from companion.tower.readings import BeamBroken, LinkBack, LinkLost, Reading
from companion.tower.servo_fit import as_calibrated, fit
from companion.tower.tower import Tower
from companion.tower.wire_table import OUTLETS, Settings

FINGER_SECONDS = 20.0
CUBE_SECONDS = 30.0
SINGLE_CUBES = 12
MOST_CUBES = 40

Turned = TypeVar("Turned")


class Guide(Protocol):
    """Whoever talks to the person."""

    def tell(self, key: str, **params: str | int | float) -> None: ...

    def ask(self, key: str, **params: str | int | float) -> str:
        """A line that the person typed, without blanks around it."""
        ...

    def hear(self, reading: Reading) -> None:
        """What the tower says meanwhile."""
        ...


def confirmed(turn: Callable[[], Turned], guide: Guide) -> Turned:
    """Turns; where nobody knows the place, the person takes their hands away first, and says so."""
    try:
        return turn()
    except (HandsOnTower, PlaceUnknown) as unknown:
        guide.ask(unknown.advice, **{**unknown.params, "detail": str(unknown)})
        return turn()


def finger_test(tower: Tower, guide: Guide) -> dict[int, str]:
    """Each beam in turn is broken by a finger, and exactly that one must answer; what is wrong, by outlet.

    Finds swapped cables (`swapped`), cross-talk (`crosstalk`) and dead beams (`silent`). Nothing is counted.
    """
    wrong: dict[int, str] = {}
    with _testing(tower):
        for outlet in range(OUTLETS):
            guide.tell("tower.finger.break", outlet=outlet)
            heard = _heard(tower, guide, FINGER_SECONDS)
            if heard == {outlet}:
                guide.tell("tower.finger.good", outlet=outlet)
                continue
            wrong[outlet] = "silent" if not heard else "crosstalk" if outlet in heard else "swapped"
            guide.tell(
                f"tower.finger.{wrong[outlet]}",
                outlet=outlet,
                heard=", ".join(map(str, sorted(heard - {outlet}))) or "–",
            )
    return wrong


@contextmanager
def _testing(tower: Tower) -> Iterator[None]:
    tower.board.begin_finger_test()
    try:
        yield
    finally:
        with suppress(TowerError):  # a board that hears nobody ends it by itself
            tower.board.end_finger_test()


def _heard(tower: Tower, guide: Guide, seconds: float) -> set[int]:
    """The outlets that answer, until half a second after the first of them."""
    end = tower.board.now() + seconds
    heard: set[int] = set()
    while tower.board.now() < end:
        reading = tower.listen(0.05, guide.hear)
        if isinstance(reading, BeamBroken) and reading.testing:
            if not heard:
                end = tower.board.now() + 0.5
            heard.add(reading.outlet)
        if isinstance(reading, LinkLost | LinkBack):  # the test has ended at the board: it would count
            raise LinkDown("finger-test-cut")
    return heard


def calibrate_servo(tower: Tower, guide: Guide) -> Calibration:
    """Outlet by outlet: the tower turns to where it should be, the person nudges it until it points there.

    An answer is a number of microseconds to add (`+10`, `-4`), or empty when it is right.
    """
    now = tower.calibration
    nominal = tuple(nominal_pulse(outlet) for outlet in range(OUTLETS))
    same_kind = now.falling == (nominal[0] > nominal[-1])
    pulses = list(now.settings.eras if now.servo_measured and same_kind else nominal)
    margin = max(now.settings.overshoot, now.settings.shake_amplitude)
    with _all_that_the_servo_can(tower) as limits:
        for outlet in range(OUTLETS):
            ends = sorted((limits.low + margin - 1, limits.high - margin + 1), reverse=pulses[0] > pulses[-1])
            around = [ends[0], *pulses, ends[1]]
            low, high = sorted((around[outlet], around[outlet + 2]))
            low, high = low + 1, high - 1
            while True:
                confirmed(partial(tower.turn_to, pulses[outlet], guide.hear), guide)
                answer = guide.ask("tower.calibrate.outlet", outlet=outlet, pulse=pulses[outlet])
                if not answer:
                    break
                try:
                    nudged = pulses[outlet] + int(answer)
                except ValueError:
                    guide.tell("tower.calibrate.number")
                    continue
                if low <= nudged <= high:
                    pulses[outlet] = nudged
                else:
                    guide.tell("tower.calibrate.limits", low=low, high=high)
    judged = fit(as_calibrated(pulses))
    key = "fits" if judged.will_do else judged.troubles[0]
    guide.tell(f"tower.servo.{key}", degrees=round(judged.worst, 1), tolerance=round(judged.tolerance))
    return now.with_pulses(pulses, min(pulses) - margin, max(pulses) + margin)


@contextmanager
def _all_that_the_servo_can(tower: Tower) -> Iterator[Settings]:
    """Limits so wide that a horn which was set anew can be followed; who gives up gets the old ones back."""
    kept = tower.calibration
    low = min(kept.settings.low, round(board_table.SERVO_PULSE_MIN))
    high = max(kept.settings.high, round(board_table.SERVO_PULSE_MAX))
    wide = Calibration(replace(kept.settings, low=low, high=high))
    if wide != kept:
        tower.store(wide)
    try:
        yield wide.settings
    except BaseException:  # Ctrl-C too: the wide limits must not stay
        with suppress(TowerError):
            tower.store(kept)
        raise


def calibrate_beams(tower: Tower, guide: Guide, calibration: Calibration) -> Calibration:
    """Polarity: with nothing in the way every beam must be clear; one that reads dark is inverted."""
    guide.ask("tower.calibrate.empty")
    checked = tower.check_beams(blink=False)
    turned = set(checked.before) - set(checked.dark)  # dark with light, clear without: inverted
    mask = calibration.settings.polarity
    for outlet in turned:
        mask ^= 1 << outlet
        guide.tell("tower.calibrate.inverted", outlet=outlet)
    return calibration.with_polarity(mask)


def calibrate_cubes(tower: Tower, guide: Guide, calibration: Calibration) -> Calibration:
    """A dozen single cubes, every beam once: the tower turns to a beam that has not seen one yet."""
    if blind := tower.check_beams().blind:
        raise BeamBlocked(", ".join(map(str, blind)))
    seen: list[tuple[int, float]] = []
    for thrown in range(MOST_CUBES):
        unseen = [o for o in range(OUTLETS) if o not in {outlet for outlet, _ in seen}]
        if len(seen) >= SINGLE_CUBES and not unseen:
            return calibration.with_durations(seen)
        outlet = unseen[0] if unseen else thrown % OUTLETS
        confirmed(partial(tower.face, outlet, guide.hear), guide)
        guide.tell("tower.calibrate.cube", done=len(seen), needed=max(SINGLE_CUBES, len(seen) + len(unseen)))
        one = _single_cube(tower, guide)
        if one is None:
            guide.tell("tower.calibrate.again")
        else:
            seen.append(one)
            guide.tell("tower.calibrate.heard", outlet=one[0], milliseconds=round(one[1], 1))
    raise TowerSilent("few-cubes", port=tower.identity.where)


def _single_cube(tower: Tower, guide: Guide) -> tuple[int, float] | None:
    """The break of one cube; None when there was none, or more than one break."""
    heard = tower.single_cube(CUBE_SECONDS, guide.hear)
    if len(heard) != 1 or heard[0].duration is None:
        return None
    return heard[0].outlet, heard[0].duration


def new_serial() -> str:
    """For a board that has none: the chip itself carries no number."""
    return f"T-{secrets.token_hex(4).upper()}"
