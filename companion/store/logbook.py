"""The log: what the program did and what went wrong, for whoever looks for a mistake. It names nobody.

May import: this room, the standard library.

    with store.logbook(verbose=False) as path:     # whatever any room tells `logging` meanwhile
        ...

The file is the second of two readers: what people must know is told on the screen. It grows to a megabyte,
the one before is kept, and a disk that is full disturbs nobody.
"""

from __future__ import annotations

import logging
import logging.handlers
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from .files import make_folder
from .places import log_file

MOST = 2**20
OURS = "companion"

Nameless: TypeAlias = Callable[[str], str]


class _Plain(logging.Formatter):
    """A person's own folder is `~`: its name is often theirs."""

    def __init__(self, form: str, traces: bool = True, nameless: Nameless = str) -> None:
        super().__init__(form)
        self._traces = traces
        self._nameless = nameless
        self._home = re.compile(rf"{re.escape(home)}(?!\w)") if (home := _own_folder()) else None

    def format(self, record: logging.LogRecord) -> str:
        said = super().format(record) if self._traces else f"{OURS}: {record.getMessage()}"
        said = self._home.sub("~", said) if self._home else said
        return self._nameless(said) if record.levelno >= logging.WARNING else said


class _File(logging.handlers.RotatingFileHandler):
    """Opened with the first line that is said."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=MOST, backupCount=1, encoding="utf-8", delay=True)

    def _open(self) -> Any:
        make_folder(Path(self.baseFilename).parent)
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """It cannot be written: the evening goes on."""


@contextmanager
def logbook(verbose: bool = False, nameless: Nameless = str) -> Iterator[Path]:
    """Keeps the log while this runs, and gives the place of its file. Warnings are told to people too;
    `verbose`: everything, as it happens. `nameless` takes people's names out of what went wrong: what we tell
    otherwise has none."""
    path = log_file()
    file = _File(path)
    file.setFormatter(_Plain("%(asctime)s %(levelname)s %(name)s: %(message)s", nameless=nameless))
    file.addFilter(lambda record: verbose or _worth_keeping(record))
    screen = logging.StreamHandler()
    screen.setLevel(logging.DEBUG if verbose else logging.WARNING)
    screen.setFormatter(_Plain("%(name)s: %(message)s", traces=verbose))
    root, ours = logging.getLogger(), logging.getLogger(OURS)
    levels = root.level, ours.level
    ours.setLevel(logging.DEBUG if verbose else logging.INFO)
    if verbose:
        root.setLevel(logging.INFO)
    for one in (file, screen):
        root.addHandler(one)
    try:
        yield path
    finally:
        for one in (file, screen):
            root.removeHandler(one)
            one.close()
        root.setLevel(levels[0])
        ours.setLevel(levels[1])


def _worth_keeping(record: logging.LogRecord) -> bool:
    """Of ourselves what we tell, of the libraries what they warn of."""
    return record.name.partition(".")[0] == OURS or record.levelno >= logging.WARNING


def _own_folder() -> str:
    try:
        found = str(Path.home())
    except RuntimeError:  # nobody knows whose this is
        return ""
    return found if len(found) > 1 else ""
