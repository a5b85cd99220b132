"""The games that are kept, as text: a line each, the last played first.

May import: companion.engine, companion.table, companion.words, the standard library.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from companion.engine import Games
from companion.table import SavedGame, exported
from companion.words import Words, describe_saved


def lines(words: Words, games: Games, kept: Iterable[SavedGame]) -> Iterator[str]:
    for number, one in enumerate(kept, 1):
        yield f"{number:>3}  {row(words, games, one)}"
        yield f"     {one.path}"


def row(words: Words, games: Games, one: SavedGame) -> str:
    """Which game, who, where it was left and when."""
    title = games[one.game].title if one.game in games else words.say("games.unknown-game")
    parts = [title, *describe_saved(words, one, exported(one.path))]
    if one.played.at:
        parts.append(f"{datetime.fromtimestamp(one.played.at):%Y-%m-%d %H:%M}")
    return " · ".join(parts)


def as_data(one: SavedGame) -> dict[str, Any]:
    """For programs. Nothing in it is hidden from anybody at the table."""
    summary = {"players": one.summary.get("players"), "turn": one.turn, "result": one.summary.get("result")}
    return {
        "file": str(one.path),
        "game": one.game,
        "how": one.how,
        **summary,
        "played": one.played.at or None,
        "hidden": one.hidden,
        "line": one.line or None,
        "lost": one.lost,
        "aside": one.aside,
    }
