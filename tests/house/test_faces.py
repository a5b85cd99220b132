"""Whoever draws sees views: no screen, widget or board of text ever looks into a game's state."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path("companion")
FACES = ("app/screens", "app/widgets", "games/*/tablet", "games/*/terminal", "games/*/phone", "web")
PRESSED = ("down", "normal")
"""What Kivy calls the `state` of a button."""


def looks_inside(source: str) -> Iterator[int]:
    """Lines that name the type of a state or take one out of a snapshot."""
    tree = ast.parse(source)
    buttons = {
        id(node.left)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and getattr(node.comparators[0], "value", "") in PRESSED
    }
    for node in ast.walk(tree):
        match node:
            case ast.Attribute() if id(node) in buttons:
                pass
            case ast.Attribute(attr="state", ctx=ast.Load()) | ast.Name(id="State"):
                yield node.lineno
            case ast.ImportFrom(names=names) if any(one.name == "State" for one in names):
                yield node.lineno


def test_faces_see_views_and_never_a_state() -> None:
    modules = [path for face in FACES for room in HOUSE.glob(face) for path in sorted(room.rglob("*.py"))]
    assert len(modules) > 40
    found = [
        f"{path}:{line}"
        for path in modules
        for line in looks_inside(path.read_text(encoding="utf-8"))
    ]
    assert not found


@pytest.mark.parametrize(
    "source", ["show(now.state)", "from companion.engine import Game, State", "def show(state: State): ..."]
)
def test_a_look_inside_is_found(source: str) -> None:
    assert list(looks_inside(source))
