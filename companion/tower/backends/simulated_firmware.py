"""The simulated board's end of the wire: what firmware/src/commands.c and watch.c do, in small.

May import: this room. Frames come in, the machine is made to act, frames go out. A repeated command acts
once, a new session forgets the old request ids, and the log remembers the last breaks.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Set
from typing import TYPE_CHECKING

from companion.tower import wire_table as table
from companion.tower.errors import (
    HandsOnTower,
    OutOfLimits,
    PlaceUnknown,
    Refused,
    TowerBusy,
    TowerError,
)
from companion.tower.readings import Arrived, BeamBroken, BeamClear, BeamDark, BoardReading, Moved, Turning
from companion.tower.wire import Frame, Splitter, ahead
from companion.tower.wire_table import (
    BreakMark,
    ConfigSource,
    Message,
    Motion,
    Outcome,
    Reason,
    Request,
    Status,
)

if TYPE_CHECKING:
    from companion.tower.backends.simulated import SimulatedBoard

IDS = 256
LONGEST = 2**32 - 1  # µs
PLENTY = 400  # bytes of stack


class SimulatedFirmware:
    def __init__(self, board: SimulatedBoard, send: Callable[[Message, int], None]) -> None:
        self._board = board
        self._send = send
        self._splitter = Splitter()
        self.boot = 1
        self.reset_cause = 0
        self.watchdogs = 0
        self._booted_at = 0.0
        self.clock_ahead = 0  # µs by which this board's clock is ahead of the machine's time
        self._log: deque[table.LogEntry] = deque(maxlen=table.LOG_SIZE)
        self._nonce: int | None = None  # of the open session
        self._last: tuple[int, int, Reason | None] = (0, 0, None)  # request, kind, verdict
        self._motion_of = self._ended = 0
        self._outcome = Outcome.DONE
        self._blocked: set[int] = set()  # beams that the host was told about
        # the truth, for those who assert on it
        self.acted: Counter[str] = Counter()  # commands that were acted upon
        self.repeats = 0  # commands that came once more and were only answered
        self.sessions = 0
        self.reused = 0  # ids that an earlier session had used
        self._used: set[int] = set()
        self._used_before: set[int] = set()

    @property
    def damaged(self) -> int:
        """Frames of the host that were thrown away."""
        return self._splitter.damaged

    def restart(self, cause: table.ResetCause, power_lost: bool) -> None:
        self.boot += 1
        self.reset_cause = cause
        self.watchdogs = 0 if power_lost else self.watchdogs + (cause == table.ResetCause.WATCHDOG)
        self._booted_at = self._board.now()
        self._nonce = None
        self._splitter = Splitter()
        self._last = (0, 0, None)
        self._motion_of = self._ended = 0
        if power_lost:
            self._log.clear()
            self._board.since = self.boot
        self._send(self._hello(), 0)

    def turned_by_hand(self) -> None:
        """A turn that no request began."""
        self._motion_of = 0

    # ------------------------------------------------------------------ what the host says

    def hear(self, data: bytes) -> None:
        for frame in self._splitter.feed(data):
            if isinstance(frame.message, Request):
                self._take(frame, frame.message)

    def _take(self, frame: Frame, message: Request) -> None:
        request, kind = frame.request, frame.kind
        newer = 0 < (request - self._last[0]) % IDS < IDS // 2
        match message:
            case table.Identify():
                self._send(self._hello(), request)
            case table.Stop():
                self._board.obey(message)
                self.acted["Stop"] += 1
                if newer:
                    self._last = (request, kind, None)
                self._send(table.Ack(kind), request)
            case _ if frame.boot != self.boot:
                self._send(table.Nack(kind, Reason.WRONG_BOOT), request)
            case table.Open(nonce):
                self._open(nonce)
                self._last = (request, kind, None)
                self._send(table.Opened(nonce), request)
            case _ if self._nonce is None:
                self._send(table.Nack(kind, Reason.NOT_OPEN), request)
            case table.Ping() | table.Counts() | table.Log() | table.ConfigRead() | table.Diagnose():
                if newer:
                    self._last = (request, kind, None)
                self._send(self._answer(message), request)
            case _ if (request, kind) == self._last[:2]:
                self.repeats += 1
                self._give_verdict(kind, request, self._last[2])
            case _ if not newer:
                self._give_verdict(kind, request, Reason.STALE_REQUEST)
            case _:
                self._act(message, request)

    def _open(self, nonce: int) -> None:
        """A new session: request ids of another one mean nothing."""
        if nonce == self._nonce:
            return
        self._nonce = nonce
        self.sessions += 1
        self._motion_of = self._ended = 0
        self._used_before |= self._used
        self._used.clear()
        self._board.session_opened()

    def _act(self, message: Request, request: int) -> None:
        kind, verdict = message.CODE, None
        self._last = (request, kind, None)
        self._used.add(request)
        try:
            event = self._board.obey(message)
        except TowerError as refused:
            verdict, event = self._reason(refused), None
            self._last = (request, kind, verdict)
        else:
            if isinstance(message, table.Face | table.Shake):
                self._motion_of = request
            self.acted[type(message).__name__] += 1
            self.reused += request in self._used_before
        self._give_verdict(kind, request, verdict)
        if event is not None:
            self._tell_end(event(request), request)

    def _give_verdict(self, kind: int, request: int, verdict: Reason | None) -> None:
        self._send(table.Ack(kind) if verdict is None else table.Nack(kind, verdict), request)

    def _reason(self, refused: TowerError) -> Reason:
        if isinstance(refused, OutOfLimits):
            return Reason.OUT_OF_LIMITS
        if isinstance(refused, HandsOnTower):
            return Reason.UNCONFIRMED
        if isinstance(refused, PlaceUnknown):
            return Reason.NOWHERE
        if isinstance(refused, Refused):
            return Reason.NOT_FITTED
        if not isinstance(refused, TowerBusy):
            return Reason.BAD_CONFIG
        if self._board.motion != Motion.REST:
            return Reason.TURNING
        if self._board.testing:
            return Reason.TESTING
        return Reason.IN_DROP if self._board.dropping else Reason.UNPLACED

    # ------------------------------------------------------------------ answers

    def _hello(self) -> table.Hello:
        settings = self._board.in_force
        return table.Hello(
            table.MAGIC,
            (0, 0, 0),
            settings.serial,
            self.reset_cause,
            table.Kept.COUNTS | table.Kept.PLACE,
            self._board.since,
            self._board.next_number,
            ConfigSource.SLOT_A,
            settings.calibrated,
        )

    def _answer(self, message: Request) -> Message:
        board = self._board
        match message:
            case table.Counts():
                running = board.counted()
                return table.Counted(running.since, board.next_number, running.counts, running.noise, 0)
            case table.Log(first):
                return self._logged(first)
            case table.Diagnose():
                uptime = round(board.now() - self._booted_at)
                bad = self.damaged % 65536
                return table.Diagnosis(uptime, PLENTY, bad, 0, 0, 0, self.watchdogs, 0)
            case table.ConfigRead():
                return table.Config(ConfigSource.SLOT_A, board.in_force)
        condition, motion = board.seen(), board.motion
        return table.Pong(
            self.microseconds(board.now()),
            Status.OPEN | (Status.PLACED if condition.pulse is not None else 0),
            motion,
            condition.pulse or 0,
            condition.mark or 0,
            mask_of(condition.dark),
            mask_of(condition.blocked),
            board.next_number,
            condition.noise % 65536,
            self._ended,
            self._outcome,
        )

    def _logged(self, first: int) -> table.Logged:
        following = self._board.next_number
        wanted = ahead(following, first)  # so many breaks ago
        kept = list(self._log)[-wanted:] if wanted > 0 else []
        if wanted > len(kept):
            first = (following - len(kept)) % 65536  # the ones before are forgotten
        return table.Logged(first, following, tuple(kept[: table.LOG_PER_FRAME]))

    def microseconds(self, seconds: float) -> int:
        return (round(seconds * 1e6) + self.clock_ahead) % 2**32

    # ------------------------------------------------------------------ what it tells by itself

    def report(self, reading: BoardReading) -> None:
        """What the machine noticed, to the log and to the host; without a session nobody is told."""
        match reading:
            case BeamBroken(outlet, start, float(length), number):
                entry = table.LogEntry(
                    outlet
                    | (BreakMark.TEST if reading.testing else 0)
                    | (BreakMark.PARTIAL if reading.partial else 0)
                    | (BreakMark.DROP if reading.in_drop else 0)
                    | (BreakMark.TURNING if reading.turning else 0),
                    self.boot % 256,
                    self.microseconds(start / 1000),
                    min(round(length * 1000), LONGEST),
                )
                self._log.append(entry)
                count = self._board.counts[outlet]
                self._tell(table.Break(number, count, entry.mark, entry.start, entry.duration))
            case Turning(pulse, target, shaking):
                motion = Motion.SHAKE if shaking else Motion.FACE
                self._tell(table.Busy(self._motion_of, motion, pulse, target))
            case Arrived(pulse, mark, stopped, shaking):
                kind = table.Shaken if shaking else table.Faced
                outcome = Outcome.STOPPED if stopped else Outcome.DONE
                self._tell_end(kind(self._motion_of, outcome, pulse, mark or 0), self._motion_of, outcome)
            case BeamDark(outlet) | BeamClear(outlet):
                dark = isinstance(reading, BeamDark)
                (self._blocked.add if dark else self._blocked.discard)(outlet)
                at = self.microseconds(self._board.now())
                self._tell(table.Blocked(outlet, dark, mask_of(self._blocked), at))
            case Moved(mark):
                self._tell(table.Ring(mark))

    def _tell_end(self, event: Message, request: int, outcome: Outcome = Outcome.DONE) -> None:
        self._ended, self._outcome = request, outcome
        self._tell(event)

    def _tell(self, event: Message) -> None:
        if self._nonce is not None:
            self._send(event, 0)


def mask_of(outlets: Set[int]) -> int:
    return sum(1 << outlet for outlet in outlets)
