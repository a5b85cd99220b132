"""`companion tower share`: a tablet without a port, a second one, cables and tablets that vanish."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from companion.tower import wire_table as table
from companion.tower.backends import sharing
from companion.tower.backends.serial import SerialBoard
from companion.tower.backends.sharing import Sharing
from companion.tower.errors import PortBusy, PortForbidden, TowerNotFound
from companion.tower.readings import BeamBroken, LinkBack, LinkLost
from tests.tower.rigs import PATIENT
from tests.tower.scripted import ScriptedBoard

TIMING = replace(PATIENT, hello=0.3, look=0.1, backoff_first=0.1, backoff_last=0.2)


class Shared:
    def __init__(self, path: str) -> None:
        self.agrees = False
        self.told: list[tuple[str, str]] = []
        self.sharing = Sharing(path, "127.0.0.1", 0, "word", self._agree, self._tell)
        self._thread = threading.Thread(target=self.sharing.serve, daemon=True)
        self._thread.start()

    def _agree(self, address: str) -> bool:
        return self.agrees

    def _tell(self, what: str, address: str) -> None:
        self.told.append((what, address))

    def url(self, word: str = "word") -> str:
        return f"tower://{word}@{self.sharing.address}"

    def await_told(self, what: str) -> None:
        give_up = time.monotonic() + 20
        while (what, "127.0.0.1") not in self.told:
            assert time.monotonic() < give_up, self.told
            time.sleep(0.01)


@pytest.fixture
def scripted() -> Iterator[ScriptedBoard]:
    board = ScriptedBoard()
    yield board
    board.close()


@pytest.fixture
def shared(scripted: ScriptedBoard) -> Iterator[Shared]:
    made = Shared(scripted.port)
    yield made
    made.sharing.close()


@pytest.fixture
def tablet(shared: Shared) -> Iterator[Callable[..., SerialBoard]]:
    opened: list[SerialBoard] = []

    def make(word: str = "word") -> SerialBoard:
        board = SerialBoard(shared.url(word), timing=TIMING, elsewhere=list)
        board.open()
        opened.append(board)
        return board

    yield make
    for board in opened:
        board.close()


def heard(board: SerialBoard, kind: type, seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if isinstance(board.read(0.1), kind):
            return True
    return False


def test_with_the_word_the_tower_is_there_as_on_a_port(
    scripted: ScriptedBoard, tablet: Callable[..., SerialBoard]
) -> None:
    board = tablet()
    assert board.identity.serial == "SCRIPTED"
    scripted.passed(table.LogEntry(3, 7, 0, 16000))
    scripted.say(table.Break(0, 1, 3, 1000, 16000))
    assert heard(board, BeamBroken)


@pytest.mark.parametrize("word", ["", "wrong", "wor"])
def test_without_it_nobody_gets_in(shared: Shared, tablet: Callable[..., SerialBoard], word: str) -> None:
    with pytest.raises(PortForbidden):
        tablet(word)
    assert shared.told == [("refused", "127.0.0.1")]


def test_a_second_tablet_needs_somebody_s_consent(
    shared: Shared, tablet: Callable[..., SerialBoard]
) -> None:
    first = tablet()
    with pytest.raises(PortBusy):
        tablet()
    assert first.running()
    shared.agrees = True
    second = tablet()
    assert second.running()
    assert heard(first, LinkLost)


def test_a_tablet_that_vanished_does_not_keep_the_tower(
    shared: Shared, tablet: Callable[..., SerialBoard], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "QUIET_SECONDS", 0.3)
    host, _, port = shared.sharing.address.rpartition(":")
    with socket.create_connection((host, int(port))) as vanished:
        vanished.sendall(b"word\n")
        assert vanished.recv(3) == b"ok\n"
        shared.await_told("left")
        monkeypatch.setattr(sharing, "QUIET_SECONDS", 10.0)
        assert tablet().running()


def test_without_a_port_the_sharing_goes_on() -> None:
    gone = Shared("/dev/nothing-is-here")
    try:
        for _ in range(2):
            with pytest.raises(TowerNotFound):
                SerialBoard(gone.url(), timing=TIMING, elsewhere=list).open()
    finally:
        gone.sharing.close()


@pytest.mark.slow
def test_a_pulled_cable_ends_the_connection_and_not_the_sharing() -> None:
    from companion.tower.emulator import Emulator

    with Emulator(mode="paced") as emulator:
        shared = Shared(str(emulator.link))
        board = SerialBoard(shared.url(), timing=TIMING, elsewhere=list)
        try:
            board.open()
            emulator.pull_cable()
            assert heard(board, LinkLost)
            emulator.plug_cable(emulator.link)
            assert heard(board, LinkBack)
        finally:
            board.close()
            shared.sharing.close()
