"""The one room that writes files: whole or not at all, one writer, any bytes read without a fright."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import store
from companion.app.settings import Settings
from companion.table import Career, last_journal, scenario
from companion.tower.calibration import Calibration
from companion.tower.tower_choice import remembered
from tests.games.tiny import TINY, Tiny
from tests.raised import raises_saying
from tests.soak import fuzz
from tests.store.stores import _begin
from tests.table.playing import play_on
from tests.tools import soak


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "loop-companion").mkdir()
    return tmp_path / "loop-companion"


# -- writing


def test_a_file_is_replaced_and_nothing_else_lies_there(home: Path) -> None:
    for data in (b"one", b"the second"):
        store.replace(home / "deep" / "file", data)
        assert store.read(home / "deep" / "file") == data
    assert [path.name for path in (home / "deep").iterdir()] == ["file"]


def test_a_link_stays_one(home: Path) -> None:
    (home / "elsewhere").write_bytes(b"old")
    (home / "file").symlink_to("elsewhere")
    store.replace(home / "file", b"new")
    assert (home / "file").is_symlink()
    assert (home / "elsewhere").read_bytes() == b"new"


def test_a_log_is_never_there_without_its_beginning(home: Path, mocker) -> None:
    mocker.patch("os.replace", side_effect=OSError(5, "gone"))
    with raises_saying(OSError, match="gone"):
        store.Log.create(home / "log", b"first\n")
    assert list(home.iterdir()) == []


def test_one_writer_and_the_next_when_it_has_gone(home: Path) -> None:
    first = store.Log.create(home / "log", b"a")
    with pytest.raises(store.Busy):
        store.Log.open(home / "log")
    assert store.read(home / "log") == b"a"  # looking is allowed
    first.close()
    second, data = store.Log.open(home / "log")
    second.append(b"b")
    second.close()
    assert (data, store.read(home / "log")) == (b"a", b"ab")
    assert [path.name for path in home.iterdir()] == ["log"]


def test_what_could_not_be_cut_off_is_cut_off_before_the_next_write(home: Path, mocker) -> None:
    log = store.Log.create(home / "log", b"first\n")
    sync = mocker.patch("os.fsync", side_effect=OSError(5, "not on the disk"))
    cut = mocker.patch("os.ftruncate", side_effect=OSError(5, "nor cut"))
    with raises_saying(OSError, match="not on the disk"):
        log.append(b"a long line that was never acknowledged\n")
    mocker.stop(sync)
    with raises_saying(OSError, match="nor cut"):
        log.append(b"short\n")
    mocker.stop(cut)
    log.append(b"short\n")
    log.close()
    assert store.read(home / "log") == b"first\nshort\n"


# -- reading


def test_what_is_no_plain_file_is_an_error_and_nobody_waits(home: Path) -> None:
    os.mkfifo(home / "pipe")
    (home / "zero").symlink_to("/dev/zero")
    (home / "dangling").symlink_to("nowhere")
    (home / "folder").mkdir()
    (home / "long").write_bytes(b"x" * 11)
    for name in ("pipe", "zero", "dangling", "folder"):
        with pytest.raises(OSError):
            store.read(home / name)
    with raises_saying(OSError, match="too large"):
        store.read(home / "long", most=10)


BYTES = (b"", b"\0\xff\xfe", b"[" * 100_000, b"[]", b"{", b'"x"', b"1" * 5000, b"null")


@pytest.mark.parametrize("data", [*BYTES, b'{"text_size": NaN}'])
def test_any_bytes_in_the_settings_are_set_aside_and_told(home: Path, data: bytes) -> None:
    (home / "settings.json").write_bytes(data)
    assert Settings.read() == Settings()
    (told,) = store.notices()
    assert told.now is not None
    assert told.now.read_bytes() == data
    assert store.notices() == []
    Settings(sounds=False).write()
    assert not Settings.read().sounds


def test_settings_keep_what_is_sound_beside_what_is_not(home: Path) -> None:
    told = {"text_size": 10**400, "sounds": False, "palette": 7, "games": {"the-loop": 3}, "of-later": 1}
    (home / "settings.json").write_text(json.dumps(told), encoding="utf-8")
    assert Settings.read() == Settings(sounds=False)
    assert store.notices() == []


@pytest.mark.parametrize("data", [b"\xff\xfe\n", b"/dev/\0null\n", b"x" * 9000, b"\n"])
def test_any_bytes_in_the_last_port(home: Path, data: bytes) -> None:
    (home / "tower").mkdir()
    (home / "tower" / "last-port").write_bytes(data)
    assert remembered(home / "tower") == []


@pytest.mark.parametrize("data", BYTES)
def test_any_bytes_in_a_calibration_are_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError):
        Calibration.from_toml(data.decode("latin-1"))


def test_numbers_that_fit_no_board_are_a_value_error() -> None:
    from companion.tower.wire_table import Settings as BoardSettings

    sound = Calibration(BoardSettings(serial=b"\0" * 12)).as_toml()
    assert "speed = " in sound
    for value in ("-1", "70000", '"fast"', "[1]"):
        lines = [f"speed = {value}" if line.startswith("speed") else line for line in sound.splitlines()]
        with pytest.raises(ValueError):
            Calibration.from_toml("\n".join(lines))


# -- which game was last


def test_the_last_game_is_the_one_that_was_played_last_whatever_the_clocks_say(home: Path) -> None:
    for name in ("first", "second"):
        with _begin(home, name, 1) as evening:
            play_on(evening, 1)
    first, second = (home / "journals" / f"{name}.jsonl" for name in ("first", "second"))
    os.utime(first)  # copied, or looked at by a tool that touches it
    assert last_journal() == second
    from companion.table import Evening

    with Evening.resume(first, TINY, inline=True) as evening:
        play_on(evening, 1)
    os.utime(first, (0, 0))
    assert last_journal() == first


def test_what_is_no_journal_hides_none(home: Path) -> None:
    with _begin(home, "good", 1) as evening:
        play_on(evening, 1)
    folder = home / "journals"
    (folder / "z-empty.jsonl").touch()
    (folder / "z-rubbish.jsonl").write_bytes(b'{"journal": [], "version": []}\n')
    (folder / "z-dangling.jsonl").symlink_to("nowhere")
    (folder / "z-folder.jsonl").mkdir()
    os.mkfifo(folder / "z-pipe.jsonl")
    assert last_journal() == folder / "good.jsonl"


def test_a_career_that_cannot_be_read_is_none_and_says_why(home: Path) -> None:
    (home / "career.jsonl").mkdir()
    career = Career(home / "career.jsonl")
    assert career.of(Tiny()) == []
    assert career.problem is not None


# -- the rooms


def test_the_core_can_be_imported_where_there_is_no_fcntl() -> None:
    rooms = ("engine", "store", "table", "tower", "advisor", "words", "terminal", "__main__")
    imported = "; ".join(f"import companion.{room}" for room in rooms)
    program = f"import sys; sys.modules['fcntl'] = None; {imported}"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_without_a_home_there_is_still_a_place(mocker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    mocker.patch("pathlib.Path.home", side_effect=RuntimeError("nobody"))
    assert store.home().is_absolute()


def test_the_soak_of_fuzz_finds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(soak, "KEPT", tmp_path)
    assert soak.main(["fuzz", "--seed", "1", "--count", "180"]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("planted", fuzz.PLANTED)
def test_the_soak_of_fuzz_finds_what_is_planted(planted: str) -> None:
    assert any(soak.one(fuzz, 2, index, planted).found for index in range(600))


def test_by_itself_the_soak_of_files_tries_all_there_is() -> None:
    from tests.soak import files

    assert soak.until_all(files) == (None, len(files.cases()))
    assert soak.until_all(fuzz) == (1.0, None)


def test_the_soak_of_files_finds_nothing_and_what_is_planted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(soak, "KEPT", tmp_path)
    assert soak.main(["files", "--seed", "5", "--count", "60"]) == 0
    assert soak.main(["files", "--seed", "3", "--planted", "--count", "500"]) == 1
    row = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert row["found"] == len(soak.load("files").PLANTED)




def test_a_scenario_that_changes_no_place_of_a_list_is_told(home: Path) -> None:
    (home / "s.toml").write_text("when = [1]\n[[scenario]]\nwhen = { tiles = 1 }\n", encoding="utf-8")
    (told,) = scenario.run(home / "s.toml", lambda *_: Tiny())
    assert "from-zero" in str(told.checks[0].found)
