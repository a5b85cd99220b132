"""The edges of the store: nothing stays open, limits hold to the byte, the log begins and ends as it says."""

import errno
import logging
import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import store
from companion.store import files, log, mending, places

BOOK = import_module("companion.store.logbook")


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_nothing_stays_open_whatever_was_done(tmp_path: Path) -> None:
    """A tablet runs for months: one descriptor lost in each write would end it."""

    def all_of_it() -> None:
        path = tmp_path / "file"
        files.replace(path, b"one")
        assert files.read(path) == b"one"
        with pytest.raises(IsADirectoryError):
            files.read(tmp_path)
        files.move(path, tmp_path / "other")
        files.remove(tmp_path / "other")
        made = log.Log.create(tmp_path / "log", b"first\n")
        made.append(b"second\n")
        made.close()
        made.close()
        again, _ = log.Log.open(tmp_path / "log")
        again.cut_back(b"second\n")
        again.close()
        mending.set_aside(tmp_path / "log")
        with store.held(tmp_path / "lock"):
            pass

    all_of_it()
    before = open_files()
    for _ in range(3):
        all_of_it()
    assert open_files() == before
    assert not [one for one in tmp_path.iterdir() if one.suffix in (".lock", ".new")]


def test_a_file_of_just_the_most_is_read_and_one_byte_more_is_not(tmp_path: Path, mocker) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 10)
    assert files.read(path, most=10) == b"x" * 10
    with pytest.raises(OSError, match=os.strerror(errno.EFBIG)):
        files.read(path, most=9)
    assert files.MOST == 64 * 2**20
    # one that grows while it is read is not followed without end
    told = path.stat()
    mocker.patch("os.fstat", return_value=SimpleNamespace(st_mode=told.st_mode, st_size=3))
    assert files.read(path, most=4) == b"xxxx"


def test_an_end_that_was_cut_off_is_on_the_disk_with_its_name(tmp_path: Path, mocker) -> None:
    made = log.Log.create(tmp_path / "log", b"first\n")
    made.append(b"torn")
    synced = mocker.spy(log, "sync_folder")
    made.cut_back(b"torn")
    made.append(b"next\n")
    made.close()
    assert [call.args[0] for call in synced.call_args_list] == [tmp_path / "log.torn"]
    assert (tmp_path / "log").read_bytes() == b"first\nnext\n"
    assert (tmp_path / "log.torn").read_bytes() == b"torn\n"


def test_each_file_that_is_set_aside_has_a_name_of_its_own(tmp_path: Path, caplog) -> None:
    path = tmp_path / "settings.json"
    with caplog.at_level(logging.INFO, "companion.store"):
        for content in (b"1", b"2", b"3"):
            path.write_bytes(content)
            mending.set_aside(path)
    names = [tmp_path / f"settings.json.unreadable-{number}" for number in (1, 2, 3)]
    assert [name.read_bytes() for name in names] == [b"1", b"2", b"3"]
    assert [one.now for one in store.notices()] == names
    assert store.notices() == []
    assert [record.getMessage() for record in caplog.records] == ["set-aside=.json"] * 3


# -- places


def test_files_lie_where_the_environment_says_if_it_says_a_whole_path(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    usual = tmp_path / ".local" / "share" / "loop-companion"
    assert places.home({"XDG_DATA_HOME": "/srv/data"}) == Path("/srv/data/loop-companion")
    assert places.home({"XDG_DATA_HOME": "data"}) == usual
    usual.mkdir(parents=True)
    assert places.home({}) == usual
    assert places.log_file({"XDG_STATE_HOME": "/srv"}) == Path("/srv/loop-companion/companion.log")
    here = places.log_file({"XDG_STATE_HOME": "srv"})
    assert here.is_relative_to(tmp_path)
    assert here.name == "companion.log"


def test_a_system_that_tells_no_whole_path_has_ours(tmp_path: Path, monkeypatch, mocker) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    ours = tmp_path / ".local" / "share" / "loop-companion"
    found = mocker.patch("platformdirs.user_data_path", return_value=Path("relative"))
    assert places.home({}) == ours
    found.return_value = Path("/opt/data")
    assert places.home({}) == Path("/opt/data")


# -- the log


@pytest.fixture
def kept(tmp_path: Path, monkeypatch) -> Iterator[Path]:
    monkeypatch.setenv("HOME", str(tmp_path / "ada-lovelace"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    yield tmp_path / "loop-companion" / "companion.log"
    logging.getLogger("companion").setLevel(logging.NOTSET)


def test_the_log_begins_with_the_first_line_and_names_no_home(kept: Path, tmp_path: Path) -> None:
    ours = logging.getLogger("companion.somewhere")
    with store.logbook() as path:
        assert path == kept
        assert not kept.exists()
        ours.info("in %s", tmp_path / "ada-lovelace" / "x")
        ours.debug("not this")
        logging.getLogger("library").info("nor this")
        logging.getLogger("library").warning("but this")
    lines = kept.read_text(encoding="utf-8").splitlines()
    assert [line.split(": ", 1)[1] for line in lines] == ["in ~/x", "but this"]


@pytest.mark.parametrize("verbose", [False, True])
def test_afterwards_logging_is_as_it_was(kept: Path, verbose: bool, capsys) -> None:
    root, ours = logging.getLogger(), logging.getLogger("companion")
    before = (root.level, ours.level, list(root.handlers), open_files())
    with store.logbook(verbose):
        logging.getLogger("companion.x").debug("deep")
        logging.getLogger("library").info("theirs")
        assert root.isEnabledFor(logging.INFO) == (verbose or before[0] <= logging.INFO)
    assert (root.level, ours.level, list(root.handlers), open_files()) == before
    told = kept.read_text(encoding="utf-8") if kept.exists() else ""
    assert ("deep" in told) == ("theirs" in told) == verbose
    assert ("deep" in capsys.readouterr().err) == verbose


def test_a_warning_is_told_to_people_and_has_no_names_in_it(kept: Path, capsys) -> None:
    with store.logbook(nameless=lambda said: said.replace("Ada", "…")):
        logging.getLogger("companion").warning("Ada is out")
        logging.getLogger("companion").info("Ada is in")
    assert capsys.readouterr().err == "companion: Ada is out\n"
    assert [line.split(": ", 1)[1] for line in kept.read_text(encoding="utf-8").splitlines()] == [
        "… is out", "Ada is in",
    ]  # fmt: skip


def test_the_log_is_never_longer_than_a_megabyte_and_the_one_before_is_kept(kept: Path, mocker) -> None:
    assert BOOK.MOST == 2**20
    mocker.patch.object(BOOK, "MOST", 1000)
    with store.logbook():
        for number in range(40):
            logging.getLogger("companion").info("line %d %s", number, "x" * 60)
    assert sorted(one.name for one in kept.parent.iterdir()) == ["companion.log", "companion.log.1"]
    assert kept.stat().st_size <= 1000
    assert "line 39" in kept.read_text(encoding="utf-8")


# -- what is synced


@pytest.fixture
def synced(mocker) -> list[str]:
    """The names of the files and folders that were synced, in order."""
    names: list[str] = []
    sync = os.fsync

    def noted(descriptor: int) -> None:
        names.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)
        sync(descriptor)

    mocker.patch("os.fsync", side_effect=noted)
    return names


def test_each_change_of_a_file_is_on_the_disk_with_its_folders(tmp_path: Path, synced: list[str]) -> None:
    one, two = files.make_folder(tmp_path / "one"), files.make_folder(tmp_path / "two")
    assert files.make_folder(one) == one
    files.replace(one / "file", b"x" * 50)
    assert synced == [".file.new", "one"]
    assert (one / "file").stat().st_mode & 0o777 == 0o644 & ~umask()
    synced.clear()
    files.move(one / "file", two / "file")
    assert sorted(synced) == ["one", "two"]
    synced.clear()
    files.remove(two / "file")
    assert synced == ["two"]
    assert not (two / "file").exists()
    files.write_new(two / "file", b"x")
    assert (two / "file").stat().st_mode & 0o777 == 0o644 & ~umask()


def umask() -> int:
    before = os.umask(0o022)
    os.umask(before)
    return before


def test_a_long_file_is_read_in_parts_of_a_megabyte(tmp_path: Path, mocker) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * (2**20 + 5))
    asked = mocker.spy(os, "read")
    assert len(files.read(path)) == 2**20 + 5
    assert [call.args[1] for call in asked.call_args_list[:2]] == [2**20, 2**20]


def test_a_log_that_cannot_be_read_is_let_go(tmp_path: Path, mocker) -> None:
    log.Log.create(tmp_path / "log", b"first\n").close()
    mocker.patch.object(log, "read_open", side_effect=OSError)
    before = open_files()
    with pytest.raises(OSError):
        log.Log.open(tmp_path / "log")
    assert open_files() == before
    mocker.stopall()
    again, data = log.Log.open(tmp_path / "log")
    again.close()
    assert data == b"first\n"
