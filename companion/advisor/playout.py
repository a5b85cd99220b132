"""One whole game by bots. May import: companion.games, its own room, the standard library.

What is drawn and what is decided follow from the seed alone, so a game is the same in whatever process it
is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from companion.engine import CHANCE, Applied, Game, Plain, Refusal

from .bot import Bot
from .greedy_bot import GreedyBot
from .planner_bot import PlannerBot
from .random_bot import RandomBot

BOTS: dict[str, Callable[[int | str], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
}

PATIENCE = 60
"""Actions in one turn after which a bot ends it: some positions allow endless ones."""


def play_out(game: Game, options: Mapping[str, Any], bot: Bot, seed: int | str) -> dict[str, Plain]:
    """Plays to the end and sums it up; `places` counts where each kind of happening took place."""
    state = game.start(options)
    if isinstance(state, Refusal):
        raise ValueError(f"{state.id} [{state.rule}]")
    dice = Random(f"{seed}/chance")
    inputs = actions = 0
    where: dict[str, list[int]] = {}
    while asked := game.awaited(state):
        question = asked[0]
        if question.owner == CHANCE:
            actions = 0
            given = dice.choices(question.answers, question.odds)[0]
        else:
            actions += question.main
            given = question.answers[-1] if actions > PATIENCE else bot.choose(game, state, question)
        made = game.apply(state, given, "app")
        if not isinstance(made, Applied):
            raise RuntimeError(f"the bot gave an answer that the game refuses: {made}")
        state = made.state
        inputs += 1
        for happening in made.happenings:
            if happening.kind in game.marked:
                where.setdefault(happening.kind, [0] * game.places)[game.place_of(happening)] += 1
    return {**game.summary(state), "inputs": inputs, "places": where}
