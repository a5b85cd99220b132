"""How a game looks in text, and how a piece that no list has is described.

May import: companion.games, companion.words and the terminal. A game without a board of its own gets the
plain one, so a new game can be played in the terminal before anybody has drawn it.
"""

from __future__ import annotations

from companion.games import Game

from .board import Board


def board_of(game: Game) -> Board:
    """The board of this game."""
    if game.name == "the-loop":
        from .the_loop import LoopBoard

        return LoopBoard()
    return Board()


__all__ = ["Board", "board_of"]
