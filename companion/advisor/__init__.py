"""Bots, odds, batches of simulated games. May import: companion.games, the standard library."""

from .bot import Bot
from .greedy_bot import GreedyBot
from .random_bot import RandomBot

__all__ = ["Bot", "GreedyBot", "RandomBot"]
