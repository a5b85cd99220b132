"""How a game ended: its cause, a short story of it, and what it means for the players' career.

May import: companion.engine, companion.table, companion.words; never Kivy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine import Game, Manifest, Outcome
from companion.table import Entry, Finished, Reason, Session, earned, seconds_at_the_table, victories
from companion.words import Speech, Words

TURNS_BEGIN = {"TurnBegan": "turn", "RoundBegan": "round"}
"""Happenings that begin a turn, and the field with its number."""
STORY = {"TileArchived": "archived", "VortexOpened": "vortex", "CycleBegan": "cycle"}
"""Turning points whose words have a name of their own; others have that of the happening."""


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


class OutcomePresenter:
    def __init__(self, game: Game, words: Words, manifest: Manifest) -> None:
        self.game = game
        self.manifest = manifest
        self.words = words

    def show(self, session: Session, games: list[Finished], known: Iterable[Reason]) -> OutcomeView:
        """`games` are all finished games, this one among them unless it could not be kept."""
        outcome, state = session.outcome, session.state
        assert outcome is not None
        speech = Speech(self.words, self.game, state)
        journal = str(session.path.resolve()) if session.path else ""
        mine = next((one for one in games if one.journal == journal), None)
        earlier = [one for one in games if one.journal != journal and (not mine or one.ended <= mine.ended)]
        return OutcomeView(
            outcome.result in ("won", "ranked"),
            speech.say(f"screen-outcome.{_title(outcome)}", _winner(outcome)),
            speech.say(f"reason.{outcome.reason}"),
            f"{self._figures(speech, session)} · {outcome.rule}",
            self.story(session.entries),
            self._ticks(mine, earlier, known),
        )

    def _figures(self, speech: Speech, session: Session) -> str:
        told = self.game.summary(session.state)
        about = {**told, **self.manifest.facts, "turn": told["turns"]}
        about["minutes"] = max(1, round(seconds_at_the_table(session.times) / 60))
        return speech.say("screen-outcome.figures", about)

    def story(self, entries: Iterable[Entry]) -> tuple[str, ...]:
        """The turning points in order: each has its words, and what has none is not told."""
        lines: list[str] = []
        told: dict[str, Any] = {}
        turn, counts = 0, Counter[str]()
        for entry in entries:
            speech = Speech(self.words, self.game, entry.after)
            if not lines:
                lines.append(self._began(speech))
            for said in entry.happenings:
                counts[said.kind] += 1
                about = {"turn": turn, **said._asdict()}
                if said.kind in TURNS_BEGIN:
                    turn = getattr(said, TURNS_BEGIN[said.kind])
                key = f"screen-outcome.story.{STORY.get(said.kind, said.kind)}"
                if key in self.words:
                    lines.append(speech.say(key, about))
            told = self.game.summary(entry.after)
        if "archived" not in told:
            return tuple(lines)
        if not counts["TileArchived"]:
            lines.append(self.words.say("screen-outcome.story.none-saved"))
        if not counts["VortexOpened"]:
            lines.append(self.words.say("screen-outcome.story.quiet"))
        about = {"n": counts["DuplicateDestroyed"], "loops": counts["LoopDone"]}
        return (*lines, self.words.say("screen-outcome.story.destroyed", about))

    def _began(self, speech: Speech) -> str:
        told = self.game.summary(speech.state)
        names = [speech.label("agent", one) or one for one in told.get("agents", ())]
        table = self._table(told)
        about = {**told, "agents": self.words.listed(names), **table}
        return self.words.say("screen-outcome.story.began", about)

    def _table(self, told: Mapping[str, Any]) -> dict[str, str]:
        """Mode and level in words, where the game has them."""
        mode, level, say = told.get("mode"), told.get("level"), self.words.say
        return {
            "mode": say(f"career.mode-{mode}") if mode else "",
            "level": say(f"career.level-{level}") if level else "",
        }

    def _ticks(
        self, mine: Finished | None, earlier: list[Finished], known: Iterable[Reason]
    ) -> tuple[tuple[str, str], ...]:
        if mine is None:
            return ()
        found: list[tuple[str, str]] = []
        told = mine.summary
        if told["result"] == "won":
            before = victories(earlier)[told.get("mode"), told.get("level")]
            about = {"n": before + 1, **self._table(told)}
            key = "win-again" if before else "first-win"
            found.append(("fine", self.words.say(f"screen-outcome.{key}", about)))
        for reason in known:
            if earned(reason, mine) and not any(earned(reason, one) for one in earlier):
                tone = "fine" if reason.kind == "promotion" else "danger"
                about = {"reason": reason.name[self.words.lang]}
                found.append((tone, self.words.say(f"screen-outcome.{reason.kind}", about)))
        return tuple(found) or (("faint", self.words.say("screen-outcome.nothing")),)


def _winner(outcome: Outcome) -> dict[str, Any]:
    """Among rivals: whose victory it is."""
    return {"seats": outcome.ranking[0]} if outcome.ranking else {}


def _title(outcome: Outcome) -> str:
    return outcome.result if outcome.result in ("won", "lost") else "over"
