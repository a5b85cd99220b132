"""What can go wrong at the table. May import: nothing.

Each error has an id and parameters for the catalogue, where its sentence says what to do: `error.<id>`.
"""

from __future__ import annotations

from typing import Any


class TableError(Exception):
    """The root of them all."""

    id = "table"

    def __init__(self, **about: Any) -> None:
        super().__init__(f"{self.id}: {about}")
        self.about = tuple(about.items())


class JournalMissing(TableError, FileNotFoundError):
    id = "journal-missing"


class JournalExists(TableError, FileExistsError):
    id = "journal-exists"


class JournalBusy(TableError, BlockingIOError):
    """Another session writes to the file."""

    id = "journal-busy"


class JournalDamaged(TableError, ValueError):
    """A line in the middle cannot be read. The file is left exactly as it is."""

    id = "journal-damaged"


class JournalNone(TableError, ValueError):
    """Its first line does not say what a game begins with: nothing precedes it that could go on."""

    id = "journal-none"


class JournalTooNew(TableError, ValueError):
    id = "journal-too-new"


class JournalUnwritable(TableError, OSError):
    """The disk is full or gone. Neither the game nor the file has changed."""

    id = "journal-unwritable"


class JournalUnreadable(TableError, OSError):
    """It is a folder, or the disk does not give it out. Nothing has changed."""

    id = "journal-unreadable"


class HandsHidden(TableError, PermissionError):
    """A copy of a game that is on shows hands that are hidden: somebody must say that it may."""

    id = "hands-hidden"


class OptionsRefused(TableError, ValueError):
    """The game cannot be started with these options."""

    id = "options-refused"


class FileInvalid(TableError, ValueError):
    """A file does not say what it must; each mistake has a sentence of its own."""

    def __init__(self, mistake: str, **about: Any) -> None:
        self.id = f"{type(self).id}-{mistake}"
        super().__init__(**about)


class NameRefused(FileInvalid):
    """A name that a person cannot have, or nobody has."""

    id = "name"


class ScenarioInvalid(FileInvalid):
    id = "scenario"


class ReasonsInvalid(FileInvalid):
    id = "reasons"
