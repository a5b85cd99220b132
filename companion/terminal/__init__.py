"""The terminal room: plays any game of the contract as text.

May import: companion.table, companion.advisor, companion.words and the public names of companion.games.
"""

from .auto import play_out
from .boards import board_of
from .evening import Evening
from .replay import replayed
from .screen import Left, Screen
from .speech import Speech

__all__ = ["Evening", "Left", "Screen", "Speech", "board_of", "play_out", "replayed"]
