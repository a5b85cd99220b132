"""Batches on a Dask cluster: a real one of two worker processes on this machine."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from companion.advisor import (
    Batch,
    NoDask,
    NoScheduler,
    NotInstalled,
    NoWorkers,
    SchedulerLost,
    cluster,
    play_batch,
    play_on_cluster,
    rows,
)
from companion.games import load

BATCH = Batch(load, "the-loop", ({"players": 2}, {"players": 3, "level": 3}), 12, "random", 7)
ONE_EACH = {"threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}


def quiet(done: int, of: int) -> None:
    """Nobody watches."""


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Who is there answers, however busy the machine is."""
    monkeypatch.setattr(cluster, "PATIENCE", 60)
    monkeypatch.setattr(cluster, "WAITING", 60)


@pytest.fixture
def machines(request, tmp_path):
    import dask
    from distributed import LocalCluster

    workers = getattr(request, "param", 2)
    here = dask.config.set(temporary_directory=str(tmp_path))
    with here, LocalCluster(**ONE_EACH, n_workers=workers) as found:
        yield found


@pytest.mark.slow
def test_the_same_table_and_a_killed_worker_costs_no_game(machines):
    killed = []

    def kill_one(done: int, of: int) -> None:
        if not killed:
            killed.append(next(iter(machines.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    results = play_on_cluster(BATCH, machines.scheduler_address, kill_one)
    assert killed
    assert rows(BATCH, results) == rows(BATCH, play_batch(BATCH, 1, quiet))


@pytest.mark.slow
def test_the_command_gives_the_same_table_on_a_cluster(machines):
    command = [sys.executable, "-m", "companion", "simulate", "--bot", "random", "--games", "8", "--json"]
    where = [["--workers", "1"], ["--scheduler", machines.scheduler_address]]
    here, there = (json.loads(subprocess.check_output([*command, *at], timeout=120)) for at in where)
    assert here == there
    assert here["games"] == 8


@pytest.mark.slow
@pytest.mark.parametrize("machines", [0], indirect=True)
def test_a_scheduler_without_workers_is_not_waited_for(machines, monkeypatch):
    monkeypatch.setattr(cluster, "WAITING", 1)
    with pytest.raises(NoWorkers):
        play_on_cluster(BATCH, machines.scheduler_address, quiet)


@pytest.mark.slow
def test_machines_that_have_not_the_companion_are_found_before_a_game_is_played(machines, monkeypatch):
    monkeypatch.setattr(cluster, "OURS", "a-companion-that-nobody-has-installed")
    with pytest.raises(NotInstalled):
        play_on_cluster(BATCH, machines.scheduler_address, quiet)


@pytest.mark.slow
def test_machines_with_other_rules_are_found_before_a_game_is_played(machines, monkeypatch):
    """The same version is not enough: a rule that somebody changed gives another table, silently."""
    monkeypatch.setattr(cluster, "_code_here", lambda: "another")
    with pytest.raises(NotInstalled):
        play_on_cluster(BATCH, machines.scheduler_address, quiet)


@pytest.fixture
def far_away(tmp_path):
    """A scheduler and a worker as others start them: the scheduler, and its address."""
    known = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_"]
    quietly = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(known)]
    started = [
        subprocess.Popen(
            [*dask[:2], dask[2] + kind, *quietly, *more],
            cwd=tmp_path,
            env=os.environ | {"TMPDIR": str(tmp_path)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for kind, more in (("scheduler", ["--port", "0"]), ("worker", ["--nthreads", "1", "--no-nanny"]))
    ]
    while not known.exists() or not known.read_text(encoding="utf-8").endswith("}"):
        time.sleep(0.1)
    yield started[0], json.loads(known.read_text(encoding="utf-8"))["address"]
    for one in started:
        one.kill()
        one.wait()


@pytest.mark.slow
def test_a_scheduler_that_goes_away_keeps_what_is_finished(far_away):
    scheduler, address = far_away
    with pytest.raises(SchedulerLost) as lost:
        play_on_cluster(BATCH, address, lambda done, of: scheduler.kill())
    assert 0 < len(lost.value.results) < len(BATCH.jobs())
    assert rows(BATCH, lost.value.results)


@pytest.mark.slow
@pytest.mark.parametrize("machines", [1], indirect=True)
def test_workers_that_stand_still_are_said_and_what_they_do_later_counts(machines):
    """Stopped and not killed: the scheduler still believes in them."""
    said, stopped = [], []
    worker = next(iter(machines.workers.values())).pid

    def stop(done: int, of: int) -> None:
        if not stopped:
            stopped.append(worker)
            os.kill(worker, signal.SIGSTOP)

    def stalled() -> None:
        said.append(len(stopped))
        os.kill(worker, signal.SIGCONT)

    results = play_on_cluster(BATCH, machines.scheduler_address, stop, stalled=stalled)
    assert 1 in said
    assert rows(BATCH, results) == rows(BATCH, play_batch(BATCH, 1, quiet))


@pytest.mark.slow
def test_nobody_at_that_address(monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with pytest.raises(NoScheduler):
        play_on_cluster(BATCH, "tcp://127.0.0.1:9", quiet)


def test_without_the_library(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoDask):
        play_on_cluster(BATCH, "tcp://127.0.0.1:9", quiet)
