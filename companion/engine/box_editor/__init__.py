"""A piece while its owner enters it: one editor for every kind of piece of every game.

May import: the forms of box files, the standard library. Knows no game and no screen: what may be entered is
what the game's box files may hold, and what is wrong with it is what their check says.
"""

from companion.engine.box_files.entry import Entry, in_language

from .collection import (
    Progress,
    begun,
    closed,
    entries_of,
    finished,
    invented_keys,
    inventions,
    progress,
    unknown,
)
from .draft import Draft, Tile, piece_id
from .questions import Asked, asked

__all__ = [
    "Asked",
    "Draft",
    "Entry",
    "Progress",
    "Tile",
    "asked",
    "begun",
    "closed",
    "entries_of",
    "finished",
    "in_language",
    "invented_keys",
    "inventions",
    "piece_id",
    "progress",
    "unknown",
]
