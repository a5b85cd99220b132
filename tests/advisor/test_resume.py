"""A batch that was killed goes on, leaves no process behind, and tells what an uninterrupted one tells."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.advisor import Batch, KeptGames, Stopped, play_batch
from companion.games import load

BATCH = Batch(load, "example", ({"players": 2}, {"players": 4}), 20, "random", 3)
COMMAND = (
    *(sys.executable, "-m", "companion", "simulate", "--game", "cyberion", "--bot", "greedy,random"),
    *("--games", "24", "--seed", "5", "--workers", "2", "--json", "--lang", "en"),
)


def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}


def kept_lines(tmp_path: Path) -> int:
    return sum(one.read_bytes().count(b"\n") for one in tmp_path.rglob("batches/*.jsonl"))


@pytest.mark.slow
def test_killed_and_resumed_it_tells_the_same_byte_for_byte(tmp_path: Path) -> None:
    whole = subprocess.run(COMMAND, env=environment(tmp_path / "a"), capture_output=True, timeout=300)
    assert whole.returncode == 0
    assert kept_lines(tmp_path / "a") == 0, "nothing is left to go on with"
    begun = subprocess.Popen(
        COMMAND,
        env=environment(tmp_path / "b"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    limit = time.monotonic() + 120
    while not kept_lines(tmp_path / "b") and begun.poll() is None and time.monotonic() < limit:
        time.sleep(0.01)
    begun.kill()
    begun.wait()
    assert kept_lines(tmp_path / "b")
    group_ends(begun.pid)
    again = subprocess.run(
        [*COMMAND, "--resume"], env=environment(tmp_path / "b"), capture_output=True, timeout=300
    )
    assert again.returncode == 0
    assert b"finished before" in again.stderr
    assert again.stdout == whole.stdout


def group_ends(group: int) -> None:
    """No worker outlives the one that began it."""
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    raise AssertionError("workers were left behind")


def test_what_is_finished_is_not_played_again(tmp_path: Path) -> None:
    whole = play_batch(BATCH, 1, lambda *_: None)
    kept = KeptGames.begin(tmp_path, BATCH, resume=False)

    def interrupted(done: int, of: int) -> None:
        kept.save(now=True)
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(Stopped):
        play_batch(BATCH, 1, interrupted, kept.results)
    kept.close(finished=False)
    kept = KeptGames.begin(tmp_path, BATCH, resume=True)
    assert len(kept.results) == 7
    heard: list[int] = []
    play_batch(BATCH, 1, lambda done, of: heard.append(done), kept.results)
    assert heard == list(range(8, 41))
    assert kept.results == whole
    kept.close(finished=True)
    assert KeptGames.begin(tmp_path, BATCH, resume=True).results == {}


@pytest.mark.parametrize(
    "torn",
    [b'{"table": 0, "num', b"\xff\n", b'{"table": 9, "number": 0, "game": {}}\n', b"[]\n", b"\x00" * 99],
)
def test_a_torn_file_costs_what_follows_the_tear(tmp_path: Path, torn: bytes) -> None:
    kept = KeptGames.begin(tmp_path, BATCH, resume=False)
    play_batch(BATCH._replace(games=3), 1, lambda *_: None, kept.results)
    kept.save(now=True)
    kept.close(finished=False)
    (path,) = tmp_path.glob("*.jsonl")
    path.write_bytes(path.read_bytes() + torn)
    again = KeptGames.begin(tmp_path, BATCH, resume=True)
    assert again.results == kept.results
    again.results.clear()
    again.close(finished=False)


def test_another_batch_is_another_file_and_a_full_disk_costs_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion import store

    first = KeptGames.begin(tmp_path, BATCH, resume=False)
    play_batch(BATCH, 1, lambda *_: first.save(now=True), first.results)
    assert KeptGames.begin(tmp_path, BATCH._replace(seed=4), resume=True).results == {}

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    other = KeptGames.begin(tmp_path, BATCH._replace(seed=5), resume=False)
    monkeypatch.setattr(store.Log, "append", full)
    assert len(play_batch(BATCH._replace(seed=5), 1, lambda *_: other.save(now=True), other.results)) == 40
