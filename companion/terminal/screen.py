"""Lines out, lines in: the only part of the terminal that touches a terminal.

May import: the standard library.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

with contextlib.suppress(ImportError):  # Python may be built without it; typing still works
    import readline  # noqa: F401  # importing it gives input() a line editor and a history


LONGEST = 1000
"""Letters of a line: nobody types more, and Python reads no number of 5,000 digits."""


class Left(Exception):
    """The person closed the terminal or pressed Ctrl-C or Ctrl-D: save and quit."""


class Screen:
    """A person's terminal, or two files that stand for one."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._sink = sink or sys.stdout
        self._ahead = ""
        self.lively = self._sink.isatty() and os.environ.get("TERM") != "dumb"
        """Whether colours and clearing make sense."""
        self._colours = self.lively and "NO_COLOR" not in os.environ

    @property
    def width(self) -> int:
        return max(40, min(shutil.get_terminal_size((80, 24)).columns, 120)) if self.lively else 80

    def show(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self._sink)
        self._sink.flush()

    @contextlib.contextmanager
    def typed_ahead(self, line: str) -> Iterator[None]:
        """What was typed already answers the first thing that is asked here."""
        self._ahead = line
        try:
            yield
        finally:
            self._ahead = ""

    def ask(self, prompt: str) -> str:
        """What the person typed, trimmed. Raises Left."""
        if self._ahead:
            line, self._ahead = self._ahead, ""
            return line
        try:
            if self._source is sys.stdin and self._sink is sys.stdout:
                return input(f"{prompt} ").strip()[:LONGEST]
            self._sink.write(f"{prompt} ")
            self._sink.flush()
            line = self._source.readline()
        except (EOFError, KeyboardInterrupt, OSError, ValueError):  # ValueError: of a stream that is closed
            self.show("")
            raise Left from None
        if not line:
            self.show("")
            raise Left
        return line.strip()[:LONGEST]

    def numbered(self, texts: Iterable[str]) -> None:
        """The texts with their numbers from 1, in as many columns as fit when there are many."""
        rows = [f"{number:>3}. {text}" for number, text in enumerate(texts, 1)]
        widest = max((len(row) for row in rows), default=0) + 2
        columns = max(1, self.width // widest) if len(rows) > 8 else 1
        height = -(-len(rows) // columns)
        for line in range(height):
            self.show("".join(row.ljust(widest) for row in rows[line::height]).rstrip())

    def cover(self, prompt: str) -> None:
        """Hides everything shown so far, so that the next person can take over. Waits for Enter."""
        self.show("\033[2J\033[3J\033[H" if self.lively else "\n" * 60)
        self.ask(prompt)

    def strong(self, text: str) -> str:
        return f"\033[1m{text}\033[0m" if self._colours else text

    def faint(self, text: str) -> str:
        return f"\033[2m{text}\033[0m" if self._colours else text
