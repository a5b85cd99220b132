"""The stages in figures: every one at 1280 × 800 without a graphics card, and what they may not cost.

A frame is all that the window does from one picture to the next, drawing included; in the first of a stage
its layers are made. Each game is a process of its own: `python -m tests.bench.bench_stage the-loop`.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tests.app.driving import Driver, display
from tests.bench.bench_app import _alone
from tests.tools.rehearsal import Due, Rehearsal, all_due, all_stages

ROOT = Path(__file__).parents[2]
Rows = Iterator[dict[str, Any]]
LIMIT = 300
MEDIAN, LONGEST, IDLE = 33, 100, 5
"""Milliseconds, milliseconds, per cent."""


def bench_stage() -> Rows:
    for game in dict.fromkeys(name for name, _ in all_stages()):
        command = [sys.executable, "-m", "tests.bench.bench_stage", game]
        told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT, check=False)
        if told.returncode:
            raise RuntimeError(f"{game}: {told.stderr}")
        yield from (json.loads(line) for line in told.stdout.splitlines() if line.startswith("{"))
    for part in ("first_frame", "first_frame_beside", "idle", "flood"):
        yield from _alone(part)


def row(name: str, value: float, unit: str, target: float, note: str = "") -> dict[str, Any]:
    made = {"name": f"stage.{name}", "value": value, "unit": unit, "target": target, "holds": value <= target}
    return made | ({"note": note} if note else {})


def played(driver: Driver, due: Due) -> Rows:
    """In real time, from what happened to the last frame."""
    rehearsal = Rehearsal(driver, due)
    driver.draw(True)
    driver.frames(4)
    rehearsal.begin()
    director = driver.app.director
    frames, worked = [], []
    begun = time.monotonic()
    while (now := time.monotonic() - begun) < due.stage.seconds:
        at, cpu = time.monotonic(), time.process_time()
        if director.act is None:
            break
        rehearsal.at(now)
        driver.window.canvas.ask_update()  # also where nothing moved since the frame before
        driver.frames()
        frames.append(time.monotonic() - at)
        worked.append(time.process_time() - cpu)
    rehearsal.end()
    at, cpu = time.monotonic(), time.process_time()
    driver.frames()
    frames.append(time.monotonic() - at)
    worked.append(time.process_time() - cpu)
    note = f"{len(frames)} frames; processor, all threads: {median(worked) * 1000:.1f} ms"
    yield row(f"{due}.median_frame", round(median(frames) * 1000, 1), "ms", MEDIAN, note)
    note = f"processor, all threads: {max(worked) * 1000:.1f} ms"
    yield row(f"{due}.longest_frame", round(max(frames) * 1000, 1), "ms", LONGEST, note)


def begins(driver: Driver, due: Due) -> tuple[float, float]:
    """Milliseconds of the frame in which its layers are made, and those of the processor in it."""
    rehearsal = Rehearsal(driver, due)
    driver.draw(True)
    driver.frames(4)
    director = driver.app.director
    made, longest = director._begin, [(0.0, 0.0)]

    def timed(*_: object) -> None:
        at, cpu = time.monotonic(), time.process_time()
        made()
        took = (time.monotonic() - at) * 1000, (time.process_time() - cpu) * 1000
        longest[0] = max(longest[0], took)

    director._begin_soon.callback = timed
    rehearsal.begin()
    director.cut()
    return longest[0]


def idle(driver: Driver) -> float:
    """Per cent of a processor once the table is at rest after a stage, at sixty frames a second at most."""
    from kivy.clock import Clock

    driver.later(2)
    driver.frames(8)
    Clock._max_fps = 60
    begun, cpu = time.monotonic(), time.process_time()
    while time.monotonic() - begun < 5:
        driver.loop.idle()
        driver.window.mainloop()
    share = (time.process_time() - cpu) / (time.monotonic() - begun) * 100
    Clock._max_fps = 0
    return share


def main(game: str) -> int:
    with tempfile.TemporaryDirectory() as kept, display(Path(kept)):
        os.environ["XDG_DATA_HOME"] = kept
        from companion.app import configure

        configure()
        from kivy.core.window import Window

        from companion.app.app import CompanionApp
        from companion.games import GAMES

        Window.size = (1280, 800)
        driver = Driver(CompanionApp("en", GAMES), draws=True)
        mine = [due for due in all_due() if due.game == game]
        for due in mine:  # as on a table that has been played on: fonts and shaders are there
            begins(driver, due)
        for due in mine:
            for one in played(driver, due):
                print(json.dumps(one), flush=True)
            if due.stage.moment != "note":
                took, worked = begins(driver, due)
                note = f"processor, all threads: {worked:.1f} ms"
                made = row(f"{due}.begins", round(took, 1), "ms", LONGEST, note)
                print(json.dumps(made), flush=True)
        driver.frames(4)
        print(json.dumps(row(f"{game}.idle_cpu", round(idle(driver), 1), "%", IDLE)), flush=True)
        driver.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
