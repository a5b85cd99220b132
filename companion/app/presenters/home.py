"""The first page: what the last game was, so that one tap goes on with it.

May import: companion.engine, companion.store, companion.table, companion.words; never Kivy. The journal is
read without opening it for writing; one that cannot be read is still offered, and says why when it is opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from companion.app.screen_words import words_of
from companion.app.settings import for_people
from companion.engine import Game, Games, State
from companion.store import Aside
from companion.table import TableError, last_played, names_in, position
from companion.words import Speech, Words


@dataclass(frozen=True, slots=True)
class LastGame:
    path: Path
    title: str
    under: str
    over: bool
    """It was played to its end."""
    falls: bool = False
    """Cubes fall in it: a tower may be wanted."""


class HomePresenter:
    def __init__(self, words: Words, games: Games) -> None:
        self.words = words
        self.games = games

    def last(self, path: Path | None, now: datetime) -> LastGame | None:
        if path is None:
            return None
        try:
            game, state = position(path, self.games.load)
        except (TableError, KeyError, ValueError):
            return LastGame(path, self.words.say("screen-home.last-over"), path.name, False)
        words, outcome, turn = words_of(self.words.lang, game.name), game.outcome(state), turn_of(game, state)
        key = "last-over" if outcome else "last-turn" if turn else "last-setup"
        title = words.say(f"screen-home.{key}", {**self.games[game.name].facts, "turn": turn})
        if outcome:
            title = words.captioned(title, words.say(f"outcome.{outcome.result}"))
        first = game.name == self.games.first
        named = "" if first else self.games[game.name].title
        table = table_of(words, game, game.summary(state), named, names_in(path))
        about = {"when": self._when(path, now), "table": table}
        under = words.say("screen-home.last-at", about)
        return LastGame(path, title, under, outcome is not None, falls(game))

    def _when(self, path: Path, now: datetime) -> str:
        played = last_played(path)
        then = datetime.fromtimestamp(played.at if played and played.at else path.stat().st_mtime)
        time = f"{then:%H:%M}"
        if then.date() == now.date():
            return self.words.say("screen-home.today", {"time": time})
        if then.date() == (now - timedelta(days=1)).date():
            return self.words.say("screen-home.yesterday", {"time": time})
        return f"{then:%Y-%m-%d}"


def set_aside_sentence(words: Words, aside: Aside) -> str:
    """A file that could not be read, in one sentence."""
    about = {"file": for_people(aside.path), "now": for_people(aside.now) if aside.now else ""}
    return words.say("table.set-aside" if aside.now else "table.not-set-aside", about)


def turn_of(game: Game, state: State) -> int:
    """The turn or round that is on; 0 in the setup."""
    return int(game.summary(state).get("turns", 0))


def falls(game: Game) -> bool:
    return any(option.id == "drop" for option in game.options())


def table_of(
    words: Words, game: Game, summary: Mapping[str, Any], title: str = "", people: Sequence[str] = ()
) -> str:
    """Who plays what: "4 players · Classic", or who is played and the people by their names."""
    named = [name for name in people if name]
    names = named or [words.say("screen-new-game.people-n", {"n": summary["players"]})]
    if cast := Speech(words, game, game.start({})).cast(summary):
        seats = [*people, *[""] * len(cast)]
        names = [
            words.say("person.at", {"0": person, "1": one}) if person else one
            for person, one in zip(seats, cast, strict=False)
        ]
    parts = [title] if title else []
    parts.append(words.listed(names))
    parts += [words.say(key) for key in [f"career.mode-{summary.get('mode')}"] if key in words]
    return " · ".join(parts)
