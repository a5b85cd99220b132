"""How the console tells: sentences by their ids, readings as lines, progress in place.

May import: this room.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, TextIO

from companion.tower.contract import Identity
from companion.tower.counting import Answer, Count
from companion.tower.errors import NobodyAnswers, TowerError
from companion.tower.readings import Arrived, BeamBroken, BeamsChecked, Reading, StillWaiting, Turning

Say = Callable[[str, Mapping[str, Any]], str]
BAR = 24


class Screen:
    """A guide on a terminal: meets `guided.Guide`."""

    def __init__(self, say: Say, out: TextIO) -> None:
        self._say = say
        self._out = out
        self._from: int | None = None  # where a turn began
        self._open_line = False

    def say(self, key: str, **params: Any) -> str:
        return self._say(key, params)

    def tell(self, key: str, **params: str | int | float) -> None:
        self.line(self.say(key, **params))

    def line(self, text: str) -> None:
        if self._open_line:
            print(file=self._out)
            self._open_line = False
        print(text, file=self._out, flush=True)

    def tone(self) -> None:
        """A sound, where somebody sits."""
        if self._out.isatty():
            print("\a", end="", file=self._out, flush=True)

    def ask(self, key: str, **params: str | int | float) -> str:
        """A line from the keyboard; silence is no answer."""
        self.line(self.say(key, **params))
        line = sys.stdin.readline()
        if not line:
            raise NobodyAnswers
        return line.strip()

    def fault(self, fault: TowerError) -> None:
        """One clear line and what to do next."""
        self.line(self.sentence(fault))
        if fault.recording:
            self.tell("tower.recording", path=fault.recording)

    def sentence(self, fault: TowerError) -> str:
        return self._say(fault.advice, fault.about(self._say))

    def banner(self, identity: Identity) -> None:
        """Which tower this is; a pretended one cannot be mistaken for hardware."""
        self.tell(f"tower.talking.{identity.kind}", **_shown(identity))
        if identity.pretended:
            self.tell("tower.pretended")

    def hear(self, reading: Reading) -> None:
        match reading:
            case Turning():
                self._progress(reading)
            case Arrived():
                self._from = None
            case BeamsChecked(blind):
                key = "blind" if blind else "sound"
                self.tell(f"tower.reading.BeamsChecked.{key}", outlets=", ".join(map(str, blind)))
            case StillWaiting(heard, cubes):
                self.tell(
                    f"tower.reading.StillWaiting.{'some' if heard else 'nothing'}", heard=heard, cubes=cubes
                )
            case BeamBroken(outlet, partial=True):
                self.tell("tower.reading.BeamBroken.partial", outlet=outlet)
            case BeamBroken(outlet, _, None):
                self.tell("tower.reading.BeamBroken.unseen", outlet=outlet)
            case BeamBroken(outlet, _, float(length)):
                self.tell("tower.reading.BeamBroken.heard", outlet=outlet, milliseconds=round(length, 1))
            case _:
                fields = {name: _plain(value) for name, value in asdict(reading).items()}
                self.line(self.say(f"tower.reading.{type(reading).__name__}", **fields))

    def count(self, count: Count) -> None:
        self.tell("tower.count.asked" if count.asked else "tower.count.sure")
        for place, answer in enumerate(count.answers if count.asked else count.answers[:1], 1):
            self.line(self._answer(place, answer))
        if count.reasons:
            named = ", ".join(self.say(f"tower.reason.{reason}") for reason in count.reasons)
            self.tell("tower.count.reasons", reasons=named)

    def _answer(self, place: int, answer: Answer) -> str:
        where = ", ".join(
            self.say(f"tower.count.{'freed' if freed else 'outlet'}", outlet=outlet, n=cubes, freed=freed)
            for outlet, (cubes, freed) in enumerate(zip(answer.passed, answer.freed, strict=True))
            if cubes
        )
        return self.say(
            "tower.count.answer",
            place=place,
            passed=where or "–",
            inside=answer.inside,
            percent=round(100 * answer.probability),
        )

    def part(self, done: int, whole: int) -> None:
        """How much of something long is done; only where it can be shown in place."""
        if self._out.isatty():
            full = done * BAR // whole
            print(f"\r{'█' * full}{'·' * (BAR - full)}", end="", file=self._out, flush=True)
            self._open_line = True

    def _progress(self, turning: Turning) -> None:
        begins = self._from is None
        self._from = turning.pulse if self._from is None else self._from
        way = abs(turning.target - self._from)
        done = 1.0 if not way else 1 - min(abs(turning.target - turning.pulse) / way, 1.0)
        text = self.say("tower.turning.shaking" if turning.shaking else "tower.turning.turning")
        if self._out.isatty():
            bar = "" if turning.shaking else "█" * round(done * BAR) + "·" * (BAR - round(done * BAR))
            print(f"\r{text} {bar} {turning.pulse} µs ", end="", file=self._out, flush=True)
            self._open_line = True
        elif not turning.shaking:
            self.line(f"{text} {round(100 * done)} %")
        elif begins:  # to and fro: there is no part of the way to tell
            self.line(f"{text} …")


def _shown(identity: Identity) -> dict[str, str | int]:
    return {
        "where": identity.where,
        "serial": identity.serial or "–",
        "firmware": identity.firmware or "–",
        "boot": identity.boot,
        "cause": identity.reset_cause or "–",
    }


def _plain(value: Any) -> Any:
    return round(value, 1) if isinstance(value, float) else value
