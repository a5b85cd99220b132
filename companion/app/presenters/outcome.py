"""How a game ended: its cause, a short story of it, and what it means for the players' career.

May import: companion.engine, companion.table, companion.words; never Kivy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.engine import Game, Games, Manifest, Outcome
from companion.table import CareerReason, Entry, Finished, Snapshot, earned, seconds_at_the_table, victories
from companion.words import Speech, Words

from .home import turn_of


@dataclass(frozen=True, slots=True)
class OutcomeView:
    won: bool
    """Somebody at the table has."""
    title: str
    cause: str
    figures: str
    story: tuple[str, ...]
    ticks: tuple[tuple[str, str], ...]
    """Tone and words of what is new in the career."""


Story = Callable[[Speech, Manifest, Sequence[Entry]], tuple[str, ...]]


class OutcomePresenter:
    def __init__(self, game: Game, words: Words, games: Games) -> None:
        self.game = game
        self.manifest = games[game.name]
        self.words = words
        self._story: Story = games.view(game.name, "story") or turning_points

    def show(self, now: Snapshot, games: list[Finished], known: Iterable[CareerReason]) -> OutcomeView:
        """`games` are all finished games, this one among them unless it could not be kept."""
        outcome = now.outcome
        assert outcome is not None
        speech = Speech.of(self.words, now)
        journal = str(now.path.resolve()) if now.path else ""
        mine = next((one for one in games if one.journal == journal), None)
        earlier = [one for one in games if one.journal != journal and (not mine or one.ended <= mine.ended)]
        return OutcomeView(
            outcome.result in ("won", "ranked"),
            speech.say(f"screen-outcome.{_title(outcome)}", _winner(outcome)),
            speech.say(f"reason.{outcome.reason}"),
            self._figures(speech, now),
            self._story(speech, self.manifest, now.entries),
            self._ticks(mine, earlier, known),
        )

    def _figures(self, speech: Speech, now: Snapshot) -> str:
        summary = self.game.summary(now.state)
        about = {**summary, **self.manifest.facts, "turn": summary["turns"]}
        about["minutes"] = max(1, round(seconds_at_the_table(now.times, now.pauses) / 60))
        return speech.say("screen-outcome.figures", about)

    def _ticks(
        self, mine: Finished | None, earlier: list[Finished], known: Iterable[CareerReason]
    ) -> tuple[tuple[str, str], ...]:
        if mine is None:
            return ()
        found: list[tuple[str, str]] = []
        summary = mine.summary
        if summary["result"] == "won":
            before = victories(earlier)[summary.get("mode"), summary.get("level")]
            about = {"n": before + 1, **table_in_words(self.words, summary)}
            key = "win-again" if before else "first-win"
            found.append(("fine", self.words.say(f"screen-outcome.{key}", about)))
        for reason in known:
            if earned(reason, mine) and not any(earned(reason, one) for one in earlier):
                tone = "fine" if reason.kind == "promotion" else "danger"
                about = {"reason": self.words.called(reason.called)}
                found.append((tone, self.words.say(f"screen-outcome.{reason.kind}", about)))
        return tuple(found) or (("faint", self.words.say("screen-outcome.nothing")),)


def turning_points(
    speaker: Speech,
    manifest: Manifest,
    entries: Sequence[Entry],
    keys: Mapping[str, str] = MappingProxyType({}),
) -> tuple[str, ...]:
    """The turning points in order: each has its words under the name of its happening, or under another key;
    what has none is not told."""
    lines: list[str] = []
    turn = 0
    for entry in entries:
        speech = speaker.at(entry.after)
        if not lines:
            lines.append(_began(speech))
        for said in entry.happenings:
            about = {"turn": turn, **said._asdict()}
            if said.kind in manifest.turns:
                turn = turn_of(speaker.game, entry.after)
            key = f"screen-outcome.story.{keys.get(said.kind, said.kind)}"
            if key in speaker.words:
                lines.append(speech.say(key, about))
    return tuple(lines)


def _began(speech: Speech) -> str:
    summary, words = speech.game.summary(speech.state), speech.words
    about = {**summary, f"{speech.game.cast}s": words.listed(speech.cast(summary))}
    about |= table_in_words(words, summary)
    return words.say("screen-outcome.story.began", about)


def table_in_words(words: Words, summary: Mapping[str, Any]) -> dict[str, str]:
    """Mode and level in words, where the game has them."""
    mode, level, say = summary.get("mode"), summary.get("level"), words.say
    return {
        "mode": say(f"career.mode-{mode}") if mode else "",
        "level": say(f"career.level-{level}") if level else "",
    }


def _winner(outcome: Outcome) -> dict[str, Any]:
    """Among rivals: whose victory it is."""
    return {"seats": outcome.ranking[0]} if outcome.ranking else {}


def _title(outcome: Outcome) -> str:
    return outcome.result if outcome.result in ("won", "lost") else "over"
