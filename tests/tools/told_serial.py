"""The driver of the real board, message by message: part of the transcripts.

The board at the other end is a script: it may say what no firmware would. Time passes when somebody waits.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.tower import wire_table as table
from companion.tower.backends.link import Back, Link, Lost
from companion.tower.backends.serial import FOR_EVER, SerialBoard
from companion.tower.backends.serial_line import Timing
from companion.tower.errors import TowerError
from companion.tower.recorder import Recorder
from companion.tower.wire import Frame
from companion.tower.wire_table import Motion, Outcome, Reason, Status
from tests.tower.evening import flat
from tests.tower.scripted import HELLO

PONG = table.Pong(0, Status.OPEN | Status.PLACED, Motion.REST, 929, 3, 0, 0, 0, 0, 0, Outcome.DONE)


def heard(
    message: table.Message | None, request: int = 0, boot: int = 7, version: int = table.VERSION
) -> Frame:
    return Frame(version, message.CODE if message else 99, request, boot, message)


class Answers:
    """A link that answers from a list; what was asked is written down."""

    timing = Timing()
    url = "/dev/scripted"
    boot = 7

    def __init__(self, text: list[str]) -> None:
        self.text, self.time = text, 0.0
        self.hello: table.Hello | None = None
        self.events: Any = self
        self.waiting: list[Any] = []
        self.counted = table.Counted(1, 0, (0,) * 7, (0,) * 7, 0)
        self.log: list[table.LogEntry] = []
        self.refuses: Exception | None = None
        self.pong, self.settings = PONG, table.Settings(fitted=1)
        self._request = 0

    def open(self) -> None:
        self.hello = replace(HELLO, reset_cause=int(table.ResetCause.EXTERNAL | table.ResetCause.WATCHDOG))

    def close(self) -> None:
        self.text.append("closed")

    def renamed(self, serial: bytes) -> None:
        self.text.append(f"renamed {serial!r}")

    def get(self, timeout: float) -> Any:
        self.time += 0.0 if self.waiting else timeout
        if not self.waiting:
            raise queue.Empty
        return self.waiting.pop(0)

    def request(self, message: table.Request) -> Frame:
        self.text.append(f"asked {message}")
        if self.refuses is not None:
            raise self.refuses
        self._request += 1
        return heard(table.Ack(message.CODE), self._request)

    def ask(self, message: table.Request, answer: type[Any]) -> Any:
        self.request(message)
        match message:
            case table.Counts():
                return self.counted
            case table.Log(first):
                behind = (self.counted.next - first) % 65536
                kept = self.log[-behind:] if behind else []
                start = (self.counted.next - len(kept)) % 65536
                return table.Logged(start, self.counted.next, tuple(kept[:3]))
            case table.Ping():
                return self.pong
            case table.Diagnose():
                return table.Diagnosis(7200, 300, 2, 3, 4, 5, 6, 9)
            case _:
                return table.Config(1, self.settings)


class Scripted(SerialBoard):
    def __init__(self, text: list[str]) -> None:
        super().__init__("/dev/scripted")
        self.answers = Answers(text)
        self._link = self.answers  # type: ignore[assignment]

    def now(self) -> float:
        return self.answers.time


def entry(outlet: int, mark: int = 0) -> table.LogEntry:
    return table.LogEntry(outlet | mark, 7, 1000 * outlet, 16000 + outlet)


def of_messages() -> list[str]:
    text: list[str] = []
    board = Scripted(text)
    answers = board.answers

    def act(name: str, act: Callable[..., object], *given: object) -> None:
        text.append(f"> {name}")
        try:
            text.append(f"= {flat(act(*given))}")
        except TowerError as fault:
            text.append(f"! {type(fault).__name__} {fault} at {answers.time:.2f}")

    def hear(*events: object) -> None:
        answers.waiting += [heard(one) if isinstance(one, table.Message) else one for one in events]
        while (reading := board.read(0.25)) is not None:
            text.append(flat(reading))
        text.append(f"  next {board._next} counts {flat(board._counts)} moving {board._moving}")

    act("identity", lambda: board.identity)
    answers.pong = replace(PONG, blocked=0b100, ring=5)
    act("open", board.open)
    hear(
        table.Blocked(4, True, 0b10100, 0), table.Blocked(2, False, 0b10000, 0), table.Ring(5), table.Ring(6)
    )
    # breaks in order, once more, with a gap, and after more than the log holds
    answers.counted = table.Counted(1, 3, (1, 1, 1, 0, 0, 0, 0), (0,) * 7, 0)
    answers.log = [entry(0), entry(1), entry(2)]
    first = table.Break(0, 1, 0, 500, 16000)
    hear(first, first, table.Break(2, 1, 2, 900, 16000), replace(first, number=65535))
    answers.counted = table.Counted(1, 9, (1, 4, 2, 0, 0, 0, 1), (0,) * 7, 0)
    answers.log = [entry(1), entry(6), entry(2, table.BreakMark.TEST), entry(5, table.BreakMark.PARTIAL)]
    hear(replace(PONG, next=9, noise=4))
    hear(table.Break(9, 1, 7, 500, 16000), table.Break(10, 1, 1, 900, FOR_EVER))
    marks = (table.BreakMark.DROP, table.BreakMark.TURNING, table.BreakMark.TEST, table.BreakMark.PARTIAL)
    hear(*(table.Break(11 + n, 1, 3 | mark, 950 + n, 5000) for n, mark in enumerate(marks)))
    answers.counted = table.Counted(2, 1, (0, 0, 0, 1, 0, 0, 0), (0,) * 7, 0)
    answers.log = [entry(3)]
    hear(Back(HELLO, 8, rebooted=True), Lost("cable-out"), Back(HELLO, 8, rebooted=False))
    act("drop", board.begin_drop, 2)
    hear(Back(HELLO, 8, rebooted=False))
    act("end", board.end_drop)
    hear(Back(HELLO, 8, rebooted=False))
    # turns and their ends
    for outcome in (*Outcome, 9):
        act("turn", board.turn, 1000, outcome == 0)
        hear(table.Busy(board._moving, Motion.FACE, 950, 1000), table.Faced(board._moving, outcome, 1000, 3))
    act("shake", board.shake, 30, 2)
    hear(table.Busy(board._moving, Motion.SHAKE, 950, 1000), table.Faced(1, 0, 1000, 3))
    hear(replace(PONG, motion=Motion.SHAKE, ring=7), replace(PONG, ended=board._moving, ring=7, next=1))
    hear(replace(PONG, ring=2, next=1, blocked=1), table.Shaken(0, 0, 1000, 3))
    for reason in (Reason.UNCONFIRMED, Reason.NOWHERE, Reason.BAD_CONFIG):
        answers.refuses = None
        link = Link("/dev/x", Recorder())
        try:
            link._accepted(heard(table.Nack(16, reason), 4))
        except TowerError as fault:
            answers.refuses = fault
        act(f"turn, {reason.name}", board.turn, 1000)
        act(f"hands away, {reason.name}", board.hands_away, 1000)
    answers.refuses = None
    # long commands
    for blink in (True, False):
        answers.waiting = [heard(table.Tested(answers._request + 1, 1, 127, 2))]
        act("test", board.check_beams, blink)
    answers.waiting = [heard(first), heard(replace(PONG, ended=answers._request + 1, next=1))]
    act("test, its end lost", board.check_beams, True)
    answers.waiting = [Lost("x")]
    act("test, the link lost", board.check_beams, True)
    for outcome in (Outcome.DONE, Outcome.STOPPED):
        answers.waiting = [heard(table.Stored(answers._request + 1, outcome, 1, 0))]
        act("store", board.store, table.Settings(fitted=0, serial=b"OTHER".ljust(12, b"\0")))
    answers.pong = replace(PONG, status=Status.OPEN, motion=Motion.FACE, broken=5, blocked=4, noise=8)
    for name in ("condition", "running", "diagnosis", "settings", "stop", "close"):
        act(name, getattr(board, name))
    return text
