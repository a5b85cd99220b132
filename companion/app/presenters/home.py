"""The first page: what the last game was, so that one tap goes on with it.

May import: companion.games, companion.table, companion.words; never Kivy. The journal is read without opening
it for writing; one that cannot be read is still offered, and says why when it is opened.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from companion.games import Game, Plain, Refusal, State, from_plain
from companion.table import TableError, game_of, read
from companion.words import Words

from .table import TURNS


@dataclass(frozen=True, slots=True)
class LastGame:
    path: Path
    title: str
    under: str
    over: bool
    """It was played to its end."""


class HomePresenter:
    def __init__(self, words: Words) -> None:
        self.words = words

    def last(self, path: Path | None, now: datetime) -> LastGame | None:
        if path is None:
            return None
        try:
            game, state = position(path)
        except (TableError, KeyError, ValueError):
            return LastGame(path, self.words.say("screen-home.last-over"), path.name, False)
        view, over = game.view(state, None), game.outcome(state) is not None
        key = "last-over" if over else "last-turn" if view["turn"] else "last-setup"
        title = self.words.say(f"screen-home.{key}", {"turn": view["turn"], "turns": TURNS})
        if outcome := game.outcome(state):
            title = f"{title}: {self.words.say(f'outcome.{outcome.result}')}"
        about = {"when": self._when(path, now), "table": self.table(game, state)}
        return LastGame(path, title, self.words.say("screen-home.last-at", about), over)

    def table(self, game: Game, state: State) -> str:
        """Who plays what: "Mr Time and V-Girl · S.A.B.O.T.A.G.E"."""
        chosen = game.chosen(state)
        agents = [game.label(state, "agent", agent, self.words.lang) or agent for agent in chosen["agents"]]
        mode = self.words.say(f"career.mode-{chosen['mode']}")
        return f"{self.words.listed(agents)} · {mode}"

    def _when(self, path: Path, now: datetime) -> str:
        then = datetime.fromtimestamp(path.stat().st_mtime)
        time = f"{then:%H:%M}"
        if then.date() == now.date():
            return self.words.say("screen-home.today", {"time": time})
        if then.date() == (now - timedelta(days=1)).date():
            return self.words.say("screen-home.yesterday", {"time": time})
        return f"{then:%Y-%m-%d}"


def position(path: Path) -> tuple[Game, State]:
    """Where a journal stands, as far as today's rules can follow it."""
    contents = read(path)
    game = game_of(contents.header)
    state = game.start(contents.header.options)
    if isinstance(state, Refusal):
        raise ValueError(state.id)
    for kept in contents.live:
        told = _applied(game, state, kept.given, kept.source)
        if told is None:
            break
        state = told
    return game, state


def _applied(game: Game, state: State, given: Plain, source: str) -> State | None:
    try:
        told = game.apply(state, from_plain(game.inputs, given), source)  # type: ignore[arg-type]
    except ValueError:
        return None
    return None if isinstance(told, Refusal) else told.state
