"""What a box says of a piece is read once, into types: nobody else looks its keys up by name."""

import ast
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parents[2]
READERS = (
    "companion/engine/box_files/entry.py",
    "companion/games/*/rules/pieces.py",
    "companion/games/*/box/*.py",
)
"""They make the types, and check and lay together what is not one yet."""
OTHERS = ("companion/table/*", "companion/teacher/*", "companion/tower/*")
"""They read files of their own; a box reaches none of them but as a whole."""
NOT_PIECES = {
    "PICKS", "_asdict", "about", "asked", "chosen", "data", "dict", "form", "forms", "kept", "options",
    "path_params", "summary",
}  # fmt: skip
"""What else has such keys: inputs, options, summaries, what a question is about, the forms themselves."""


def keys() -> frozenset[str]:
    """Every key and kind of a piece that a box file of any game may have."""
    shelves = [GAMES.boxes(name).shelf() for name in GAMES]
    kinds = {kind for shelf in shelves for kind in shelf.forms}
    return frozenset(kinds.union(*(form for shelf in shelves for form in shelf.forms.values())))


def lookups(source: str, of: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Where one of these keys is looked up, and in what."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Subscript(value=inner, slice=ast.Constant(value=str(key))) if key in of:
                yield node.lineno, _last(inner)
            case ast.Call(
                func=ast.Attribute(value=inner, attr="get" | "pop" | "setdefault"),
                args=[ast.Constant(value=str(key)), *_],
            ) if key in of:
                yield node.lineno, _last(inner)


def _last(node: ast.expr) -> str:
    """`draft.form` → form, `dict(question.about)` → dict, `entries[kind]` → entries."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return _last(inner)
    return ast.unparse(node)


def found(source: str) -> list[int]:
    return [line for line, base in lookups(source, keys()) if base not in NOT_PIECES]


def test_no_key_of_a_piece_is_looked_up_by_name() -> None:
    hits = []
    for path in sorted((ROOT / "companion").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not any(fnmatch(name, pattern) for pattern in (*READERS, *OTHERS)):
            hits += [f"{name}:{line}" for line in found(path.read_text(encoding="utf-8"))]
    assert hits == []


@pytest.mark.parametrize(
    "source",
    ['piece.entry["id"]', 'entry.get("trigger")', 'speech.game.box["card"]', 'box.plain["agent"][0]'],
)
def test_a_lookup_would_be_found(source: str) -> None:
    assert found(source)


def test_what_only_looks_like_one_is_let_be() -> None:
    assert not found('dict(question.about)["era"] + summary["colour"] + draft.form["id"][0] + line["at"]')
