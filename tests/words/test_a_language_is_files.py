"""A language needs only new files: one is laid beside the others, and the program speaks it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import companion

HOUSE = Path(companion.__file__).parent
NEW = {
    "words/xx/language.toml": '[language]\nname = "Xxish"\n',
    "words/xx/table.toml": '[outcome]\nlost = "Xost."\n',
    "words/xx/help.toml": '[argparse]\nusage = "xsage: "\n[help.command]\nresume = "xo on"\n',
    "games/the_loop/words/xx.toml": """
[happening]
TurnBegan = "== Xurn {turn}, {agent} =="
[piece.agent]
mr-time = "Xr Xime"
""",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Path:
    """The program as it is, and four files more."""
    folder = tmp_path_factory.mktemp("house")
    compiled = shutil.ignore_patterns("__pycache__")
    shutil.copytree(HOUSE, folder / "companion", ignore=compiled)
    for path, text in NEW.items():
        new = folder / "companion" / path
        new.parent.mkdir(exist_ok=True)
        assert not new.exists()
        new.write_text(text, encoding="utf-8")
    return folder


def said(house: Path, *typed: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(house), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "companion", *typed, "--lang", "xx"],
        cwd=house, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=120, check=True,
    )  # fmt: skip
    return done.stdout


def test_a_game_is_told_in_it_and_what_it_lacks_in_english(house):
    told = said(house, "play", "the-loop", "--auto", "--seed", "1", "--agents", "mr-time,v-girl")
    assert "== Xurn 1, V-Girl ==" in told
    assert "== Xurn 2, Xr Xime ==" in told
    assert "Dr Foo goes to" in told
    assert "‹" not in told


def test_help_is_told_in_it(house):
    told = said(house, "--help")
    assert told.startswith("xsage: companion")
    assert "xo on" in told
    assert "xx" in told.split("--lang", 1)[1]
