"""docs/glossary.md: its nouns of the code are there, and no room of the middle has a module without one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`.+?`) \| `([\w/]+\.py)` \|(.*)\|$", TEXT, re.MULTILINE)
COMPLETE = ("engine", "engine/box_files", "engine/box_editor", "table", "words", "store", "teacher")
"""Rooms of which every module has a word in it."""
SAY_IT = {"__init__.py", "errors.py"}


def defined(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target)
        elif isinstance(node, ast.Assign):
            yield from map(ast.unparse, node.targets)


@pytest.mark.parametrize(("words", "file"), [row[:2] for row in ROWS], ids=[row[1] for row in ROWS])
def test_a_noun_stands_where_the_glossary_says(words: str, file: str) -> None:
    path = ROOT / "companion" / file
    assert path.is_file()
    assert set(re.findall(r"`(\w+)`", words)) <= set(defined(path))


@pytest.mark.parametrize("room", COMPLETE)
def test_every_module_of_a_room_has_a_noun(room: str) -> None:
    there = {path.name for path in (ROOT / "companion" / room).glob("*.py")} - SAY_IT
    named = {file.rpartition("/")[2] for _, file, _ in ROWS if file.rpartition("/")[0] == room}
    assert sorted(there - named) == []
