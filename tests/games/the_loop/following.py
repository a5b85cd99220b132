"""Every way that chance can go from a position to the end of the coming Foo phase, by the rules themselves.

`followed` weighs them and adds them up: what a forecast says must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.engine import CHANCE, Applied, Game, Input, Question, Refusal, State
from companion.games.the_loop.rules.duplicates import DrawDuplicates
from companion.games.the_loop.rules.foo import PREV_FRONT_NEXT
from companion.games.the_loop.rules.inputs import Correct, LateRifts, RiftsLanded

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


# -- positions to compare in -------------------------------------------------------------------------------


def compare(game: Game, state: State, dice: Random, most: int = 1500) -> bool:
    """Whether the forecast calls itself exact here and could be followed; then it must be right."""
    said = game.forecast(state, PREV_FRONT_NEXT)
    if said is None or not said.exact or leaves_a_mega_vortex(state):
        return False
    try:
        true = followed(game, state, dice, most)
    except TooMany:
        return False
    right = (said.somewhere, said.defeat) == pytest.approx((true.somewhere, true.defeat))
    if not said.defeat:  # a lost game ends before its other vortexes are opened
        right = right and said.places == pytest.approx(true.places)
    assert right, f"called exact, but the rules say otherwise: {said} against {true}"
    return True


def leaves_a_mega_vortex(state: State) -> bool:
    """Who can still act is trusted to: nothing to be followed by doing nothing."""
    here = state.pawns[state.active]
    return state.setting.mega and not drops(state) and (state.vortex[here] == 1 or state.rifts[here] > 3)


def positions(game: Game, options: dict[str, Any], dice: Random) -> Iterator[State]:
    """Some of the positions of a game, with few tokens left in the bag and rifts at the brim."""
    state = game.start(options)
    assert not isinstance(state, Refusal), state
    while asked := game.awaited(state):
        breaking = any(waiting.name == "break-eras" for waiting in state.agenda)
        if state.phase and dice.random() < (0.5 if breaking else 0.04):
            yield narrowed(game, state, dice)
        made = game.apply(state, anything(state, dice), "hand")
        if not isinstance(made, Applied):
            question = asked[0]
            answer = (
                dice.choices(question.answers, question.odds)[0]
                if question.owner == CHANCE
                else dice.choice(question.answers)
            )
            made = game.apply(state, answer, "app")
            assert isinstance(made, Applied)
        state = made.state


def anything(state: State, dice: Random) -> Input:
    """Now and then a correction, a late cube or an odd drop; most of it does not fit and is not taken."""
    era, lot = dice.randrange(7), dice.random()
    if state.phase and lot < 0.01:
        return Correct(*dice.choice(((f"rifts.{era}", dice.randrange(6)), ("phase", dice.randint(1, 5)))))
    landed = [int(at == era) for at in range(7)]
    if state.phase and lot < 0.2:
        return LateRifts(tuple(landed))
    cubes = state.flying + state.inside
    return RiftsLanded(tuple([n * (cubes - 1) for n in landed]), 1) if lot < 0.4 else Correct("nothing", 0)


def narrowed(game: Game, state: State, dice: Random) -> State:
    new = state.copy()
    aside = [waiting.batch for waiting in new.agenda if isinstance(waiting, DrawDuplicates)]
    kept = {token for batch in aside for token in batch}
    kept |= set(dice.sample(new.bag, min(len(new.bag), 3)))
    new.bag = tuple([token for token in new.bag if token in kept])
    new.rifts = [dice.choice((n, 2, 3)) if n <= 3 else n for n in new.rifts]
    new.extra = new.extra._replace(ultra_pile=new.extra.ultra_pile[:4])
    made = game.apply(new, Correct("turn", new.turn), "hand")  # asks anew
    assert isinstance(made, Applied)
    return made.state
