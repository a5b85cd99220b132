"""The runner behind `make bench`: every figure is printed as JSON, and a broken bench costs only itself."""

import json
import random

import pytest

from tests.bench import bench_versions, peer_chess
from tests.tools import bench

BENCHES = """
from random import choice as bench_not_ours

def bench_speed():
    yield {"name": "speed", "value": 41234.5, "unit": "inputs/s", "target": 20000, "holds": True}
    yield {"name": "delay", "value": 7, "unit": "ms", "target": 5, "holds": False}

def bench_broken():
    yield {"name": "one", "value": 1, "unit": ""}
    raise RuntimeError("no tower")

def bench_unusable():
    yield {"name": "two", "value": 2}
"""


def test_rows_then_a_table(pytester: pytest.Pytester, capsys: pytest.CaptureFixture[str]) -> None:
    pytester.mkpydir("figures")
    pytester.path.joinpath("figures", "some.py").write_text(BENCHES, encoding="utf-8")
    pytester.syspathinsert()
    code = bench.main(["--folder", str(pytester.path / "figures"), "--package", "figures"])
    said = capsys.readouterr()
    lines = said.out.splitlines()
    rows = [json.loads(line) for line in lines if line.startswith("{")]
    assert [row["name"] for row in rows] == ["speed", "delay", "one"]
    assert rows[0] == {"name": "speed", "value": 41234.5, "unit": "inputs/s", "target": 20000, "holds": True}
    assert [line.split()[-1] for line in lines if line.startswith(("speed", "delay"))] == ["holds", "SHORT"]
    assert [line for line in lines if line.startswith("!")] == [
        "! some:broken did not finish: see above",
        "! some:unusable did not finish: see above",
    ]
    assert "RuntimeError: no tower" in said.err
    assert "missing or unknown keys: unit" in said.err
    assert code == 1


def test_words_choose_benches(pytester: pytest.Pytester, capsys: pytest.CaptureFixture[str]) -> None:
    pytester.mkpydir("figures2")
    pytester.path.joinpath("figures2", "some.py").write_text(BENCHES, encoding="utf-8")
    pytester.syspathinsert()
    folder = ["--folder", str(pytester.path / "figures2"), "--package", "figures2"]
    assert bench.main(["speed", *folder]) == 0
    assert "SHORT" in capsys.readouterr().out
    assert bench.main(["nothing", *folder]) == 1
    assert capsys.readouterr().out == "No bench of that name.\n"


def test_the_peer_plays_whole_games() -> None:
    """python-chess ends a random game by the rules of chess, so a playout is a game and not a fixed walk."""
    lengths = {peer_chess.play_out(random.Random(seed)) for seed in range(3)}
    assert len(lengths) == 3
    assert min(lengths) > 4


def test_every_table_that_is_played_beside_an_old_version_can_be_played() -> None:
    with bench_versions.Player(bench_versions.ROOT) as player:
        for name, options in bench_versions.tables():
            told = player.play(game=name.partition(".")[0], options=options, seed=1, inputs=1)
            assert told["inputs"] > 10, name


def test_an_old_version_is_a_commit_or_nowhere_to_be_found(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    written = (bench_versions.ROOT / "tests/journals/0.1.0/COMMIT").read_text().strip()
    assert len(written) == 40
    assert bench_versions.commit_of("0.1.0") in (written, None)
    kept = tmp_path / "tests" / "journals" / "0.1.0"
    kept.mkdir(parents=True)
    (kept / "COMMIT").write_text(written)
    monkeypatch.setattr(bench_versions, "ROOT", tmp_path)  # no history at all
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert list(bench_versions.bench_playouts()) == []
