"""Nobody but the store opens, renames or removes a file of a person's data: Python's audit hook hears it. And
whoever has the store write is in the fault lab.
"""

import ast
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from companion import store
from tests.store.other_stores import EVERY
from tests.store.stores import Store, at_home

PROGRAM = Path(__file__).parents[2] / "companion"
ROOM = str(PROGRAM / "store")
WRITERS = ("replace", "rewrite", "write_new", "move", "remove", "set_aside", "Log.create", "Log.open")
ASKED = {f"store.{name}" for name in WRITERS}
PICTURES = ("app/screens/chronicle/chronicle.py", "keep")
"""What a window draws: it can be drawn again, and there is none in the lab."""
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
heard: list[tuple[str, str]] = []
listening = ""


def hook(event: str, given: tuple[object, ...]) -> None:
    if not listening or event not in ("open", "os.rename", "os.remove", "os.mkdir", "os.truncate", "os.link"):
        return
    if not str(given[0]).startswith(listening):
        return
    if event == "open" and not (isinstance(given[2], int) and given[2] & WRITING):
        return
    frame = sys._getframe(1)
    while frame is not None and not frame.f_code.co_filename.startswith(ROOM):
        frame = frame.f_back
    if frame is None:
        heard.append((event, str(given[0])))


@pytest.fixture(scope="module", autouse=True)
def hooked() -> None:
    sys.addaudithook(hook)


@pytest.fixture
def listen(tmp_path: Path) -> Iterator[None]:
    global listening
    heard.clear()
    yield
    listening = ""


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.name)
def test_only_the_store_writes(one: Store, tmp_path: Path, listen: None) -> None:
    global listening
    with at_home(tmp_path) as home:
        home.mkdir()
        one.prepare(home)
        listening = str(tmp_path)
        one.work(home, lambda _: None)
    assert heard == []


def test_somebody_else_would_be_heard(tmp_path: Path, listen: None) -> None:
    global listening
    listening = str(tmp_path)
    (tmp_path / "file").write_text("by the way", encoding="utf-8")
    (tmp_path / "file").rename(tmp_path / "other")
    assert [event for event, _ in heard] == ["open", "os.rename"]


Place = tuple[str, str]
"""A file of the program, and the function in it."""


def asked_of_the_store(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, str]]:
    """(function, what it has the store do), wherever something is written."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call) and (done := ast.unparse(node.func)) in ASKED:
            yield inside, done
        if isinstance(node, ast.ImportFrom) and node.module == "companion.store":
            yield from ((inside, one.name) for one in node.names if one.name in (*WRITERS, "Log"))
        name = node.name if isinstance(node, ast.FunctionDef) else inside
        yield from asked_of_the_store(node, name)


def written_in(program: Path) -> set[Place]:
    files = [file for file in program.rglob("*.py") if not str(file).startswith(ROOM)]
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}
    return {
        (file.relative_to(program).as_posix(), function)
        for file, tree in trees.items()
        for function, _ in asked_of_the_store(tree)
    }


def listened_to(one: Store, home: Path) -> set[Place]:
    """Who has the store write while this store works."""
    found: set[Place] = set()

    def noting(real: Callable[..., Any]) -> Callable[..., Any]:
        def called(*given: Any, **named: Any) -> Any:
            frame = sys._getframe(1)
            file = Path(frame.f_code.co_filename)
            if file.is_relative_to(PROGRAM):
                found.add((file.relative_to(PROGRAM).as_posix(), frame.f_code.co_name))
            return real(*given, **named)

        return called

    with ExitStack() as ears:
        for name in WRITERS:
            owner, _, method = name.rpartition(".")
            where = store.Log if owner else store
            ears.enter_context(mock.patch.object(where, method, noting(getattr(where, method))))
        one.prepare(home)
        one.work(home, lambda _: None)
    return found


def test_everybody_who_has_something_written_is_in_the_fault_lab(tmp_path: Path) -> None:
    tried: set[Place] = set()
    for number, one in enumerate(EVERY):
        with at_home(tmp_path / str(number)) as home:
            home.mkdir(parents=True)
            tried |= listened_to(one, home)
    assert written_in(PROGRAM) - tried == {PICTURES}


def test_a_new_writer_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "new.py").write_text(
        "from companion import store\ndef keep():\n    store.replace(1, 2)\n"
        "def other():\n    from companion.store import remove\n",
        encoding="utf-8",
    )
    assert written_in(tmp_path) == {("new.py", "keep"), ("new.py", "other")}
