"""Board and file disagree: a person says which is kept, and what is kept of a tower that is there."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.tower import commands
from companion.tower.backends import ports
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.calibration import Calibration
from companion.tower.console import main
from companion.tower.contract import Identity
from companion.tower.errors import TowerSilent
from companion.tower.tower import Tower
from companion.tower.tower_choice import home, mirror, mirror_path, read_mirror, remember, write_mirror
from tests.tower.evening import made


class Real(Tower):
    """Takes a simulated board for one that is there."""

    @property
    def identity(self) -> Identity:
        return replace(self.board.identity, pretended=False, kind="serial", where="/dev/t")


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> SimulatedBoard:
    """With a file of its own that says otherwise."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    board = made(1)
    write_mirror(Calibration(replace(board.in_force, settle=250)), home())

    def opened(*_: object) -> Tower:
        tower = Real(board)
        tower.open()
        tower.differences = mirror(tower.calibration, home())
        return tower

    monkeypatch.setattr(commands, "open_tower", opened)
    return board


def companion_tower(*argv: str) -> tuple[int, list[str]]:
    def say(key: str, params: Any) -> str:
        return " ".join([key, *(f"{name}={value}" for name, value in params.items())])

    out = io.StringIO()
    code = main(argv, lambda _: say, out)
    return code, out.getvalue().splitlines()


@pytest.mark.parametrize(("typed", "settle"), [("b\n", 300), ("tower\n", 300), ("F\n", 250)])
def test_a_person_says_which_is_kept(
    board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch, typed: str, settle: int
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    code, told = companion_tower("calibrate")
    assert code == 0
    assert told[1:3] == ["tower.calibrate.differs settings=settle", "tower.calibrate.which"]
    assert told[-1] == "tower.calibrate.stored serial=SIMULATED"
    assert board.in_force.settle == read_mirror("SIMULATED", home()).settings.settle == settle


@pytest.mark.parametrize(("kept", "settle"), [("board", 300), ("file", 250)])
def test_what_was_typed_is_not_asked(board: SimulatedBoard, kept: str, settle: int) -> None:
    code, told = companion_tower("calibrate", "--keep", kept)
    assert (code, "tower.calibrate.which" in told) == (0, False)
    assert board.in_force.settle == read_mirror("SIMULATED", home()).settings.settle == settle


def test_where_they_agree_everything_is_measured_and_kept(
    board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_mirror(Calibration(board.in_force), home())
    board.store = lambda settings: stored.append(settings)  # type: ignore[method-assign]
    stored: list[Any] = []
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 20))
    code, told = companion_tower("calibrate", "--only", "servo")
    assert code == 0
    assert not any(line.startswith("tower.calibrate.differs") for line in told)
    assert stored[-1].eras == board.in_force.eras
    assert mirror_path("SIMULATED", home()).exists()


def test_a_tower_without_a_number_gets_one(board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    board._settings = replace(board.in_force, serial=b"\0" * 12)
    monkeypatch.setattr(commands, "new_serial", lambda: "T-NEW")
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 20))
    code, told = companion_tower("calibrate", "--only", "beams")
    assert (code, told[-1]) == (0, "tower.calibrate.stored serial=T-NEW")
    assert Calibration(board.in_force).serial == "T-NEW"
    assert read_mirror("T-NEW", home()).settings == board.in_force


def test_what_a_tower_is_told_by_list_and_info(board: SimulatedBoard) -> None:
    code, told = companion_tower("info", "--simulated")
    assert code == 0
    assert told[0].startswith("tower.talking.serial where=/dev/t serial=SIMULATED")
    assert "tower.pretended" not in told
    assert told[1] == "tower.calibrate.differs settings=settle"


def test_a_strip_that_is_fitted_is_kept_with_the_board_and_in_its_file(board: SimulatedBoard) -> None:
    for option, fitted, code in (("--unfit", 1, 0), ("--fit", 3, 0)):
        assert companion_tower("light", option, "--seconds", "0.1")[0] == code
        assert board.in_force.fitted == read_mirror("SIMULATED", home()).settings.fitted == fitted


@pytest.mark.parametrize("typed", [("--port", "/dev/named"), ()])
def test_list_asks_the_port_that_is_named_and_the_one_of_last_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: tuple[str, ...]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    remember("/dev/null", home())
    asked: list[str] = []
    found = [
        ports.FoundPort("/dev/a", "a", identity=Identity("serial", "/dev/a", "T-1")),
        ports.FoundPort("/dev/b", "b", fault=TowerSilent("nothing-answers", port="/dev/b")),
        ports.FoundPort("/dev/c", "a printer"),
    ]
    for number in (3, 1, 0):
        monkeypatch.setattr(
            ports, "find_towers", lambda named, n=number: asked.extend(named) or found[-n:] * (n > 0)
        )
        code, told = companion_tower("list", *typed)
        assert code == 0
        assert [line.split()[0] for line in told] == [
            *["tower.list.tower", "tower.list.fault", "tower.list.left"][3 - number :],
            *["tower.list.none"] * (number < 3),
        ]
    assert asked == [*typed[1:], "/dev/null"] * 3
