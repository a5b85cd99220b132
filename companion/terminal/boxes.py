"""An owner's box as one file: written, and laid beside one's own piece by piece.

May import: companion.engine, companion.store, companion.words, the standard library.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion import store
from companion.engine.box_files import owned
from companion.engine.box_files.reader import Shelf
from companion.words import Words, called


def export(
    shelf: Shelf, folder: Path, file: Path, texts: bool, words: Words, say: Callable[[str], None]
) -> None:
    """All that was entered, in one file. Raises BoxMistakes and OSError."""
    pieces = len(owned.own_pieces(shelf, folder))
    store.replace(file, owned.exported(shelf, folder, texts).encode())
    say(words.say("table.box-exported", {"n": pieces, "file": str(file)}))


def take_in(
    shelf: Shelf,
    folder: Path,
    file: Path,
    take: bool,
    take_all: bool,
    words: Words,
    say: Callable[[str], None],
) -> None:
    """Another's file beside one's own; what is taken is kept. Raises BoxMistakes and OSError: then nothing
    is."""
    theirs = owned.opened(shelf, file)
    taken, found = 0, list(owned.differences(owned.own_pieces(shelf, folder), theirs))
    for one in found:
        about = {"kind": one.kind, "piece": called(words, one.kind, one.theirs), "keys": ", ".join(one.keys)}
        say(words.say("table.box-new" if one.mine is None else "table.box-differs", about))
        if take_all or (take and one.mine is None):
            owned.keep(shelf, folder, one.kind, one.theirs)
            taken += 1
    say(words.say("table.box-taken", {"n": taken, "all": len(found)}))
