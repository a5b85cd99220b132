"""A player who looks past the next roll of chance.

May import: companion.engine, its own room. It finds the best ways through its turn as the greedy player does,
with a wider beam, and then plays the best few of them on: what chance may bring until somebody has to decide
in the next turn is sampled, with the same dice for each of them. Everything starts from a position that its
seat may believe in (`game.imagine`), never from the true one.

Its budget is counted in positions and samples, so the same seed plays the same game on any machine; a coach
gives it a clock besides.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.engine import CHANCE, Applied, Game, State

from .greedy_bot import GreedyBot
from .search import Search, Way, go_on, through

SEARCH = Search(width=20, length=14, endings=80)
CANDIDATES = 6
"""Ways that are played on."""
SAMPLES = 8
"""Futures in which they are compared."""
SPAN = 300.0
"""How much better or worse than now a future can count: no more than a game won or lost."""


class PlannerBot(GreedyBot):
    """The same seed answers the same questions alike."""

    def __init__(
        self,
        seed: int | str = 0,
        search: Search = SEARCH,
        stop: Callable[[], bool] = go_on,
        candidates: int = CANDIDATES,
        samples: int = SAMPLES,
    ) -> None:
        super().__init__(seed, search, stop)
        self._candidates, self._samples = candidates, samples

    def _best(self, game: Game, now: State, ways: list[Way], seat: int) -> Way:
        """The way that stands best, as it is and over the futures that are sampled."""
        ways = _distinct(ways, self._candidates)
        if len(ways) == 1 or game.outcome(ways[0].state) is not None:
            return ways[0]
        turn, around = game.summary(now)["turns"], ways[0].score
        totals = [0.0] * len(ways)
        tried = 0
        for _ in range(self._samples):
            dice = self._generator.random()
            values = []
            for way in ways:
                if self._stop():
                    break
                values.append(self._future(game, way.state, turn, seat, Random(dice)))
            else:
                tried += 1
                for place, value in enumerate(values):
                    totals[place] += min(max(value, around - SPAN), around + SPAN)
        values = [way.score + total / max(tried, 1) for way, total in zip(ways, totals, strict=True)]
        return ways[max(range(len(ways)), key=values.__getitem__)]

    def _future(self, game: Game, state: State, turn: int, seat: int, dice: Random) -> float:
        """How it stands when the next turn's decisions begin, in one future.

        Chance may come in the middle of a turn. The turn is then ended, and what could still have been done
        in it is valued as the estimate does.
        """
        state = _played_on(game, state, seat, dice)
        unused = 0.0
        asked = game.awaited(state)
        if asked and game.summary(state)["turns"] <= turn:
            ends = [end for end, _ in through(game, state, asked[0].answers[-1])]
            if ends:
                worth = [game.estimate(end, seat) for end in ends]
                unused = game.estimate(state, seat) - max(worth)
                state = _played_on(game, ends[worth.index(max(worth))], seat, dice)
        return game.estimate(state, seat) + unused


def _played_on(game: Game, state: State, seat: int, dice: Random) -> State:
    """Chance, and the small choices that it brings, until the main choice of a turn is asked."""
    while (asked := game.awaited(state)) and not asked[0].main:
        question = asked[0]
        if question.owner == CHANCE:
            given = dice.choices(question.answers, question.odds)[0]
            made = game.apply(state, given)
        else:
            all_made = [game.apply(state, answer) for answer in question.answers]
            made = max(
                (one for one in all_made if isinstance(one, Applied)),
                key=lambda one: game.estimate(one.state, seat),
            )
        if not isinstance(made, Applied):
            break
        state = made.state
    return state


def _distinct(ways: list[Way], most: int) -> list[Way]:
    """The best ways that do not stand exactly alike."""
    found: dict[float, Way] = {}
    for way in ways:
        if len(found) == most:
            break
        found.setdefault(round(way.score, 3), way)
    return list(found.values())
