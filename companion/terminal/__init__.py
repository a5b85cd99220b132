"""The terminal room: plays any game of the contract as text.

May import: companion.table, companion.advisor, companion.words and the public names of companion.games.
"""

from . import flags, replay, simulating
from .auto import play_out
from .boards import Board, board_of
from .career import lines as career_lines
from .evening import Evening
from .screen import Left, Screen
from .speech import Speech, wrong

__all__ = [
    "Board",
    "Evening",
    "Left",
    "Screen",
    "Speech",
    "board_of",
    "career_lines",
    "flags",
    "play_out",
    "replay",
    "simulating",
    "wrong",
]
