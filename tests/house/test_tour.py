"""docs/tour.md follows the real way of a cube: what it names is there, and a real drop enters those files."""

import ast
import re
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES, load
from companion.table import ConfirmDrop, Correct, Evening, Throw
from companion.table.session import Session
from companion.tower import Choice, open_tower

ROOT = Path(__file__).parents[2]
TOUR = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
FILE = re.compile(r"[\w./-]*\w+\.(?:py|c|h|toml)")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)?")
SAID = {"tower", "app", "hand", "app.now"}
"""Not names of code: the sources of an input, and where a screen finds its snapshot."""
EYES = TOUR.index("## 5.")
"""From here on it is the window that draws, and no drop alone."""
BESIDE = {
    "companion/games/the_loop/rules/inputs.py",  # what is an input, not what becomes of it
    "companion/games/the_loop/rules/steps.py",  # the seat that is asked
    "companion/games/the_loop/rules/modes/mode.py",  # whether the mode of this game has a word in it
    "companion/engine/terms.py",  # the words in which all of them speak
}
"""Files that every step of the rules looks into: they are no station of the cube."""


def stations() -> Iterator[tuple[int, str]]:
    """Every file that the page names, as a path, with its place; a name alone is in a folder named before."""
    folders: list[str] = []
    for found in re.finditer(r"`([^`\n]+)`", TOUR):
        if not FILE.fullmatch(found[1]):
            continue
        if "/" in found[1]:
            folders.append(found[1].rpartition("/")[0])
        here = found[1].rpartition("/")[2]
        ways = (f"{folder}/{here}" for folder in reversed(folders))
        yield found.start(), next((path for path in ways if (ROOT / path).is_file()), found[1])


def names() -> set[str]:
    quoted = re.findall(r"`([^`\n]+)`", TOUR)
    return {one for one in quoted if NAME.fullmatch(one) and not FILE.fullmatch(one)} - SAID


def defined(path: str) -> Iterator[str]:
    """Classes, functions and methods of a file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if not path.endswith(".py"):
        yield from re.findall(r"^\w[\w *]*\b(\w+)\(", text, re.MULTILINE)
        return
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{one.name}" for one in node.body if isinstance(one, ast.FunctionDef))


@pytest.fixture(scope="module")
def entered(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """By file: the functions that a drop of red cubes calls, from the throw to the snapshot after it."""
    called: defaultdict[str, set[str]] = defaultdict(set)

    def note(frame: Any, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(ROOT / "companion"):
            called[path.relative_to(ROOT).as_posix()].add(frame.f_code.co_qualname)

    folder, game = tmp_path_factory.mktemp("tour"), load("the-loop")
    before = threading.getprofile()
    threading.setprofile(note)  # the threads of evening and tower, which begin here
    try:
        tower = open_tower(Choice("simulated", seed=5, speed=None), kept=folder)
        options = {"agents": ["mr-time", "v-girl"], "drop": "tower"}
        opening = lambda: Session.begin(game, options, folder / "game.jsonl", 5)  # noqa: E731
        evening = Evening(opening, GAMES, tower)
    finally:
        threading.setprofile(before)
    mailbox = evening.subscribe()
    for era in range(7):  # wherever the first one lands, it is the fourth
        evening.post(Correct(game.correction(f"rifts.{era}", 3))).result(60)
    called.clear()
    evening.post(Throw()).result(60)
    while evening.now.drop is not None and evening.now.drop.running:
        assert mailbox.wait(60)
    if evening.now.drop is not None:
        evening.post(ConfirmDrop()).result(60)
    limit = time.monotonic() + 30
    while "LightStrip.stand" not in called["companion/tower/lights.py"] and time.monotonic() < limit:
        time.sleep(0.01)  # the strip is shown by the tower's own thread, after everybody was answered
    there = {name: set(functions) for name, functions in called.items()}
    entry = next(one for one in reversed(evening.now.entries) if one.given.kind == "RiftsLanded")
    assert entry.source == "tower"
    assert "VortexOpened" in [happening.kind for happening in entry.happenings]
    evening.close().result(60)
    return there


def test_every_file_of_the_tour_is_there() -> None:
    named = [path for _, path in stations()]
    assert len(named) > 40
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_every_name_of_the_tour_is_in_one_of_its_files() -> None:
    files = {path for _, path in stations()}
    kinds = "companion/games/the_loop/rules"
    files |= {f"{kinds}/inputs.py", f"{kinds}/happenings.py", "companion/table/snapshot.py"}
    known = {name for path in files if not path.endswith(".toml") for name in defined(path)}
    assert sorted(names() - known) == []


def test_a_real_drop_goes_the_way_of_the_tour(entered: dict[str, set[str]]) -> None:
    """Every file that it enters is a station, and every station is entered, but for those of a real board."""
    stops = {path for place, path in stations() if place < EYES and path.endswith(".py")}
    board = {"companion/tower/backends/gpio.py"}
    assert sorted(set(entered) - stops - BESIDE) == []
    assert sorted(stops - set(entered) - board) == []


def test_what_the_tour_says_is_called(entered: dict[str, set[str]]) -> None:
    told = set(re.findall(r"`([A-Z]\w+\.\w+)`", TOUR[:EYES]))
    called = {name for functions in entered.values() for name in functions}
    assert sorted(told - called) == []


def test_the_firmware_hears_and_tells_in_one_turn() -> None:
    """`watch.c` is entered once on the way of a cube: by the main loop."""
    source = ROOT / "firmware" / "src"
    calls = {file.name: re.findall(r"\bwatch_turn\(", file.read_text()) for file in source.glob("*.c")}
    assert {name: len(found) for name, found in calls.items() if found} == {"main.c": 1, "watch.c": 1}
    for name in ("beams.c", "breaks.c", "memory.c", "events.c", "link.c", "cobs.c", "crc16.c"):
        assert "watch_" not in (source / name).read_text(), name
