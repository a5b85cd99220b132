"""A player who looks for the best way through the decisions ahead, up to the next roll of chance, and no
further.

May import: companion.engine, its own room. It thinks about positions that its seat may believe in
(`game.imagine`), never about the true one. Among partners it plans its whole turn; among rivals one answer
is weighed over several imagined positions, since nobody knows what the others do next.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.engine import Applied, Game, Input, Question, State

from .search import Search, Way, go_on

SEARCH = Search(width=5, length=9, endings=50)
WORLDS = 4
"""Positions that are imagined among rivals."""
ACTIONS = 60
"""After so many actions, or twice as many at most, a turn is ended: cards that ready each other would let one
go on for ever, drawing new ones on the way."""


class GreedyBot:
    """The same seed answers the same questions alike: chance only breaks ties."""

    def __init__(
        self, seed: int | str = 0, search: Search = SEARCH, stop: Callable[[], bool] = go_on
    ) -> None:
        self._generator = Random(seed)
        self._search, self._stop = search, stop
        self._plan: list[Input] = []
        self._expected: tuple[Question, ...] = ()
        self._actions, self._turn = 0, -1

    def choose(self, game: Game, state: State, question: Question) -> Input:
        if question.main and self._too_long(game, state):
            self._plan = []
            return question.answers[-1]
        if not self._plan or self._expected != (question,) or self._plan[0] not in question.answers:
            self._plan = list(self.plan(game, state, question))
        answer = self._plan.pop(0)
        if self._plan:
            made = game.apply(state, answer)
            self._expected = game.awaited(made.state) if isinstance(made, Applied) else ()
        return answer

    def _too_long(self, game: Game, state: State) -> bool:
        self._actions += 1
        if self._actions <= ACTIONS:
            return False
        turn = int(game.summary(state).get("turns", 0))  # asked only now: it takes its time
        if turn != self._turn:
            self._turn, self._actions = turn, 1
        return self._actions > ACTIONS

    def plan(self, game: Game, state: State, question: Question) -> tuple[Input, ...]:
        """The answers that it would give from here on, up to the next roll of chance; at least one."""
        if game.rivals and isinstance(question.owner, int):
            return (self._among_rivals(game, state, question, question.owner),)
        seat = question.owner if isinstance(question.owner, int) else 0
        believed = game.imagine(state, seat, self._pick)
        ways = self._search.ways(game, believed, question, self._generator.random, self._stop)
        return self._best(game, believed, ways, seat).path if ways else (question.answers[-1],)

    def _best(self, game: Game, now: State, ways: list[Way], seat: int) -> Way:  # noqa: ARG002 - the planner's
        return ways[0]

    def _among_rivals(self, game: Game, state: State, question: Question, seat: int) -> Input:
        """The answer that stands best over a few worlds, all of which the seat's view allows."""
        scores = [1e-6 * self._generator.random() for _ in question.answers]
        for _ in range(WORLDS):
            world = game.imagine(state, seat, self._pick)
            for place, answer in enumerate(question.answers):
                made = game.apply(world, answer)
                if isinstance(made, Applied):
                    scores[place] += game.estimate(made.state, seat)
        return question.answers[max(range(len(scores)), key=scores.__getitem__)]

    def _pick(self, below: int) -> int:
        return int(self._generator.random() * below)
