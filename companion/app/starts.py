"""How often a start of the app failed: after two of them the next one is a careful one.

May import: companion.store, this room; no Kivy, which may be what fails.

    starts = Starts.begin()     # before the window opens
    starts.safe
    starts.stood()              # when it has stood for a while
"""

from __future__ import annotations

import json
import logging
from typing import Self

from companion import store

from .settings import home

LOG = logging.getLogger("companion.app")
CRASHES = 2
"""Starts that ended before they stood, until the next one is a safe one."""
STANDS = 5.0
"""Seconds after which a start has succeeded."""


class Starts:
    """How often the app was started and never stood, in a small file."""

    def __init__(self, failed: int) -> None:
        self.failed = failed

    @classmethod
    def begin(cls) -> Self:
        """Before the window opens. A disk that cannot be written counts nothing."""
        found = store.load_json(home() / "starts.json", dict) or {}
        failed = found.get("failed")
        starts = cls(failed if isinstance(failed, int) and 0 <= failed < 10**6 else 0)
        starts._write(starts.failed + 1)
        return starts

    @property
    def safe(self) -> bool:
        return self.failed >= CRASHES

    def stood(self) -> None:
        """In any thread."""
        self._write(0)

    def _write(self, failed: int) -> None:
        try:
            store.replace(home() / "starts.json", json.dumps({"failed": failed}).encode())
        except OSError:
            LOG.info("starts=not-kept")
