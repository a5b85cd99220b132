"""What a batch of games shows: win rates with their intervals, causes of defeat, lengths, places.

May import: companion.engine, its own room, the standard library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from statistics import fmean, quantiles
from typing import Any, NamedTuple

from companion.engine import Plain

from .batch import Batch, Results

Z = 1.959964
"""Two-sided 95 %."""


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share: honest for few games and for shares near 0 and 1."""
    if not games:
        return 0.0, 1.0
    share = won / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return max(middle - half, 0.0), min(middle + half, 1.0)


class Row(NamedTuple):
    """One table's games by one bot."""

    bot: str
    options: Mapping[str, Any]
    games: int
    won: int
    """By the team; among rivals by the first seat."""
    share: float
    low: float
    high: float
    causes: dict[str, int]
    """How the lost ones ended, among rivals all of them; most frequent first."""
    turns: float
    usual: tuple[float, float]
    """Four games in five last so many turns: from the first tenth of them to the last."""
    places: dict[str, list[float]]
    """Per kind of happening: how often per game at each place."""

    def plain(self) -> dict[str, Plain]:
        return {**self._asdict(), "options": dict(self.options)}


def rows(batch: Batch, results: Results) -> list[Row]:
    """One row per table that was played, in their order."""
    found = []
    for table, options in enumerate(batch.tables):
        played = [results[job] for job in sorted(results) if job.table == table]
        if played:
            found.append(_row(batch.bot, options, played))
    return found


def _row(bot: str, options: Mapping[str, Any], played: list[dict[str, Plain]]) -> Row:
    games = len(played)
    won = sum(game["result"] == "won" or game.get("winner") == 0 for game in played)
    causes = Counter(game["cause"] for game in played if game["result"] != "won")
    low, high = interval(won, games)
    turns = [float(game["turns"]) for game in played]
    return Row(
        bot,
        options,
        games,
        won,
        won / games,
        low,
        high,
        dict(sorted(causes.items(), key=lambda cause: (-cause[1], cause[0]))),
        fmean(turns),
        _usual(turns),
        {kind: _per_game(game["places"].get(kind) for game in played) for kind in _kinds(played)},
    )


def _usual(turns: list[float]) -> tuple[float, float]:
    tenths = quantiles(turns, n=10, method="inclusive") if len(turns) > 1 else turns
    return tenths[0], tenths[-1]


def _kinds(played: list[dict[str, Plain]]) -> list[str]:
    return sorted({kind for game in played for kind in game["places"]})


def _per_game(counts: Iterable[list[int] | None]) -> list[float]:
    each = list(counts)
    places = max((len(count) for count in each if count), default=0)
    return [sum(count[place] for count in each if count) / len(each) for place in range(places)]
