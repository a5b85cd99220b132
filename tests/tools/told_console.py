"""What `companion tower` prints, command by command: part of the transcripts of `make transcripts`.

Every command at a simulated tower, in a terminal and without one, with a person who answers what is asked.
"""

from __future__ import annotations

import io
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.tower.calibration import Calibration
from companion.tower.console import main
from companion.tower.contract import Identity
from companion.tower.counting import Drop, Inside, count_drop
from companion.tower.examination import tell_learned
from companion.tower.learned import Learned
from companion.tower.learned_file import LearnedFiles
from companion.tower.pulses import Practice, Pulses
from companion.tower.readings import Arrived, BeamBroken, BeamsChecked, Moved, Reading, StillWaiting, Turning
from companion.tower.screen import Screen
from tests.tower.evening import UNEVEN, made

CALM = replace(UNEVEN, lone_jam=0.0, jam_per_pair=0.0, jam_per_held=0.0, split=0.0)
"""No cube stays inside by chance, and none grazes a beam."""
COMMANDS = (
    "list",
    "info",
    "info --json",
    "info --fault uncalibrated",
    "info --fault no-ring",
    "info --fault emitters-off",
    "face 3",
    "face 3 --hands-away",
    "face 6 --fault stall",
    "face 2 --fault no-ring",
    "face 5 --fault busy",
    "face 4 --fault silent",
    "watch --seconds 4 --fault hand-between-drops",
    "watch --seconds 3 --fault unannounced",
    "count --thrown 4 --facing 3 --hands-away",
    "count --thrown 1 --facing 0 --hands-away",
    "count --thrown 2 --no-shake --wait 4",
    "count --thrown 3 --facing 2 --hands-away --colour red --inside 2 --inside-colour blue",
    "count --thrown 3 --facing 2 --hands-away --fault stays-inside --shakes 1 --amplitude 30",
    "count --thrown 3 --facing 2 --hands-away --fault resting",
    "count --thrown 5 --facing 6 --hands-away --fault cable-in-drop:3",
    "selftest",
    "selftest --fault stuck-dark:2 --fault stuck-clear:4",
    "selftest --fingers",
    "calibrate --only servo",
    "calibrate --only beams --fault inverted:5",
    "calibrate --only cubes",
    "calibrate --fault uncalibrated",
    "calibrate --keep board",
    "calibrate --keep file",
    "light --seconds 0.5",
    "light --fit",
    "light --unfit",
    "light --fault no-ring",
    "record HOME/evening.jsonl --seconds 2",
)
SERIAL = re.compile(r"\bT-[0-9A-F]{8}\b")  # drawn anew for every board
OTHERS = (
    "count-trace HOME/ä.json",
    "count-trace HOME/ä.json HOME/b.json --drops",
    "count-trace HOME/ä.json HOME/b.json --json",
    "count-trace HOME/ä.json --json --drops",
    "count-trace HOME/none.json HOME/bad.json HOME/ä.json",
    "learned",
    "learned T-1",
    "learned T-9",
    "learned --reset",
    "learned T-1 --reset",
    "learned",
    "learned --reset",
    "learned",
)


def say(key: str, params: Mapping[str, Any]) -> str:
    """A sentence by its id: its words may change, what it is told may not."""
    return " ".join([key, *(f"{name}={value}" for name, value in params.items())])


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def trace(*drops: Mapping[str, object], calibration: tuple[float, ...] = ()) -> str:
    return json.dumps({"format": 1, "calibration": calibration, "drops": drops})


def kept(home: Path) -> None:
    """Files of an earlier evening."""
    breaks = [(3, 400.0, 16.0), (2, 520.0, 15.0), (3, 700.0, 17.0)]
    known = {"thrown": 3, "facing": 3, "breaks": breaks, "passed": [0, 0, 1, 2, 0, 0, 0], "inside": 0}
    missing = {**known, "thrown": 4, "passed": [0, 0, 1, 2, 0, 0, 0], "inside": 1}
    wrong = {**known, "passed": [0, 0, 2, 1, 0, 0, 0]}
    many = {**known, "thrown": 8, "inside": 5}
    silent = {
        "thrown": 2,
        "facing": None,
        "breaks": breaks[:2],
        "inside_before": {"cubes": 1, "colour": "red"},
    }
    (home / "ä.json").write_text(trace(known, missing, wrong, many, calibration=UNEVEN.calibration))
    (home / "b.json").write_text(trace(silent))
    (home / "bad.json").write_text('{"format": 2}')
    files = LearnedFiles(home / "loop-companion" / "tower" / "learned")
    for serial, facing in (("T-1", 3), ("T-2", 0)):
        tower = Learned(Practice(UNEVEN.calibration))
        for n in range(9):
            heard = tuple(BeamBroken((one + facing - 3) % 7, at, ms) for one, at, ms in breaks)
            split = BeamBroken(facing, 717.5, 3.5)  # now and then a cube makes two pulses, or stays inside
            drop = Drop((*heard, split) if n == 4 else heard, 3 + (n == 6), facing)
            tower.belief(0)
            tower.counted(drop, count_drop(drop, tower.pulses, tower.habits))
        tower.belief(0)
        files.keep(serial, tower)


def told(command: str, home: Path, out: io.StringIO) -> Iterator[str]:
    """One command: what it says, and with what it ends."""
    words = command.replace("HOME", str(home)).split()
    errors = io.StringIO()
    answers = io.StringIO("+12\n\nx\n-9999\n\n" + "\n" * 30)
    with patch("sys.stdin", answers), redirect_stderr(errors):
        code = main(words, lambda _: say, out)
    yield f"$ companion tower {command}"
    said = (out.getvalue() + errors.getvalue()).replace(str(home), "HOME").replace("\r", "\n\\r")
    for line in said.splitlines():
        path, found, _ = line.partition("flight-")  # named by the clock
        yield f"  {SERIAL.sub('T-…', path + found)}".rstrip()
    yield f"  = {code}"


def of_console() -> list[str]:
    text: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        environment = {"XDG_DATA_HOME": folder, "HOME": folder}
        with (
            patch.dict(os.environ, environment),
            patch("companion.tower.backends.simulated_machine.fitted", lambda: CALM),
        ):
            kept(home)
            for command in COMMANDS:
                text += told(f"{command} --simulated --speed 0 --seed 3", home, io.StringIO())
            for command in OTHERS:
                text += told(command, home, io.StringIO())
            for command in (
                "face 5 --hands-away",
                "count --thrown 2 --facing 1 --hands-away --fault stays-inside",
            ):
                text += told(f"{command} --simulated --speed 0 --seed 3", home, Terminal())
    return text


def of_screen() -> list[str]:
    """Readings and progress on a terminal and in a file."""
    readings: list[Reading] = [
        Turning(700, 1500), Turning(900, 1500), Turning(1500, 1500), Arrived(1500, 3),
        Turning(1500, 643), Turning(643, 643), Arrived(643, None), Turning(800, 800), Arrived(800, 1),
        Turning(1500, 1500, shaking=True), Turning(1520, 1500, shaking=True), Arrived(1500, 3, shaking=True),
        BeamsChecked(()), BeamsChecked((2, 5)), StillWaiting(0, 3), StillWaiting(2, 3), Moved(4),
        BeamBroken(2, 1.0, 16.04), BeamBroken(2, 1.0, None), BeamBroken(2, 1.0, 5.0, partial=True),
    ]  # fmt: skip
    text = []
    for out in (io.StringIO(), Terminal()):
        screen = Screen(say, out)
        for reading in readings:
            screen.hear(reading)
        for done in (0, 1, 50, 99, 100):
            screen.part(done, 100)
        screen.tone()
        screen.line("and on")
        for identity in (
            Identity("serial", "/dev/x", "T-1", "1.2.3", 7, False, "external"),
            Identity("gpio", "pins"),
        ):
            screen.banner(identity)
        held = Inside(1, "blue")
        for breaks in ((BeamBroken(3, 400.0, 16.0),) * 2, (BeamBroken(3, 400.0, 16.0),)):
            drop = Drop(breaks, len(breaks), 3, "red", held)
            screen.count(count_drop(drop, Pulses.learn(UNEVEN.calibration)))
        text += ["", *out.getvalue().replace("\r", "\n\\r").splitlines()]
    tower = Learned(Practice(()))
    text += [f"{key} {params}" for key, params in tell_learned("", tower)]
    text.append(Calibration(made(1).in_force).as_toml())
    return "\n".join(text).splitlines()


PRINTED: dict[str, Callable[[], list[str]]] = {"console": of_console, "screen": of_screen}
