"""The flight recorder is always on, forgets the oldest, and writes itself down when something goes wrong."""

import json
from pathlib import Path

import pytest

from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.errors import OutOfLimits, TowerJammed
from companion.tower.recorder import KEPT_FILES, LENGTH, Recorder
from companion.tower.tower import Tower


def test_it_keeps_the_last_thousand() -> None:
    recorder = Recorder(clock=lambda: 0.0)
    for number in range(LENGTH + 5):
        recorder.note("sent", number)
    kept = recorder.lines()
    assert len(kept) == LENGTH
    assert kept[0] == (0.0, "sent", "5")
    assert kept[-1] == (0.0, "sent", str(LENGTH + 4))


def test_on_request_it_writes_one_object_per_line(tmp_path: Path) -> None:
    recorder = Recorder(clock=lambda: 12.5)
    recorder.note("command", "face 3")
    path = recorder.write(tmp_path / "new" / "flight.jsonl")
    assert [json.loads(line) for line in path.read_text().splitlines()] == [
        {"time": 12.5, "kind": "command", "text": "face 3"}
    ]


def test_an_error_writes_the_recording_with_what_led_to_it(tmp_path: Path) -> None:
    board = SimulatedBoard()
    tower = Tower(board, recorder=Recorder(tmp_path))
    tower.open()
    board.never_arrives = True
    with pytest.raises(TowerJammed):
        tower.face(6)
    (written,) = tmp_path.iterdir()
    kinds = [json.loads(line)["kind"] for line in written.read_text().splitlines()]
    assert kinds[0] == "command"
    assert kinds[-1] == "error"
    assert "reading" in kinds
    assert tower.health.last_error


def test_old_recordings_make_room(tmp_path: Path) -> None:
    ticks = iter(range(1000))
    recorder = Recorder(tmp_path, clock=lambda: float(next(ticks)))
    recorder.note("sent", "ping")
    for _ in range(KEPT_FILES + 3):
        recorder.write_on_error(OutOfLimits("too far"))
    assert len(list(tmp_path.iterdir())) == KEPT_FILES


def test_a_full_disk_does_not_hide_the_first_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    recorder = Recorder(tmp_path / "file" / "folder")
    recorder.note("sent", "ping")
    assert recorder.write_on_error(OutOfLimits("too far")) is None


def test_where_nothing_was_said_nothing_is_written(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    recorder.note("command", "open")
    assert recorder.write_on_error(OutOfLimits("too far")) is None
    assert list(tmp_path.iterdir()) == []
