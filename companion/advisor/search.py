"""Ways through the decisions ahead, up to the next roll of chance: what bots choose from.

May import: companion.engine, the standard library. Positions are compared by the game's own estimate. The
search is a beam: of all positions reached after one more action only the best few are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.engine import CHANCE, Applied, Game, Input, Question, State

TRIES = 24
"""Ways through the choices inside one action that are tried."""


class Way(NamedTuple):
    """Answers, and where they lead."""

    score: float
    state: State
    path: tuple[Input, ...]


def go_on() -> bool:
    """Nobody is waiting: never stop."""
    return False


class Search(NamedTuple):
    """How wide and how far is looked."""

    width: int
    """Positions that are followed after each action."""
    length: int
    """Actions; it also bounds a turn that could go on for ever."""
    endings: int
    """Positions from which the turn is ended, to see what that brings."""

    def ways(
        self,
        game: Game,
        state: State,
        question: Question,
        tie: Callable[[], float],
        stop: Callable[[], bool] = go_on,
    ) -> list[Way]:
        """Finished ways, up to chance or to the end of the turn, best first; `tie` breaks ties.

        Where it is stopped early it tells what it has found; that may be nothing.
        """
        seat = question.owner if isinstance(question.owner, int) else 0

        def reached(end: State, path: tuple[Input, ...]) -> Way:
            return Way(game.estimate(end, seat) + 1e-6 * tie(), end, path)

        finished: list[Way] = []
        if not question.main:
            for answer in question.answers:
                if not stop():
                    finished += [reached(*end) for end in through(game, state, answer)]
            return sorted(finished, key=_score, reverse=True)
        beam = [reached(state, ())]
        resting = beam[:]
        for _ in range(self.length):
            found: dict[float, Way] = {}
            for way in beam:
                if stop():
                    break
                for answer in game.awaited(way.state)[0].answers[:-1]:
                    for end, path in through(game, way.state, answer):
                        new = reached(end, way.path + path)
                        asked = game.awaited(end)
                        if asked and asked[0].main and asked[0].owner == question.owner:
                            found.setdefault(round(new.score, 4), new)
                        else:
                            finished.append(new)
            beam = sorted(found.values(), key=_score, reverse=True)[: self.width]
            if not beam:
                break
            resting += beam
        for way in sorted(resting, key=_score, reverse=True)[: self.endings]:
            if stop() and finished:
                break
            last = game.awaited(way.state)[0].answers[-1]
            finished += [reached(end, way.path + path) for end, path in through(game, way.state, last)]
        return sorted(finished, key=_score, reverse=True)


def through(game: Game, state: State, first: Input) -> Iterator[tuple[State, tuple[Input, ...]]]:
    """An answer, followed through the choices it brings until the main choice or chance comes."""
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
            yield made.state, path
        else:
            open_ways += [(made.state, (*path, answer)) for answer in asked[0].answers]


def _score(way: Way) -> float:
    return way.score
