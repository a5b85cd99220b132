"""The link to the tower's board: one request at a time, a heartbeat, a line found again when it breaks.

May import: `serial_line`, `ports`, `wire` and this room's pure modules.

Two threads: the caller's sends requests and takes what comes out of `events`; the thread `tower-link` alone
reads the port, sends the heartbeat, notices silence and looks for the board again.
"""

from __future__ import annotations

import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from companion.tower import wire_table as table
from companion.tower.backends.ports import candidates
from companion.tower.backends.serial_line import Line, LineBroken, Timing, exchange, greet, open_line
from companion.tower.errors import (
    LinkDown,
    OutOfLimits,
    Refused,
    TowerBusy,
    TowerError,
    TowerSilent,
    WrongDevice,
)
from companion.tower.recorder import Recorder
from companion.tower.wire import Frame, encode
from companion.tower.wire_table import Reason, Report, Request

UNREAD = 1000  # heartbeats that may wait for a reader

Answer = TypeVar("Answer", bound=Report)


@dataclass(frozen=True)
class Lost:
    why: str


@dataclass(frozen=True)
class Back:
    hello: table.Hello
    boot: int
    rebooted: bool


class Link:
    def __init__(
        self,
        url: str,
        recorder: Recorder,
        timing: Timing | None = None,
        elsewhere: Callable[[], Sequence[str]] = candidates,
    ) -> None:
        self.url = url
        self.recorder = recorder
        self.timing = timing or Timing()
        self.events: queue.Queue[Frame | Lost | Back] = queue.Queue()
        self.hello: table.Hello | None = None
        self.boot = 0
        self._elsewhere = elsewhere  # ports where the board may turn up again
        self._line: Line | None = None
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._linked = False
        self._unopened = False  # the board has said that no session is open
        # one request in flight: who waits for which answer
        self._commanding = threading.Lock()
        self._answered = threading.Condition()
        self._awaited = 0
        self._answer: Frame | None = None
        self._request_id = 0
        self._ping_id = 0
        self._sent_at = 0.0
        self._silent = 0.0  # seconds of listening since the board was last heard
        self._there: set[str] = set()  # ports that were there when it was last looked for
        self._due, self._pause = 0.0, 0.0  # when all of them are tried again, even if none is new

    def open(self) -> None:
        self._connect(self.url)
        self._thread = threading.Thread(target=self._tend, name="tower-link", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
        if self._line is not None:
            self._line.close()

    def renamed(self, serial: bytes) -> None:
        """The board has been given another serial number: it is still the one to look for."""
        if self.hello is not None:
            self.hello = replace(self.hello, serial=serial)

    def _connect(self, url: str) -> None:
        """Opens the port, waits for the board, begins a session. Raises TowerError or LineBroken."""
        line = self._open_line(url)
        try:
            hello, boot = greet(line, url, self.timing, self._closing.is_set)
            if self.hello is not None and self.hello.serial != hello.serial:
                raise WrongDevice("other-board", port=url)
            self._begin_session(line, boot)
        except (TowerError, LineBroken):
            line.close()
            raise
        self._line, self.hello, self.boot, self.url = line, hello, boot, url
        self._silent = 0.0
        self._linked = True

    def _open_line(self, url: str) -> Line:
        return open_line(url, self.recorder)

    def _begin_session(self, line: Line, boot: int) -> None:
        nonce = secrets.randbits(32)  # clears the board's memory of request ids: we may be a new program
        opened = exchange(line, table.Open(nonce), 1, boot, table.Opened, self.timing)
        if not isinstance(opened, table.Opened) or opened.nonce != nonce:
            raise TowerSilent("no-session", port=self.url)
        self._request_id = 1

    # ------------------------------------------------------------------ the link's own thread

    def _tend(self) -> None:
        while not self._closing.is_set():
            try:
                self._attend(0.02)
            except (LineBroken, TowerError) as broken:
                self._lose(str(broken))
                if not self._find_again():
                    return

    def _attend(self, seconds: float) -> None:
        """One look at the line: what came, whether there is silence, the heartbeat."""
        assert self._line is not None
        begun = self._line.now()
        frames = self._line.receive(seconds)
        for frame in frames:
            self._sort(frame)
        now = self._line.now()
        # While this program stood still it neither asked nor listened: that is no silence of the board.
        self._silent = 0.0 if frames else self._silent + min(now - begun, self.timing.heartbeat)
        if self._silent > self.timing.lost:
            raise LineBroken("silence")
        self._ping(now)

    def _sort(self, frame: Frame) -> None:
        """Answers go to the one who waits, events into the queue; late and doubled answers go nowhere."""
        if frame.message is None or frame.version != table.VERSION:
            return
        if frame.boot != self.boot or self._restarted_unnoticed(frame):
            self._rebooted(frame)
        elif frame.request == 0:
            self.events.put(frame)
        else:
            with self._answered:
                if frame.request == self._awaited:
                    self._answer = frame
                    self._answered.notify_all()
                elif frame.request == self._ping_id and self.events.qsize() < UNREAD:
                    self.events.put(frame)

    def _restarted_unnoticed(self, frame: Frame) -> bool:
        """The boot id is the same (an EEPROM that keeps nothing), but the board knows of no session."""
        if isinstance(frame.message, table.Hello):
            return frame.request == 0 or self._unopened
        if isinstance(frame.message, table.Nack) and frame.message.reason == Reason.NOT_OPEN:
            self._unopened = True
        return self._unopened

    def _rebooted(self, frame: Frame) -> None:
        """Another boot id: the board has restarted. If its HELLO was lost, we ask."""
        assert self._line is not None
        if not isinstance(frame.message, table.Hello):
            self._line.send(encode(table.Identify(), 1, frame.boot), table.Identify())
            return
        self._begin_session(self._line, frame.boot)
        self._unopened = False
        self.hello, self.boot = frame.message, frame.boot
        self.events.put(Back(frame.message, frame.boot, rebooted=True))

    def _ping(self, now: float) -> None:
        """Only while no command is in flight: the board remembers one request."""
        if now - self._sent_at < self.timing.heartbeat or not self._commanding.acquire(blocking=False):
            return
        try:
            assert self._line is not None
            self._ping_id = self._next_id()
            self._line.send(encode(table.Ping(), self._ping_id, self.boot), table.Ping())
            self._sent_at = now
        finally:
            self._commanding.release()

    def _lose(self, why: str) -> None:
        assert self._line is not None
        self._linked = False
        self._line.close()
        self._there = {url for url in [self.url, *self._elsewhere()] if self._exists(url)}
        self._pause = self.timing.backoff_first
        self._due = self.now() + self._pause
        self.events.put(Lost(why))
        with self._answered:
            self._answered.notify_all()

    def _find_again(self) -> bool:
        """Looks at the list of ports again and again; False when we are closing."""
        while not self._closing.wait(self.timing.look):
            if self._look_again():
                return True
        return False

    def _to_try(self) -> list[str]:
        """Ports that have appeared since the last look: at once. All others ever more seldom, because opening
        one may reset what is behind it."""
        there = [url for url in dict.fromkeys([self.url, *self._elsewhere()]) if self._exists(url)]
        fresh = [url for url in there if url not in self._there]
        self._there = set(there)
        if self.now() < self._due and not fresh:
            return []
        longer = min(2 * self._pause, self.timing.backoff_last)
        self._pause = self.timing.backoff_first if fresh else longer
        self._due = self.now() + self._pause
        return fresh or there

    def _exists(self, url: str) -> bool:
        return "://" in url or Path(url).exists()

    def now(self) -> float:
        return time.monotonic()

    def _look_again(self) -> bool:
        """Tries the old port and the others that may be ours."""
        boot = self.boot
        for url in self._to_try():
            try:
                self._connect(url)
            except (TowerError, LineBroken) as fault:
                self.recorder.note("error", f"{url}: {fault}")
                continue
            assert self.hello is not None
            self.events.put(Back(self.hello, self.boot, rebooted=self.boot != boot))
            return True
        return False

    # ------------------------------------------------------------------ requests

    def _next_id(self) -> int:
        self._request_id = self._request_id % 255 + 1
        return self._request_id

    def request(self, message: Request) -> Frame:
        """Sends until it is answered; the same id every time, so that it acts once."""
        with self._commanding:
            if not self._linked or self._line is None:
                raise LinkDown("board-silent")
            request = self._next_id()
            data = encode(message, request, self.boot)
            with self._answered:
                self._awaited, self._answer = request, None
            for _ in range(self.timing.tries):
                try:
                    self._line.send(data, message)
                except LineBroken as broken:
                    raise LinkDown(str(broken)) from broken
                self._sent_at = self._line.now()
                answer = self._wait_for_answer()
                if answer is not None:
                    return self._accepted(answer)
            raise TowerSilent("no-answer", port=self.url)

    def _wait_for_answer(self) -> Frame | None:
        with self._answered:
            self._answered.wait_for(lambda: self._answer or not self._linked, self.timing.acknowledge)
            if self._answer is None and not self._linked:
                raise LinkDown("board-silent")
            answer, self._awaited = self._answer, self._awaited if self._answer is None else 0
            return answer

    def _accepted(self, frame: Frame) -> Frame:
        message = frame.message
        if not isinstance(message, table.Nack):
            return frame
        reason = Reason(message.reason) if message.reason in Reason._value2member_map_ else None
        reason_name = reason.name.lower() if reason else str(message.reason)
        match reason:
            case Reason.TURNING | Reason.IN_DROP | Reason.TESTING | Reason.STORING | Reason.UNPLACED:
                raise TowerBusy(reason_name)
            case Reason.OUT_OF_LIMITS:
                raise OutOfLimits(reason_name)
            case Reason.WRONG_BOOT | Reason.NOT_OPEN:
                raise LinkDown("restarted")
            case _:
                raise Refused(reason_name, reason=message.reason)

    def ask(self, message: Request, answer: type[Answer]) -> Answer:
        frame = self.request(message)
        if not isinstance(frame.message, answer):
            asked, heard = type(message).__name__, type(frame.message).__name__
            raise Refused("other-answer", asked=asked, heard=heard)
        return frame.message
