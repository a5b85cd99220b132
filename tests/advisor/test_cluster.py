"""Batches on a Dask cluster: a real one of two worker processes on this machine."""

import os
import signal
import sys

import pytest

from companion.advisor import Batch, NoDask, NoScheduler, play_batch, play_on_cluster

BATCH = Batch("the-loop", ({"players": 2}, {"players": 3, "level": 3}), 12, "random", 7)


def quiet(done: int, of: int) -> None:
    """Nobody watches."""


@pytest.fixture
def cluster():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as found:
        yield found


@pytest.mark.slow
def test_the_same_table_and_a_killed_worker_costs_no_game(cluster):
    killed = []

    def kill_one(done: int, of: int) -> None:
        if not killed:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    results = play_on_cluster(BATCH, cluster.scheduler_address, kill_one)
    assert killed
    assert results == play_batch(BATCH, 1, quiet)


@pytest.mark.slow
def test_nobody_at_that_address():
    with pytest.raises(NoScheduler):
        play_on_cluster(BATCH, "tcp://127.0.0.1:9", quiet)


def test_without_the_library(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoDask):
        play_on_cluster(BATCH, "tcp://127.0.0.1:9", quiet)
