"""Every way that chance can go from a position to the end of the coming Foo phase, by the rules themselves.

`followed` weighs them and adds them up: what a forecast says must be the same.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import NamedTuple

from companion.engine import CHANCE, Applied, Game, Input, Question, State

COUNTED = ("draw-duplicate", "reveal-foo", "reveal-ultra", "drop")
"""Chance that decides where eras break. Of any other roll one result is taken: it must make no difference."""
DROPPING = ("throw", "land", "place-landed", "break-eras")


class TooMany(Exception):
    """More ways than anybody wants to follow."""


class Followed(NamedTuple):
    places: list[float]
    somewhere: float
    defeat: float


def step(game: Game, state: State, answer: Input) -> tuple[State, frozenset[int]]:
    """The position after an answer, and where vortexes opened."""
    made = game.apply(state, answer, "app")
    assert isinstance(made, Applied)
    return made.state, frozenset(told.era for told in made.happenings if told.kind == "VortexOpened")


def drops(state: State) -> bool:
    """The drop of this Foo phase is still to come, or to be placed."""
    return state.phase == 1 and any(step.name in ("throw", "place-landed") for step in state.agenda)


def followed(game: Game, state: State, dice: Random | None = None, most: int = 50_000) -> Followed:
    """Up to the end of this Foo phase, or else of the next turn's: nothing more is done in this one."""
    dice = dice or Random(0)
    last = state.turn + (not drops(state))
    places, somewhere, defeat = [Fraction()] * 7, Fraction(), Fraction()
    open_ways: list[tuple[Fraction, State, frozenset[int]]] = [(Fraction(1), state, frozenset())]
    for _ in range(most):
        chance, now, broken = open_ways.pop()
        asked = game.awaited(now)
        if not asked or (now.turn == last and not any(step.name in DROPPING for step in now.agenda)):
            for era in broken:
                places[era] += chance
            somewhere += chance * bool(broken or not asked)
            defeat += chance * (not asked)
        else:
            ways = ways_of(game, now, asked[0], dice)
            for answer, weight in ways:
                after, new = step(game, now, answer)
                share = chance * Fraction(weight, sum(weight for _, weight in ways))
                open_ways.append((share, after, broken | new))
        if not open_ways:
            return Followed([float(place) for place in places], float(somewhere), float(defeat))
    raise TooMany


def ways_of(game: Game, state: State, question: Question, dice: Random) -> list[tuple[Input, int]]:
    if question.owner != CHANCE:
        if question.id == "cancel-rift":
            return [(wisely(game, state, question), 1)]
        passing = question.main or question.id in ("take-card", "archive")
        return [(question.answers[-1] if passing else dice.choice(question.answers), 1)]
    odds = question.odds or (1,) * len(question.answers)
    if question.id not in COUNTED:
        return [(dice.choices(question.answers, odds)[0], 1)]
    return list(zip(question.answers, odds, strict=True))


def wisely(game: Game, state: State, question: Question) -> Input:
    """A rift is cancelled where that averts defeat, then where it averts most vortexes."""
    return min(question.answers, key=lambda answer: harm(game, state, answer))


def harm(game: Game, state: State, answer: Input) -> tuple[bool, int]:
    """Whether the game is lost when this drop is placed, and how many vortexes it opens."""
    now, broken = step(game, state, answer)
    while asked := game.awaited(now):
        if asked[0].id == "cancel-rift":
            return min(harm(game, now, further) for further in asked[0].answers)
        if not any(step.name == "break-eras" for step in now.agenda):
            return False, len(broken)
        now, more = step(game, now, asked[0].answers[0])
        broken |= more
    return True, len(broken)
