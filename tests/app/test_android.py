"""What of the Android app can be tried without Android: the program that is packed, and the shared port."""

import configparser
import os
import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from companion.tower import Choice, open_tower
from tests.tower.rigs import SerialRig, be_patient

ROOT = Path(__file__).parents[2]
ANDROID = ROOT / "docs" / "android"
STOPS = """
import runpy, sys
from kivy.clock import Clock
from kivy.app import App
def shown(_):
    print(App.get_running_app().manager.current)
    App.get_running_app().stop()
Clock.schedule_once(shown, 0.5)
sys.path.insert(0, ".")
runpy.run_path("main.py", run_name="__main__")
"""


@pytest.mark.slow
def test_the_program_that_is_packed_opens(display, tmp_path):
    subprocess.run(["sh", ANDROID / "prepare", tmp_path / "packed"], check=True, stdout=subprocess.DEVNULL)
    packed = tmp_path / "packed"
    spec = configparser.ConfigParser(interpolation=None)
    spec.read(packed / "buildozer.spec")
    kinds = spec["app"]["source.include_exts"].split(",")
    left_out = spec["app"]["source.exclude_patterns"].split(",")
    for file in [path for path in packed.rglob("*") if path.is_file()]:
        name = file.relative_to(packed).as_posix()
        if file.suffix.lstrip(".") not in kinds or any(fnmatch(name, pattern) for pattern in left_out):
            file.unlink()
    (packed / "private").mkdir()
    environment = {**os.environ, "ANDROID_PRIVATE": str(packed / "private")}
    environment.pop("XDG_DATA_HOME", None)
    command = [sys.executable, "-c", STOPS]
    told = subprocess.run(command, cwd=packed, env=environment, capture_output=True, text=True, check=False)
    assert told.stdout.strip() == "home", told.stderr


def test_what_is_packed_has_the_libraries_that_it_imports():
    """Those of a plain install but for pins and a shell, which a tablet does not have."""
    spec = configparser.ConfigParser(interpolation=None)
    spec.read(ANDROID / "buildozer.spec")
    packed = {re.split("[=<>]", one)[0] for one in spec["app"]["requirements"].split(",")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split("[=<>;]", one)[0] for one in project["dependencies"]}
    assert wanted - packed == {"gpiozero", "shtab"}


@pytest.mark.slow
def test_a_shared_port_is_a_tower_on_the_network(tmp_path, monkeypatch):
    be_patient(monkeypatch)
    rig = SerialRig()
    share = [sys.executable, "-m", "companion", "tower", "share", str(rig.emulator.link), "--tcp", "0"]
    with subprocess.Popen(share, stdout=subprocess.PIPE, text=True) as process:
        try:
            (url,) = re.findall(r"tower://\S+", process.stdout.readline())
            for _ in range(2):  # a tablet that leaves may come back
                with open_tower(Choice("url", url), kept=tmp_path) as tower:
                    tower.hands_are_away()
                    tower.face(2)
                    assert tower.facing == 2
        finally:
            process.kill()
            rig.close()


def test_a_program_packed_without_its_papers_begins_a_game(monkeypatch, tmp_path):
    from importlib import metadata

    from companion import games
    from companion.table.session import Session

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    with Session.begin(games.load("the-loop"), {}, tmp_path / "game.jsonl", 1) as session:
        assert session.asked() or session.outcome is None
    with Session.resume(tmp_path / "game.jsonl", games.load) as again:
        assert again.position == 0
