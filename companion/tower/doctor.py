"""Looks at this computer and at the tower: what is fine, what is not, and what to do. Nothing moves.

May import: this room; the backends only inside the functions that need them.
"""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TextIO

from companion.tower.console import Parser, typed_language
from companion.tower.errors import TowerError, TowerNotFound
from companion.tower.examination import BuildStep, Finding, Verdict, look_at_tower
from companion.tower.kiosk import Kiosk, look_at_kiosk
from companion.tower.screen import Say
from companion.tower.tower import Tower
from companion.tower.tower_choice import Choice, open_tower

PYTHON = (3, 11)
LIBRARIES = ("kivy", "serial", "gpiozero", "lgpio", "pigpio", "rpi_hardware_pwm")
BRLTTY = Path("/usr/bin/brltty")
KIVY_BEFORE = (3, 14)
"""Kivy has no wheels for later Pythons: pyproject.toml leaves it out there."""
PI_MODEL = Path("/proc/device-tree/model")


@dataclass(frozen=True, slots=True)
class Computer:
    """What there is to see of a computer."""

    python: tuple[int, int]
    libraries: frozenset[str]
    environment: Mapping[str, str]
    system: str
    ports: Mapping[str, bool]  # may this user open it?
    pi: str = ""  # the model, on a Raspberry Pi
    overlay: str = ""  # the line that /boot/firmware/config.txt lacks for hardware PWM
    bits: int = 64
    grabbed: bool = False  # brltty runs, and a CH340 is plugged in: it takes it for a Braille display

    @classmethod
    def here(cls) -> Computer:
        pi = PI_MODEL.read_text(encoding="utf-8").rstrip("\0") if PI_MODEL.exists() else ""
        found = frozenset(filter(_installed, LIBRARIES))
        return cls(
            python=sys.version_info[:2],
            libraries=found,
            environment=os.environ,
            system=platform.system(),
            ports=_ports() if "serial" in found else {},
            grabbed=_grabbed(),
            pi=pi,
            overlay=_overlay(pi),
            bits=64 if sys.maxsize > 2**32 else 32,
        )


def _installed(library: str) -> bool:
    try:
        return importlib.util.find_spec(library) is not None
    except ValueError:  # taken away on purpose
        return False


def _ports() -> dict[str, bool]:
    from companion.tower.backends.ports import every_port

    return {port: os.access(port, os.R_OK | os.W_OK) for port in every_port()}


def _overlay(pi: str) -> str:
    from companion.tower.backends import pi_pwm

    if not pi or pi_pwm.chip("Pi 5" in pi) is not None:
        return ""
    return pi_pwm.OVERLAY_PI5 if "Pi 5" in pi else pi_pwm.OVERLAY


def _grabbed() -> bool:
    if not BRLTTY.exists():
        return False
    from companion.tower.backends.ports import ch340_on_usb

    return ch340_on_usb()


def look_at_machine(machine: Computer) -> Iterator[Finding]:
    version = ".".join(map(str, machine.python))
    wanted = ".".join(map(str, PYTHON))
    python = Verdict.FINE if machine.python >= PYTHON else Verdict.WRONG
    yield Finding(f"python-{python.name.lower()}", python, {"version": version, "wanted": wanted})
    if machine.bits < 64:
        yield Finding("bits-wrong", Verdict.WRONG, {"bits": machine.bits})
    if "kivy" not in machine.libraries and machine.python >= KIVY_BEFORE:
        yield Finding("kivy-python", Verdict.NOTE, {"version": version})
    else:
        yield _has(machine, "kivy", Verdict.NOTE)  # a Pi without a screen wants none
    yield _has(machine, "serial", Verdict.WRONG)
    shown = machine.environment.get("DISPLAY") or machine.environment.get("WAYLAND_DISPLAY")
    if shown or machine.system in ("Windows", "Darwin"):
        yield Finding("display-fine", Verdict.FINE, {"display": shown or machine.system})
    else:
        yield Finding("display-none", Verdict.NOTE)
    if not machine.ports and machine.grabbed:
        yield Finding("port-grabbed", Verdict.WRONG)
    elif not machine.ports:
        yield Finding("ports-none", Verdict.NOTE)
    for port, allowed in machine.ports.items():
        if allowed:
            yield Finding("port-fine", Verdict.FINE, {"port": port})
        else:
            yield Finding("port-forbidden", Verdict.WRONG, {"port": port})
    yield from _look_at_pins(machine)


def _has(machine: Computer, library: str, missing: Verdict) -> Finding:
    if library in machine.libraries:
        return Finding(f"{library}-fine", Verdict.FINE)
    return Finding(f"{library}-none", missing)


def _look_at_pins(machine: Computer) -> Iterator[Finding]:
    """A tower can also hang on a Raspberry Pi's own pins: is the servo's path precise enough?"""
    if not machine.pi:
        yield Finding("gpio-none", Verdict.FINE)
    elif "gpiozero" not in machine.libraries:
        yield Finding("gpio-library", Verdict.NOTE, {"model": machine.pi})
    elif not machine.libraries & {"rpi_hardware_pwm", "pigpio"}:
        yield Finding("gpio-coarse", Verdict.NOTE, {"model": machine.pi})
    elif "lgpio" not in machine.libraries:
        yield Finding("gpio-lgpio", Verdict.NOTE, {"model": machine.pi})
    elif machine.overlay:
        yield Finding("gpio-overlay", Verdict.NOTE, {"model": machine.pi, "line": machine.overlay})
    else:
        factory = machine.environment.get("GPIOZERO_PIN_FACTORY") or "lgpio"
        yield Finding("gpio-fine", Verdict.FINE, {"model": machine.pi, "factory": factory})


def examine(
    choice: Choice,
    machine: Computer,
    open_it: Callable[[Choice], Tower] = open_tower,
    step: BuildStep | None = None,
) -> Iterator[Finding]:
    """All that stands by now, in the order in which a person would look.

    Where nobody says that a tower is being built and none was named, it may be absent.
    """
    yield from look_at_machine(machine)
    if step is BuildStep.COMPUTER:
        return
    if choice.kind == "found" and "serial" not in machine.libraries:
        return  # there is nothing to look with, and that was said
    try:
        with open_it(choice) as tower:
            yield from look_at_tower(tower, step or BuildStep.ALL)
    except TowerNotFound as fault:
        if choice.kind == "found" and step is None:
            yield Finding("tower-none", Verdict.NOTE)
        else:
            yield _fault(fault)
    except TowerError as fault:
        yield _fault(fault)


def _look_at_kiosk() -> Iterator[Finding]:
    for key, fine, params in look_at_kiosk(Kiosk.here()):
        yield Finding(key, Verdict.FINE if fine else Verdict.WRONG, params)


def _fault(fault: TowerError) -> Finding:
    """The driver's own sentence for what went wrong."""
    return Finding(fault.advice, Verdict.WRONG, fault.about(lambda _, port: str(port["port"])))


def build_parser(say: Say, languages: Sequence[str] | None = None) -> Parser:
    parser = Parser(prog="companion doctor", description=say("help.command.doctor-about", {}))
    parser.add_argument("--lang", choices=languages, help=say("tower.help.lang", {}))
    parser.add_argument("-v", "--verbose", action="store_true", help=say("help.command.verbose", {}))
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--port", metavar=say("help.value.path", {}), help=say("tower.help.port", {}))
    which.add_argument("--url", metavar="URL", help=say("tower.help.url", {}))
    which.add_argument("--gpio", action="store_true", help=say("tower.help.gpio", {}))
    which.add_argument("--simulated", action="store_true", help=say("tower.help.simulated", {}))
    parser.add_argument(
        "--step", choices=[step.value for step in BuildStep], help=say("doctor.help-step", {})
    )
    parser.add_argument("--kiosk", action="store_true", help=say("doctor.help-kiosk", {}))
    parser.add_argument("--json", action="store_true", help=say("help.command.json-lines", {}))
    return parser


def main(
    argv: list[str],
    speak: Callable[[str | None], Say],
    out: TextIO | None = None,
    languages: Sequence[str] | None = None,
) -> int:
    """`companion doctor`: one line for each finding; 1 when something is wrong."""
    say = speak(typed_language(argv, languages))
    args = build_parser(say, languages).parse_args(argv)
    wrong = 0
    simulated = Choice("simulated", speed=None) if args.simulated else None
    choice = Choice.of(args.port, args.url, args.gpio, simulated)
    step = BuildStep(args.step) if args.step else None
    found = examine(choice, Computer.here(), step=step)
    for finding in chain(found, _look_at_kiosk() if args.kiosk else ()):
        key = finding.key if finding.key.startswith("tower.") else f"doctor.{finding.key}"
        sentence = say(key, finding.params)
        wrong += finding.verdict is Verdict.WRONG
        if args.json:
            verdict = finding.verdict.name.lower()
            row = {"key": finding.key, "verdict": verdict, "told": sentence, "params": dict(finding.params)}
            print(json.dumps(row, ensure_ascii=False), file=out or sys.stdout, flush=True)
        else:
            print(f"{finding.verdict} {sentence}", file=out or sys.stdout, flush=True)
    if args.json:
        return 1 if wrong else 0
    print(say("doctor.well" if not wrong else "doctor.ill", {"n": wrong}), file=out or sys.stdout)
    if step and not wrong:
        print(say(f"doctor.after-{step}", {}), file=out or sys.stdout)
    return 1 if wrong else 0
