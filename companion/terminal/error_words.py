"""What went wrong at the table, as a sentence. The rest of what is said comes from the words room.

May import: companion.table, companion.words.
"""

from __future__ import annotations

from companion.table import TableError
from companion.words import Words


def wrong(words: Words, error: TableError) -> str:
    """What went wrong at the table and what to do; an error without an entry speaks for itself."""
    key = f"error.{error.id}"
    return words.say(key, error.about) if key in words else str(error)
