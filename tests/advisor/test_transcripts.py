"""Bots, coach and odds meet a game without sense as it is written down; and the search misses no way."""

from typing import Any, cast

import pytest

from companion.advisor.search import Search
from companion.engine import CHANCE, Applied, Game
from tests.advisor.maze import Maze
from tests.tools.told_maze import FOLDER, MAZES, spots


@pytest.mark.parametrize("name", MAZES)
def test_they_think_as_written(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    thought = MAZES[name]()
    pairs = zip(golden, thought, strict=False)
    difference = next((f"written: {old}\nthought: {new}" for old, new in pairs if old != new), "")
    assert thought == golden, f"{difference}\nIf this is meant, run `make transcripts` and read what changed."


def every_way(game: Game, state: Any, path: tuple[Any, ...], owner: object) -> set[Any]:
    """All ways to chance or to somebody else's turn, followed one by one."""
    asked = game.awaited(state)
    if not asked or asked[0].owner == CHANCE or (asked[0].main and asked[0].owner != owner):
        return {path}
    found = set()
    for answer in asked[0].answers:
        made = game.apply(state, answer)
        if isinstance(made, Applied):
            found |= every_way(game, made.state, (*path, answer), owner)
    return found


@pytest.mark.parametrize("seed", range(50, 56))
def test_a_search_that_may_look_everywhere_finds_every_way_and_the_best_first(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Maze, "scale", 1e8)  # what stands exactly alike is looked at once
    for game, state in spots(seed, 5, deep=1):
        question = game.awaited(state)[0]
        if not question.main:
            continue
        ways = Search(10**4, 10, 10**5).ways(game, state, question, lambda: 0.0)
        assert {way.path for way in ways} == every_way(game, state, (), question.owner)
        worth = [cast("float", game.estimate(way.state, cast("int", question.owner))) for way in ways]
        assert worth == sorted(worth, reverse=True)
        assert [way.score for way in ways] == worth
