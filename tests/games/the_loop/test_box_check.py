"""`companion box check`: every mistake in an owner's files is told with its remedy; nothing is ever run."""

import os
import re
import tomllib
from pathlib import Path

import pytest

from companion.engine.box_files.faults import shown
from companion.games.the_loop.box.boxes import SHIPPED
from companion.words import Mistake
from tests.games.names import checker

check_box = checker("the-loop")
CARD = '[[card]]\nid = "sword"\nera = "medieval"\n'

MISTAKES = tomllib.loads(Path(__file__).with_name("box_mistakes.toml").read_text(encoding="utf-8"))["mistake"]


@pytest.mark.parametrize("case", MISTAKES, ids=lambda case: case["problem"])
def test_a_mistake_is_told_with_file_entry_and_remedy(tmp_path: Path, case: dict[str, str]) -> None:
    (tmp_path / "mine.toml").write_text(case["file"], encoding="utf-8")
    (mistake,) = check_box(tmp_path)
    assert mistake.file == "mine.toml"
    assert mistake.entry == case["entry"]
    assert mistake.problem.startswith(case["problem"])
    assert case["remedy"] in mistake.remedy


def test_brackets_without_end_are_told(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("card = " + "[" * 5000 + "]" * 5000, encoding="utf-8")
    (mistake,) = check_box(tmp_path)  # however deep this Python is willing to read
    deep, shallow = "It is not TOML: too many brackets.", "card is not written as a list of pieces."
    assert mistake.problem in (deep, shallow)


def test_every_mistake_of_every_file_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[[card]]\nid = "a"\ndimension = "x"\ncolour = 3\n', encoding="utf-8")
    (tmp_path / "b.toml").write_text("[[card]", encoding="utf-8")
    (tmp_path / "c.toml").write_text('[[card]]\nid = "a"\nera = "medieval"\n[[cat]]\n', encoding="utf-8")
    found = [(mistake.file, re.split("[.:]", mistake.problem)[0]) for mistake in check_box(tmp_path)]
    assert sorted(found) == [
        ("a.toml", "It has a key colour that a box does not know"),
        ("a.toml", "Its era is missing"),
        ("a.toml", 'dimension cannot be "x"'),
        ("b.toml", "It is not TOML"),
        ("c.toml", "A box file has no cat"),
        ("c.toml", "This id is also in a"),
    ]


def test_the_numbers_at_the_edge_are_allowed(tmp_path: Path) -> None:
    cards = "{ 1 = 0, 2 = 28, 3 = 1, 4 = 1 }"
    (tmp_path / "mine.toml").write_text(
        f"[hq.setup]\nduplicates = {cards}\ncards = {cards}\n"
        "[hq.cycles]\nduplicates = [0, 28, 1]\ncards = [0, 28, 1]\n"
        '[[ultra]]\nid = "soot-chimney"\nera = "industry"\nspaces = 1\n'
        '[[mission]]\nid = "m1"\nthreshold = 1\n[[mission]]\nid = "m2"\nthreshold = 7\n',
        encoding="utf-8",
    )
    assert check_box(tmp_path) == []


@pytest.mark.parametrize(("length", "told"), [(38, 40), (39, 40), (400, 40)])
def test_a_long_value_is_told_shortened(length: int, told: int) -> None:
    assert len(shown("x" * length)) == told
    assert shown("x" * length).endswith("…") == (length > 38)


def test_no_directory_no_files(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert [(mistake.file, mistake.problem) for mistake in check_box(missing)] == [
        (str(missing), "There is no such directory.")
    ]
    assert [mistake.problem for mistake in check_box(tmp_path)] == ["There is no .toml file here."]


def test_a_file_that_is_not_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.toml").mkdir()
    assert [mistake.problem for mistake in check_box(tmp_path)] == [
        f"It cannot be read: {os.strerror(21)}.",
        "It cannot be read: UTF-8.",
    ]


def test_a_name_is_only_a_name(tmp_path: Path) -> None:
    """Data is data: what looks like code is kept as the words it is, or refused as an effect."""
    trap = tmp_path / "trap"
    code = f"__import__('pathlib').Path('{trap}').touch()"
    (tmp_path / "mine.toml").write_text(
        CARD + f'name = {{ en = "{code}" }}\neffect = [{{ draw = "{code}" }}]\n',
        encoding="utf-8",
    )
    assert [mistake.problem.partition(" ")[0] for mistake in check_box(tmp_path)] == ["draw"]
    assert not trap.exists()


def test_an_owner_may_begin_with_a_copy_of_the_shipped_files(tmp_path: Path) -> None:
    for file in SHIPPED.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        (tmp_path / file.name).write_text(f"replaces-stand-ins = true\n{text}", encoding="utf-8")
    assert check_box(tmp_path) == []


@pytest.mark.parametrize(
    "lost", sorted(file.name for file in SHIPPED.glob("*.toml") if file.name != "hq.toml")
)
def test_a_piece_lost_from_a_whole_box_is_missed(tmp_path: Path, lost: str) -> None:
    head, *entries = (SHIPPED / lost).read_text(encoding="utf-8").split("\n[[")
    text = "\n[[".join([f"replaces-stand-ins = true\n{head}", *entries[:-1]])
    (tmp_path / lost).write_text(text, encoding="utf-8")
    problems = [mistake.problem for mistake in check_box(tmp_path)]
    assert len(problems) == 1
    assert problems[0].startswith("There are only ")


def test_mistakes_are_told_in_french(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(CARD + 'dimension = "stra"\n', encoding="utf-8")
    assert check_box(tmp_path, "fr") == [
        Mistake(
            "mine.toml", '[[card]] "sword"', 'dimension ne peut pas être "stra".', "Vouliez-vous dire star ?"
        )
    ]
