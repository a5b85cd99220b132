"""What is asked of the table right now, and the one thing that comes next.

May import: companion.engine, companion.words and the drop; never Kivy. A choice knows the era on which it can
be touched, and what it would damage or open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine import CHANCE, Applied, Game, Input, Question, State
from companion.games.the_loop.rules import Seen, compile_effect
from companion.table import RunningDrop
from companion.words import Speech, Words, describe_effect

from .answer_words import told
from .table import entry_of, era_of, pieces_of

FEW = 9
"""Choices that fit on the screen; more are narrowed by touching an era first."""


@dataclass(frozen=True, slots=True)
class AnswerOption:
    text: str
    under: str
    answer: Input
    era: int | None
    damages: tuple[str, ...] = ()
    """Missions that it damages at once."""
    danger: bool = False
    """It opens a vortex, or ends the game."""


@dataclass(frozen=True, slots=True)
class Next:
    """The large button. `act`: what the screen does with it; empty: nothing to do but choose."""

    text: str
    act: str = ""
    answer: Input | None = None


@dataclass(frozen=True, slots=True)
class QuestionView:
    panel: str
    """`agent`, `question`, `drop` or `over`."""
    who: str
    title: str
    explain: str
    options: tuple[AnswerOption, ...]
    next: Next
    cancel: bool
    open: bool
    """Something may lie on the table that no list has."""
    hint: str = ""
    """What to do now, where the steps for the hands do not say it."""

    @property
    def targets(self) -> tuple[int, ...]:
        """Eras that answer when they are touched."""
        if self.panel != "question":
            return ()
        return tuple(sorted({one.era for one in self.options if one.era is not None}))

    @property
    def many(self) -> bool:
        """Too many to list: an era is touched first."""
        return len(self.options) > FEW and len(self.targets) > 1


class QuestionPresenter:
    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words

    def show(self, state: State, drop: RunningDrop | None, cancel: bool = False) -> QuestionView:
        speech = Speech(self.words, self.game, state)
        asked = self.game.awaited(state)
        if not asked:
            after = Next(speech.say("next.outcome"), "outcome")
            return QuestionView("over", "", "", "", (), after, False, False)
        question = asked[0]
        if drop is not None:
            hint = speech.say(f"hint.{drop.stage}", {"era": drop.front})
            return QuestionView("drop", "", "", "", (), self._next_of_drop(speech, drop), False, False, hint)
        who = speech.owner(question)
        title = speech.question(question)
        explain = self._explain(speech, question)
        view: Seen = self.game.view(state, None)
        if question.main:
            ends = next((one for one in question.answers if one.kind == "EndActions"), None)
            after = Next(speech.say("next.end-actions"), "answer", ends)
            hint = speech.say("hint.act")
            return QuestionView("agent", who, title, explain, (), after, False, question.open, hint)
        options = tuple(self._option(speech, view, question, answer) for answer in question.answers)
        on_the_ring = any(one.era is not None for one in options)
        return QuestionView(
            "question",
            who if question.owner != CHANCE else speech.say("moment.table"),
            title,
            explain,
            options,
            Next(speech.say("next.choose-era" if on_the_ring else "next.choose")),
            cancel,
            question.open,
        )

    def foresee(self, state: State, answer: Input) -> tuple[tuple[str, ...], bool]:
        """Missions damaged at once by an answer, and whether it opens a vortex or loses the game."""
        made = self.game.apply(state, answer, "player")
        if not isinstance(made, Applied):
            return (), False
        speech = Speech(self.words, self.game, made.state)
        damaged = (one for one in made.happenings if one.kind == "DamageDone")
        names = tuple(dict.fromkeys(speech.name("mission", one.mission) for one in damaged))
        return names, any(one.kind in ("VortexOpened", "GameLost") for one in made.happenings)

    def _option(self, speech: Speech, view: Seen, question: Question, answer: Input) -> AnswerOption:
        damages: tuple[str, ...] = ()
        danger = False
        if question.owner != CHANCE:
            damages, danger = self.foresee(speech.state, answer)
        era = era_of(view, pieces_of(self.game, speech.state), answer)
        card = getattr(answer, "card", "")
        under = self._effect(speech, card) if card else self._duplicate_at(speech, view, answer)
        return AnswerOption(told(speech, question, answer), under, answer, era, damages, danger)

    def _duplicate_at(self, speech: Speech, view: Seen, answer: Input) -> str:
        """Where a duplicate stands, since its name tells only where it is destroyed."""
        at = view["dups"].get(answer.token) if answer.kind == "PickDuplicate" else None
        return speech.name("era", at) if at is not None else ""

    def _explain(self, speech: Speech, question: Question) -> str:
        """The text of the card that asks, where one does."""
        card = dict(question.about).get("card", "")
        if not isinstance(card, str) or not card:
            return ""
        return speech.say("moment.explains", {"card": card, "effect": self._effect(speech, card)})

    def _effect(self, speech: Speech, card: str) -> str:
        effect = entry_of(pieces_of(self.game, speech.state), "card", card).get("effect", ())
        return describe_effect(self.words, compile_effect(effect)) if effect else ""

    def _next_of_drop(self, speech: Speech, drop: RunningDrop) -> Next:
        about: dict[str, Any] = {"cubes": drop.thrown, "inside": drop.inside}
        match drop.stage:
            case "waiting":
                return Next(speech.say("next.throw", about), "throw")
            case "turning":
                return Next(speech.say("next.turning", about))
            case "listening" | "shaking":
                return Next(speech.say("next.nothing-more", about), "end-drop")
            case "lost":
                return Next(speech.say("next.try-again", about), "throw")
            case _:
                key = "next.confirm-inside" if drop.inside else "next.confirm"
                return Next(speech.say(key, about), "confirm")
