"""Bots, odds, batches of simulated games. May import: companion.games, the standard library."""

from .batch import Batch, Results, Stopped, WorkersDied, play_batch
from .bot import Bot
from .cluster import NoDask, NoScheduler, NotInstalled, NoWorkers, SchedulerLost, play_on_cluster
from .coach import Advice, advise
from .figures import Row, interval, rows
from .greedy_bot import GreedyBot
from .kept_games import KeptGames
from .odds import Chance, Odds, odds
from .planner_bot import PlannerBot
from .playout import BOTS
from .provenance import fingerprint
from .random_bot import RandomBot
from .shares import Shares
from .shares import keep as keep_shares
from .shares import load as load_shares

__all__ = [
    "BOTS",
    "Advice",
    "Batch",
    "Bot",
    "Chance",
    "GreedyBot",
    "KeptGames",
    "NoDask",
    "NoScheduler",
    "NoWorkers",
    "NotInstalled",
    "Odds",
    "PlannerBot",
    "RandomBot",
    "Results",
    "Row",
    "SchedulerLost",
    "Shares",
    "Stopped",
    "WorkersDied",
    "advise",
    "interval",
    "keep_shares",
    "load_shares",
    "odds",
    "fingerprint",
    "play_batch",
    "play_on_cluster",
    "rows",
]
