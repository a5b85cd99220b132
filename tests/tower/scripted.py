"""A board that misbehaves to order, on a pseudo-terminal: what no real firmware would do to the driver.

It speaks the wire well enough to be opened; `answers` may be replaced, message by message.
"""

from __future__ import annotations

import os
import select
import threading
import tty
from collections.abc import Callable, Iterable
from dataclasses import replace

from companion.tower import wire_table as table
from companion.tower.wire import Frame, Splitter, encode

Answers = Callable[[Frame], Iterable[bytes]]
HELLO = table.Hello(b"LOOP", (1, 0, 0), b"SCRIPTED".ljust(12, b"\0"), 0, 1, 1, 0, 1, 0)


class ScriptedBoard:
    def __init__(self, version: int = table.VERSION, boot: int = 7) -> None:
        self.version = version
        self.boot = boot
        self.hello = HELLO
        self.settings = table.Settings(fitted=0)
        self.counted = table.Counted(1, 0, (0,) * 7, (0,) * 7, 0)
        self.log: list[table.LogEntry] = []
        self.heard: list[Frame] = []
        self.answers: Answers = self.usual
        self._ours, theirs = os.openpty()
        tty.setraw(theirs)
        self._theirs = theirs
        self.port = os.ttyname(theirs)
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        self._ending.set()
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)

    def write(self, data: bytes) -> None:
        os.write(self._ours, data)

    def frame(self, message: table.Message, request: int = 0, boot: int | None = None) -> bytes:
        return encode(message, request, self.boot if boot is None else boot, self.version)

    def say(self, message: table.Message) -> None:
        self.write(self.frame(message))

    def usual(self, asked: Frame) -> Iterable[bytes]:
        """What a well-behaved board at rest answers."""
        message: table.Message
        match asked.message:
            case table.Identify():
                message = self.hello
            case table.Open(nonce):
                message = table.Opened(nonce)
            case table.Counts():
                message = self.counted
            case table.Log(first):
                at = (first - self.counted.next) % 65536 - 65536 + len(self.log)
                start = (self.counted.next - len(self.log)) % 65536 if at < 0 else first
                entries = tuple(self.log[max(at, 0) :][: table.LOG_PER_FRAME])
                message = table.Logged(start, self.counted.next, entries)
            case table.ConfigRead():
                message = table.Config(1, self.settings)
            case table.Ping():
                message = table.Pong(0, 1, 0, 0, 0, 0, 0, self.counted.next, 0, 0, 0)
            case _:
                message = table.Ack(asked.kind)
        yield self.frame(message, asked.request)

    def passed(self, *entries: table.LogEntry, since: int | None = None) -> None:
        """Breaks that the board counted and logged, told or not."""
        counts = list(self.counted.counts)
        for entry in entries:
            counts[entry.mark & 7] = (counts[entry.mark & 7] + 1) % 65536
        self.log = [*self.log, *entries][-table.LOG_SIZE :]
        following = (self.counted.next + len(entries)) % 65536
        since = self.counted.since if since is None else since
        self.counted = replace(self.counted, next=following, counts=tuple(counts), since=since)

    def _serve(self) -> None:
        splitter = Splitter()
        while not self._ending.is_set():
            if not select.select([self._ours], [], [], 0.02)[0]:
                continue
            for frame in splitter.feed(os.read(self._ours, 4096)):
                self.heard.append(frame)
                for data in self.answers(frame):
                    self.write(data)
