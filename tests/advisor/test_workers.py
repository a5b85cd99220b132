"""Who plays a batch: a pool's workers, and a cluster's. Quick: the pool's are stand-ins that finish, die and
are interrupted when they are told to, the cluster is a real one within this process."""

import logging
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from types import SimpleNamespace
from typing import Any

import pytest

from companion.advisor import (
    Batch,
    NoScheduler,
    NotInstalled,
    NoWorkers,
    SchedulerLost,
    Stopped,
    batch,
    cluster,
    play_batch,
    play_on_cluster,
)
from companion.games import load

BATCH = Batch(load, "example", ({"players": 2}, {"players": 4}), 10, "random", 3)
JOBS = BATCH.jobs()
CHUNKS = batch.in_chunks(JOBS)


def quiet(done: int, of: int) -> None:
    """Nobody watches."""


# -- a pool's workers


class Pool:
    """Plays the chunks named in `plays` at once and leaves the others waiting; what it was begun with."""

    plays: tuple[int, ...] = ()
    dies: int | None = None
    begun: tuple[Any, ...] = ()

    def __init__(self, workers: int, initializer: Any, initargs: Any) -> None:
        type(self).begun = (workers, initializer, initargs)
        self.work: list[tuple[Future[Any], Any]] = []

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        """Ended, as every pool is."""

    def submit(self, work: Any, *given: Any) -> Future[Any]:
        future: Future[Any] = Future()
        number = len(self.work)
        self.work.append((future, lambda: work(*given)))
        if number == self.dies:
            future.set_exception(BrokenProcessPool())
        elif number in self.plays:
            future.set_result(work(*given))
        return future

    def shutdown(self, cancel_futures: bool) -> None:
        """One ends its game yet, one falls over, the others are let go."""
        assert cancel_futures
        left = [(future, work) for future, work in self.work if not future.done()]
        left[0][0].set_result(left[0][1]())
        left[1][0].set_exception(ValueError())
        for future, _ in left[2:]:
            future.cancel()
            future.set_running_or_notify_cancel()


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Pool]]:
    class Ours(Pool):
        plays = (0, 1)

    monkeypatch.setattr(batch, "ProcessPoolExecutor", Ours)
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield Ours
    for one, handler in before.items():
        signal.signal(one, handler)


def test_what_is_finished_when_ctrl_c_is_pressed_is_kept(pool: type[Pool]) -> None:
    told: list[int] = []

    def tell(done: int, of: int) -> None:
        if not told:
            os.kill(os.getpid(), signal.SIGINT)
        told.append(done)

    with pytest.raises(Stopped) as stopped:
        play_batch(BATCH, 3, tell)
    assert set(stopped.value.results) == {job for chunk in CHUNKS[:3] for job in chunk}
    assert told == [4, 8]
    assert pool.begun == (3, batch._begin_work, (os.getpid(),))


def test_a_worker_that_dies_costs_no_game(pool: type[Pool]) -> None:
    pool.plays, pool.dies = tuple(range(9)), 2
    results: dict[Any, Any] = {}
    batch._play_with(BATCH, JOBS, 2, results, lambda: None)
    assert set(results) == {job for chunk in CHUNKS[:2] for job in chunk}
    pool.dies = None
    assert play_batch(BATCH, 2, quiet, results) == play_batch(BATCH, 1, quiet)


def test_a_worker_ends_with_whoever_began_it(monkeypatch: pytest.MonkeyPatch) -> None:
    parents, slept, ended = [7, 7, 1], list[float](), list[int]()
    monkeypatch.setattr(os, "getppid", lambda: parents.pop(0))
    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr(batch.time, "sleep", slept.append)
    batch._end_with(7)
    assert (slept, ended) == ([batch.WATCH] * 2, [1])


def test_a_worker_watches_and_ends_after_the_game_at_hand(
    monkeypatch: pytest.MonkeyPatch, pool: type[Pool]
) -> None:
    begun: list[dict[str, Any]] = []

    def thread(**about: Any) -> Any:
        return SimpleNamespace(start=lambda: begun.append(about))

    monkeypatch.setattr(batch, "Thread", thread)
    monkeypatch.setattr(batch, "_stopping", [])
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    batch._begin_work(7)
    assert begun == [{"target": batch._end_with, "args": (7,), "name": "orphan", "daemon": True}]
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert len(batch.play_jobs(BATCH, JOBS[:2])) == 2
    os.kill(os.getpid(), signal.SIGINT)
    assert batch._stopping == [signal.SIGINT]
    assert batch.play_jobs(BATCH, JOBS[:2]) == {}


# -- a cluster's workers


@pytest.fixture(scope="module")
def here() -> Iterator[str]:
    """A scheduler and one worker in this process."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as found:
        yield found.scheduler_address


def test_a_cluster_plays_the_same_games_and_tells_how_far_it_is(here: str) -> None:
    told: list[tuple[int, int]] = []
    before = play_batch(BATCH._replace(games=1), 1, quiet)
    results = play_on_cluster(BATCH, here, lambda done, of: told.append((done, of)), dict(before))
    assert results == play_batch(BATCH, 1, quiet)
    assert [type(job) for job in results] == [batch.Job] * len(JOBS)
    assert len(told) == 5
    assert sorted(told) == told
    assert told[-1] == (20, 20)
    assert logging.getLogger("distributed").level == logging.CRITICAL


def test_nobody_at_that_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    with pytest.raises(NoScheduler):
        play_on_cluster(BATCH, "tcp://127.0.0.1:1", quiet)


def test_other_rules_do_not_play_together(here: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_code_here", lambda: "other")
    with pytest.raises(NotInstalled):
        play_on_cluster(BATCH, here, quiet)


class Client:
    """A stand-in for a client whose cluster misbehaves to order."""

    def __init__(
        self, *, silences: tuple[float, ...] = (), workers: int = 1, theirs: str | None = None
    ) -> None:
        self.silences, self.workers, self.theirs = silences, workers, theirs
        self.asked: list[str] = []

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.asked.append("left")

    def wait_for_workers(self, workers: int, timeout: float) -> None:
        assert (workers, timeout) == (1, cluster.WAITING)
        if not self.workers:
            raise TimeoutError

    def run_on_scheduler(self, work: Any, *given: Any) -> Any:
        if work is cluster._last_seen:
            return list(self.silences)
        return work(*given)

    def run(self, work: Any, *given: Any) -> dict[str, Any]:
        if self.theirs == "":
            raise ImportError
        return {"w": self.theirs if self.theirs and not given else work(*given)}

    def submit(self, work: Any, *given: Any, pure: bool) -> Any:
        assert not pure
        return SimpleNamespace(result=lambda: work(*given), given=given)

    def cancel(self, pieces: Any) -> None:
        self.asked.append(f"cancelled {len(pieces)}")

    def close(self) -> None:
        self.asked.append("closed")


def dask(client: Any, complete: Any = iter) -> Any:
    class Killed(Exception):
        pass

    class Closed(Exception):
        pass

    return SimpleNamespace(
        Client=lambda address, timeout: client,
        as_completed=complete,
        scheduler=SimpleNamespace(KilledWorker=Killed),
        client=SimpleNamespace(ClosedClientError=Closed),
    )


@pytest.mark.parametrize(("silences", "working"), [((), False), ((6.0,), False), ((9.0, 5.9), True)])
def test_whoever_was_heard_in_the_last_seconds_works(silences: tuple[float, ...], working: bool) -> None:
    assert cluster._working(Client(silences=silences)) is working


def test_for_how_long_a_worker_was_silent_is_known_by_the_scheduler_s_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.time", lambda: 100.0)
    workers = {name: SimpleNamespace(last_seen=seen) for name, seen in (("a", 99.0), ("b", 40.0))}
    assert cluster._last_seen(SimpleNamespace(workers=workers)) == [1.0, 60.0]


def test_nobody_to_give_work_to() -> None:
    with pytest.raises(NoWorkers):
        cluster._examine(Client(workers=0))


@pytest.mark.parametrize("theirs", ["another", ""])
def test_a_worker_with_other_code_or_none_is_refused(theirs: str) -> None:
    cluster._examine(Client())
    with pytest.raises(NotInstalled):
        cluster._examine(Client(theirs=theirs))


def test_what_a_scheduler_gives_up_on_is_handed_in_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []
    client = Client()

    def complete(pieces: list[Any]) -> Iterator[Any]:
        def killed() -> None:
            raise ours.scheduler.KilledWorker

        tries.append(len(pieces))
        for number, piece in enumerate(pieces):
            yield SimpleNamespace(result=killed) if number and len(tries) == 1 else piece

    ours = dask(client, complete)
    monkeypatch.setattr(cluster, "import_module", lambda name: ours)
    told: list[tuple[int, int]] = []
    results = play_on_cluster(BATCH, "a", lambda done, of: told.append((done, of)))
    assert results == play_batch(BATCH, 1, quiet)
    assert tries == [5, 4]
    assert told == [(4, 20), (8, 20), (12, 20), (16, 20), (20, 20)]
    assert client.asked == ["left"]


def test_ctrl_c_lets_the_cluster_go_and_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()

    def complete(pieces: list[Any]) -> Iterator[Any]:
        yield pieces[0]
        raise KeyboardInterrupt

    monkeypatch.setattr(cluster, "import_module", lambda name: dask(client, complete))
    with pytest.raises(Stopped) as stopped:
        play_on_cluster(BATCH, "a", quiet)
    assert set(stopped.value.results) == set(CHUNKS[0])
    assert client.asked == ["cancelled 5", "closed", "left"]


def test_a_scheduler_that_goes_away_costs_what_it_had_not_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    def complete(pieces: list[Any]) -> Iterator[Any]:
        yield pieces[0]
        raise cluster.CANCELLED[1]

    monkeypatch.setattr(cluster, "import_module", lambda name: dask(Client(), complete))
    with pytest.raises(SchedulerLost) as lost:
        play_on_cluster(BATCH, "a", quiet)
    assert set(lost.value.results) == set(CHUNKS[0])


def test_a_stall_is_told_once_and_again_when_it_happens_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """It works, stalls for two looks, works, cannot be asked, stalls."""
    looks: list[Any] = [(1.0,), (), (), (1.0,), None, ()]
    told: list[int] = []
    waited: list[float] = []
    ended: list[bool] = []

    class Ended:
        def wait(self, seconds: float) -> bool:
            waited.append(seconds)
            return not looks

        def set(self) -> None:
            ended.append(True)

    def working(client: Any) -> bool:
        seen = looks.pop(0)
        if seen is None:
            raise OSError
        return bool(seen)

    def thread(target: Any, name: str, daemon: bool) -> Any:
        assert (name, daemon) == ("cluster", True)
        return SimpleNamespace(start=target)

    monkeypatch.setattr(cluster, "Event", Ended)
    monkeypatch.setattr(cluster, "Thread", thread)
    monkeypatch.setattr(cluster, "_working", working)
    with cluster._watched(None, lambda: told.append(len(looks))):
        assert not ended
    assert told == [4, 0]
    assert waited == [cluster.STALLED / 2] * 7
    assert ended == [True]
