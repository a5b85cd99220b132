"""Games of Cyberion for tests: every combination of expansions, and a player who gets far by luck."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

from companion import games
from companion.engine import CHANCE, Applied, Happening, Input, Question

GAME = games.load("cyberion")
EXPANSIONS = ("bebebots", "gigantobots", "microbots", "multibots", "rouage")
COMBINATIONS = [
    {name: on for name, on in zip(EXPANSIONS, flags, strict=True) if on}
    for flags in product((False, True), repeat=len(EXPANSIONS))
]
MOST = 20
"""Actions in a turn before the player gets tired."""


class Step(NamedTuple):
    before: Any
    given: Input
    happenings: tuple[Happening, ...]
    after: Any


class Lucky:
    """Repairs and upgrades when that is possible, else does something; rarely ends a turn for nothing."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.actions = 0

    def choose(self, state: Any, question: Question) -> Input:
        if not question.main:
            return self.dice.choice(question.answers)
        self.actions += 1
        for kind, keen in (("Repair", 0.9), ("RemoveMachine", 0.9), ("Upgrade", 0.7), ("MakeBebebot", 0.8)):
            found = [answer for answer in question.answers if answer.kind == kind]
            if found and self.dice.random() < keen:
                return self.dice.choice(found)
        useful = [answer for answer in question.answers if answer.kind not in ("Discard", "EndTurn")]
        if useful and self.actions < MOST and self.dice.random() < (0.6 if state.gone else 0.97):
            return self.dice.choice(useful)
        self.actions = 0
        return question.answers[-1]


def played(options: dict[str, Any], seed: int) -> Iterator[Step]:
    """A whole game."""
    dice = Random(seed)
    player, state = Lucky(dice), GAME.start(options)
    while awaited := GAME.awaited(state):
        question = awaited[0]
        if question.owner == CHANCE:
            given = dice.choices(question.answers, question.odds)[0]
        else:
            given = player.choose(state, question)
        made = GAME.apply(state, given)
        assert isinstance(made, Applied), f"{given} is listed and refused: {made}"
        yield Step(state, given, made.happenings, made.state)
        state = made.state
