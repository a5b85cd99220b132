"""The link to the board, look by look: what it takes for an answer, how it loses and finds a port.

Part of the transcripts. The ports are a script; time passes when somebody waits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.tower import wire_table as table
from companion.tower.backends.link import Link
from companion.tower.backends.serial_line import Line, LineBroken, Timing
from companion.tower.errors import TowerError
from companion.tower.recorder import Recorder
from companion.tower.wire import Frame, Splitter, encode
from companion.tower.wire_table import Reason
from tests.tools.told_serial import PONG, heard
from tests.tower.evening import NONCE, flat
from tests.tower.scripted import HELLO


class Wire(Line):
    """A line whose other end answers by `says`; every look takes all the time that it may."""

    def __init__(self, host: Scout) -> None:
        super().__init__(host.recorder)
        self._host = host
        self.coming: list[bytes] = []
        self.closed = False

    def now(self) -> float:
        return self._host.time

    def close(self) -> None:
        self.closed = True

    def _write(self, data: bytes) -> None:
        if self._host.broken:
            raise OSError("gone")
        self.coming += self._host.says(data)

    def _read(self, timeout: float) -> bytes:
        if self.coming:
            return self.coming.pop(0)
        self._host.time += timeout
        if self._host.broken:
            raise OSError("gone")
        return b""


class Scout(Link):
    """A link by hand: no thread, its own time, ports that come and go."""

    def __init__(self, ports: Sequence[str], text: list[str]) -> None:
        self.time, self.ports, self.text, self.broken = 100.0, list(ports), text, False
        self.silent = False
        self.serial, self.theirs, self.reason = HELLO.serial, 7, 0
        self.opened = 0
        super().__init__(ports[0], Recorder(clock=lambda: self.time), Timing(), lambda: self.ports)

    def now(self) -> float:
        return self.time

    def _exists(self, url: str) -> bool:
        return url in self.ports

    def _open_line(self, url: str) -> Line:
        self.opened += 1
        self.text.append(f"{self.time:8.2f} opens {url}")
        if self.broken:
            raise LineBroken("gone")
        return Wire(self)

    def says(self, data: bytes) -> list[bytes]:
        if self.silent:
            return []
        found = []
        for asked in Splitter().feed(data):
            self.text.append(f"{self.time:8.2f} {NONCE.sub('nonce=…', str(asked))}")
            message: table.Message = table.Ack(asked.kind)
            match asked.message:
                case table.Identify():
                    message = replace(HELLO, serial=self.serial)
                case table.Open(nonce):
                    message = table.Opened(nonce)
                case table.Ping():
                    message = PONG
                case _ if self.reason:
                    message = table.Nack(asked.kind, self.reason)
            found.append(encode(message, asked.request, self.theirs))
        return found

    def tell(self, name: str, act: Callable[..., object], *given: object) -> None:
        self.text.append(f"{self.time:8.2f} > {name}")
        try:
            result = act(*given)
        except (TowerError, LineBroken) as fault:
            self.text.append(f"{self.time:8.2f} ! {type(fault).__name__} {fault}")
        else:
            self.text.append(f"{self.time:8.2f} = {flat(result)}")
        while not self.events.empty():
            self.text.append(f"{self.time:8.2f} event {flat(self.events.get_nowait())}")

    def _wait_for_answer(self) -> Frame | None:
        end = self.time + self.timing.acknowledge
        while self._answer is None and self.time < end:
            self._attend(end - self.time)
        answer, self._awaited = self._answer, self._awaited if self._answer is None else 0
        return answer


def of_link() -> list[str]:
    text: list[str] = []
    link = Scout(["/dev/a", "/dev/b"], text)
    link.tell("connect", link._connect, "/dev/a")
    link.tell("request", link.request, table.Stop())
    for reason in (*Reason, 77):
        link.reason = int(reason)
        link.tell(f"refused {int(reason)}", link.request, table.DropEnd())
    link.reason = 0
    link.tell("ask", link.ask, table.ConfigRead(), table.Config)
    link._request_id = 254
    for _ in range(3):
        link.tell("request", link.request, table.DropEnd())
    # what comes by itself, and what belongs to nobody
    link._awaited, link._answer, link._ping_id = 9, None, 8
    ping = heard(PONG, 8)
    for frame in (ping, heard(PONG, 5), heard(PONG), heard(None), heard(PONG, version=9), heard(PONG, 9)):
        link.tell(f"hears {frame.request}", link._sort, frame)
        text.append(f"          answer {flat(link._answer is not None)}")
    for _ in range(1002):
        link._sort(ping)
    text.append(f"          {link.events.qsize()} unread")
    while not link.events.empty():
        link.events.get_nowait()
    # restarts, said and unsaid
    link.theirs = 8
    link.tell("another boot", link._sort, heard(PONG, 0, boot=8))
    link.tell("its hello", link._sort, heard(HELLO, 1, boot=8))
    link.tell("hello by itself", link._sort, heard(HELLO, 0, boot=8))
    link.tell("not open", link._sort, heard(table.Nack(1, Reason.NOT_OPEN), 3, boot=8))
    link.tell("hello then", link._sort, heard(HELLO, 1, boot=8))
    # silence, the search for the board, and a board that is another
    link.silent = True
    for _ in range(12):
        link.tell("attend", link._attend, 0.5)
    link.tell("silence", link.request, table.Stop())
    link.tell("lose", link._lose, "silence")
    link.tell("while it is lost", link.request, table.Stop())
    link.broken = True
    for n in range(140):
        link.time += link.timing.look
        before = link.opened
        found = link._look_again()
        if found or link.opened != before:
            text.append(f"{link.time:8.2f} looked {n} found {found} pause {link._pause:.2f}")
    link.ports, link.broken, link.silent = ["/dev/b", "/dev/c"], False, False
    link.serial = b"ANOTHER".ljust(12, b"\0")
    link.tell("another board", link._look_again)
    link.serial = HELLO.serial
    link.ports = ["/dev/b", "/dev/d", "/dev/c"]
    link.tell("back elsewhere", link._look_again)
    text.append(f"          {link.url} boot {link.boot}")
    link.renamed(b"NEW".ljust(12, b"\0"))
    text.append(f"          {flat(link.hello)}")
    link.tell("close", link.close)
    return text
