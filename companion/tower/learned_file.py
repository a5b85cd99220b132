"""What each tower has shown of itself, kept from one evening to the next by its serial number.

May import: `learned`, companion.store. A file that tells nothing of ours is set aside, and the tower begins
anew; a disk that is full or may not be written keeps nobody from playing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import store
from companion.tower.learned import Learned
from companion.tower.pulses import Practice


@dataclass(frozen=True)
class LearnedFiles:
    """Those in one folder, a file for each tower."""

    folder: Path

    def path(self, serial: str) -> Path:
        plain = "".join(c for c in serial if c.isalnum() or c in "-_") or "unnamed"
        return self.folder / f"{plain}.json"

    def load(self, serial: str, practice: Practice) -> Learned:
        """What this tower has learned; a new one has learned nothing."""
        if serial and (data := self._read(self.path(serial))) is not None:
            try:
                return Learned(practice, data)
            except ValueError:
                store.set_aside(self.path(serial))
        return Learned(practice)

    def keep(self, serial: str, learned: Learned) -> None:
        """A board without a serial number is nobody in particular: nothing is kept of it."""
        if serial:
            with suppress(OSError):
                store.replace(self.path(serial), (json.dumps(learned.as_data()) + "\n").encode())

    def forget(self, serial: str) -> bool:
        """Whether there was anything to forget."""
        with suppress(FileNotFoundError):
            store.remove(self.path(serial))
            return True
        return False

    def all(self) -> Iterator[tuple[str, Learned]]:
        """Every tower that something is kept of."""
        for path in sorted(self.folder.glob("*.json")):
            learned = self.load(path.stem, Practice(()))
            if learned.drops:
                yield path.stem, learned

    def _read(self, path: Path) -> dict[str, Any] | None:
        found = store.load_json(path, {"format": int})
        return found if isinstance(found, dict) else None
