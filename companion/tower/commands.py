"""The commands of `companion tower`, one function each. May import: this room.

Every one gets the parsed arguments and the screen, and returns the exit code.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from companion.tower.counting import Count, Inside
from companion.tower.drop_watch import Watching
from companion.tower.errors import HandsOnTower, PlaceUnknown
from companion.tower.lights import DARK
from companion.tower.procedures import (
    calibrate_beams,
    calibrate_cubes,
    calibrate_servo,
    confirmed,
    finger_test,
    new_serial,
)
from companion.tower.readings import BeamBroken, Reading, StillWaiting, ThrownEarly, ThrowNow
from companion.tower.screen import Screen
from companion.tower.tower import Tower
from companion.tower.tower_choice import Choice, home, open_tower, read_mirror, remembered, write_mirror
from companion.tower.tracefile import BadTrace, Grade, Grades, as_data, explained, read_trace
from companion.tower.wire_table import OUTLETS

Command = Callable[[argparse.Namespace, Screen], int]
SOUND, FAULTY = 0, 1
KEPT = {"b": "board", "t": "board", "f": "file"}  # as either language abbreviates them


def _open(args: argparse.Namespace, screen: Screen, watching: Watching | None = None) -> Tower:
    tower = open_tower(_choice(args), watching)
    screen.banner(tower.identity)
    if tower.differences:
        screen.tell("tower.calibrate.differs", settings=", ".join(tower.differences))
    return tower


def _choice(args: argparse.Namespace) -> Choice:
    simulated = Choice("simulated", seed=args.seed, speed=args.speed or None, faults=tuple(args.fault))
    return Choice.of(args.port, args.url, args.gpio, simulated if args.simulated else None)


def list_towers(args: argparse.Namespace, screen: Screen) -> int:
    if args.url or args.gpio or args.simulated:
        _open(args, screen).close()
        return 0
    from companion.tower.backends.ports import find_towers

    found = find_towers([*([args.port] if args.port else []), *remembered(home())])
    for one in found:
        if one.identity is not None:
            screen.tell("tower.list.tower", port=one.port, serial=one.identity.serial or "–")
        elif one.fault is not None:
            screen.tell("tower.list.fault", port=one.port, fault=screen.sentence(one.fault))
        else:
            screen.tell("tower.list.left", port=one.port, description=one.description)
    if not any(one.identity for one in found):
        screen.tell("tower.list.none")
    return 0


def info(args: argparse.Namespace, screen: Screen) -> int:
    with open_tower(_choice(args)) if args.json else _open(args, screen) as tower:
        condition = tower.board.condition()
        running = tower.board.running()
        calibration = tower.calibration
        if args.json:
            known = {
                **_identity(tower),
                "pretended": tower.identity.pretended,
                "differences": list(tower.differences),
                "facing": tower.facing,
                "confirmed": tower.confirmed,
                "counts": list(running.counts),
                "noise": list(running.noise),
                "dark": sorted(condition.dark),
                "servo_measured": calibration.servo_measured,
                "cubes": len(calibration.durations),
                "median_ms": round(calibration.pulses().median, 1),
            }
            screen.line(json.dumps(known, ensure_ascii=False))
            return 0
        screen.tell("tower.info.board", **_identity(tower))
        if tower.facing is None:
            screen.tell("tower.info.unplaced")
        else:
            screen.tell("tower.info.facing", outlet=tower.facing)
            screen.tell(f"tower.info.confirmed.{str(tower.confirmed).lower()}")
        screen.tell("tower.info.counts", counts=_row(running.counts), noise=_row(running.noise))
        screen.tell("tower.info.dark", outlets=_row(sorted(condition.dark)))
        screen.tell("tower.info.servo" if calibration.servo_measured else "tower.info.servo-nominal")
        median = round(calibration.pulses().median, 1)
        screen.tell("tower.info.cubes", n=len(calibration.durations), median=median)
    return 0


def face(args: argparse.Namespace, screen: Screen) -> int:
    with _open(args, screen) as tower:
        _turn(tower, args, screen, args.outlet)
    return SOUND


def _turn(tower: Tower, args: argparse.Namespace, screen: Screen, outlet: int) -> None:
    if args.hands_away:
        tower.hands_are_away()
    turn = partial(tower.face, outlet, screen.hear)
    if tower.identity.pretended and not sys.stdin.isatty():  # neither hardware nor hands: no word to wait for
        with suppress(HandsOnTower, PlaceUnknown):
            turn()
            return
        turn()
    else:
        confirmed(turn, screen)


def watch(args: argparse.Namespace, screen: Screen) -> int:
    with _open(args, screen) as tower:
        screen.tell("tower.watching")
        end = tower.board.now() + args.seconds
        while tower.board.now() < end:
            tower.listen(0.1, screen.hear)
    return 0


def count(args: argparse.Namespace, screen: Screen) -> int:
    watching = Watching(first=args.wait / 2, word=args.wait, shakes=args.shakes, amplitude=args.amplitude)
    with _open(args, screen, watching) as tower:
        tower.await_throw()
        if args.facing is not None and args.facing != tower.facing:
            _turn(tower, args, screen, args.facing)
        if tower.facing is None:
            screen.tell("tower.info.unplaced")
        people = People(tower, screen, args.thrown, args.hands_away)
        if sys.stdin.isatty():
            screen.tell("tower.count.enter")
            threading.Thread(target=people.speak, daemon=True).start()
        counted = tower.drop(
            args.thrown,
            args.colour,
            Inside(args.inside, args.inside_colour or args.colour),
            args.facing,
            people.hear,
        )
        screen.count(counted)
    return 0


class People:
    """Those at the keyboard during a drop: what they hear, and what an Enter of theirs means just then."""

    def __init__(self, tower: Tower, screen: Screen, cubes: int, hands_away: bool) -> None:
        self._tower, self._screen, self._cubes = tower, screen, cubes
        self._hands_away = hands_away  # they were when this was typed: nobody needs to say it again
        self._heard = 0
        self._asked_early = self._said = False

    def hear(self, reading: Reading) -> None:
        self._screen.hear(reading)
        if isinstance(reading, ThrownEarly):
            self._asked_early = True
            self._screen.tell("tower.count.enter-early")
        if isinstance(reading, ThrowNow) and reading.cubes > 1:
            self._screen.tell("tower.count.invite")
        if isinstance(reading, StillWaiting) and self._hands_away:
            self._tower.say_all_thrown()
        if isinstance(reading, BeamBroken) and reading.in_drop and reading.counted:
            self._heard += 1
            self._screen.tell("tower.count.heard", n=self._heard, cubes=self._cubes)
            self._screen.tone()

    def speak(self) -> None:
        for line in sys.stdin:
            self.said(line.strip())

    def said(self, line: str) -> None:
        if self._asked_early:
            self._asked_early = False
            self._tower.say_early(not line.lower().startswith("n"))
        elif not self._said:
            self._said = True
            self._tower.say_all_thrown()
        else:
            self._tower.end_drop()


def calibrate(args: argparse.Namespace, screen: Screen) -> int:
    with _open(args, screen) as tower:
        calibration = tower.calibration
        keep = args.keep
        if tower.differences and keep is None:
            keep = KEPT.get(screen.ask("tower.calibrate.which")[:1].lower())
        if keep == "file":
            calibration = read_mirror(calibration.serial, home())
        elif keep is None:
            if not calibration.serial:
                calibration = calibration.with_serial(new_serial())
            if args.only in (None, "beams"):
                calibration = calibrate_beams(tower, screen, calibration)
                tower.store(calibration)
            if args.only in (None, "servo"):
                measured = calibrate_servo(tower, screen).settings
                calibration = calibration.with_pulses(measured.eras, measured.low, measured.high)
                tower.store(calibration)
            if args.only in (None, "cubes"):
                calibration = calibrate_cubes(tower, screen, calibration)
        tower.store(calibration)
        if not tower.identity.pretended:
            write_mirror(calibration, home())
        screen.tell("tower.calibrate.stored", serial=calibration.serial or "–")
    return 0


def selftest(args: argparse.Namespace, screen: Screen) -> int:
    with _open(args, screen) as tower:
        checked = tower.check_beams(blink=False)
        for outlet in checked.stuck_dark:
            screen.tell("tower.selftest.stuck-dark", outlet=outlet)
        for outlet in checked.stuck_clear:
            screen.tell("tower.selftest.stuck-clear", outlet=outlet)
        wrong = finger_test(tower, screen) if args.fingers else {}
        if checked.blind or wrong:
            return FAULTY
        screen.tell("tower.selftest.sound")
        if not args.fingers:
            screen.tell("tower.selftest.fingers")
    return SOUND


def light(args: argparse.Namespace, screen: Screen) -> int:
    """One outlet after the other: whoever wired the strip sees whether it begins where it should."""
    with _open(args, screen) as tower:
        if args.fit is not None:
            tower.store(tower.calibration.with_lights(args.fit))
            if not tower.identity.pretended:
                write_mirror(tower.calibration, home())
        for outlet in range(OUTLETS):
            tower.strip.aim(outlet)
            if not tower.strip.fitted:
                screen.tell("tower.light.none")
                return SOUND if args.fit is False else FAULTY
            screen.tell("tower.light.outlet", outlet=outlet)
            tower.listen(args.seconds, screen.hear)
        tower.strip.show(DARK)
    return SOUND


def record(args: argparse.Namespace, screen: Screen) -> int:
    with _open(args, screen) as tower:
        args.file.parent.mkdir(parents=True, exist_ok=True)
        args.file.open("a").close()  # what cannot be written is said before anybody records for an hour
        screen.tell("tower.watching")
        end = tower.board.now() + args.seconds
        with suppress(KeyboardInterrupt):  # what was recorded until then is written all the same
            while tower.board.now() < end:
                tower.listen(0.1, screen.hear)
        path = tower.recorder.write(args.file)
        screen.tell("tower.recorded", path=str(path), lines=len(tower.recorder.lines()))
    return 0


def emulate(args: argparse.Namespace, screen: Screen) -> int:
    from companion.tower.emulator import become_emulator

    screen.tell("tower.emulating", link=args.link, control=args.control)
    become_emulator(args.link, args.control)
    return 0  # never reached: this process is the emulator now


def count_trace(args: argparse.Namespace, screen: Screen) -> int:
    """What is wrong with a file is told beside the counts, not among them: they may go into a program."""
    grades, code = Grades(), SOUND
    for path in args.files:
        try:
            trace = read_trace(path)
        except BadTrace as fault:
            print(screen.say(fault.advice, **fault.params), file=sys.stderr)
            code = FAULTY
            continue
        if not trace.calibration:
            print(screen.say("tower.trace.uncalibrated", file=trace.name), file=sys.stderr)
        counts = trace.counted()
        of_file = Grades()
        of_file.add(trace, counts)
        grades.add(trace, counts)
        if args.json and args.drops:
            screen.line(json.dumps(as_data(trace, counts), ensure_ascii=False))
        elif args.json:
            figures = {"few": of_file.few.as_dict(), "many": of_file.many.as_dict()}
            graded = figures if any(trace.truths) else {}
            screen.line(json.dumps({"file": trace.name, **graded}, ensure_ascii=False))
        else:
            _tell_file(screen, trace.name, of_file, counts if args.drops else [])
    if not args.json:
        _tell_grades(screen, grades)
    return code


def _tell_file(screen: Screen, name: str, grades: Grades, counts: Iterable[Count]) -> None:
    screen.line(f"{name}:")
    for number, counted in enumerate(counts):
        screen.line(f"  {number}: {json.dumps(explained(counted), ensure_ascii=False)}")
    for size, grade in (("few", grades.few), ("many", grades.many)):
        if grade.drops:
            _tell_grade(screen, f"  {screen.say(f'tower.trace.{size}')}", grade)


def _tell_grades(screen: Screen, grades: Grades) -> None:
    for size, grade in (("few", grades.few), ("many", grades.many)):
        if grade.drops:
            _tell_grade(screen, f"{screen.say('tower.trace.all')} {screen.say(f'tower.trace.{size}')}", grade)


def _tell_grade(screen: Screen, of: str, grade: Grade) -> None:
    screen.line(
        screen.say(
            "tower.trace.grade",
            of=of,
            drops=grade.drops,
            wrong=grade.silently_wrong,
            per_thousand=f"{1000 * grade.silently_wrong / grade.drops:.1f}",
            asked=grade.asked,
            needless=grade.needless,
            needless_percent=f"{100 * grade.needless / grade.drops:.2f}",
            first=grade.first_right,
            three=grade.in_three,
            edges=f"{100 * grade.edges_right / grade.drops:.1f}",
            edges_wrong=grade.drops - grade.edges_right,
        )
    )


def _identity(tower: Tower) -> dict[str, str | int]:
    who = tower.identity
    return {
        "serial": who.serial or "–",
        "firmware": who.firmware or "–",
        "boot": who.boot,
        "cause": who.reset_cause or "–",
    }


def _row(values: Iterable[int]) -> str:
    return " ".join(map(str, values)) or "–"
