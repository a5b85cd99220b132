"""The library: a row for each game that is kept, and what can be done with it.

May import: companion.engine, companion.table, companion.words; never Kivy.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from companion.app.screen_words import words_of
from companion.engine import Games
from companion.table import SavedGame, exported, lay_again, position, turns
from companion.words import Speech, Words, describe_saved, in_words

GLYPHS = {"finished": "done", "unfinished": "empty", "damaged": "wrong", "unknown": "wrong"}


class GameRow(NamedTuple):
    saved: SavedGame
    title: str
    under: str
    glyph: str
    ways: tuple[str, ...]
    """What can be done with it, the likeliest first: `go-on`, `look`, `lay`, `repair`, `export`, `aside`,
    `back`."""


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
        ways = (("go-on", sound), ("look", sound), ("lay", sound), ("repair", one.how == "damaged"))
        return (*(way for way, can in ways if can), *(("export",) if sound else ()), "aside")

    def to_lay(self, one: SavedGame, entries: int | None = None) -> list[str]:
        """What to put on the bare board, piece by piece, up to an entry or to where it was left."""
        game, state = position(one.path, self.games.load, entries)
        speech = Speech(words_of(self.words.lang, game.name), game, state, one.people)
        return [speech.phrase(phrase) for phrase in lay_again(one.path, self.games, entries)]

    def turns(self, one: SavedGame) -> list[tuple[int | None, str]]:
        """The positions to which a table can be laid: the end of every turn, and where it was left."""
        *earlier, _ = turns(one.path, self.games)
        say = self.words.say
        named = [
            (entries, say("screen-library.turn" if turn else "screen-library.setup", {"n": turn}))
            for turn, entries in earlier
        ]
        return [*named, (None, self.words.say("screen-library.now"))]

    def seen(self, one: SavedGame) -> list[tuple[str, str]]:
        """How it stands, as far as everybody may know."""
        game, state = position(one.path, self.games.load)
        speech = Speech(words_of(self.words.lang, game.name), game, state, one.people)
        rows = [(row.name, row.value) for row in in_words(speech, game.view(state, None))]
        asked = [(speech.owner(one), speech.question(one)) for one in game.awaited(state)[:1]]
        return [*(asked if not one.hidden else ()), *rows]
