"""The parts of the advisor by themselves: what a coach counts, how a batch ends, what is kept and read."""

import json
import os
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from companion.advisor import (
    Batch,
    KeptGames,
    batch,
    coach,
    figures,
    kept_games,
    planner_bot,
    playout,
    search,
)
from companion.advisor.provenance import fingerprint, of_the_code
from companion.advisor.random_bot import RandomBot
from companion.advisor.shares import KEPT, MANY, PRIOR, Shares
from companion.engine import CHANCE, Applied, Forecast, Phrase
from companion.games import load
from companion.store import fits

BATCH = Batch(load, "example", ({"players": 2}, {"players": 4}), 3, "random", 3)


# -- a game of sums, in which everything can be worked out by hand


class Said(NamedTuple):
    kind: str
    era: int


class Sums:
    """Numbers are added to a sum until `end`; chance adds one; the estimate is the sum."""

    name, rivals, places, marked = "sums", False, 3, frozenset({"Marked"})

    def start(self, options: Any) -> Any:
        return (0, options.get("turns", 3))

    def question(self, state: Any) -> Any:
        turns = state[1]
        if turns <= 0:
            return None
        if turns % 2 == 0:
            return SimpleNamespace(owner=CHANCE, main=False, answers=("chance",), odds=None, about=())
        return SimpleNamespace(owner=0, main=True, answers=(1, 3, 2, "end"), odds=None, about=())

    def awaited(self, state: Any) -> tuple[Any, ...]:
        question = self.question(state)
        return () if question is None else (question,)

    def apply(self, state: Any, given: Any, source: str = "app") -> Any:
        total, turns = state
        marked = (Said(kind="Marked", era=total % 3), Said(kind="Other", era=0))
        if given in ("end", "chance"):
            return Applied((total + (given == "chance"), turns - 1), marked if given == "chance" else ())
        return Applied((total + given, turns), marked[:1])

    def estimate(self, state: Any, seat: int) -> float:
        return float(state[0])

    def place_of(self, happening: Any) -> int:
        return happening.era

    def summary(self, state: Any) -> dict[str, Any]:
        return {"result": "won", "turns": state[1], "sum": state[0]}

    def outcome(self, state: Any) -> Any:
        return None if self.awaited(state) else SimpleNamespace(result="won")

    def imagine(self, state: Any, seat: int, pick: Any) -> Any:
        return state


class First:
    def choose(self, game: Any, state: Any, question: Any) -> Any:
        return question.answers[0]


def test_a_game_is_played_to_its_end_and_told_by_its_places() -> None:
    told = playout.play_out(Sums(), {"turns": 3}, First(), 1)
    # sixty actions of one each and then the end, twice; chance once between them
    assert told["sum"] == 121
    assert told["inputs"] == 2 * 61 + 1
    assert sum(told["places"]["Marked"]) == 121
    assert told["places"]["Marked"] == [41, 40, 40]
    assert "Other" not in told["places"]


def test_a_random_bot_ends_a_turn_that_goes_on_for_ever() -> None:
    question = SimpleNamespace(main=True, owner=0, answers=(1, 2, "end"))
    bot = RandomBot(3)
    bot._generator = SimpleNamespace(random=lambda: 0.0)
    given = [bot.choose(None, None, question) for _ in range(122)]
    assert [place for place, one in enumerate(given) if one == "end"] == [60, 121]
    other = SimpleNamespace(main=True, owner=1, answers=(1, 2, "end"))
    bot = RandomBot(3)
    bot._generator = SimpleNamespace(random=lambda: 0.99)
    assert bot.choose(None, None, other) == "end"
    small = SimpleNamespace(main=False, owner=0, answers=(1, 2))
    bot._generator = SimpleNamespace(random=lambda: 0.0)
    assert [bot.choose(None, None, small) for _ in range(100)] == [1] * 100


def test_a_search_finds_the_best_ways_first_and_as_far_as_it_may() -> None:
    game, state = Sums(), (0, 3)
    looked = search.Search(width=2, length=3, endings=4)
    ways = looked.ways(game, state, game.question(state), lambda: 0.0)
    assert ways[0].path == (3, 3, 3, "end")
    assert (ways[0].score, ways[0].state) == (9, (9, 2))
    assert len(ways) == 4
    assert [way.score for way in ways] == sorted((way.score for way in ways), reverse=True)
    stopped = looked.ways(game, state, game.question(state), lambda: 0.0, lambda: True)
    assert [way.path for way in stopped] == [("end",)]


def test_a_planner_compares_futures_and_ends_a_turn_that_chance_cut() -> None:
    game = Sums()
    bot = planner_bot.PlannerBot(1, search.Search(2, 2, 4), samples=2)
    assert bot.choose(game, (0, 3), game.question((0, 3))) == 3
    dice = SimpleNamespace(choices=lambda answers, odds: answers)
    assert planner_bot._played_on(game, (5, 2), 0, dice) == (6, 1)
    assert bot._future(game, (5, 2), 0, 0, dice) == 6
    # the turn is not over: it is ended, and what could still be done in it counts as the estimate does
    assert bot._future(game, (5, 3), 9, 0, dice) == 6
    ways = [search.Way(score, None, (score,)) for score in (3.0, 3.0002, 2.0, 1.0)]
    assert [way.score for way in planner_bot._distinct(ways, 2)] == [3.0, 2.0]


# -- the coach


def forecast(defeat: float, somewhere: float, *places: float) -> Forecast:
    return SimpleNamespace(defeat=defeat, somewhere=somewhere, places=places)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (forecast(0.5, 0, 0.3, 0.2), forecast(0.25, 0, 0.3, 0.1), ["defeat 50 25", "there 1 20 10"]),
        (forecast(0.5, 0, 0.3, 0.2), forecast(0.495, 0, 0.3, 0.2), []),
        (forecast(0.01, 0, 0.0), forecast(0.0, 0, 0.0), ["defeat 1 0"]),
        (forecast(0, 0.5, 0.3, 0.2), forecast(0, 0.25, 0.3, 0.2), ["anywhere 50 25"]),
        (forecast(0, 0.5, 0.3, 0.2), forecast(0, 0.25, 0.2, 0.2), ["there 0 30 20"]),
        (forecast(0, 0.25, 0.3), forecast(0, 0.5, 0.3), []),
        (forecast(0, 0.01, 0.0), forecast(0, 0.0, 0.0), ["anywhere 1 0"]),
        (forecast(0.25, 0, 0.3), forecast(0.5, 0, 0.4), []),
    ],
)
def test_what_grows_less_likely_is_told_in_percent(before: Any, after: Any, told: list[str]) -> None:
    said = [
        " ".join([one.id, *(str(value) for _, value in one.about)]) for one in coach._averted(before, after)
    ]
    assert said == told


def test_actions_are_counted_as_players_do() -> None:
    game, state = Sums(), (0, 3)
    assert coach._actions(game, state, (1, 3, "end")) == 2
    assert coach._actions(game, state, ("end",)) == 0
    assert coach._actions(game, (0, 2), ("chance", 3, "end")) == 1


def test_the_step_that_helps_most_is_told_by_what_it_brings() -> None:
    game, state = Sums(), (0, 3)
    (gain,) = coach._gain(game, state, game.question(state), (1, 3, 2, "end"))
    assert (gain.kind, gain.era) == ("Marked", 1)  # of the three, given when one lay there
    assert coach._gain(game, state, game.question(state), ("end", "chance")) == []


def test_a_clock_lets_others_work_and_ends(mocker) -> None:
    now = [100.0]
    mocker.patch.object(coach, "monotonic", side_effect=lambda: now[0])
    slept = mocker.patch.object(coach, "sleep")
    stop = [False]
    clock = coach._Clock(1.0, lambda: stop[0])
    assert not clock()
    slept.assert_not_called()
    now[0] = 100.0 + coach.SLICE / 2
    assert not clock()
    slept.assert_not_called()
    now[0] = 100.0 + 2 * coach.SLICE
    assert not clock()
    slept.assert_called_once_with(coach.PAUSE)
    assert not clock()
    slept.assert_called_once()
    stop[0] = True
    assert clock()
    stop[0], now[0] = False, 101.5
    assert clock()


def test_reasons_are_few_and_the_steps_are_counted_last(mocker) -> None:
    game = load("the-loop")
    state = game.position(
        {"agents": ["mr-time", "cztwyzzek"]},
        {"rifts": {"industry": 3, "medieval": 3}, "agents": {"mr-time": "industry"}},
    )
    many = [Phrase("there", (("era", era),)) for era in range(5)]
    mocker.patch.object(coach, "_averted", return_value=many)
    question = game.awaited(state)[0]
    for actions, ids in ((2, ["there", "there", "steps"]), (1, ["there"] * 3), (0, ["there"] * 3)):
        mocker.patch.object(coach, "_actions", return_value=actions)
        told = coach._reasons(game, state, question, (question.answers[-1],), PRIOR)
        assert [one.id for one in told] == ids
    assert ("n", 2) in coach_steps(mocker, game, state, question).about


def coach_steps(mocker, game: Any, state: Any, question: Any) -> Phrase:
    mocker.patch.object(coach, "_actions", return_value=2)
    return coach._reasons(game, state, question, (question.answers[-1],), PRIOR)[-1]


def test_what_a_choice_brings_at_once_is_its_reason_and_of_an_action_what_helps_most(mocker) -> None:
    game, said = Sums(), Said(kind="Other", era=0)
    mocker.patch.object(coach, "_averted", return_value=[])
    mocker.patch.object(coach, "_spared", return_value=[])
    mocker.patch.object(coach, "_gain", return_value=[said])
    game.forecast = lambda state, shares: None
    for main, told in ((True, [said]), (False, [])):
        question = SimpleNamespace(main=main, owner=0)
        found = coach._reasons(game, (0, 3), question, ("end",), PRIOR)
        ids = [dict(one.about).get("told") for one in found if one.id == "follows"]
        assert ids == told
    question = SimpleNamespace(main=False, owner=0)
    (reason,) = coach._reasons(game, (1, 3), question, (1,), PRIOR)
    assert dict(reason.about)["told"].kind == "Marked"


# -- batches


def test_every_table_gets_its_next_game_in_turn_in_chunks_of_four() -> None:
    jobs = BATCH.jobs()
    assert [tuple(job) for job in jobs] == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]
    assert [len(chunk) for chunk in batch.in_chunks(jobs)] == [4, 2]
    assert [job for chunk in batch.in_chunks(jobs) for job in chunk] == jobs


def test_workers_that_finish_nothing_are_given_up_and_others_are_not() -> None:
    jobs, calls = BATCH.jobs(), list[int]()
    with pytest.raises(batch.WorkersDied) as died:
        batch.in_tries(jobs, {jobs[0]: {}}, lambda left: calls.append(len(left)))
    assert calls == [5] * batch.TRIES
    assert list(died.value.results) == jobs[:1]
    results: dict[Any, Any] = {}
    calls.clear()

    def slow(left: Any) -> None:
        calls.append(len(left))
        if len(calls) % 4 == 0:
            results[left[0]] = {}

    assert batch.in_tries(jobs, results, slow) is results
    assert len(results) == len(jobs)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_acts_and_the_second_is_not_heard(number: int) -> None:
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    acted: list[int] = []
    usual = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    try:
        for one, handler in usual.items():
            signal.signal(one, handler)
        with batch.first_ctrl_c(lambda: acted.append(1)) as pressed:
            os.kill(os.getpid(), number)
            assert (pressed, acted) == ([number], [1])
            for one in usual:
                assert signal.getsignal(one) is signal.SIG_IGN
        assert signal.getsignal(number) is signal.SIG_IGN, "what is finished has still to be shown"
        for one, handler in usual.items():
            signal.signal(one, handler)
        with batch.first_ctrl_c(lambda: acted.append(2)) as pressed:
            assert not pressed
        assert {one: signal.getsignal(one) for one in usual} == usual
        signal.signal(number, signal.SIG_IGN)
        with batch.first_ctrl_c(lambda: acted.append(3)):
            assert signal.getsignal(number) is signal.SIG_IGN
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    assert acted == [1]


def test_a_worker_stops_after_the_game_at_hand(mocker) -> None:
    jobs = BATCH.jobs()
    assert list(batch.play_jobs(BATCH, jobs[:2])) == jobs[:2]
    mocker.patch.object(batch, "_stopping", [signal.SIGINT])
    assert batch.play_jobs(BATCH, jobs) == {}


def test_one_worker_tells_how_far_it_is_and_plays_only_what_is_missing() -> None:
    told: list[tuple[int, int]] = []
    jobs = BATCH.jobs()
    before = {jobs[0]: {"kept": True}}
    results = batch.play_batch(BATCH, 1, lambda done, of: told.append((done, of)), before)
    assert told == [(number, 6) for number in range(2, 7)]
    assert results[jobs[0]] == {"kept": True}
    assert set(results) == set(jobs)


# -- what is kept


def test_finished_games_are_written_now_and_then_and_read_again(tmp_path: Path) -> None:
    now = [0.0]
    kept = KeptGames.begin(tmp_path, BATCH, True, lambda: now[0])
    (path,) = tmp_path.glob("*.jsonl")
    assert path.stem == fingerprint(BATCH)
    jobs = BATCH.jobs()
    kept.results[jobs[0]] = {"a": 1}
    now[0] = kept_games.OFTEN - 0.01
    kept.save()
    assert path.read_bytes() == b""
    now[0] = kept_games.OFTEN
    kept.save()
    assert path.read_bytes().count(b"\n") == 1
    kept.results[jobs[1]] = {"b": 2}
    kept.save()
    assert path.read_bytes().count(b"\n") == 1
    kept.save(now=True)
    assert path.read_bytes().count(b"\n") == 2
    kept.close(finished=False)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"table": 0, "nu')
    again = KeptGames.begin(tmp_path, BATCH, True, lambda: 0.0)
    assert again.results == {jobs[0]: {"a": 1}, jobs[1]: {"b": 2}}
    assert path.read_bytes() == whole
    again.close(finished=True)
    assert not path.exists()
    path.write_bytes(whole)
    fresh = KeptGames.begin(tmp_path, BATCH, False, lambda: 0.0)
    assert fresh.results == {}
    assert path.read_bytes() == b""
    fresh.close(finished=False)


def test_a_line_that_is_none_of_this_batch_ends_what_is_read() -> None:
    def line(table: Any, number: Any, game: Any = None) -> bytes:
        return json.dumps({"table": table, "number": number, "game": game or {}}).encode() + b"\n"

    good = line(0, 0) + line(1, 2)
    for bad in (line(2, 0), line(0, 3), line(-1, 0), line(0, -1), b"{\n", b"[]\n", line("0", 0)):
        results, whole = kept_games._read(good + bad + line(0, 1), BATCH)
        assert [tuple(job) for job in results] == [(0, 0), (1, 2)]
        assert whole == len(good)
    assert kept_games._read(good, BATCH)[1] == len(good)


def test_a_disk_that_is_full_costs_no_game(tmp_path: Path, mocker) -> None:
    kept = KeptGames.begin(tmp_path, BATCH, True, lambda: 0.0)
    (path,) = tmp_path.glob("*.jsonl")
    mocker.patch.object(kept._log, "append", side_effect=OSError)
    kept.results[BATCH.jobs()[0]] = {}
    kept.save(now=True)
    assert path.exists(), "what was kept before can still be read"
    kept.save(now=True)
    kept.close(finished=True)
    assert path.exists()


# -- figures, shares, provenance


def test_a_row_counts_what_was_won_and_how_the_others_ended() -> None:
    game = {"turns": 4, "places": {"Rift": [1, 0]}}
    played = [
        {**game, "result": "won", "cause": "x"}, {**game, "result": "lost", "cause": "b", "turns": 8},
        {**game, "result": "lost", "cause": "a", "places": {}}, {**game, "result": "lost", "cause": "b"},
        {**game, "result": "over", "winner": 0, "cause": "c"},
        {**game, "result": "over", "winner": 1, "cause": "c"},
    ]  # fmt: skip
    row = figures._row("bot", {}, played)
    assert (row.games, row.won, row.share) == (6, 2, pytest.approx(1 / 3))
    assert list(row.causes.items()) == [("b", 2), ("c", 2), ("a", 1)]
    assert row.turns == pytest.approx(28 / 6)
    assert row.usual == (4.0, 6.0)
    assert row.places == {"Rift": [pytest.approx(5 / 6), 0]}
    assert figures._row("bot", {}, played[1:2]).usual == (8.0, 8.0)


def test_what_landed_beside_the_chutes_is_seen_and_not_learned_from() -> None:
    learned = Shares().learn(0, (2, 3, 0, 1, 0, 4, 5))
    assert learned == Shares(PRIOR[0] + 5, PRIOR[1] + 2, PRIOR[2] + 3, 5)
    assert learned.seen == 10
    assert learned.learn(6, (1, 0, 0, 0, 0, 0, 0)) == learned._replace(next=PRIOR[2] + 4)


@pytest.mark.parametrize(
    ("weights", "elsewhere", "kept"),
    [
        ([1.0, 2.0, 3.0], 0, True), ([0.5, 2.0, 3.0], 7, True), ([0.0, 2.0, 3.0], 0, False),
        ([1.0, 2.0, float(MANY)], 0, False), ([1.0, 2.0], 0, False), ([1.0] * 4, 0, False),
        ([1.0, 2.0, 3.0], -1, False), ([1.0, 2.0, 3.0], MANY, False), ([1.0, 2.0, 3.0], 0.5, False),
    ],
)  # fmt: skip
def test_only_shares_that_can_be_are_read(weights: Any, elsewhere: Any, kept: bool) -> None:
    assert bool(fits({"weights": weights, "elsewhere": elsewhere}, KEPT)) == kept


def test_the_word_of_a_batch_is_short_and_of_this_house() -> None:
    assert len(of_the_code()) == len(fingerprint(BATCH)) == 12
    assert fingerprint(BATCH) != fingerprint(BATCH._replace(games=4))


def test_who_finished_something_may_fail_as_often_again() -> None:
    jobs, calls, results = BATCH.jobs(), list[int](), dict[Any, Any]()

    def play(left: Any) -> None:
        calls.append(len(left))
        if len(calls) == 3:
            results[left[0]] = {}

    with pytest.raises(batch.WorkersDied):
        batch.in_tries(jobs, results, play)
    assert len(calls) == 3 + batch.TRIES


def test_a_kind_that_happened_nowhere_has_no_places() -> None:
    assert figures._per_game([None, None]) == []
    assert figures._per_game([[2, 4], None]) == [1.0, 2.0]


def test_games_are_kept_in_a_folder_that_was_not_there(tmp_path: Path) -> None:
    kept = KeptGames.begin(tmp_path / "new" / "folder", BATCH, True, lambda: 0.0)
    kept.results[BATCH.jobs()[0]] = {"a": 1}
    kept.save(now=True)
    kept.close(finished=False)
    assert len(list((tmp_path / "new" / "folder").glob("*.jsonl"))) == 1


def test_a_position_that_takes_no_answer_is_where_a_future_ends() -> None:
    class Stuck(Sums):
        def apply(self, state: Any, given: Any, source: str = "app") -> Any:
            return None

    dice = SimpleNamespace(choices=lambda answers, odds: answers)
    assert planner_bot._played_on(Stuck(), (5, 2), 0, dice) == (5, 2)


def test_whom_the_coach_advises_and_by_which_dice(mocker) -> None:
    game, asked = Sums(), list[tuple[int, int]]()
    game.imagine = lambda state, seat, pick: asked.append((seat, pick(10**6))) or state
    game.forecast = lambda state, shares: None
    question = game.question((0, 3))
    for owner, seat in ((0, 0), (1, 1), ("team", 0)):
        question.owner = owner
        coach.advise(game, (0, 3), question)
        assert asked[0][0] == seat
        coach.advise(game, (0, 3), question, seed=0)
        assert asked[0] == asked[len(asked) // 2]
        asked.clear()
