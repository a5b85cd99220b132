"""How a game looks in text, and how a piece that no list has is described.

May import: companion.games, companion.words and the terminal. A game without a board of its own gets the
plain one, so a new game can be played in the terminal before anybody has drawn it.
"""

from __future__ import annotations

from typing import Any

from companion.games import Game

from .board import Board


def board_of(game: Game, vocabulary: Any = None) -> Board:
    """The board of this game. A game whose boxes describe effects hands in how they are written."""
    if game.name == "the-loop":
        from .the_loop import LoopBoard

        return LoopBoard(vocabulary)
    if game.name == "contre-temps":
        from .contre_temps import ContreTempsBoard

        return ContreTempsBoard()
    if game.name == "cyberion":
        from .cyberion import CyberionBoard

        return CyberionBoard()
    return Board()


__all__ = ["Board", "board_of"]
