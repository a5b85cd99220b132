"""What every command stands on: exit codes, a mistake that is told in one line, words, boards and boxes.

May import: any room, when a command needs it.
"""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from . import games
from .engine import Game, Plain
from .engine.box_files.reader import BoxMistakes
from .words import Words, describe_flaw, language, languages, one_line

if TYPE_CHECKING:
    from .table import TableError
    from .terminal import TextBoard

BAD_OPTIONS = 2
FAILED = 1
INTERRUPTED = 130


class Mistake(Exception):
    """Something typed that cannot be done; the message is for the person."""


def complain(said: str, code: int = FAILED) -> int:
    """What went wrong, as one line; the exit code."""
    print(f"companion: {one_line(said)}", file=sys.stderr)
    return code


def no_game(name: str, argv: list[str]) -> Mistake:
    about = {"name": name, "known": games.NAMES}
    return Mistake(spoken(argv).say("mistake.no-game" if name else "mistake.which-game", about))


def spoken(argv: list[str]) -> Words:
    """The words of what was typed, before all of it is understood."""
    typed = dict(pairwise(argv)).get("--lang", "")
    return Words(typed if typed in languages() else language(os.environ), ["help"])


def words_of(lang: str, game: str, *areas: str) -> Words:
    return Words(lang, [*areas, game.replace("-", "_")])


def board_for(game: Game) -> TextBoard:
    from .terminal import board_of

    return board_of(games.GAMES, game.name)


def read_box(game: str, directory: Path, words: Words) -> Plain:
    """The owner's box. The first mistake is told by the validator, in its own words."""
    if not directory.is_dir():
        raise Mistake(words.say("mistake.no-directory", {"file": str(directory)}))
    boxes = games.boxes(game)
    try:
        return boxes.load_box(directory)
    except BoxMistakes as wrong:
        first = describe_flaw(words_of(words.lang, game, "box"), wrong.flaws[0])
        about = {"mistake": str(first), "n": len(wrong.flaws), "file": str(directory)}
        raise Mistake(words.say("mistake.box", about)) from None


def table_error(error: TableError, words: Words) -> int:
    from .terminal import wrong

    return complain(wrong(words, error))
