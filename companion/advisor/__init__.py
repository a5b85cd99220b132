"""Bots, odds, batches of simulated games. May import: companion.games, the standard library."""

from .batch import Batch, Results, Stopped, play_batch
from .bot import Bot
from .figures import Row, interval, rows
from .greedy_bot import GreedyBot
from .playing import BOTS
from .random_bot import RandomBot
from .shares import Shares
from .shares import keep as keep_shares
from .shares import load as load_shares

__all__ = [
    "BOTS",
    "Batch",
    "Bot",
    "GreedyBot",
    "RandomBot",
    "Results",
    "Row",
    "Shares",
    "Stopped",
    "interval",
    "keep_shares",
    "load_shares",
    "play_batch",
    "rows",
]
