"""What pieces and places are called, and what is wrong with box files, in the words of a language."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.engine import Game
from companion.games import GAMES
from companion.words import Mistake, Speech, Words, describe_flaw


def called(game: Game, state: Any, field: str, value: Any, lang: str = "en") -> str:
    return Speech(Words(lang, [game.name.replace("-", "_")]), game, state).name(field, value)


def checker(game: str) -> Callable[..., list[Mistake]]:
    """`check_box` of a game, in words."""

    def check_box(directory: Path, lang: str = "en") -> list[Mistake]:
        words = Words(lang, ["box", game.replace("-", "_")])
        return [describe_flaw(words, flaw) for flaw in GAMES.boxes(game).check_box(directory)]

    return check_box
