"""Bots, coach and odds meet a game without sense as it is written down; and the search misses no way."""

from typing import Any, cast

import pytest

from companion.advisor import Batch, GreedyBot, PlannerBot, RandomBot
from companion.advisor.provenance import fingerprint, of_the_code
from companion.advisor.search import Search
from companion.advisor.shares import KEPT
from companion.engine import CHANCE, Applied, Game
from companion.games import load
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


def test_who_finds_no_way_gives_the_last_answer() -> None:
    for game, state in spots(61, 9):
        question = game.awaited(state)[0]
        if not question.main:
            assert GreedyBot(stop=lambda: True).plan(game, state, question) == (question.answers[-1],)
            return
    raise AssertionError("no small choice was met")


@pytest.mark.parametrize("make", [RandomBot, GreedyBot, PlannerBot])
def test_a_bot_without_a_seed_has_the_seed_nought(make: Any) -> None:
    assert make()._generator.random() == make(0)._generator.random()


def test_a_batch_is_known_by_its_options_in_any_order_and_by_nothing_else() -> None:
    batch = Batch(load, "example", ({"players": 2, "level": 1},), 3, "random", 3)
    turned = batch._replace(tables=({"level": 1, "players": 2},))
    assert fingerprint(batch) == fingerprint(turned)
    others = [
        batch._replace(game="the-loop"), batch._replace(tables=({"players": 2},)), batch._replace(games=4),
        batch._replace(bot="greedy"), batch._replace(seed=4), batch._replace(box={"name": "mine"}),
    ]  # fmt: skip
    assert len({fingerprint(one) for one in (batch, *others)}) == 1 + len(others)
    assert len(fingerprint(batch)) == len(of_the_code()) == 12


def test_shares_are_kept_below_a_thousand_million() -> None:
    for weight, fits in ((10**9 - 1.0, True), (10**9, False), (0.0, False), (0.1, True)):
        assert KEPT["weights"]([weight, 1.0, 1.0]) is fits
    for cubes, fits in ((10**9 - 1, True), (10**9, False), (0, True), (-1, False)):
        assert KEPT["elsewhere"](cubes) is fits
    assert not KEPT["weights"]([1.0, 1.0])
