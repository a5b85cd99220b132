"""A player who looks for the best way through the decisions ahead, up to the next roll of chance, and no
further.

May import: companion.games, the standard library. Positions are compared by the game's own estimate. It
thinks about positions that its seat may believe in (`game.imagine`), never about the true one. Among partners
the search is a beam: of all positions reached after one more action only the best few are followed. Among
rivals one answer is weighed over several imagined positions, since nobody knows what the others do next.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from companion.games import CHANCE, Applied, Game, Input, Question, State

WIDTH = 5
"""Positions that are followed."""
LENGTH = 9
"""Actions that are looked ahead; it also bounds a turn that could go on for ever."""
TRIES = 24
"""Ways through the choices inside one action that are tried."""
WORLDS = 4
"""Positions that are imagined among rivals."""


class _Way(NamedTuple):
    score: float
    state: State
    path: tuple[Input, ...]


class GreedyBot:
    """The same seed answers the same questions alike: chance only breaks ties."""

    def __init__(self, seed: int | str = 0, width: int = WIDTH, length: int = LENGTH) -> None:
        self._generator = Random(seed)
        self._width, self._length = width, length
        self._plan: list[Input] = []
        self._expected: tuple[Question, ...] = ()

    def choose(self, game: Game, state: State, question: Question) -> Input:
        if game.rivals and isinstance(question.owner, int):
            return self._among_rivals(game, state, question, question.owner)
        if not self._plan or self._expected != (question,):
            self._plan = list(self._search(game, state, question))
        answer = self._plan.pop(0)
        if self._plan:
            made = game.apply(state, answer)
            self._expected = game.awaited(made.state) if isinstance(made, Applied) else ()
        return answer

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

    def _search(self, game: Game, state: State, question: Question) -> tuple[Input, ...]:
        """The answers that lead to the best position known, the present one included."""
        owner = question.owner
        seat = owner if isinstance(owner, int) else 0
        beam = [_Way(float("-inf"), game.imagine(state, seat, self._pick), ())]
        best = beam[0]
        for _ in range(self._length):
            found: dict[float, _Way] = {}
            for way in beam:
                for end, path in self._through(game, way.state):
                    score = game.estimate(end, seat) + 1e-6 * self._generator.random()
                    reached = _Way(score, end, way.path + path)
                    asked = game.awaited(end)
                    if asked and asked[0].main and question.main:
                        found.setdefault(round(score, 4), reached)
                    else:
                        best = max(best, reached, key=_score)
            beam = sorted(found.values(), key=_score, reverse=True)[: self._width]
            if not beam:
                break
        return best.path or (question.answers[-1],)

    def _through(self, game: Game, state: State) -> list[tuple[State, tuple[Input, ...]]]:
        """Each answer, followed through the choices it brings until the main choice or chance comes."""
        ends: list[tuple[State, tuple[Input, ...]]] = []
        for first in game.awaited(state)[0].answers:
            open_ways: list[tuple[State, tuple[Input, ...]]] = [(state, (first,))]
            tries = 0
            while open_ways and tries < TRIES:
                before, path = open_ways.pop()
                made = game.apply(before, path[-1])
                if not isinstance(made, Applied):
                    continue
                tries += 1
                asked = game.awaited(made.state)
                if not asked or asked[0].owner == CHANCE or asked[0].main:
                    ends.append((made.state, path))
                else:
                    open_ways += [(made.state, (*path, answer)) for answer in asked[0].answers]
        return ends


def _score(way: _Way) -> float:
    return way.score
