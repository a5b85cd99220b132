"""However it is started, the companion answers in words: no traceback, and nothing that should not happen."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.tower import Choice, TowerNotFound, open_tower

DIGITS = "9" * 5000
PLAY = "play example --seed 1"


def companion(line: str, tmp_path: Path, typed: str = "", **environment: str | None) -> tuple[int, str]:
    """A line of the shell, as a new process: its exit code and all that it said."""
    given = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "DISPLAY": ""}
    given |= {name: value for name, value in environment.items() if value is not None}
    for name in [name for name, value in environment.items() if value is None]:
        del given[name]
    command = f"{sys.executable} -m companion {line}"
    done = subprocess.run(
        ["sh", "-c", command], input=typed.encode(), env=given, capture_output=True, timeout=120
    )
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    assert "Traceback" not in said
    assert "went wrong that should not" not in said
    return done.returncode, said


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"play example --auto --seed {DIGITS}", 0),
        ("play example --auto --seed=--", 2),
        ("""play example --auto --seed "$(printf '\\377')" """, 0),
        (f"{PLAY} --auto --journal=--", 2),
        ("""play example --names "$(printf '\\377'),Anna" --players 2 --seed 4""", 0),
        (f"{PLAY} <&-", 0),
        (f"{PLAY} --auto >&-", 0),
        ("games <&- >&- 2>&-", 0),
        (f"games {DIGITS} --repair", 2),
        ("tower info --url 'hwgrep://('", 1),
        ("tower info --port 'spy:///dev/null?file=spied'", 1),
        (f"tower count --simulated --thrown {DIGITS}", 2),
    ],
)
def test_what_is_typed_or_closed(line: str, code: int, tmp_path: Path) -> None:
    assert companion(line, tmp_path)[0] == code
    assert not Path("spied").exists()


def test_digits_without_end_are_typed_at_the_table(tmp_path: Path) -> None:
    code, said = companion(PLAY, tmp_path, f"{DIGITS}\nhistory {DIGITS}\namend {DIGITS}\n1\n")
    assert code == 0
    assert "Saved in" in said


def test_nobody_s_home(tmp_path: Path) -> None:
    """A service without one, whose user is in no list."""
    places = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"))
    code, _ = companion("games", tmp_path, **places)
    assert code == 0


def test_a_data_folder_that_is_no_utf_8(tmp_path: Path) -> None:
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe")
    code, said = companion(PLAY, tmp_path, "1\n", XDG_DATA_HOME=folder)
    assert code == 0
    assert "Saved in" in said
    assert companion("games", tmp_path, XDG_DATA_HOME=folder)[0] == 0
    assert companion("resume", tmp_path, "1\n", XDG_DATA_HOME=folder)[0] == 0


def in_a_file(place: Path) -> Path:
    place.write_text("no folder")
    return place


def in_nowhere(place: Path) -> Path:
    place.symlink_to(place.with_name("nowhere") / "deep")
    return place


def on_a_file(place: Path) -> Path:
    (place / "loop-companion").mkdir(parents=True)
    (place / "loop-companion" / "journals").write_text("no folder")
    return place


@pytest.mark.parametrize("made", [in_a_file, in_nowhere, on_a_file])
def test_a_data_folder_that_is_none(made: Callable[[Path], Path], tmp_path: Path) -> None:
    """To look is possible all the same; who plays is told where to look, and what to do."""
    place = made(tmp_path / "data")
    for line in ("games", "people", "career"):
        assert companion(line, tmp_path, XDG_DATA_HOME=str(place))[0] == 0
    code, said = companion(PLAY, tmp_path, "1\n", XDG_DATA_HOME=str(place))
    last = said.splitlines()[-1]
    assert code == 1
    assert last.startswith(f"companion: {place}")
    assert "choose another place" in last


@pytest.mark.parametrize("address", ["hwgrep://(", "spy:///dev/null?file=x", "SPY://x", "loop://", "alt://x"])
def test_an_address_that_could_write_files_or_search_is_refused(address: str) -> None:
    for kind in ("url", "port"):
        with pytest.raises(TowerNotFound, match="unknown-address"):
            open_tower(Choice(kind, address))


@pytest.mark.parametrize(
    "where", ["", "x", "(:x", "x:", "x:0", ":9", "[::", "x:99999", f"x:{DIGITS}", "@", "a@b"]
)
def test_an_address_without_a_computer_or_a_port_is_said_to_be_that(where: str) -> None:
    for kind in ("tower", "socket", "rfc2217"):
        with pytest.raises(TowerNotFound, match="no-place"):
            open_tower(Choice("url", f"{kind}://{where}"))
