"""The terminal room: plays any game of the contract as text.

May import: companion.engine, companion.table, companion.advisor, companion.teacher and companion.words.
"""

from . import flags, library, replay, rulebook, simulate
from .auto import play_out
from .board import TextBoard, board_of
from .career import lines as career_lines
from .error_words import wrong
from .evening import Terminal
from .screen import Left, Screen
from .speech import Speech

__all__ = [
    "TextBoard",
    "Left",
    "Screen",
    "Speech",
    "Terminal",
    "board_of",
    "career_lines",
    "flags",
    "library",
    "play_out",
    "replay",
    "rulebook",
    "simulate",
    "wrong",
]
