"""Nothing needs what it does not use: each library is taken away in turn."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from datetime import datetime
from importlib import metadata
from pathlib import Path, PureWindowsPath

import pytest

from companion.games import GAMES
from companion.table import new_journal
from companion.tower.doctor import KIVY_BEFORE
from tests.tools import wheels

POSIX = ("fcntl", "pty", "termios", "pwd", "grp", "tty", "resource")
LIBRARIES = ("kivy", "matplotlib", "gpiozero", "serial", "cobs", "distributed", "starlette")
PLAY = ("play", "the-loop", "--seed", "3", "--auto")
SIMULATE = ("simulate", "--games", "1", "--workers", "1")
PLOT = (*SIMULATE, "--plot", "figures.png")

RUN = """
import contextlib, io, json, sys
gone, commands = json.loads(sys.argv[1])
for name in gone:
    if name.startswith("os."):
        delattr(__import__("os"), name[3:])
    else:
        sys.modules[name] = None
from companion.__main__ import main
for command in commands:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(command)
        except SystemExit as ended:  # --help and --version
            code = ended.code or 0
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""


def without(gone: tuple[str, ...], home: Path, *commands: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """Exit code, output and errors of each command on a machine that lacks these modules."""
    places = {"HOME": str(home), "XDG_DATA_HOME": str(home), "PATH": os.environ["PATH"]}
    here = {"LANG": "C.UTF-8", "SDL_VIDEODRIVER": "dummy", **places}
    given = json.dumps([gone, commands])
    ran = subprocess.run(
        [sys.executable, "-c", RUN, given],
        capture_output=True, text=True, env=here, cwd=home, timeout=250, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return [tuple(json.loads(line)) for line in ran.stdout.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("library", LIBRARIES)
def test_a_game_and_a_batch_need_no_other_library(library, tmp_path):
    tower = ("tower", "info", "--simulated", "--speed", "0")
    played, simulated, *others = without(
        (library,), tmp_path, PLAY, SIMULATE, ("rules", "example", "storm"), ("games",), tower
    )
    assert [code for code, _, _ in others] == [0, 0, int(library == "cobs")]  # it speaks the wire, framed
    assert played[0] == 0
    assert played[1].splitlines()[-1].startswith(("Won.", "Lost."))
    assert simulated[0] == 0


def test_windows_has_no_posix(tmp_path):
    """Nothing of ours needs it. Here pyserial does, which has another half for Windows: it goes as well."""
    tower = (("doctor", "--simulated"), ("tower", "info", "--simulated", "--speed", "0"))
    ran = without((*POSIX, "os.fork", "serial"), tmp_path, PLAY, SIMULATE, ("games",), *tower)
    assert [err for _, _, err in ran] == [""] * len(ran)
    assert [code for code, _, _ in ran] == [0, 0, 0, 1, 0]  # the doctor says that pyserial is missing


def test_every_file_of_ours_has_a_name_that_windows_takes(tmp_path):
    """No sign that it forbids, no device's name, and short enough below a person's folder."""
    kept = tmp_path / "kept"
    auto = ("--seed", "3", "--auto", "--journal")
    played = tuple(("play", game, *auto, str(kept / f"{game}.jsonl")) for game in GAMES)
    kept.mkdir()
    here = [Path(new_journal(game, datetime(2026, 11, 18, 5, 6, 7)).name) for game in GAMES]
    without((), tmp_path, *played, ("doctor", "--simulated"), ("career",))
    found = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if ".." not in path.name] + here
    assert len(found) > 5
    for path in found:
        for part in path.parts:
            assert not set(part) & set('<>:"|?*\\'), path
            assert not part.endswith((".", " ")), path
            assert not PureWindowsPath(part).is_reserved(), path
        assert len(str(path)) < 120, path


@pytest.mark.parametrize(
    ("library", "command", "brings"),
    [
        ("kivy", ("app",), "pip install 'loop-companion'"),
        ("matplotlib", PLOT, "pip install 'loop-companion[plot]'"),
        ("gpiozero", ("tower", "info", "--gpio"), "pip install 'loop-companion'"),
        ("serial", ("tower", "list"), "pip install 'loop-companion'"),
        ("starlette", ("serve", "example"), "pip install 'loop-companion'"),
        ("uvicorn", ("serve", "example"), "pip install 'loop-companion'"),
        ("segno", ("serve", "example"), "pip install 'loop-companion'"),
    ],
)
def test_what_is_missing_is_said_in_one_line_with_what_brings_it(library, command, brings, tmp_path):
    ((code, _, err),) = without((library,), tmp_path, command)
    assert code == 1
    assert err.count("\n") == 1
    assert library in err
    assert brings in err


def test_what_a_picture_needs_is_told_before_the_games_are_played(tmp_path):
    ((_, out, err),) = without(("matplotlib",), tmp_path, PLOT)
    assert out == ""
    assert "1/1" not in err


def test_the_doctor_goes_on_without_the_library_of_the_ports(tmp_path):
    ((code, out, _),) = without(("serial",), tmp_path, ("doctor",))
    assert code == 1
    assert "pip install pyserial" in out


def test_the_doctor_speaks_json(tmp_path):
    ((_, out, _),) = without((), tmp_path, ("doctor", "--json"))
    rows = [json.loads(line) for line in out.splitlines()]
    assert {"key", "verdict", "told"} <= set(rows[0])


def test_the_version_is_that_of_the_package(tmp_path):
    asked = [sys.executable, "-m", "companion", "--version"]
    ran = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == f"companion {metadata.version('loop-companion')}"


def test_kivy_keeps_its_files_with_ours(tmp_path):
    asked = "import os; from companion import app; app.configure(); print(os.environ['KIVY_HOME'])"
    here = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "XDG_DATA_HOME": str(tmp_path / "data")}
    subprocess.run([sys.executable, "-c", asked], capture_output=True, env=here, check=True)
    assert not (tmp_path / ".kivy").exists()
    assert (tmp_path / "data" / "loop-companion" / "kivy").is_dir()


def test_a_tower_speaks_json_and_says_that_it_is_none(tmp_path):
    ((code, out, _),) = without((), tmp_path, ("tower", "info", "--simulated", "--speed", "0", "--json"))
    assert code == 0
    assert json.loads(out)["pretended"] is True


def test_the_registry_was_asked_about_what_a_plain_install_asks_for():
    """`make wheels` asks for every Python and system; this table is its answer."""
    table = tomllib.loads(wheels.TABLE.read_text(encoding="utf-8"))
    assert table.pop("of") == wheels.fingerprint()
    pins = table.pop("pi")
    assert set(pins) == set(wheels.PYTHONS)
    assert set(pins.values()) == {"all", "lgpio from the system"}
    assert {python: set(systems) for python, systems in table.items()} == {
        python: set(wheels.SYSTEMS) for python in wheels.PYTHONS
    }
    assert "no" not in {told for systems in table.values() for told in systems.values()}


def test_every_page_that_a_sentence_points_to_is_packed():
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    packed = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert all((root / page).exists() and kept == f"companion/{page}" for page, kept in packed.items())
    said = "\n".join(path.read_text(encoding="utf-8") for path in root.glob("companion/**/words/**/*.toml"))
    named = set(re.findall(r"companion docs ([a-z][\w/-]*)`", said))
    assert len(named) > 8
    lost = {page for page in named if not {f"docs/{page}.md", f"docs/{page}/README.md"} & set(packed)}
    assert lost == set()
    whole = [root / page for page in packed if "." not in Path(page).stem]
    spoken = {path for page in whole for path in page.parent.glob(f"{page.stem}.*.md")}
    assert spoken == {root / page for page in packed} - {*whole}  # in every language that a page has
    assert re.findall(r"docs/[\w/-]+\.md", said) == []


def test_a_page_is_shown_in_the_terminal(tmp_path):
    listed, shown, none = without((), tmp_path, ("docs",), ("docs", "build/servo"), ("docs", "no-such"))
    assert "kiosk" in listed[1].splitlines()
    assert "# " in shown[1]
    assert (none[0], none[2].count("\n")) == (2, 1)


def test_where_kivy_has_no_wheel_another_python_is_named(tmp_path):
    """pip would leave it out again; the program and what it asks for agree on which Pythons these are."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    (kivy,) = [one for one in project["project"]["dependencies"] if one.startswith("kivy")]
    assert f"python_version < '{KIVY_BEFORE[0]}.{KIVY_BEFORE[1]}'" in kivy
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    later = {"LANG": "C.UTF-8", "SDL_VIDEODRIVER": "dummy", "PATH": os.environ["PATH"], **home}
    program = "import sys\nfrom companion.tower import doctor\ndoctor.KIVY_BEFORE = (3, 0)\n"
    program += "sys.modules['kivy'] = None\nfrom companion.__main__ import main\nsys.exit(main(['app']))"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=later, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 1
    assert "uv tool install --python 3.13" in ran.stderr
