"""How a game looks in text, and how a piece that no list has is described.

May import: companion.engine, companion.words and the terminal. A game without a board of its own gets the
plain one, so a new game can be played in the terminal before anybody has drawn it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.engine import Game

from .board import Board


def board_of(game: Game, vocabulary: Any = None) -> Board:
    """The board of this game: `BOARD` of the module that is named like it. A game whose boxes describe
    effects hands in how they are written."""
    module = f"{__name__}.{game.name.replace('-', '_')}"
    if find_spec(module) is None:
        return Board()
    board: Board = import_module(module).BOARD(vocabulary)
    return board


__all__ = ["Board", "board_of"]
