"""An evening with a simulated tower, written down: what it was told to do, and all that it said.

Cubes fall evenly or by the small model below, never by the fitted one, so a better twin changes nothing here.
Time is the simulation's own: no machine is too slow for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

from companion.tower.backends.drop_model import DropModel
from companion.tower.backends.simulated import SimulatedBoard, simulated_settings
from companion.tower.counting import Count
from companion.tower.errors import TowerError
from companion.tower.readings import Reading, StillWaiting, ThrownEarly, ThrowNow
from companion.tower.recorder import Recorder
from companion.tower.tower import Tower
from tests.tower.even import Even

NONCE = re.compile(r"nonce=\d+")  # drawn anew by every program

UNEVEN = DropModel(
    lone_jam=0.05, jam_per_pair=0.03, fades=0.2, jam_per_held=0.1, jammed=(0.5, 0.3, 0.2),
    front=(0.5, 0.4, 0.3),
    fall=(0.3, 0.4, 0.6), later=0.08, room=(0.5, 2.0), queue=(0.9, 1.4), pulses=(12.0, 16.0, 24.0),
    follows=(4.0, 0.8, 1.5), split=0.15, graze=2.5, split_gap=4.0, shaken_out=0.4, comes_out=(0.6, 0.5, 0.4),
    calibration=(14.0, 15.0, 16.0, 16.0, 17.0, 18.0, 15.5, 16.5, 16.0, 14.5, 17.5, 16.0),
)  # fmt: skip
"""Stand-in: a tower that jams often, so that a few drops show all it can do."""


class Alike(Even):
    """Every cube takes as long as the others."""

    def __init__(self) -> None:
        self.milliseconds = 16.0


def made(seed: int, *, throws: bool = True, model: object = None) -> SimulatedBoard:
    """A tower that was calibrated with cubes of these lengths, whatever the twin says of its own."""
    units = [round(100 * ms) for ms in UNEVEN.calibration]
    settings = replace(simulated_settings(), duration_count=12, durations=(*units, 0, 0, 0, 0))
    return SimulatedBoard(seed, throws=throws, settings=settings, model=model or Alike())  # type: ignore[arg-type]


class Evening(Recorder):
    """One tower, those who play at it, and the text of what happened."""

    def __init__(self, board: SimulatedBoard, frames: bool = False) -> None:
        super().__init__(clock=board.now)
        self.text: list[str] = []
        self._frames = frames
        self._traffic = {"sent": 0, "received": 0}
        self.board = board
        board._recorder = self  # the wire's frames are noted, too
        self.tower = Tower(board, recorder=self)

    def note(self, kind: str, text: object) -> None:
        if kind in self._traffic:
            self._traffic[kind] += 1
            if self._frames and not (str(text).startswith("Ping") or "Pong" in str(text)):
                self.line(kind, NONCE.sub("nonce=…", str(text)))
        elif kind == "error":
            self.line("error", text)

    def line(self, *words: object) -> None:
        self.text.append(f"{self.board.now():9.3f} {' '.join(map(str, words))}")

    def tell(self, reading: Reading) -> None:
        """Whatever is told is written down; people answer what they are asked."""
        self.line(flat(reading))
        if isinstance(reading, StillWaiting):
            self.tower.say_all_thrown()
        elif isinstance(reading, ThrownEarly):
            self.tower.say_early(throw=True)
        elif isinstance(reading, ThrowNow) and not self.board.throws:
            self.board.throw(reading.cubes)

    def act(self, name: str, act: Callable[..., object], *given: object, **more: object) -> None:
        """Somebody does something; what comes of it, or why nothing does."""
        self.line(">", name)
        try:
            result = act(*given, **more)
        except TowerError as fault:
            told = {**fault.params, "detail": str(fault)}
            self.line("!", type(fault).__name__, " ".join(f"{k}={flat(v)}" for k, v in told.items()))
        else:
            if result is not None:
                self.line("=", flat(result))

    def listen(self, seconds: float) -> None:
        end = self.board.now() + seconds
        while self.board.now() < end:
            self.tower.listen(0.25, self.tell)

    def state(self) -> None:
        """Driver, board and firmware at the end of something."""
        tower, board, firmware = self.tower, self.board, self.board.firmware
        self.act("condition", board.condition)
        self.act("running", board.running)
        self.line(
            "facing", flat(tower.facing), "confirmed", flat(tower.confirmed), "inside", flat(tower.inside)
        )
        self.line("health", flat(tower.health))
        self.line("truth", flat(board.passed), board.inside, "at", round(board._shaft), f"port {board.port}")
        acted = " ".join(f"{name} {times}" for name, times in sorted(firmware.acted.items()))
        self.line("firmware", f"boot {firmware.boot}", acted, f"{firmware.repeats} repeats")
        self.line("sessions", firmware.sessions, "reused", firmware.reused, "damaged", board.damaged)
        self.line("frames", *(f"{kind} {times}" for kind, times in self._traffic.items()))


class Person:
    """Who is guided through a procedure: puts fingers in beams, nudges once, throws one cube."""

    def __init__(self, evening: Evening, answers: dict[str, list[str]]) -> None:
        self.evening, self.answers = evening, answers

    def tell(self, key: str, **params: str | int | float) -> None:
        self.evening.line("told", key, flat(params))
        board = self.evening.board
        if key == "tower.finger.break":
            board.pulse(int(params["outlet"]), 0.5, 80.0)
        elif key == "tower.calibrate.cube":
            board.fall(board.facing(), after=0.5, milliseconds=14.0 + int(params["done"]) % 5)

    def ask(self, key: str, **params: str | int | float) -> str:
        self.evening.line("asked", key, flat(params))
        return self.answers[key].pop(0) if self.answers.get(key) else ""

    def hear(self, reading: Reading) -> None:
        self.evening.tell(reading)


def flat(value: Any) -> str:
    """A value in few words: of a record what is not as usual, of numbers no more than can be relied upon."""
    if isinstance(value, Count):
        passed = [
            f"{flat(one.passed)} {one.inside}i {one.surplus}s {flat(one.freed)} {one.probability:.3f}"
            for one in value.answers
        ]
        belief = " ".join(f"{one:.3f}" for one in value.belief)
        said = f"{'asked' if value.asked else 'sure'} {'; '.join(passed)} {' '.join(value.reasons)}"
        return f"{said} belief {belief} more {value.more:.4f}"
    if is_dataclass(value):
        shown = []
        for field in fields(value):
            usual = field.default if field.default_factory is MISSING else field.default_factory()
            if (own := getattr(value, field.name)) != usual:
                shown.append(f"{field.name}={flat(own)}")
        return " ".join([type(value).__name__, *shown])
    if isinstance(value, dict):
        return " ".join(f"{key}={flat(one)}" for key, one in value.items())
    if isinstance(value, tuple | list):
        return "[" + " ".join(map(flat, value)) + "]"
    if isinstance(value, set | frozenset):
        return "{" + " ".join(map(flat, sorted(value))) + "}"
    if isinstance(value, float):
        return f"{value:.2f}"
    return "-" if value is None else str(value)
