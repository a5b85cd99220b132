"""The app in figures: touches, a flood of beam breaks, the first frame, idle CPU, memory over many games.

Everything runs in a real window under Xvfb, drawn without a graphics card: times are an upper bound. Each
part is a process of its own with a limit, so that one that hangs costs no other its figures:
`python -m tests.bench.bench_app flood` runs one alone.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean, median
from threading import Thread
from typing import Any

from tests.app.driving import Driver, display
from tests.tools.evenings import answer, show_drop

ROOT = Path(__file__).parents[2]
Rows = Iterator[dict[str, Any]]
LIMIT = 150
"""Seconds for one part; on a quiet machine the longest takes a third of it."""
GAMES, WARM = 50, 25
BEFORE_STAGES = "21013def217751018f4efc9a4532fb27fab14ccb"
"""The commit before the director."""
FLOOD = (500, 10)  # breaks a second, seconds


def bench_app() -> Rows:
    broken = []
    for part in PARTS:
        try:
            yield from _alone(part)
        except (TimeoutError, RuntimeError) as error:
            broken.append(str(error))
    if broken:
        raise RuntimeError("\n".join(broken))


def _alone(part: str) -> Rows:
    command = [sys.executable, "-m", "tests.bench.bench_app", part]
    try:
        told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"{part}: not finished after {LIMIT} s") from None
    if told.returncode:
        raise RuntimeError(f"{part}: {told.stderr}")
    for line in told.stdout.splitlines():
        if line.startswith("{"):
            yield json.loads(line)


def row(name: str, value: float, unit: str, target: float | None = None, note: str = "") -> dict[str, Any]:
    """A figure that should not exceed its target, where there is one."""
    made: dict[str, Any] = {"name": f"app.{name}", "value": value, "unit": unit}
    if target is not None:
        made |= {"target": target, "holds": value <= target}
    return made | ({"note": note} if note else {})


def fresh(options: dict[str, Any] | None = None, draws: bool = False, seed: int = 11) -> Driver:
    """The app at the table, a simulated tower beside it."""
    from companion.app import configure

    configure()
    from companion.app.app import CompanionApp
    from companion.games import GAMES
    from tests.app.test_table_screen import begin

    app = CompanionApp("en", GAMES)
    begin(app, options, seed)
    driver = Driver(app, draws)
    driver.frames(3)
    return driver


# -- touches -------------------------------------------------------------------------------------------------


def touches() -> Rows:
    """Some turns at both kinds of table by somebody who wastes no touch."""
    from tests.app.tapping import TABLES, Tapper

    for table, options in TABLES.items():
        driver = fresh(options, seed=3)
        answers = Tapper(driver, 3).play(6)
        driver.close()
        short = table.replace(" ", "_")
        foo = [one for one in answers if one.phase == 1]
        throws = [one for one in foo if one.kind == "throw"]
        yield row(f"touches.{short}.throw", max(one.touches for one in throws), "touches", 1)
        for kind, limit in (("FooRevealed", 1), ("DuplicateDrawn", 2), ("CardRevealed", 1)):
            cost = [one.touches for one in foo if one.kind == kind]
            if cost:
                yield row(f"touches.{short}.{kind}", max(cost), "touches", limit)
        acts = [one for one in answers if one.phase == 2 and not one.kind.startswith("Pick")]
        most = max(one.touches - one.choices for one in acts)
        yield row(f"touches.{short}.action", most, "touches", 3, "beside the choices of its effect")
        turns = {one.turn for one in answers if one.turn}
        per_turn = [sum(one.touches for one in answers if one.turn == turn) for turn in turns]
        yield row(f"touches.{short}.per_turn", round(mean(per_turn), 1), "touches")


# -- the tower's thread --------------------------------------------------------------------------------------


def flood() -> Rows:
    """500 beam breaks a second for ten seconds, while every frame is drawn and every cube slides."""
    from companion.table import Said
    from companion.tower import BeamBroken

    driver = fresh(draws=True)
    driver.app.theme.motion = True
    evening = driver.app.evening
    show_drop(evening, evening.now.drop._replace(stage="listening"))
    machine = evening._host.machine
    rate, seconds = FLOOD

    def pour() -> None:
        start = time.monotonic()
        for number in range(rate * seconds):
            machine._report(evening.tower, Said(BeamBroken(number % 7, number * 2.0, 20.0, in_drop=True)))
            time.sleep(max(start + (number + 1) / rate - time.monotonic(), 0))

    pouring = Thread(target=pour)
    pouring.start()
    frames, worked = [], []
    while pouring.is_alive() or not machine._readings.empty():
        begun, cpu = time.monotonic(), time.thread_time()
        driver.frames()
        frames.append(time.monotonic() - begun)
        worked.append(time.thread_time() - cpu)
    driver.frames(2)
    yield row("flood.lost", rate * seconds - sum(evening.now.drop.lit), "breaks", 0)
    yield row("flood.longest_frame", round(max(frames) * 1000), "ms", 250)
    yield row("flood.median_frame", round(median(frames) * 1000, 1), "ms")
    yield row("flood.longest_frame_cpu", round(max(worked) * 1000), "ms", note="the app's own thread")
    driver.close()


# -- starting and waiting ------------------------------------------------------------------------------------

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
from companion.games import GAMES
from kivy.core.window import Window
Bare = lambda: CompanionApp("en", GAMES)
"""
FIRST = """
def shown(*_):
    print(time.perf_counter() - begun, time.process_time(), flush=True)
    Window.unbind(on_flip=shown)
    {then}
app = Bare()
Window.bind(on_flip=shown)
app.run()
"""


def _start(program: str, then: str, tree: Path = ROOT) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", program + FIRST.format(then=then)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=tree, stdout=pipe, stderr=pipe, text=True)


def _shown(process: subprocess.Popen[str]) -> tuple[float, float]:
    """Waits for its first frame; the seconds it took, and those of the processor."""
    assert process.stdout is not None
    assert process.stderr is not None
    if not (told := process.stdout.readline()):
        raise RuntimeError(process.stderr.read())
    seconds, worked = map(float, told.split())
    return seconds, worked


def _first(program: str, tree: Path = ROOT) -> tuple[float, float]:
    with _start(program, "app.stop()", tree) as process:
        return _shown(process)


def first_frame_beside() -> Rows:
    """The same by turns with the program as it was before there were stages."""
    from tests.bench.bench_versions import program_at

    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    old = program_at(BEFORE_STAGES)
    times = [(*_first(OURS, old), *_first(OURS)) for _ in range(9)][1:]
    was, was_cpu, now, now_cpu = (median(one) for one in zip(*times, strict=True))
    note = f"{now:.2f} and {was:.2f} s of {BEFORE_STAGES[:8]}; processor {now_cpu:.2f} and {was_cpu:.2f} s"
    yield row("first_frame_to_before", round(now / was, 2), "×", 1.05, note)
    yield row("first_frame_cpu_to_before", round(now_cpu / was_cpu, 2), "×", 1.05)


def first_frame() -> Rows:
    """From the start of the program to its first picture, by turns with a window that shows one word.

    Modules are compiled once, as on any machine where the app was started before.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(os.environ["XDG_DATA_HOME"]) / "compiled")
    times = [(_first(BARE), _first(OURS)) for _ in range(6)][1:]
    bare, ours = (median([seconds for seconds, _ in one]) for one in zip(*times, strict=True))
    yield row("first_frame", round(ours, 2), "s", note=f"a bare window: {bare:.2f} s")
    yield row("first_frame_to_bare", round(ours / bare, 2), "×", 2)


def idle(seconds: float = 8.0) -> Rows:
    """Processor time of the app while nobody touches it: at home, and at the table."""
    at_table = OURS.replace('CompanionApp("en", GAMES)', 'CompanionApp("en", GAMES, first="table")')
    for place, program in (("home", OURS), ("table", at_table)):
        with _start(program, "pass") as process:
            _shown(process)
            time.sleep(3)
            before = _cpu(process.pid)
            time.sleep(seconds)
            share = (_cpu(process.pid) - before) / seconds * 100
            assert process.poll() is None, "the app ended by itself"
            process.kill()
        yield row(f"idle_cpu.{place}", round(share, 1), "%", 5)


def _cpu(pid: int) -> float:
    told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


# -- memory --------------------------------------------------------------------------------------------------


def memory() -> Rows:
    """Fifty whole games one after another in one process.

    A bot answers, the table shows every twelfth position; then the outcome, home, and the next game.
    """
    from companion.advisor import RandomBot
    from tests.app.test_table_screen import begin

    driver = fresh()
    app, sizes, answers = driver.app, [], 0
    for number in range(GAMES):
        begin(app, {"drop": "app"}, seed=number, tower=False)
        app.go("table")
        evening, bot = app.evening, RandomBot(number)
        while evening.now.outcome is None:
            question = evening.now.first.question
            answer(evening, bot.choose(evening.now.game, evening.now.state, question))
            answers += 1
            if answers % 12 == 0:
                driver.frames()
        app.look()
        for screen in ("outcome", "home"):
            app.go(screen)
            driver.frames()
        sizes.append(_resident())
    driver.close()
    grown = (sizes[-1] - sizes[WARM - 1]) / 1024
    note = f"{answers} answers in all; {sizes[0] >> 10} MB after one game, {sizes[-1] >> 10} after {GAMES}"
    name = f"memory_grown_from_game_{WARM}_to_{GAMES}"
    yield row(name, round(grown, 1), "MB", 2, note)  # a leak of a widget per answer would be ten


def _resident() -> int:
    """Kilobytes of this process."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


PARTS: dict[str, Callable[[], Rows]] = {
    "first_frame": first_frame,
    "first_frame_beside": first_frame_beside,
    "idle": idle,
    "touches": touches,
    "flood": flood,
    "memory": memory,
}


def main(part: str) -> int:
    random.seed(1)
    with tempfile.TemporaryDirectory() as kept, display(Path(kept)):
        os.environ["XDG_DATA_HOME"] = kept
        os.environ["KCFG_GRAPHICS_MAXFPS"] = "60"
        for one in PARTS[part]():
            print(json.dumps(one, ensure_ascii=False), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
