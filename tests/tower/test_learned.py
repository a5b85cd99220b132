"""What a tower has learned of itself survives the evening, can be looked at and forgotten."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.tower import Identity, Inside, Tower, Watching
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.console import main
from companion.tower.learned import Learned
from companion.tower.learned_file import LearnedFiles
from companion.tower.pulses import Practice
from companion.words import Words

SERIAL = "LOOP-7"


class Board(SimulatedBoard):
    """A simulation that passes for a real tower with a number."""

    @property
    def identity(self) -> Identity:
        return replace(super().identity, pretended=False)


def evening(folder: Path, drops: int, seed: int = 1) -> Tower:
    """The tower after so many drops of four; what is inside is told as it was counted."""
    board = Board(seed, None)
    tower = Tower(board, Watching(first=0.1, pause=0.1, word=0.1), kept=LearnedFiles(folder))
    tower.open()
    if tower.calibration.serial != SERIAL:
        tower.store(tower.calibration.with_serial(SERIAL))
        tower.learned = LearnedFiles(folder).load(SERIAL, tower.calibration.practice())
    inside = Inside()
    for _ in range(drops):
        tower.face(3)
        count = tower.drop(4, "red", inside, tell=lambda _: tower.say_all_thrown())
        inside = count.best.left(inside, "red")
    tower.close()
    return tower


def test_a_second_evening_begins_where_the_first_ended(tmp_path: Path) -> None:
    first = evening(tmp_path, 12)
    assert first.learned.drops >= 8  # the last one is over only when the next begins
    again = evening(tmp_path, 0)
    assert again.learned.as_data() == first.learned.as_data()
    assert again.learned.pulses.median == pytest.approx(first.learned.pulses.median, abs=0.02)
    assert again.learned.habits.wedges == pytest.approx(first.learned.habits.wedges, abs=0.01)


def test_another_tower_has_learned_nothing(tmp_path: Path) -> None:
    evening(tmp_path, 4)
    assert LearnedFiles(tmp_path).load("LOOP-8", Practice(())).drops == 0


def test_a_tower_without_a_number_keeps_nothing(tmp_path: Path) -> None:
    LearnedFiles(tmp_path).keep("", evening(tmp_path / "one", 2).learned)
    assert [one.name for one in tmp_path.iterdir()] == ["one"]


def test_a_pretended_tower_begins_anew(tmp_path: Path) -> None:
    with Tower(SimulatedBoard(1, None), kept=LearnedFiles(tmp_path)) as tower:
        tower.open()
        tower.drop(2, tell=lambda _: tower.say_all_thrown())
    assert not list(tmp_path.iterdir())


def test_measuring_single_cubes_anew_forgets_the_pulses_alone(tmp_path: Path) -> None:
    tower = evening(tmp_path, 6)
    before = tower.learned.as_data()
    after = tower.learned.recalibrated(Practice(())).as_data()
    assert before["pulses"]
    assert not after["pulses"]
    assert after["holding"] == before["holding"]
    assert after["drops"] == before["drops"]


GOOD = Learned(Practice(())).as_data()


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"\xff\xfe rubbish",
        b"[]",
        b'{"format": 1}',
        b'{"format": 2, "drops": 1}',
        *(
            str({**GOOD, name: wrong}).replace("'", '"').encode()
            for name, wrong in (
                ("drops", -1),
                ("drops", "many"),
                ("shares", [1, 2]),
                ("merges", [-1.5, 0]),
                ("pulses", [1e300]),
                ("twos", ["x"]),
                ("holding", {}),
                ("holding", {**GOOD["holding"], "sizes": [1]}),
            )
        ),
    ],
)
def test_a_file_of_rubbish_is_set_aside(tmp_path: Path, bad: bytes) -> None:
    files = LearnedFiles(tmp_path)
    files.path(SERIAL).write_bytes(bad)
    learned = files.load(SERIAL, Practice(()))
    assert learned.as_data() == GOOD
    assert not files.path(SERIAL).exists()
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [bad]


def test_a_folder_that_cannot_be_written_keeps_nobody_from_playing(tmp_path: Path) -> None:
    (tmp_path / "learned").write_text("no folder")
    evening(tmp_path / "learned", 1)


# ---------------------------------------------------------------- looked at, and forgotten


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def run(*argv: str) -> tuple[int, str]:
        out = io.StringIO()
        code = main(("learned", *argv), lambda _: Words("en", ["tower", "help"]).say, out)
        return code, out.getvalue()

    return run


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "loop-companion" / "tower" / "learned"


def test_nobody_has_learned_anything_yet(typed: Callable[..., tuple[int, str]]) -> None:
    assert typed() == (0, "No tower has learned anything yet. It begins with its first drop.\n")


def test_what_is_known_is_told_and_forgotten(typed: Callable[..., tuple[int, str]], kept: Path) -> None:
    known = evening(kept, 8).learned
    code, said = typed()
    assert code == 0
    assert f"Tower {SERIAL}: {known.drops} drops watched." in said
    assert f"Of {sum(known.shares)} cubes" in said
    assert typed("NOBODY")[0] == 1
    assert typed(SERIAL, "--reset") == (0, f"What tower {SERIAL} had learned is forgotten.\n")
    assert not list(kept.iterdir())


def test_of_several_towers_one_is_named(typed: Callable[..., tuple[int, str]], kept: Path) -> None:
    evening(kept, 3)
    files = LearnedFiles(kept)
    files.keep("LOOP-9", files.load(SERIAL, Practice(())))
    assert typed("--reset")[0] == 1
    assert len(list(kept.iterdir())) == 2
    assert typed("LOOP-9", "--reset")[0] == 0
    assert [one.stem for one in kept.iterdir()] == [SERIAL]
