"""The flight recorder: always on, the last thousand frames and events, written down on error or on request.

May import: companion.store, the standard library. Safe to call from the link's thread and the caller's.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from companion import store

LENGTH = 1000
TRAFFIC = ("sent", "received", "reading")
KEPT_FILES = 20  # older recordings make room


class Recorder:
    def __init__(self, folder: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self._clock = clock
        self._lines: deque[tuple[float, str, str]] = deque(maxlen=LENGTH)
        self._lock = Lock()

    def note(self, kind: str, text: object) -> None:
        """`kind`: sent, received, reading, command, error."""
        with self._lock:
            self._lines.append((self._clock(), kind, str(text)))

    def lines(self) -> list[tuple[float, str, str]]:
        with self._lock:
            return list(self._lines)

    def write(self, path: Path) -> Path:
        """One JSON object per line, oldest first."""
        text = "".join(
            json.dumps({"time": round(when, 6), "kind": kind, "text": text}, ensure_ascii=False) + "\n"
            for when, kind, text in self.lines()
        )
        store.replace(path, text.encode("utf-8", "replace"))
        return path

    def write_on_error(self, fault: BaseException) -> Path | None:
        """Into the folder of recordings, if there is one. A full disk must not hide the first fault."""
        self.note("error", f"{type(fault).__name__}: {fault}")
        if self.folder is None or not any(kind in TRAFFIC for _, kind, _ in self.lines()):
            return None  # a port that never opened has nothing to tell
        stamp = datetime.fromtimestamp(self._clock(), UTC).strftime("%Y%m%d-%H%M%S-%f")
        try:
            path = self.write(self.folder / f"flight-{stamp}.jsonl")
            for old in sorted(self.folder.glob("flight-*.jsonl"))[:-KEPT_FILES]:
                store.remove(old)
        except OSError:
            return None
        return path
