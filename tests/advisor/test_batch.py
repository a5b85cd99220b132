"""Batches of games by bots: the same figures on any number of workers, and nothing lost when one dies."""

import io
import json
import multiprocessing
import subprocess
import sys
from argparse import ArgumentParser

import pytest

from companion.advisor import Batch, interval, play_batch, rows
from companion.games import NAMES, load
from companion.terminal.plot import plot
from companion.terminal.simulate import add_arguments, progress, report
from companion.words import Words, languages


def quiet(done: int, of: int) -> None:
    """Nobody watches."""


BATCH = Batch(load, "the-loop", ({"players": 2}, {"players": 3, "level": 3}), 6, "random", 7)


def test_the_number_of_workers_changes_nothing():
    assert play_batch(BATCH, 1, quiet) == play_batch(BATCH, 2, quiet)


def test_another_seed_gives_other_games():
    assert play_batch(BATCH, 1, quiet) != play_batch(BATCH._replace(seed=8), 1, quiet)


def test_every_bot_and_every_table_meets_the_same_seeds():
    one, two = (Batch(load, "the-loop", tables, 3, "random", 7) for tables in (({},), ({"level": 2}, {})))
    first, second = play_batch(one, 1, quiet), play_batch(two, 1, quiet)
    assert [first[0, number] for number in range(3)] == [second[1, number] for number in range(3)]


def test_a_batch_that_is_stopped_early_has_played_at_every_table():
    assert [job.table for job in BATCH.jobs()[:4]] == [0, 1, 0, 1]


def test_as_many_workers_as_cores_that_may_be_used(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: {2, 3, 5}, raising=False)
    parser = ArgumentParser()
    add_arguments(parser, load("the-loop"), Words("en", ["help"]))
    assert parser.parse_args([]).workers == 3


def test_progress_goes_into_a_file_once_a_minute():
    out, times = io.StringIO(), iter([0.0, 10.0, 70.0, 70.0, 90.0])
    tell = progress(Words("en"), out, 100, 400, lambda: next(times))
    for done in (1, 2, 3):
        tell(done, 300)
    assert out.getvalue() == "102 of 400 games\n"


def test_progress_is_told_up_to_the_last_game():
    told = []
    play_batch(BATCH, 2, lambda done, of: told.append((done, of)))
    assert told[-1] == (12, 12)


def test_a_row_counts_what_was_played():
    results = play_batch(BATCH, 1, quiet)
    row = rows(BATCH, results)[1]
    assert row.options == {"players": 3, "level": 3}
    assert row.games == 6
    assert row.won + sum(row.causes.values()) == 6
    turns = sorted(game["turns"] for job, game in results.items() if job.table == 1)
    assert turns[0] <= row.usual[0] <= row.turns <= row.usual[1] <= turns[-1]
    opened = sum(
        sum(game["places"].get("VortexOpened", ())) for job, game in results.items() if job.table == 1
    )
    assert sum(row.places.get("VortexOpened", ())) * 6 == pytest.approx(opened)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", NAMES)
def test_how_games_end_is_told_in_words(game, lang):
    batch, words = Batch(load, game, ({},), 4, "random", 1), Words(lang, [game.replace("-", "_")])
    causes = rows(batch, play_batch(batch, 1, quiet))[0].causes
    assert causes
    assert not [cause for cause in causes if words.name("reason", cause) == cause]


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # Wilson intervals from Brown, Cai and DasGupta's formula, worked out by hand to three places.
    [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1.0), (81, 263, 0.255, 0.366)],
)
def test_the_interval_is_wilsons(won, games, low, high):
    assert interval(won, games) == pytest.approx((low, high), abs=6e-4)


COMMAND = [sys.executable, "-m", "companion", "simulate", "--bot", "random", "--seed", "3", "--lang", "en"]


@pytest.mark.slow
def test_the_command_gives_the_same_table_on_one_and_two_workers():
    tables = [
        json.loads(
            subprocess.check_output([*COMMAND, "--games", "8", "--workers", workers, "--json"], timeout=120)
        )
        for workers in ("1", "2")
    ]
    assert tables[0] == tables[1]
    assert tables[0]["games"] == 8


def test_a_table_that_cannot_be_names_its_rule():
    ran = subprocess.run(
        [*COMMAND, "--players", "7"], capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 2
    assert "SETUP-01" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.slow
def test_several_bots_stand_below_each_other_on_the_same_seeds():
    command = [*COMMAND[:4], "--bot", "random,random", "--games", "3", "--workers", "1", "--json"]
    told = json.loads(subprocess.check_output(command, timeout=60))
    assert (told["bot"], told["games"]) == ("random,random", 6)
    assert told["tables"][0] == told["tables"][1]


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--bot", "genius"], "random, greedy, planner, or all"),
        (["--scheduler", "tcp://127.0.0.1:9"], "no Dask scheduler answers at tcp://127.0.0.1:9"),
    ],
)
@pytest.mark.slow
def test_what_cannot_be_done_is_told_in_one_line(flags, said):
    ran = subprocess.run([*COMMAND, *flags], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 2
    assert said in ran.stderr.splitlines()[-1]
    assert "Traceback" not in ran.stderr


@pytest.mark.slow
def test_a_killed_worker_costs_no_game():
    batch = BATCH._replace(games=60)
    killed = []

    def kill_one(done: int, of: int) -> None:
        if not killed and done >= 8:
            worker = multiprocessing.active_children()[0]
            worker.kill()
            killed.append(worker.pid)

    results = play_batch(batch, 2, kill_one)
    assert killed
    assert results == play_batch(batch, 1, quiet)


LEVELS = Batch(load, "the-loop", ({"level": 1, "players": 2}, {"level": 3, "players": 2}), 2, "random", 7)
ERAS = [f"era {place}" for place in range(7)]


@pytest.mark.parametrize(
    ("lang", "common", "first"), [("en", "(players 2)", "level 1 "), ("fr", "(joueurs 2)", "niveau 1 ")]
)
def test_the_tables_are_called_by_the_words_of_the_language(lang, common, first):
    told = list(report(rows(LEVELS, play_batch(LEVELS, 1, quiet)), ERAS, Words(lang)))
    assert told[0].endswith(common)
    assert told[2].startswith(first)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "date"), [("png", b"tIME"), ("SVG", b"dc:date"), ("pdf", b"CreationDate")])
def test_the_same_figures_give_the_same_picture(tmp_path, kind, date):
    found = rows(LEVELS, play_batch(LEVELS, 1, quiet))
    pictures = [tmp_path / f"{name}.{kind}" for name in ("one", "other")]
    for picture in pictures:
        plot(picture, found, ERAS, Words("en"))
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    assert date not in pictures[0].read_bytes()  # it would tell them apart a second later


@pytest.mark.slow
def test_a_batch_as_a_picture_and_as_a_table_for_a_spreadsheet(tmp_path):
    picture, sheet = tmp_path / "out.PNG", tmp_path / "out.csv"
    subprocess.check_call(
        [*COMMAND, "--games", "3", "--level", "all", "--workers", "1", "--plot", picture, "--csv", sheet]
    )
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    lines = sheet.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith(
        "bot,level,mode,players,score,games,won,share,low,high,turns,turns-low,turns-high,"
    )
    assert lines[0].endswith("VortexOpened: Dawn of Time,VortexOpened: Medieval,VortexOpened: Renaissance,"
                             "VortexOpened: Industry,VortexOpened: Globalization,VortexOpened: Age of Robots,"
                             "VortexOpened: End of Times")  # fmt: skip
    assert [line.split(",")[:2] for line in lines[1:]] == [["random", level] for level in "123"]
    assert {line.count(",") for line in lines} == {lines[0].count(",")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flag", "file", "says"),
    [
        ("--plot", "none/a.png", "exists"),
        ("--csv", "none/a.csv", "exists"),
        ("--csv", "/proc/a.csv", "exists"),
        ("--plot", "a.doc", ".png"),
    ],
)
def test_a_file_that_cannot_be_written_is_told_before_the_first_game(tmp_path, flag, file, says):
    asked = [*COMMAND, "--games", "100000", flag, str(tmp_path / file)]
    told = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60)
    assert told.returncode == 2
    assert says in told.stderr.splitlines()[-1]
    assert not told.stdout
