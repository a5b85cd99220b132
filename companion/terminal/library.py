"""The games that are kept, as text: a line each, the last played first.

May import: companion.engine, companion.table, companion.words, the standard library.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from companion.engine import Games
from companion.table import SavedGame, exported
from companion.words import Words


def lines(words: Words, games: Games, kept: Iterable[SavedGame]) -> Iterator[str]:
    for number, one in enumerate(kept, 1):
        yield f"{number:>3}  {row(words, games, one)}"
        yield f"     {one.path}"


def row(words: Words, games: Games, one: SavedGame) -> str:
    """Which game, who, where it was left and when."""
    parts = [games[one.game].title if one.game in games else words.say("games.unknown-game")]
    if players := one.summary.get("players"):
        parts.append(words.say("games.players", {"n": players}))
    if one.turn and one.how == "unfinished":
        parts.append(words.say("games.turn", {"n": one.turn}))
    parts.append(how(words, one))
    if one.hidden:
        parts.append(words.say("games.hidden"))
    if exported(one.path):
        parts.append(words.say("games.exported"))
    if one.played.at:
        parts.append(f"{datetime.fromtimestamp(one.played.at):%Y-%m-%d %H:%M}")
    return " · ".join(parts)


def how(words: Words, one: SavedGame) -> str:
    if one.how == "finished":
        return words.say(f"outcome.{one.summary['result']}").rstrip(".!")
    return words.say(f"games.{one.how}", {"line": one.line, "lost": one.lost})


def as_data(one: SavedGame) -> dict[str, Any]:
    """For programs. Nothing in it is hidden from anybody at the table."""
    told = {"players": one.summary.get("players"), "turn": one.turn, "result": one.summary.get("result")}
    return {
        "file": str(one.path),
        "game": one.game,
        "how": one.how,
        **told,
        "played": one.played.at or None,
        "hidden": one.hidden,
        "line": one.line or None,
        "lost": one.lost,
        "aside": one.aside,
    }
