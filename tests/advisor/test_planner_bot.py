"""The player who looks past the next roll of chance."""

import pytest

from companion.advisor import BOTS, Batch, GreedyBot, PlannerBot, play_batch, rows
from companion.advisor.search import Search
from companion.engine import CHANCE
from companion.games import load

GAME = load("the-loop")


def quiet(done: int, of: int) -> None:
    """Nobody watches."""


def first_turn(seed):
    """The first question of a turn, after a set-up drawn from the front of each pile."""
    state = GAME.start({"level": 3})
    while (question := GAME.awaited(state)[0]).owner == CHANCE or not question.main:
        state = GAME.apply(state, question.answers[seed % len(question.answers)], "app").state
    return state, question


def test_the_same_seed_answers_alike():
    state, question = first_turn(5)
    quick = Search(3, 4, 10)
    one, other = (PlannerBot(7, quick).plan(GAME, state, question) for _ in range(2))
    assert one == other
    assert one[0] in question.answers


def test_told_to_stop_at_once_it_still_has_an_answer():
    state, question = first_turn(5)
    assert PlannerBot(7, stop=lambda: True).choose(GAME, state, question) in question.answers


def test_a_wider_search_stands_no_worse():
    """By the estimate: what a narrow beam finds, a wide one compares with more."""
    for seed in range(4):
        state, question = first_turn(seed)
        narrow, wide = (
            Search(width, 6, 60).ways(GAME, state, question, lambda: 0.0)[0].score for width in (2, 12)
        )
        assert wide >= narrow


@pytest.mark.slow
@pytest.mark.timeout(600)  # a minute of thought where many share the machine
def test_each_bot_wins_more_than_the_one_before():
    """The first six of the 500 games of docs/bots.md; nothing in them depends on the machine."""
    batches = [Batch(load, "the-loop", ({"level": 3},), 6, bot, "1") for bot in BOTS]
    won = [rows(batch, play_batch(batch, 2, quiet))[0].won for batch in batches]
    assert won[0] < won[1] < won[2]


@pytest.mark.slow
@pytest.mark.timeout(600)  # a minute of thought where many share the machine
def test_the_planner_plays_alike_on_one_and_two_workers():
    batch = Batch(load, "the-loop", ({"level": 3},), 2, "planner", 5)
    assert play_batch(batch, 1, quiet) == play_batch(batch, 2, quiet)


def test_among_rivals_it_weighs_as_the_greedy_player_does():
    game = load("contre-temps")
    state = game.start({})
    while (question := game.awaited(state)[0]).owner == CHANCE:
        state = game.apply(state, question.answers[0], "app").state
    assert PlannerBot(3).choose(game, state, question) == GreedyBot(3).choose(game, state, question)
