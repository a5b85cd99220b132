"""What is asked of the table right now, and the one thing that comes next.

May import: companion.engine, companion.table, the rules of this game; never Kivy. A choice knows the era on
which it can be touched, and what it would damage or open. Nothing here has a
language: a `Sentence` names its words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from companion.engine import CHANCE, Applied, Game, Input, Question
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.rules.vocabulary import Effect
from companion.table import RunningDrop, Snapshot

from .table import card_of, era_of, home_of

FEW = 9
"""Choices that fit on the screen; more are narrowed by touching an era first."""


class Sentence(NamedTuple):
    """A sentence of the catalogue and what it is about."""

    key: str
    about: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerOption:
    answer: Input
    era: int | None
    home: int | None = None
    """Of a duplicate: the era where it is destroyed."""
    at: int | None = None
    """Of a duplicate on the board: where it stands."""
    effect: Effect = ()
    """Of a card: what it does."""
    damages: tuple[str, ...] = ()
    """Missions that it damages at once, by their ids."""
    danger: bool = False
    """It opens a vortex, or ends the game."""


@dataclass(frozen=True, slots=True)
class Next:
    """The large button. `act`: what the screen does with it; empty: nothing to do but choose."""

    said: Sentence
    act: Literal["", "answer", "throw", "confirm", "early", "all-thrown", "end-drop", "outcome"] = ""
    answer: Input | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    panel: Literal["agent", "question", "drop", "over"]
    next: Next
    question: Question | None = None
    agent: int = 0
    """Whose turn it is."""
    by_chance: bool = False
    """It tells what the table shows; nobody decides it."""
    foo: bool = False
    """It is Dr Foo's phase."""
    card: str = ""
    """The card that asks, where one does …"""
    effect: Effect = ()
    """… and what it does."""
    choices: tuple[AnswerOption, ...] = ()
    cancel: bool = False
    open: bool = False
    """Something may lie on the table that no list has."""
    hint: Sentence | None = None
    """What to do now, where the steps for the hands do not say it."""

    @property
    def targets(self) -> tuple[int, ...]:
        """Eras that answer when they are touched."""
        return tuple(sorted({one.era for one in self.choices if one.era is not None}))

    @property
    def many(self) -> bool:
        """Too many to list: an era is touched first."""
        return len(self.choices) > FEW and len(self.targets) > 1


def prompt(now: Snapshot, seat: int | None = None) -> Prompt:
    """What is asked of everybody at the table; in The LOOP all see it."""
    s: State = now.state
    if not s.asked:
        return Prompt("over", Next(Sentence("next.outcome"), "outcome"), agent=s.active)
    question = s.asked[0]
    if now.drop is not None:
        hint = Sentence(f"hint.{now.drop.stage}", (("era", now.drop.front),))
        return Prompt("drop", _next_of_drop(now.drop), question, s.active, hint=hint)
    if question.main:
        ends = next((one for one in question.answers if one.kind == "EndActions"), None)
        after = Next(Sentence("next.end-actions"), "answer", ends)
        return Prompt("agent", after, question, s.active, open=question.open, hint=Sentence("hint.act"))
    choices = tuple(_choice(now.game, s, question, answer) for answer in question.answers)
    on_the_ring = any(one.era is not None for one in choices)
    card = dict(question.about).get("card", "")
    card = card if isinstance(card, str) else ""
    return Prompt(
        "question",
        Next(Sentence("next.choose-era" if on_the_ring else "next.choose")),
        question,
        s.active,
        by_chance=question.owner == CHANCE,
        foo=s.phase == 1,
        card=card,
        effect=card_of(s.setting.box, card).effect,
        choices=choices,
        cancel=now.cancellable,
        open=question.open,
    )


def foresee(game: Game, s: State, answer: Input) -> tuple[tuple[str, ...], bool]:
    """Missions damaged at once by an answer, and whether it opens a vortex or loses the game."""
    made = game.apply(s, answer, "player")
    if not isinstance(made, Applied):
        return (), False
    damaged = (one.mission for one in made.happenings if one.kind == "DamageDone")
    danger = any(one.kind in ("VortexOpened", "GameLost") for one in made.happenings)
    return tuple(dict.fromkeys(damaged)), danger


def _choice(game: Game, s: State, question: Question, answer: Input) -> AnswerOption:
    damages, danger = foresee(game, s, answer) if question.owner != CHANCE else ((), False)
    token: str = answer.token if answer.kind in ("PickDuplicate", "DuplicateDrawn", "SupaDrawn") else ""
    known = token in s.setting.box.tokens or token in s.setting.box.supas
    return AnswerOption(
        answer,
        era_of(s, answer),
        home_of(s.setting.box, token) if known else None,
        s.dups.get(token),
        card_of(s.setting.box, getattr(answer, "card", "")).effect,
        damages,
        danger,
    )


def _next_of_drop(drop: RunningDrop) -> Next:
    about = (("cubes", drop.thrown), ("inside", drop.inside))
    match drop.stage:
        case "waiting":
            return Next(Sentence("next.throw", about), "throw")
        case "turning":
            return Next(Sentence("next.turning", about))
        case "early":
            return Next(Sentence("next.early", about), "early")
        case "listening" if not drop.all_thrown:
            return Next(Sentence("next.all-thrown", about), "all-thrown")
        case "listening" | "shaking":
            return Next(Sentence("next.nothing-more", about), "end-drop")
        case "lost" | "unheard":
            return Next(Sentence("next.try-again", about), "throw")
        case _:
            return Next(Sentence("next.confirm-inside" if drop.inside else "next.confirm", about), "confirm")
