"""Boards without their wire: what is driven, lit and kept, and when: part of the transcripts.

`Bare` is the least that a `HostBoard` can be: its servo goes where it is told, its beams are set by hand, and
its time passes when somebody waits.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import replace

from companion.tower.backends.host_board import HostBoard
from companion.tower.contract import Identity
from companion.tower.errors import TowerError
from companion.tower.wire_table import HANDS_AWAY_MS, OUTLETS, Approach, Calibrated, Fitted, Settings
from tests.tower.evening import UNEVEN, Evening, flat, made

MEASURED = replace(
    Settings(), calibrated=int(Calibrated.SERVO | Calibrated.BEAMS), fitted=int(Fitted.RING), hold=400
)


class Bare(HostBoard):
    def __init__(self, settings: Settings, text: list[str]) -> None:
        self.text, self.time = text, 10.0
        self.dark: set[int] = set()
        self.mark_there: int | None = None  # what the ring shows; None: where the servo stands
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._shaft = 0.0
        super().__init__(settings)

    @property
    def identity(self) -> Identity:
        return Identity("gpio", "bare")

    def now(self) -> float:
        return self.time

    def note(self, *words: object) -> None:
        self.text.append(f"{self.time:9.4f} {' '.join(map(str, words))}")

    def after(self, seconds: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self.time + seconds, len(self._events), act))

    def pulse(self, outlet: int, after: float, milliseconds: float) -> None:
        self.after(after, lambda: self.shade(outlet, dark=True))
        self.after(after + milliseconds / 1000, lambda: self.shade(outlet, dark=False))

    def shade(self, outlet: int, dark: bool) -> None:
        (self.dark.add if dark else self.dark.discard)(outlet)
        self._edge(outlet, dark, self.time)

    def _wait(self, until: float) -> None:
        due = self._events[0][0] if self._events else until
        self.time = max(min(until, due), self.time)
        while self._events and self._events[0][0] <= self.time:
            heapq.heappop(self._events)[2]()

    def _drive(self, pulse: float | None) -> None:
        self.note("drive", flat(pulse))
        if pulse is not None:
            self._shaft = pulse

    def _light(self, on: bool) -> None:
        self.note("light", on)

    def _dark_now(self) -> frozenset[int]:
        return frozenset(range(OUTLETS)) if self._emitters_off else frozenset(self.dark)

    def _ring(self) -> int:
        if self.mark_there is not None:
            return self.mark_there
        at = {
            round(pulse): code
            for pulse, code in zip(self._settings.eras, self._settings.ring_codes, strict=True)
        }
        return at.get(round(self._shaft), 0)

    def _keep(self, settings: Settings) -> None:
        self.note("kept", flat(settings))

    # ------------------------------------------------------------------ written down

    def act(self, name: str, act: Callable[..., object], *given: object) -> None:
        self.note(">", name, *map(flat, given))
        try:
            result = act(*given)
        except TowerError as fault:
            self.note("!", type(fault).__name__, fault, flat(fault.params))
        else:
            if result is not None:
                self.note("=", flat(result))

    def listen(self, seconds: float) -> None:
        end = self.time + seconds
        while self.time < end:
            if (reading := self.read(end - self.time)) is not None:
                self.note(flat(reading))


def of_turns() -> list[str]:
    """From every side, with every way of approach, to a stop, to an end that the ring does not confirm."""
    text: list[str] = []
    variants = {
        "as built": MEASURED,
        "from above": replace(MEASURED, approach=Approach.FROM_ABOVE),
        "straight": replace(MEASURED, overshoot=0),
        "held for ever": replace(MEASURED, hold=65535),
        "not measured": replace(MEASURED, calibrated=0),
        "without a ring": replace(MEASURED, fitted=0),
    }
    for name, settings in variants.items():
        text.append(name)
        board = Bare(settings, text)
        board.act("open", board.open)
        board.act("turn", board.turn, 929)
        board.act("hands away", board.hands_away, 1000)
        for pulse, direct in ((929, False), (1214, False), (1180, False), (1000, True), (1000, False)):
            board.act("turn", board.turn, pulse, direct)
            board.listen(1.2)
        board.act("shake", board.shake)
        board.listen(0.8)
        board.act("shake", board.shake, 25, 1)
        board.listen(0.4)
        board.act("turn", board.turn, 2357)
        board.listen(0.3)
        board.act("shake", board.shake)
        board.act("stop", board.stop)
        board.act("stop", board.stop)
        board.listen(0.8)
        board.mark_there = 7
        board.act("turn", board.turn, 1500)
        board.listen(2.0)
        board.act("condition", board.condition)
        board.mark_there = None
        board.act("turn", board.turn, 643)
        board.act("close", board.close)
    return text


def of_places() -> list[str]:
    """Where nobody knows how it stands: what the ring sees, what people say, and how long that is good."""
    text: list[str] = []
    for fitted in (int(Fitted.RING), 0):
        for mark in (0, 3, 8) if fitted else (0,):
            for claimed in (0, 929, 944, 945, 913, 1000):
                board = Bare(replace(MEASURED, fitted=fitted), [])
                board.mark_there = mark
                board.open()
                board.hands_away(claimed)
                board.act(f"ring {mark if fitted else '-'} claimed {claimed}", board.turn, 1000)
                board.note(flat(board._pulse), flat(board._route))
                text += board.text[-4:]
    for waited in (0.0, HANDS_AWAY_MS / 1000 - 0.1, HANDS_AWAY_MS / 1000 + 0.1):
        board = Bare(MEASURED, [])
        board.mark_there = 3
        board.open()
        board.hands_away()
        board.time += waited
        board.act(f"after {waited}", board.turn, 1000)
        text += board.text[-2:]
    board = Bare(MEASURED, text)
    board.mark_there = 3
    board.open()
    board.hands_away()
    board.act("a hand moves it", board.turn, 1000, True)
    board.listen(1.0)
    for mark in (1, 1, 0, 2):
        board.mark_there = mark
        board.listen(0.3)
        board.act("turn", board.turn, 1000)
    board.act("condition", board.condition)
    return text


def of_beams() -> list[str]:
    """Breaks and gaps about the limits, tests of the emitters meanwhile, and what is counted."""
    text: list[str] = []
    board = Bare(MEASURED, text)
    board.open()
    for length in (0.9, 1.0001, 1.1, 499.0, 501.0, 700.0):
        board.note("break of", length)
        board.pulse(2, 0.01, length)
        board.listen(0.8)
    for gap in (0.0, 0.2, 0.2999, 0.3001, 0.5):
        board.note("gap of", gap)
        board.pulse(3, 0.01, 6.0)
        board.pulse(3, 0.016 + gap / 1000, 6.0)
        board.listen(0.1)
    board.counts, board._number, board.noise = [65535] * OUTLETS, 65535, [65535] * OUTLETS
    for length in (5.0, 0.5, 5.0):
        board.pulse(6, 0.0, length)
        board.listen(0.1)
    board.act("running", board.running)
    board.shade(0, dark=True)
    board.listen(0.2)
    for blink in (True, False):
        board.pulse(1, 0.0, 3.0)
        board.pulse(1, 0.05, 80.0)
        board.act("test", board.check_beams, blink)
        board.pulse(1, 0.0, 4.0)
        board.listen(0.6)
    board.act("condition", board.condition)
    board.shade(0, dark=False)
    board.act("finger test", board.begin_finger_test)
    board.pulse(4, 0.1, 40.0)
    board.listen(0.2)
    for act in (board.begin_finger_test, board.shake, board.end_finger_test):
        board.act(act.__name__, act)
    board.act("drop", board.begin_drop, 2)
    board.pulse(5, 0.1, 16.0)
    board.listen(0.2)
    for outlet in (2, 4):
        board.hands_away()
        board._pulse = 929.0
        board.act("turn", board.turn, 1000)
        board.act("end", board.end_drop)
        board.act("turn", board.turn, 1000)
        board.pulse(outlet, 0.05, 16.0)
        board.listen(0.6)
    # edges that came while nobody looked, and some of a test that is over
    board.act("test", board.check_beams, True)
    with board._lock:
        for outlet, dark, at in (
            (3, True, 0.1),
            (3, False, 0.105),
            (3, True, 0.11),
            (3, False, 0.118),
            (2, False, 0.12),
        ):
            board._edge(outlet, dark, board.time + at)
        board._edge(1, True, board.time - 0.001)
        board._edge(1, False, board.time + 0.004)
        board._edge(6, True, board.time)
        board._edge(6, False, board.time + 0.004)
    board.listen(0.5)
    board.act("store", board.store, replace(MEASURED, hold=1, blocked=40))
    board.pulse(5, 0.0, 60.0)
    board.listen(0.2)
    board.act("running", board.running)
    return text


def of_restarts() -> list[str]:
    """Over the wire: beams that are dark when the firmware begins, and more orders than there are numbers."""
    evening = Evening(made(6, throws=False, model=UNEVEN))
    tower, board = evening.tower, evening.board
    evening.act("open", tower.open)
    evening.act("face 2", tower.face, 2, evening.tell)
    for power_lost in (False, True):
        board.block(5)
        board.pulse(1, 0.0, 100.0)
        board.reboot(after=0.05, power_lost=power_lost)
        evening.listen(1.0)
        board.unblock(5)
        board.fall(5, after=0.5)
        evening.listen(1.0)
        evening.act("hands away", tower.hands_are_away)
        evening.act("bring 2", tower.bring, 2, evening.tell)
    board.inside = 3
    for _ in range(4):
        evening.act("shake", tower.shake, evening.tell)
        evening.listen(0.5)
        evening.line("inside", board.inside)
    for n in range(300):
        board.begin_drop(0)
        board.end_drop()
        if n % 60 == 0:
            board.pulse(n % OUTLETS, 0.0, 16.0)
            evening.listen(0.3)
    evening.act("stop", tower.stop)
    evening.act("diagnosis", board.diagnosis)
    board.noise = [30000] * OUTLETS
    evening.state()
    return evening.text


BOARDS: dict[str, Callable[[], list[str]]] = {
    "board-turns": of_turns,
    "board-places": of_places,
    "board-beams": of_beams,
    "board-restarts": of_restarts,
}
