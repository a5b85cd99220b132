"""A person at a real terminal: a process on a pseudo-terminal, read and answered line by line."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

WAIT = 60
"""Seconds until a silent program counts as hung; a busy machine is not a failure."""
COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Person:
    """Starts `companion …` on a terminal of its own."""

    def __init__(self, home: Path, *arguments: str, lang: str = "en") -> None:
        self.main, side = pty.openpty()
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "data"),
            "TERM": "xterm",
            "COLUMNS": "120",
            "LANG": {"en": "C.UTF-8", "fr": "fr_FR.UTF-8"}[lang],
        }
        command = [sys.executable, "-m", "companion", *arguments]

        def own_terminal() -> None:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests that run in the background have it ignored
            os.setsid()
            fcntl.ioctl(side, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches it

        self.process = subprocess.Popen(
            command, stdin=side, stdout=side, stderr=side, env=environment, preexec_fn=own_terminal
        )
        os.close(side)
        self.seen = ""
        """Everything the program has shown so far, without colours."""
        self._read = 0
        self._half = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def until(self, *wanted: str) -> str:
        """Reads on until one of the texts appears; returns what was shown since the last call."""
        ends = time.monotonic() + WAIT
        while True:
            fresh = self.seen[self._read :]
            found = [fresh.index(text) + len(text) for text in wanted if text in fresh]
            if found:
                self._read += min(found)
                return fresh[: min(found)]
            if not self._more(ends):
                raise AssertionError(f"waited in vain for {wanted} after:\n{self.seen[-2000:]}")

    def _more(self, ends: float) -> bool:
        ready, _, _ = select.select([self.main], [], [], max(0.0, ends - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self.main, 65536)
        except OSError:  # the program has ended and its side of the terminal is closed
            return False
        text, self._half = self._half + self._decoder.decode(data), ""
        cut = text.rfind("\x1b", len(text) - 8)  # a colour may be cut in two by the end of the data
        if cut >= 0 and not COLOURS.match(text, cut):
            text, self._half = text[:cut], text[cut:]
        self.seen += COLOURS.sub("", text).replace("\r", "")
        return bool(data)

    def prompt(self) -> str:
        """Reads on to the next prompt."""
        return self.until("\n> ", "] > ")

    def type(self, line: str) -> None:
        os.write(self.main, f"{line}\n".encode())

    def answer(self, line: str) -> str:
        """Types a line and reads on to the next prompt."""
        self.type(line)
        return self.prompt()

    def press(self, key: bytes) -> None:
        """Presses a key until the program leaves, as people do: a signal that comes in the instant before
        readline waits is noticed with the next key only."""
        for _ in range(WAIT):
            os.write(self.main, key)
            ends = time.monotonic() + 1
            while self._more(ends):
                if "Saved in" in self.seen:
                    return

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT)
        os.close(self.main)

    def end(self) -> int:
        """Reads to the end and gives the exit code."""
        ends = time.monotonic() + WAIT
        while self._more(ends):
            pass
        code = self.process.wait(WAIT)
        os.close(self.main)
        return code
