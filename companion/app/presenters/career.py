"""The players' career: the grid of victories, finished games, and reasons for promotion and dismissal.

May import: companion.engine, companion.table, companion.words, where things are kept; never Kivy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.app.settings import box_folder
from companion.engine import Game
from companion.table import CareerReason, Finished, earned, load_reasons, tally, victories
from companion.words import Speech, Words

from .home import table_of


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
    caption: str
    """What the grid counts."""
    levels: tuple[str, ...]
    grid: tuple[tuple[str, tuple[int, ...]], ...]
    """Name of a mode, and how often each level was won; without levels, how often so many have played it."""
    games: tuple[Played, ...]
    """The latest first."""
    reasons: tuple[tuple[str, str, tuple[Ticked, ...]], ...]
    """Promotion or dismissal, the caption of a family, and its reasons."""
    people: tuple[str, ...] = ()
    """A line for everybody who is remembered."""


def known_reasons(game: Game, shipped: Path) -> list[CareerReason]:
    """Those in the game's own folder and the owner's. Raises ReasonsInvalid."""
    return load_reasons((shipped / "career", box_folder(game.name) / "career"), game)


class CareerPresenter:
    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words

    def show(
        self,
        games: list[Finished],
        known: list[CareerReason],
        ticked: set[str],
        people: Mapping[str, str] = MappingProxyType({}),
    ) -> CareerView:
        """`people`: names by their ids."""
        say = self.words.say
        won = sum(one.summary["result"] == "won" for one in games)
        values = {option.id: option.values for option in self.game.options()}
        levels, modes = values.get("level", ()), values.get("mode", ())
        count = victories(games)
        if not levels:  # rivals win and lose together with nobody: what counts is the playing
            count = Counter((one.summary.get("mode"), one.summary["players"]) for one in games)
        names = [say(f"career.level-{level}") for level in levels]
        names = names or [say("screen-new-game.people-n", {"n": n}) for n in values["players"]]
        columns = levels or values["players"]
        return CareerView(
            say("screen-career.summary-rivals" if self.game.rivals else "screen-career.summary",
                {"n": len(games), "won": won}),
            say("screen-career.grid" if levels else "screen-career.grid-played"),
            tuple(names),
            tuple(
                (say(f"career.mode-{mode}"), tuple(count[mode, column] for column in columns))
                for mode in modes
            ),
            tuple(self._played(one, people) for one in reversed(games)),
            tuple(self._reasons(games, known, ticked)),
            tuple(
                say("person.tally-rivals" if self.game.rivals else "person.tally", {"0": name, **figures})
                for name, figures in tally(games, people).items()
            ),
        )

    def _played(self, one: Finished, people: Mapping[str, str]) -> Played:
        say, summary = self.words.say, one.summary
        named = [people.get(person, "") for person in one.people]
        parts = [table_of(self.words, self.game, summary, people=named)]
        if "level" in summary:
            parts.append(say(f"career.level-{summary['level']}"))
        parts += [
            say("career.figures", summary),
            say("career.minutes", {"n": max(1, round(one.seconds / 60))}),
        ]
        title = self._title(summary)
        day = f"{datetime.fromtimestamp(one.ended):%Y-%m-%d}"
        return Played(day, title, " · ".join(parts), summary["result"] in ("won", "ranked"))

    def _title(self, summary: Mapping[str, Any]) -> str:
        """How it ended, in a sentence or two."""
        say = self.words.say
        if "colour" in summary:  # of the winner
            named = Speech(self.words, self.game, self.game.start({})).name("colour", summary["colour"])
            return say("career.won-by", {"who": named})
        key = f"reason.{summary['result']}-{summary['cause']}"
        why = [say(key)] if key in self.words else []
        return " ".join([say(f"outcome.{summary['result']}"), *why])

    def _reasons(
        self, games: list[Finished], known: list[CareerReason], ticked: set[str]
    ) -> Iterator[tuple[str, str, tuple[Ticked, ...]]]:
        say = self.words.say
        for (kind, family), group in groupby(known, key=lambda reason: (reason.kind, reason.family)):
            lines = tuple(
                Ticked(
                    reason.id,
                    self.words.called(reason.called),
                    reason.id in ticked or any(earned(reason, one) for one in games),
                    reason.when is None,
                )
                for reason in group
            )
            titles = (say(f"screen-career.{kind}"), say(f"screen-career.{family}"))
            yield kind, self.words.captioned(*titles), lines
