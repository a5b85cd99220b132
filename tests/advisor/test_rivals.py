"""Batches and bots where the seats play against each other."""

import pytest

from companion.advisor import Batch, GreedyBot, RandomBot, play_batch, rows
from companion.advisor.playout import play_out
from companion.games import load

BATCH = Batch(load, "contre-temps", ({"players": 3}, {"players": 4, "mode": "paradox"}), 6, "greedy", 7)


def quiet(done: int, of: int) -> None:
    """Nobody watches."""


def test_the_number_of_workers_changes_nothing():
    assert play_batch(BATCH, 1, quiet) == play_batch(BATCH, 2, quiet)


def test_a_row_counts_the_first_seat_and_every_ending():
    results = play_batch(BATCH, 1, quiet)
    for table, row in enumerate(rows(BATCH, results)):
        played = [game for job, game in results.items() if job.table == table]
        assert row.won == sum(game["winner"] == 0 for game in played)
        assert sum(row.causes.values()) == row.games == 6
        assert all(cause.startswith("CT-END") for cause in row.causes)


class OneThinks:
    """The first seat looks ahead, the others do not."""

    def __init__(self, seed):
        self.thinking, self.careless = GreedyBot(seed), RandomBot(seed)

    def choose(self, game, state, question):
        return (self.careless if question.owner else self.thinking).choose(game, state, question)


@pytest.mark.parametrize("mode", ["classic", "paradox"])
def test_thinking_wins_most_games_although_it_sees_one_hand(mode):
    game = load("contre-temps")
    table = {"players": 4, "mode": mode}
    winners = [play_out(game, table, OneThinks(seed), seed)["winner"] for seed in range(20)]
    assert winners.count(0) >= 12  # by luck alone 5 of 20; 12 or more would happen once in 1,000 times
