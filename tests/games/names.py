"""What pieces and places are called, in the words of a language."""

from typing import Any

from companion.engine import Game
from companion.words import Speech, Words


def called(game: Game, state: Any, field: str, value: Any, lang: str = "en") -> str:
    return Speech(Words(lang, [game.name.replace("-", "_")]), game, state).name(field, value)
