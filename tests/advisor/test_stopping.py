"""What a batch keeps when it ends before its time, and what it says."""

import argparse
import json
import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from companion.advisor import Batch, Stopped, WorkersDied
from companion.advisor.batch import TRIES, Job, in_tries, play_jobs
from companion.games import load
from companion.terminal import simulate
from companion.words import Words

COMMAND = [sys.executable, "-m", "companion", "simulate", "--bot", "random", "--seed", "3", "--lang", "en"]
GAME = load("the-loop")
JOBS = [Job(0, number) for number in range(3 * TRIES)]


def test_workers_may_die_as_often_as_they_like_if_they_finish_something():
    results = {}
    in_tries(JOBS, results, lambda left: results.update({left[0]: {}}))
    assert list(results) == JOBS


def test_the_last_try_counts():
    results, tries = {}, []

    def play(left):
        tries.append(left)
        if len(tries) == TRIES:
            results.update({job: {} for job in left})

    assert len(in_tries(JOBS, results, play)) == len(JOBS)


def test_workers_that_finish_nothing_are_given_up_and_what_was_finished_is_kept():
    results = {JOBS[0]: {}}
    with pytest.raises(WorkersDied) as told:
        in_tries(JOBS, results, lambda left: None)
    assert told.value.results == results


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_sigterm_keeps_what_is_finished_and_leaves_nobody_behind(workers):
    watched, bar = pty.openpty()
    running = subprocess.Popen(
        [*COMMAND, "--games", "100000", "--workers", workers, "--json"],
        stdout=subprocess.PIPE,
        stderr=bar,
        start_new_session=True,
    )
    os.close(bar)
    told = b""
    while b" of 100000 games" not in told:
        told += os.read(watched, 1000)
    running.terminate()
    out, _ = running.communicate(timeout=120)
    os.close(watched)
    assert running.returncode == 130, told
    assert 0 < json.loads(out)["games"] < 100000
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_pressed_again_and_again_keeps_what_is_finished(tmp_path, workers):
    sheet, (watched, bar) = tmp_path / "out.csv", pty.openpty()
    running = subprocess.Popen(
        [*COMMAND, "--games", "100000", "--workers", workers, "--json", "--csv", str(sheet)],
        stdout=subprocess.PIPE,
        stderr=bar,  # a terminal: there the progress is told game by game
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored in the background
    )
    os.close(bar)
    told = b""
    while b" of 100000 games" not in told:
        told += os.read(watched, 1000)
    for pause in (*([0.00002] * 50), *([0.02] * 20)):  # a key that bounces, then an impatient finger
        with suppress(ProcessLookupError):  # it has ended meanwhile
            os.killpg(running.pid, signal.SIGINT)
        time.sleep(pause)
    out, _ = running.communicate(timeout=60)
    with suppress(OSError):  # the other end is closed
        while more := os.read(watched, 1000):
            told += more
    os.close(watched)
    assert running.returncode == 130, told
    games = json.loads(out)["games"]
    assert 0 < games < 100000
    assert f"{games} of 100000 games are finished" in told.decode()
    assert len(sheet.read_text(encoding="utf-8").splitlines()) == 2


def arguments(*typed):
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser, GAME, Words("en", ["help"]))
    return parser.parse_args(typed)


def test_stopped_before_the_first_game_it_leaves_old_files_alone(tmp_path, monkeypatch, capsys):
    def stopped(*_):
        raise Stopped({})

    monkeypatch.setattr(simulate, "play_batch", stopped)
    picture, sheet = tmp_path / "out.png", tmp_path / "out.csv"
    for file in (picture, sheet):
        file.write_text("of yesterday")
    args = arguments("--games", "7", "--plot", str(picture), "--csv", str(sheet))
    assert simulate.run(GAME, load, args, Words("en")) == 130
    assert picture.read_text() == sheet.read_text() == "of yesterday"
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "Stopped: 0 of 7 games are finished and counted. Go on with --resume.\n"


def test_what_is_finished_when_the_workers_die_is_shown(monkeypatch, capsys):
    played = play_jobs(Batch(load, "the-loop", ({},), 2, "random", 1), [Job(0, 0), Job(0, 1)])

    def died(*_):
        raise WorkersDied(played)

    monkeypatch.setattr(simulate, "play_batch", died)
    assert simulate.run(GAME, load, arguments("--games", "7", "--bot", "random"), Words("en")) == 1
    told = capsys.readouterr()
    assert "LOSE-" in told.out
    assert told.err.splitlines()[0].startswith("the workers die")
    assert told.err.splitlines()[1] == "Stopped: 2 of 7 games are finished and counted. Go on with --resume."


@pytest.mark.slow
def test_a_full_disk_costs_the_file_and_not_the_table(tmp_path):
    asked = [*COMMAND, "--games", "3", "--csv", "/dev/full", "--plot", str(tmp_path / "out.png")]
    told = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60)
    assert told.returncode == 1
    assert told.stderr == "/dev/full could not be written: No space left on device\n"
    assert "LOSE-" in told.stdout
    assert (tmp_path / "out.png").stat().st_size


def test_to_look_whether_a_file_can_be_written_changes_nothing(tmp_path):
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_text("kept")
    arguments("--csv", str(old))
    arguments("--csv", str(new))
    assert old.read_text() == "kept"
    assert not new.exists()
