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
HEAVY = (".stl", ".step", ".png", ".gz", ".jsonl")

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
        path = f"{tools}:{os.environ['PATH']}"
        self.environment = {**os.environ, **kept, "PATH": path, "PYTHONPATH": str(folder)}

    def run(self, *command: str) -> str:
        ran = subprocess.run(
            command, cwd=self.folder, env=self.environment, text=True, capture_output=True, check=False
        )
        assert ran.returncode == 0, f"{command[-1]}\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}"
        return ran.stdout

    def follow(self, recipe: str) -> str:
        """Every block begins at the top of the repository."""
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


def test_a_card_effect_is_added(clone: Clone) -> None:
    said = clone.follow("Add a card effect")
    assert said.rstrip().endswith("1/1")


def test_a_screen_is_added(clone: Clone) -> None:
    clone.follow("Add a screen")
    program = """
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
    app.begin({}, None, 3, "beacon")
    driver = Driver(app, draws=False)
    driver.frames(6)
    print(type(app.manager.current_screen).__name__)
    print([w.text for w in driver.walk() if hasattr(w, "role")])
    driver.close()
"""
    said = clone.run(".venv/bin/python", "-c", program)
    assert "WatchScreen" in said
    assert "Signal a ship" in said


def test_a_language_is_added(clone: Clone) -> None:
    said = clone.follow("Add a language")
    assert "La vetero: ŝtormo." in said
    assert "The lamp goes out" in said  # what it does not say yet is said in English
    assert "‹" not in said


def test_a_house_rule_is_added(clone: Clone) -> None:
    said = clone.follow("Add a house rule")
    assert "Saved: 2." in said
    assert "Saved: 1." not in said.partition("passed")[2]


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
