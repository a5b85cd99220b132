"""What the store leaves: the rights of a file, no lock, no open file, no name that a power cut would take."""

import logging
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from companion import store
from companion.store import places
from tests.store.lab import Lab, after_a_power_cut, unsynced


def open_files() -> list[str]:
    """What this process holds open, by name."""
    found = []
    for one in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # the list itself
            found.append(str(one.readlink()))
    return found


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- who may read it


@pytest.fixture
def plain_rights():
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.parametrize(
    ("write", "rights"),
    [
        (lambda path: store.replace(path, b"x"), 0o644),
        (lambda path: store.replace(path, b"x", 0o600), 0o600),
        (lambda path: store.rewrite(path, lambda: b"x"), 0o644),
        (lambda path: store.write_new(path, b"x"), 0o644),
        (lambda path: store.Log.create(path, b"x").close(), 0o644),
    ],
)
def test_others_may_read_a_file_unless_it_is_told_otherwise_and_nobody_runs_it(
    tmp_path: Path, plain_rights: None, write: Callable[[Path], None], rights: int
) -> None:
    write(tmp_path / "file")
    assert (tmp_path / "file").stat().st_mode & 0o777 == rights


def test_what_was_cut_off_is_readable_too(tmp_path: Path, plain_rights: None) -> None:
    log = store.Log.create(tmp_path / "log", b"first\ntorn")
    log.cut_back(b"torn")
    log.close()
    assert (tmp_path / "log.torn").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "log.torn").read_bytes() == b"torn\n"


# -- locks


def test_whoever_closes_it_in_another_thread_lets_go_of_it_too(tmp_path: Path) -> None:
    log = store.Log.create(tmp_path / "log", b"a")
    closing = Thread(target=log.close)
    closing.start()
    closing.join(60)
    assert names(tmp_path) == ["log"]
    store.Log.open(tmp_path / "log")[0].close()


def test_a_log_that_cannot_be_opened_leaves_no_lock(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    before = len(open_files())
    with pytest.raises(IsADirectoryError):
        store.Log.open(tmp_path / "log")
    assert names(tmp_path) == ["log"]
    assert len(open_files()) == before


def test_only_what_could_not_be_cut_off_is_cut_off_later(tmp_path: Path, mocker) -> None:
    log = store.Log.create(tmp_path / "log", b"first\n")
    sync = mocker.patch("os.fsync", side_effect=OSError(5, "not on the disk"))
    with pytest.raises(OSError):
        log.append(b"lost\n")
    mocker.stop(sync)
    cut = mocker.spy(os, "ftruncate")
    for line in (b"second\n", b"third\n"):
        log.append(line)
    log.close()
    assert cut.call_count == 0, "the failed write took itself back at once"
    assert store.read(tmp_path / "log") == b"first\nsecond\nthird\n"


# -- names that a power cut would take


def test_what_was_set_aside_stays_there_when_the_power_fails(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(b"rubbish")
    with Lab(tmp_path).running() as lab:
        store.set_aside(tmp_path / "settings.json")
    assert unsynced(lab.record) == []
    left = after_a_power_cut(lab, lambda _: "lost")
    assert left == {str(tmp_path / "settings.json.unreadable-1"): b"rubbish"}


def test_a_line_is_on_the_disk_when_it_was_appended(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with Lab(tmp_path).running() as lab:
        log = store.Log.create(path, b"first\n")
        for line in (b"second\n", b"third\n"):
            log.append(line)
            assert unsynced(lab.record) == []
            assert after_a_power_cut(lab, lambda _: "lost")[str(path)].endswith(line)
        log.cut_back(b"third\n")
        left = after_a_power_cut(lab, lambda _: "lost")
        assert (left[str(path)], left[f"{path}.torn"]) == (b"first\nsecond\n", b"third\n\n")
        log.close()


@pytest.mark.parametrize(
    "work",
    [
        lambda folder: store.move(folder / "file", folder / "other"),
        lambda folder: store.move(folder / "file", folder / "deep" / "other"),
        lambda folder: store.remove(folder / "file"),
    ],
)
def test_a_name_that_changed_stays_changed(tmp_path: Path, work: Callable[[Path], None]) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "file").write_bytes(b"x")
    with Lab(tmp_path).running() as lab:
        work(tmp_path)
    assert unsynced(lab.record) == []
    folders = {done.path for done in lab.record if done.kind == "sync-folder"}
    there = {str(path.parent) for path in tmp_path.rglob("*") if path.is_file()}
    assert folders == {str(tmp_path), *there}


# -- the log


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "loop-companion" / "companion.log"


def said(log: Path) -> list[str]:
    return [line.partition(": ")[2] for line in log.read_text(encoding="utf-8").splitlines()]


def test_a_library_that_talks_is_not_kept_unless_it_warns(log: Path) -> None:
    talks = logging.getLogger("kivy.of.this.test")
    talks.setLevel(logging.DEBUG)
    for verbose in (False, True):
        with store.logbook(verbose=verbose) as path:
            talks.info("by the way")
            talks.warning("beware")
            logging.getLogger("companion.table").info("ours")
            logging.getLogger("companion.table").debug("in detail")
        assert path == log
    assert said(log) == ["beware", "ours", "by the way", "beware", "ours", "in detail"]


def test_the_log_is_closed_and_the_loggers_are_as_before(log: Path) -> None:
    root, ours = logging.getLogger(), logging.getLogger("companion")
    before = root.level, ours.level, list(root.handlers)
    for verbose in (False, True):
        with store.logbook(verbose=verbose):
            logging.getLogger("companion").warning("something")
            assert str(log) in open_files()
        assert str(log) not in open_files()
        assert (root.level, ours.level, list(root.handlers)) == before


@pytest.mark.parametrize(("home", "told"), [("/home/ada", "~/box"), ("/b", "~/box"), ("/", "//box")])
def test_a_person_s_own_folder_is_not_named(
    log: Path, monkeypatch: pytest.MonkeyPatch, home: str, told: str
) -> None:
    monkeypatch.setenv("HOME", home)
    with store.logbook():
        logging.getLogger("companion").info("%s/box", home)
    assert said(log) == [told]


# -- where it lies


def test_nobody_s_home_is_a_folder_of_its_own_among_the_temporary_ones(
    mocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    mocker.patch("pathlib.Path.home", side_effect=RuntimeError("nobody"))
    there = Path(tempfile.gettempdir()) / f"loop-companion-{os.getuid()}"
    assert store.home() == there
    assert store.log_file() == there / "companion.log"
    mocker.patch("pathlib.Path.home", return_value=Path("here"))
    assert places.home() == there, "a home that is no place is none"


def test_at_home_it_lies_where_the_system_says_and_where_it_was_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    before = tmp_path / ".local" / "share" / "loop-companion"
    assert store.home() == before
    assert store.log_file() == tmp_path / ".local" / "state" / "loop-companion" / "log" / "companion.log"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert store.home() == before, "a place that depends on where one stands is none"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "given"))
    assert store.home() == tmp_path / "given" / "loop-companion"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert store.log_file() == tmp_path / "state" / "loop-companion" / "companion.log"
