"""What bots, coach and odds make of a game without sense: part of the transcripts of `make transcripts`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast

from companion.advisor import GreedyBot, PlannerBot, RandomBot, Shares, advise, odds
from companion.advisor.playout import play_out
from companion.advisor.search import Search, through
from companion.engine import CHANCE, Applied, Game
from tests.advisor.maze import Maze, Spot

FOLDER = Path(__file__).parents[1] / "advisor" / "transcripts"


def spots(seed: int, number: int, deep: int = 4) -> list[tuple[Game, Any]]:
    """Positions on the way of somebody who answers anything."""
    maze, lot = Maze(seed, refuses=True, deep=deep), Random(seed)
    found: list[tuple[Game, Any]] = []
    state: Any = Spot()
    while len(found) < number and (asked := maze.awaited(state)):
        if asked[0].owner != CHANCE:
            found.append((cast("Game", maze), state))
        made = maze.apply(state, lot.choice(asked[0].answers))
        state = made.state if isinstance(made, Applied) else state
    return found


def of_search() -> list[str]:
    text = []
    for seed in range(8):
        for game, state in spots(seed, 4):
            question = game.awaited(state)[0]
            for looked in (Search(2, 3, 4), Search(5, 9, 50), Search(1, 1, 1)):
                ties = iter(range(10**6))
                ways = looked.ways(game, state, question, lambda ties=ties: next(ties) / 1e3)  # type: ignore[misc]
                best = " ".join(f"{''.join(way.path)} {way.score:.4f}" for way in ways[:5])
                text.append(f"{seed} {state.way or '-'} {tuple(looked)} {len(ways)}: {best}")
            patience = iter([False] * 7)
            ways = Search(3, 4, 6).ways(game, state, question, lambda: 0.0, lambda: next(patience, True))  # noqa: B023
            text.append(f"    stopped {len(ways)}: {' '.join(''.join(way.path) for way in ways[:6])}")
            for answer in question.answers:
                ends = " ".join("".join(path) for _, path in through(game, state, answer))
                text.append(f"    {answer}: {ends}")
    return text


def of_bots() -> list[str]:
    text = []
    bots: dict[str, Callable[[int], Any]] = {
        "random": RandomBot,
        "greedy": GreedyBot,
        "planner": lambda seed: PlannerBot(seed, Search(4, 4, 8), candidates=3, samples=4),
    }
    for seed in range(12):
        for name, make in bots.items():
            played = play_out(
                cast("Game", Maze(seed, rivals=seed % 3 == 2)), {"world": seed}, make(seed), seed
            )
            text.append(f"{seed} {name}: {played}")
    return text


def of_coach() -> list[str]:
    text = []
    for seed in range(30, 90):
        for game, state in spots(seed, 5 if seed < 40 else 9):
            question = game.awaited(state)[0]
            if seed >= 40 and question.main:  # a small choice is soon thought about
                continue
            shares = Shares(10.0, 20.0, 70.0) if seed % 2 else None
            found = advise(game, state, question, 1e9, shares, seed=seed)
            assert found is not None
            reasons = "; ".join(f"{one.id} {dict(one.about) or ''}".strip() for one in found.reasons)
            text.append(f"{seed} {state.way or '-'}: {found.given} {''.join(found.plan)}: {reasons}")
            if chances := odds(game, state, shares):
                shown = " ".join(f"{n.value:.4f} {n.low:.4f} {n.high:.4f}" for n in chances.places)
                rest = [
                    f"{n.value:.4f} {n.low:.4f} {n.high:.4f}" for n in (chances.somewhere, chances.defeat)
                ]
                text.append(f"    {shown}; {'; '.join(rest)} {chances.exact}")
    return text


MAZES: dict[str, Callable[[], list[str]]] = {"search": of_search, "bots": of_bots, "coach": of_coach}
