"""The recipes of CONTRIBUTING.md, run as they stand there, each in a copy of the repository."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
STANDS_ON = {"Add a screen": "Copy a game", "Add a house rule": "Copy a game"}
ROOMS = ("companion", "hardware", "firmware")
HEAVY = (".stl", ".step", ".png", ".gz", ".jsonl")

OPENED = """
import tempfile
from pathlib import Path
from tests.app.driving import Driver, display
with tempfile.TemporaryDirectory() as kept, display(Path(kept)):
    from companion.app import configure
    configure()
    from companion.app.app import CompanionApp
    from companion.games import GAMES
    app = CompanionApp("en", GAMES, first="table")
    app.theme.motion = False
    app.begin({{}}, None, 3, "{game}")
    driver = Driver(app, draws=False)
    driver.frames(6)
    print(type(app.manager.current_screen).__name__)
    print([w.text for w in driver.walk() if hasattr(w, "role")])
    driver.close()
"""

pytestmark = pytest.mark.slow


class Clone:
    """A copy of all files that git knows or would know, but for those that no recipe needs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        asked = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
        names = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
        for name in filter(None, names):
            if not name.endswith(HEAVY) and (ROOT / name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)
        (folder / ".venv").symlink_to(sys.prefix)
        tools = folder / "tools-of-the-test"
        tools.mkdir()
        command = tools / "companion"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n')
        command.chmod(0o755)
        kept = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "kept"), "LC_ALL": "C.UTF-8"}
        self.followed: set[str] = set()
        self.before = self.files()
        path = f"{tools}:{os.environ['PATH']}"
        self.environment = {**os.environ, **kept, "PATH": path, "PYTHONPATH": str(folder)}

    def run(self, *command: str) -> str:
        ran = subprocess.run(
            command, cwd=self.folder, env=self.environment, text=True, capture_output=True, check=False
        )
        assert ran.returncode == 0, f"{command[-1]}\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}"
        return ran.stdout

    def opened(self, game: str) -> str:
        """The class of the screen on which a game opens in the app, and the words of its buttons."""
        return self.run(".venv/bin/python", "-c", OPENED.format(game=game))

    def files(self) -> dict[str, str]:
        """By path: what stands in every file of ours that a recipe may touch."""
        paths = [path for room in ROOMS for path in (self.folder / room).rglob("*") if path.is_file()]
        return {
            path.relative_to(self.folder).as_posix(): path.read_text(encoding="utf-8", errors="replace")
            for path in paths
            if "__pycache__" not in path.parts
        }

    def changed(self) -> dict[str, list[str]]:
        """By path, since the last look: the lines that are new in a file; none in a new file."""
        before, self.before = self.before, self.files()
        return {
            name: [line for line in text.splitlines() if line not in before[name].splitlines()]
            if name in before
            else []
            for name, text in self.before.items()
            if before.get(name) != text
        }

    def follow(self, recipe: str) -> str:
        """Every block begins at the top of the repository."""
        if recipe in self.followed:
            return ""
        self.followed.add(recipe)
        before = self.follow(STANDS_ON[recipe]) if recipe in STANDS_ON else ""
        return before + "".join(self.run("bash", "-euc", block) for block in BLOCK.findall(SECTIONS[recipe]))


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_these_are_the_recipes() -> None:
    assert [*SECTIONS] == [
        *("Copy a game", "Add a card effect", "Add a screen", "Add a language", "Add a house rule"),
        "Add a board",
    ]
    assert all(BLOCK.search(text) for text in SECTIONS.values())


def test_a_game_is_copied(clone: Clone) -> None:
    said = clone.follow("Copy a game")
    assert "[EX-07]" in said
    assert re.search(r"\d+ passed", said)
    assert "failed" not in said
    assert "GenericScreen" in clone.opened("beacon")
    assert {name.split("/")[2] for name in clone.changed()} == {"beacon"}  # one folder


def test_a_card_effect_is_added(clone: Clone) -> None:
    said = clone.follow("Add a card effect")
    assert said.rstrip().endswith("1/1")


def test_a_screen_is_added(clone: Clone) -> None:
    clone.follow("Copy a game")
    clone.changed()
    clone.follow("Add a screen")
    folder, manifest = "companion/games/beacon/tablet/", "companion/games/beacon/manifest.py"
    changed = clone.changed()
    assert {name for name in changed if not name.startswith(folder)} == {manifest}  # a folder,
    assert len(changed[manifest]) == 1  # and a line
    said = clone.opened("beacon")
    assert "WatchScreen" in said
    assert "Signal a ship" in said


def test_a_language_is_added(clone: Clone) -> None:
    said = clone.follow("Add a language")
    assert "La vetero: ŝtormo." in said
    assert "The lamp goes out" in said  # what it does not say yet is said in English
    assert "‹" not in said
    changed = clone.changed()
    assert changed  # files of words that were not there, and nothing else
    assert {
        name for name, lines in changed.items() if lines or "eo" not in Path(name).with_suffix("").parts
    } == set()


def test_a_house_rule_is_added(clone: Clone) -> None:
    said = clone.follow("Add a house rule")
    assert "Saved: 2." in said
    assert "Saved: 1." not in said.partition("passed")[2]
    assert {name.split("/")[2] for name in clone.changed()} == {"beacon"}  # the folder of its game


def test_a_board_is_added(clone: Clone) -> None:
    said = clone.follow("Add a board")
    assert "#define PIN_LED 12" in said
    assert (clone.folder / "firmware" / "build" / "tower.hex").exists()


def test_no_other_file_of_the_firmware_knows_a_register() -> None:
    sources = sorted((ROOT / "firmware" / "src").glob("*.[ch]"))
    assert [path.name for path in sources if "#include <avr/" in path.read_text()] == ["hal_avr.c"]
    asked = re.findall(r"\b(hal_\w+)\(", (ROOT / "firmware/src/hal.h").read_text())
    done = (ROOT / "firmware/src/hal_avr.c").read_text()
    assert [name for name in asked if not re.search(rf"^\w[^;\n]*\b{name}\(", done, re.MULTILINE)] == []
