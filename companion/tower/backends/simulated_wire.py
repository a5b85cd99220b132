"""The wire of the simulated tower: real frames, real bytes, and everything that can happen to them.

May import: this room; no pyserial is needed. The host's end is the driver of the real board (`serial`,
`link`, `serial_line`) with two differences: a line ends in the simulation, and there is no thread, because
whoever waits for an answer or an event lets the simulated time pass meanwhile.
"""

from __future__ import annotations

import queue
import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from companion.tower.backends.link import Back, Link, Lost
from companion.tower.backends.serial import SerialBoard
from companion.tower.backends.serial_line import Line, LineBroken, Timing
from companion.tower.errors import LinkDown, TowerError
from companion.tower.recorder import Recorder
from companion.tower.wire import END, LINE_LIMIT, Frame, encode
from companion.tower.wire_table import ACKNOWLEDGE_MS, VERSION, Ack, Message, Nack, Reason

if TYPE_CHECKING:
    from companion.tower.backends.simulated import SimulatedBoard

# Of so many frames one is struck: never so many that a repeat does not get through, and in no rhythm, for it
# could be that of a command, its end and the heartbeat.
TO_HOST, TO_BOARD = (4, 8), (6, 10)
LATE = 1.5 * ACKNOWLEDGE_MS / 1000  # seconds: after the host has asked again
GRAIN = 1e-9  # seconds: two times closer than this are one
PRINTER = b"ok T:21.3 /0.0\nWelcome to another machine\n"


class Damage:
    """What the faults of the wire do to a frame on its way."""

    def __init__(self, has: Callable[[str], bool], seed: int) -> None:
        self._has = has
        self._lot = random.Random(seed)
        self._lost_for = 0  # the request whose acknowledgement was swallowed
        self._whole = {TO_HOST: 0, TO_BOARD: TO_BOARD[0]}  # frames until one is struck

    def new_line(self) -> None:
        """What is struck first is the first frame of a line."""
        self._whole[TO_HOST] = 0

    def to_host(self, message: Message, request: int, boot: int) -> Iterable[tuple[float, bytes]]:
        """Pieces with the seconds that each is late."""
        has = self._has
        if has("silent"):
            return
        if has("lost-acknowledgement") and isinstance(message, Ack | Nack) and request != self._lost_for:
            self._lost_for = request
            return
        version = VERSION - has("older-protocol") + has("newer-protocol")
        frame = encode(message, request, boot, version)
        late = LATE if request and has("late-reply") else 0.0
        if request and has("wrong-id-reply"):
            yield late, encode(Nack(message.CODE, Reason.OUT_OF_LIMITS), (request + 40) % 255 + 1, boot)
        for _ in range(2 if request and has("doubled-reply") else 1):
            for piece in self._struck(frame, TO_HOST):
                yield late, piece

    def to_board(self, data: bytes) -> bytes:
        return b"".join(self._struck(data, TO_BOARD))

    def _struck(self, frame: bytes, one_of: tuple[int, int]) -> list[bytes]:
        self._whole[one_of] -= 1
        if self._whole[one_of] >= 0:
            return [frame]
        self._whole[one_of] = self._lot.randint(*one_of) - 1
        has, at = self._has, self._lot.randrange(len(frame) - 1)
        if has("flipped-bit"):
            frame = frame[:at] + bytes([frame[at] ^ 1 << self._lot.randrange(8)]) + frame[at + 1 :]
        if has("lost-byte"):
            frame = frame[:at] + frame[at + 1 :]
        if has("doubled-byte"):
            frame = frame[: at + 1] + frame[at:]
        if has("truncated-frame"):
            frame = frame[: len(frame) // 2] + END
        if has("merged-frames") and one_of == TO_HOST:
            frame = frame.rstrip(END)  # it runs on into the next one
        if has("garbage"):
            frame = self._noise(60) + frame
        return [self._noise(3 * LINE_LIMIT), frame] if has("oversized-frame") else [frame]

    def _noise(self, length: int) -> bytes:
        return bytes(self._lot.randrange(1, 256) for _ in range(length))


class SimulatedLine(Line):
    """An open port of the simulated tower."""

    def __init__(self, board: SimulatedBoard, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._board = board
        self._coming: deque[tuple[float, bytes]] = deque()  # when it arrives, what
        self.cut = False

    def now(self) -> float:
        return self._board.now()

    def arrive(self, data: bytes, late: float = 0.0) -> None:
        """Bytes for the host; on a wire nothing overtakes."""
        at = max(self.now() + late, self._coming[-1][0] if self._coming else 0.0)
        self._coming.append((at, data))

    def close(self) -> None:
        self.cut = True

    def _write(self, data: bytes) -> None:
        if self.cut:
            raise LineBroken("cable-out")
        self._board.hear(data)

    def _read(self, timeout: float) -> bytes:
        end = self.now() + timeout
        while not self.cut:
            if self._coming and self._coming[0][0] <= self.now() + GRAIN:
                return self._coming.popleft()[1]
            until = min(end, self._coming[0][0]) if self._coming else end
            if not self._board.live(max(until - self.now(), 0.0)) and self.now() >= end - GRAIN:
                return b""
        raise LineBroken("cable-out")


class Waited(queue.Queue[Frame | Lost | Back]):
    """Events of a link that has no thread: waiting for one is what makes the link work."""

    def __init__(self, link: SimulatedLink) -> None:
        super().__init__()
        self._link = link

    def get(self, block: bool = True, timeout: float | None = None) -> Frame | Lost | Back:
        end = self._link.now() + (timeout or 0.0)
        while block and self.empty() and self._link.tend(end):
            pass
        return super().get(block=False)


class SimulatedLink(Link):
    def __init__(self, board: SimulatedBoard, recorder: Recorder) -> None:
        # hello: opening this port resets no bootloader that would have to be waited for
        super().__init__(board.port, recorder, Timing(hello=0.0), elsewhere=lambda: [board.port])
        self._board = board
        self.events = Waited(self)
        self._look_at = 0.0

    def now(self) -> float:
        return self._board.now()

    def open(self) -> None:
        self._connect(self.url)

    def look_now(self) -> None:
        """Something has changed for the better: whoever looks for the board need not be patient."""
        self._look_at = self._due = self.now()

    def tend(self, end: float) -> bool:
        """Lets time pass until something comes, at most until then; False: the time is over."""
        if self._linked:
            try:
                self._attend(max(min(end - self.now(), self.timing.heartbeat), 0.0))
            except (LineBroken, TowerError) as broken:
                self._lose(str(broken))
                self.look_now()
                return True
        elif self.now() >= self._look_at:
            if not self._look_again():
                self._look_at = self.now() + self.timing.look
        else:
            self._board.live(max(min(end, self._look_at) - self.now(), 0.0))
        return self.now() < end - GRAIN

    def _exists(self, url: str) -> bool:
        return self._board.there(url)

    def _open_line(self, url: str) -> Line:
        return self._board.plug(url, self.recorder)

    def _wait_for_answer(self) -> Frame | None:
        end = self.now() + self.timing.acknowledge
        while self._answer is None and self._linked and self.tend(end):
            pass
        if self._answer is None and not self._linked:
            raise LinkDown("board-silent")
        answer, self._awaited = self._answer, self._awaited if self._answer is None else 0
        return answer


class SimulatedHost(SerialBoard):
    """The driver of the real board, at the other end of this wire."""

    def __init__(self, board: SimulatedBoard, recorder: Recorder) -> None:
        super().__init__(board.port, recorder)
        self._board = board
        self.link = self._link = SimulatedLink(board, recorder)

    def now(self) -> float:
        return self._board.now()

    def recount(self, heard: int, following: int, counts: Sequence[int]) -> bool:
        """As if it had heard many more breaks; False if it does not even know those that there were."""
        if self._next != heard:
            return False
        self._next, self._counts = following, list(counts)
        return True

    def new_time(self) -> None:
        """As if it had not listened for an hour."""
        self._clock.reboot()
