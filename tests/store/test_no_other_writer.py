"""Nobody but the store opens, renames or removes a file of a person's data: Python's audit hook hears it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.stores import STORES, Store, at_home

ROOM = str(Path(__file__).parents[2] / "companion" / "store")
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


@pytest.mark.parametrize("one", STORES, ids=lambda one: one.name)
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
