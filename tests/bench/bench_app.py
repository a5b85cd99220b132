"""The app in figures: touches, a flood of beam breaks, the first frame, idle CPU, memory over many games.

Everything runs in a real window under Xvfb, drawn without a graphics card: times are an upper bound.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from threading import Thread
from typing import Any

from tests.app.driving import Driver, display

ROOT = Path(__file__).parents[2]
GAMES = 50
FLOOD = (500, 10)  # breaks a second, seconds


def bench_app() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as kept, display(Path(kept)):
        os.environ["XDG_DATA_HOME"] = kept
        os.environ["KCFG_GRAPHICS_MAXFPS"] = "60"
        yield from first_frame()
        yield from idle()
        yield from touches()
        yield from flood()
        yield from memory()


def fresh(draws: bool = False) -> Driver:
    from companion.app import configure

    configure()
    from companion.app.app import CompanionApp
    from tests.app.test_table_screen import begin

    app = CompanionApp("en")
    begin(app)
    driver = Driver(app, draws)
    driver.frames(3)
    return driver


# -- touches -------------------------------------------------------------------------------------------------


def touches() -> Iterator[dict[str, Any]]:
    """Three games by somebody who follows the screen; what Foo's phase costs, and a turn."""
    from tests.app.test_table_screen import choose

    foo, turns = [], []
    for seed in range(3):
        driver = fresh()
        night, chance = driver.app.night, random.Random(seed)
        turn, begun, confirmed, alerts = night.state.turn, 0, 0, 0
        while night.session.outcome is None and night.state.turn < 8:
            phase, unsure, alert = night.state.phase, night.drop and night.drop.editable, bool(night.alerts)
            choose(driver, chance)
            confirmed += bool(unsure) and phase == 1
            alerts += alert
            if phase == 1 and night.state.phase == 2:
                foo.append(driver.touches - begun - confirmed - alerts)
            if night.state.turn != turn:
                turns.append(driver.touches - begun)
                turn, begun, confirmed, alerts = night.state.turn, driver.touches, 0, 0
        driver.close()
    most = max(foo)
    yield {
        "name": "app.foo_phase.touches_all_digital",
        "value": most,
        "unit": "touches",
        "target": 1,
        "holds": most <= 1,
        "note": "beside the one that confirms an unsure count",
    }
    yield {"name": "app.touches_per_turn", "value": round(mean(turns), 1), "unit": "touches"}


# -- the tower's thread --------------------------------------------------------------------------------------


def flood() -> Iterator[dict[str, Any]]:
    """500 beam breaks a second for ten seconds, while every frame is drawn."""
    from companion.table import Said
    from companion.tower import BeamBroken

    driver = fresh(draws=True)
    night = driver.app.night
    night.drop.stage = "listening"
    rate, seconds = FLOOD

    def pour() -> None:
        start = time.monotonic()
        for number in range(rate * seconds):
            night._report(Said(BeamBroken(number % 7, number * 2.0, 20.0, in_drop=True)))
            time.sleep(max(start + (number + 1) / rate - time.monotonic(), 0))

    pouring = Thread(target=pour)
    pouring.start()
    frames = []
    while pouring.is_alive() or not night._readings.empty():
        begun = time.monotonic()
        driver.frames()
        frames.append(time.monotonic() - begun)
    driver.frames(2)
    lost = rate * seconds - sum(night.drop.lit)
    yield {"name": "app.flood.lost", "value": lost, "unit": "breaks", "target": 0, "holds": lost == 0}
    longest = round(max(frames) * 1000)
    name = "app.flood.longest_frame"
    yield {"name": name, "value": longest, "unit": "ms", "target": 250, "holds": longest <= 250}
    yield {"name": "app.flood.median_frame", "value": round(median(frames) * 1000, 1), "unit": "ms"}
    driver.close()


# -- a process of its own ------------------------------------------------------------------------------------

BARE = """
import time; begun = time.perf_counter()
from kivy.base import runTouchApp, stopTouchApp
from kivy.uix.label import Label
from kivy.core.window import Window
class Bare:
    def run(self): runTouchApp(Label(text="bare"))
    def stop(self): stopTouchApp()
"""
OURS = """
import time; begun = time.perf_counter()
from companion.app import configure
configure()
from companion.app.app import CompanionApp
from kivy.core.window import Window
Bare = lambda: CompanionApp("en")
"""
FIRST = """
def shown(*_):
    print(time.perf_counter() - begun, flush=True)
    Window.unbind(on_flip=shown)
    {then}
app = Bare()
Window.bind(on_flip=shown)
app.run()
"""


def _start(program: str, then: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", program + FIRST.format(then=then)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def _first(program: str) -> float:
    with _start(program, "app.stop()") as process:
        assert process.stdout is not None
        return float(process.stdout.readline())


def first_frame() -> Iterator[dict[str, Any]]:
    bare, ours = (median(_first(program) for _ in range(3)) for program in (BARE, OURS))
    ratio = round(ours / bare, 2)
    yield {"name": "app.first_frame", "value": round(ours, 2), "unit": "s"}
    yield {"name": "app.first_frame_to_bare", "value": ratio, "unit": "×", "target": 2, "holds": ratio <= 2}


def idle(seconds: float = 6.0) -> Iterator[dict[str, Any]]:
    """Processor time of the app while nobody touches it."""
    with _start(OURS, "pass") as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(2)
        before = _cpu(process.pid)
        time.sleep(seconds)
        share = (_cpu(process.pid) - before) / seconds * 100
        process.kill()
    holds = share <= 5
    yield {"name": "app.idle_cpu", "value": round(share, 1), "unit": "%", "target": 5, "holds": holds}


def _cpu(pid: int) -> float:
    told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


# -- memory --------------------------------------------------------------------------------------------------


def memory() -> Iterator[dict[str, Any]]:
    """Fifty games one after another in one process, a turn of each."""
    from tests.app.test_table_screen import begin, choose

    driver = fresh()
    chance = random.Random(1)
    sizes = []
    for game in range(GAMES):
        begin(driver.app, seed=game)
        driver.frames(3)
        for _ in range(6):
            choose(driver, chance)
        sizes.append(_resident())
    driver.close()
    grown = round((sizes[-1] - sizes[9]) / 1024, 1)
    yield {
        "name": "app.memory_growth_over_40_games",
        "value": grown,
        "unit": "MB",
        "note": f"from {sizes[9] // 1024} MB after ten games; peak {_peak()} MB",
    }


def _resident() -> int:
    """Kilobytes of this process."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
