"""The wheel of a release, as a stranger has it: only Python, no checkout, no compiler; everything that a
first evening needs, and the same with POSIX taken away.

Run by `make test-release`, which builds the release first; not with the other tests, because it installs. The
emulated board runs outside and hands in its port, the browser and the display are those of this machine.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.tower.emulator import Emulator
from companion.tower.firmware_image import shipped
from tests.app.driving import display
from tests.house.test_installed import POSIX, RUN
from tests.tower.test_flashing import SLOW, old_firmware, optiboot  # noqa: F401

ROOT = Path(__file__).parents[2]
RELEASE = ROOT / "build" / "release"
MOST = 160
"""Megabytes of a plain install, without pip."""


class Stranger:
    """An environment with the wheel in it, a home of its own, and nothing of ours on the path."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.bin = place / "own" / "bin"
        self.home = place / "home"
        self.home.mkdir()
        (wheel,) = RELEASE.glob("*.whl")
        subprocess.run([sys.executable, "-m", "venv", place / "own"], check=True)
        subprocess.run([self.bin / "pip", "install", "-q", wheel], check=True, capture_output=True)

    @property
    def around(self) -> dict[str, str]:
        tools = {name: os.environ[name] for name in ("DISPLAY", "SDL_VIDEODRIVER") if name in os.environ}
        return {"PATH": str(self.bin), "HOME": str(self.home), "LANG": "C.UTF-8", **tools}

    def run(self, *words: str) -> str:
        """What it says; it must end well."""
        ran = subprocess.run(
            [self.bin / "companion", *words],
            cwd=self.home, env=self.around, capture_output=True, text=True, timeout=250, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def begin(self, *words: str) -> subprocess.Popen[str]:
        command = [self.bin / "companion", *words]
        return subprocess.Popen(command, cwd=self.home, env=self.around, stdout=subprocess.PIPE, text=True)


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Stranger:
    assert list(RELEASE.glob("*.whl")), "make test-release builds the release first"
    return Stranger(tmp_path_factory.mktemp("stranger"))


def test_it_is_small_and_says_which_version_it_is(stranger: Stranger) -> None:
    assert stranger.run("--version").startswith("companion 0.")
    inside = [file for file in stranger.bin.parent.rglob("*") if file.is_file() and not file.is_symlink()]
    ours = sum(file.stat().st_size for file in inside if "/pip" not in str(file))
    assert ours / 1e6 <= MOST


def test_it_plays_simulates_and_examines(stranger: Stranger) -> None:
    for game in ("the-loop", "contre-temps", "cyberion"):
        assert stranger.run("play", game, "--seed", "3", "--auto").splitlines()[-1]
    assert "greedy" in stranger.run("simulate", "--games", "1", "--workers", "1")
    rows = [json.loads(line) for line in stranger.run("doctor", "--json").splitlines()]
    assert {"python", "kivy"} <= {row["key"] for row in rows} or len(rows) > 4


def test_completion_and_every_language_are_inside(stranger: Stranger) -> None:
    assert "complete" in stranger.run("completion", "bash")
    said = {lang: stranger.run("--help", "--lang", lang) for lang in ("en", "fr", "de")}
    assert len(set(said.values())) == 3


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[None]:
    with display(tmp_path / "kivy"):
        yield


def test_the_app_opens_its_window_and_leaves_no_kivy_folder(stranger: Stranger, screen: None) -> None:
    app = stranger.begin("app")
    found = ""
    end = time.monotonic() + 120
    while not found and time.monotonic() < end:
        asked = ["xdotool", "search", "--class", "python"]
        found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
        assert app.poll() is None, "it ended by itself"
        time.sleep(0.5)
    assert found
    time.sleep(2)
    app.send_signal(signal.SIGINT)
    app.wait(60)
    assert not (stranger.home / ".kivy").exists()


@pytest.mark.timeout(600)
def test_a_tower_is_flashed_and_found_without_a_compiler(
    stranger: Stranger,
    old_firmware: Path,  # noqa: F811
    optiboot: Path,  # noqa: F811
) -> None:
    with Emulator(mode="paced", speed=SLOW, bootloader=optiboot, firmware=old_firmware) as board:
        stranger.run("tower", "flash", str(board.link), "--again")
        assert shipped().name in stranger.run("tower", "info", "--port", str(board.link))


def test_phones_are_served_to_a_browser(stranger: Stranger) -> None:
    from playwright.sync_api import sync_playwright

    table = ("serve", "example", "--players", "1", "--seed", "3")
    serving = stranger.begin(*table, "--only-here", "--port", "8659")
    assert serving.stdout is not None
    link = next(found[0] for line in serving.stdout if (found := re.search(r"http://\S+/join/\S+", line)))
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(link)
        page.click("button")
        page.locator("#seats button").first.click()
        page.locator("#ask button").first.click(timeout=60_000)
        page.locator("#said p").first.wait_for(state="attached", timeout=60_000)
        browser.close()
    serving.send_signal(signal.SIGTERM)
    assert serving.wait(60) == 0


def test_the_same_wheel_needs_no_posix(stranger: Stranger) -> None:
    simulated = ["simulate", "--games", "1", "--workers", "1"]
    commands = [["play", "the-loop", "--seed", "3", "--auto"], ["games"], simulated]
    program = f"import os\nif hasattr(os, 'fork'): del os.fork\n{RUN}"
    ran = subprocess.run(
        [stranger.bin / "python", "-c", program, json.dumps([[*POSIX, "serial"], commands])],
        cwd=stranger.home, env=stranger.around, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert [json.loads(line)[0] for line in ran.stdout.splitlines()] == [0, 0, 0]


def test_one_file_plays_and_serves_wherever_there_is_python(stranger: Stranger) -> None:
    """Without the app: its libraries are of one system each."""
    (file,) = RELEASE.glob("*.pyz")
    around = {**stranger.around, "SHIV_ROOT": str(stranger.place / "shiv")}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys._base_executable, "-I", file, *words]  # one that knows nothing of ours
        return subprocess.run(command, env=around, capture_output=True, text=True, timeout=250, check=False)

    assert run("play", "the-loop", "--seed", "3", "--auto").returncode == 0
    assert "serve" in run("serve", "--help").stdout
    native = (".so", ".pyd", ".dylib")
    assert not [one for one in (stranger.place / "shiv").rglob("*") if one.suffix in native]
