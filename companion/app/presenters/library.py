"""The library: a row for each game that is kept, and what can be done with it.

May import: companion.engine, companion.table, companion.words; never Kivy.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from companion.app.screen_words import words_of
from companion.engine import Games
from companion.table import SavedGame, exported, lay_again, position
from companion.words import Speech, Words, describe_saved

GLYPHS = {"finished": "done", "unfinished": "empty", "damaged": "wrong", "unknown": "wrong"}


class GameRow(NamedTuple):
    saved: SavedGame
    title: str
    under: str
    glyph: str
    ways: tuple[str, ...]
    """What can be done with it, the likeliest first: `go-on`, `lay`, `repair`, `export`, `aside`, `back`."""


class LibraryPresenter:
    def __init__(self, words: Words, games: Games) -> None:
        self.words = words
        self.games = games

    def row(self, one: SavedGame) -> GameRow:
        title = self.games[one.game].title if one.game in self.games else one.path.name
        parts = describe_saved(self.words, one, exported(one.path))
        if one.played.at:
            parts.append(f"{datetime.fromtimestamp(one.played.at):%Y-%m-%d %H:%M}")
        return GameRow(one, title, " · ".join(parts), GLYPHS[one.how], self._ways(one))

    def _ways(self, one: SavedGame) -> tuple[str, ...]:
        if one.aside:
            return ("back",)
        sound = one.how in ("unfinished", "finished")
        ways = (("go-on", sound), ("lay", one.how == "unfinished"), ("repair", one.how == "damaged"))
        return (*(way for way, can in ways if can), *(("export",) if sound else ()), "aside")

    def to_lay(self, one: SavedGame) -> list[str]:
        """What to put on the bare board, piece by piece."""
        game, state = position(one.path, self.games.load)
        speech = Speech(words_of(self.words.lang, game.name), game, state)
        said = [speech.phrase(phrase) for phrase in lay_again(one.path, self.games)]
        return said or [self.words.say("games.nothing-to-lay")]
