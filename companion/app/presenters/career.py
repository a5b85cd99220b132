"""The players' career: the grid of victories, finished games, and reasons for promotion and dismissal.

May import: companion.games, companion.table, companion.words, where things are kept; never Kivy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path

from companion.app.keeping import box_folder
from companion.games import Game, Refusal, the_loop
from companion.table import Finished, Reason, earned, load_reasons, victories
from companion.words import Words


@dataclass(frozen=True, slots=True)
class Played:
    day: str
    title: str
    under: str
    won: bool


@dataclass(frozen=True, slots=True)
class Ticked:
    id: str
    text: str
    done: bool
    by_hand: bool


@dataclass(frozen=True, slots=True)
class CareerView:
    summary: str
    levels: tuple[str, ...]
    grid: tuple[tuple[str, tuple[int, ...]], ...]
    """Name of a mode, and how often each level was won."""
    games: tuple[Played, ...]
    """The latest first."""
    reasons: tuple[tuple[str, tuple[Ticked, ...]], ...]


def known_reasons(game: Game) -> list[Reason]:
    """Those that ship and the owner's. Raises ReasonsInvalid."""
    shipped = Path(the_loop.__file__).parent / "career"
    return load_reasons((shipped, box_folder(game.name) / "career"), game)


class CareerPresenter:
    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words

    def show(self, games: list[Finished], known: list[Reason], ticked: set[str]) -> CareerView:
        won = sum(one.summary["result"] == "won" for one in games)
        values = {option.id: option.values for option in self.game.options()}
        count = victories(games)
        return CareerView(
            self.words.say("screen-career.summary", {"n": len(games), "won": won}),
            tuple(self.words.say(f"career.level-{level}") for level in values["level"]),
            tuple(
                (
                    self.words.say(f"career.mode-{mode}"),
                    tuple(count[mode, level] for level in values["level"]),
                )
                for mode in values["mode"]
            ),
            tuple(self._played(one) for one in reversed(games)),
            tuple(self._reasons(games, known, ticked)),
        )

    def _played(self, one: Finished) -> Played:
        say, told = self.words.say, one.summary
        start = self.game.start({})
        assert not isinstance(start, Refusal)
        lang = self.words.lang
        agents = [self.game.label(start, "agent", agent, lang) or agent for agent in told["agents"]]
        key = f"reason.{told['result']}-{told['cause']}"
        why = say(key) if key in self.words else told["cause"]
        figures = {name: told[name] for name in ("turns", "cycle", "archived", "vortexes")}
        parts = [
            say(f"career.mode-{told['mode']}"),
            say(f"career.level-{told['level']}"),
            self.words.listed(agents),
            say("career.figures", figures),
            say("career.minutes", {"n": max(1, round(one.seconds / 60))}),
        ]
        title = f"{say('outcome.' + told['result'])} {why}"
        day = f"{datetime.fromtimestamp(one.ended):%Y-%m-%d}"
        return Played(day, title, " · ".join(parts), told["result"] == "won")

    def _reasons(
        self, games: list[Finished], known: list[Reason], ticked: set[str]
    ) -> Iterator[tuple[str, tuple[Ticked, ...]]]:
        say = self.words.say
        for (kind, family), group in groupby(known, key=lambda reason: (reason.kind, reason.family)):
            lines = tuple(
                Ticked(
                    reason.id,
                    reason.name[self.words.lang],
                    reason.id in ticked or any(earned(reason, one) for one in games),
                    reason.when is None,
                )
                for reason in group
            )
            yield f"{say(f'screen-career.{kind}')}: {say(f'screen-career.{family}')}", lines
