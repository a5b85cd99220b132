"""Names that explain themselves: a class name stands for one thing in its room, a module is a noun."""

import ast
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2] / "companion"
FILES = {
    path: ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.rglob("*.py"))
    if path.name != "wire_table.py"
}
"""`wire_table` is written from firmware/wire.toml: its classes have the names of the wire."""
NOUNS = {"ending", "setting", "ring", "evening", "counting", "flashing", "sharing", "locking", "mending"}
NOUNS |= {"running"}  # the app that runs
"""Modules that end in -ing and are nouns, of the game or of the trade."""
RIDDLES = {"agreed", "moment", "rightings", "courses", "told", "said", "utils", "helpers", "misc", "common"}
RIDDLES |= {"drop", "drops", "keeping", "telling", "knowing", "guiding", "announcing", "manning", "dropping"}


def room(path: Path) -> str:
    """`table`, `tower`, …, and of a game its own: `games/the_loop`."""
    parts = path.relative_to(ROOT).parts
    return "/".join(parts[:2]) if parts[0] == "games" else parts[0]


def classes() -> dict[str, list[str]]:
    """By name of a class: the rooms that have one, as often as they have."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path, tree in FILES.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(room(path))
    return found


def test_a_class_name_stands_for_one_thing_in_its_room() -> None:
    twice = {name: Counter(rooms) for name, rooms in classes().items()}
    allowed = {
        ("Undo", "table"),  # the command, and what the journal keeps of it
        ("Done", "table"),  # what a command gave, and what the steps of a scenario did
    }
    found = {(name, where) for name, rooms in twice.items() for where, n in rooms.items() if n > 1}
    assert sorted(found - allowed) == []


def test_a_class_name_is_not_in_three_rooms() -> None:
    """Games count as one: what the contract calls a state is a state in each of them."""
    kinds = {name: {where.partition("/")[0] for where in rooms} for name, rooms in classes().items()}
    assert {name: sorted(rooms) for name, rooms in kinds.items() if len(rooms) > 2} == {}


def test_a_module_is_called_by_a_noun() -> None:
    names = {path.stem: path for path in FILES if path.parent.name != path.stem}
    assert sorted(RIDDLES & set(names)) == []
    strange = {name for name in names if name.endswith("ing")} - NOUNS
    assert sorted(strange) == []


def test_a_module_says_first_what_it_is() -> None:
    silent = [path for path, tree in FILES.items() if tree.body and not ast.get_docstring(tree)]
    assert [path.relative_to(ROOT).as_posix() for path in silent] == []


def test_nothing_is_called_told() -> None:
    """It once stood for a sentence, a reply, a document, a refusal and an outcome: each has its own noun."""
    names = {
        f"{path.relative_to(ROOT).as_posix()}:{node.lineno}"
        for path, tree in FILES.items()
        for node in ast.walk(tree)
        if "told" in (getattr(node, "id", ""), getattr(node, "arg", ""), getattr(node, "attr", ""))
        or (isinstance(node, ast.FunctionDef) and node.name in ("told", "_told"))
    }
    assert sorted(names) == []
