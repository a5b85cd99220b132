"""A small share of `make soak SOAK=frames`, and what the runner of soaks promises."""

import json
import re
from pathlib import Path

import pytest

from tests.tools import soak


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, object]]:
    code = soak.main(list(words))
    return code, json.loads(capsys.readouterr().out.splitlines()[-1])


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(soak, "KEPT", tmp_path)
    return tmp_path


@pytest.mark.slow
def test_the_soak_of_frames_finds_nothing_and_what_is_planted(capsys: pytest.CaptureFixture[str]) -> None:
    code, row = run(capsys, "frames", "--seed", "7", "--count", "20000")
    assert (code, row["found"]) == (0, 0)
    assert row["tried"] == 20000
    code, row = run(capsys, "frames", "--seed", "8", "--planted", "--count", "10000")
    assert (code, row["found"]) == (1, len(soak.load("frames").PLANTED))


@pytest.mark.slow
def test_a_finding_is_a_file_that_shows_it_again(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "frames", "--seed", "8", "--planted", "--count", "1")
    for found in kept.iterdir():
        assert soak.main(["--replay", str(found)]) == 1
        assert json.loads(found.read_text(encoding="utf-8"))["found"] == capsys.readouterr().out.strip()


def test_what_is_no_finding_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "other.json").write_text("[]", encoding="utf-8")
    assert soak.main(["--replay", str(tmp_path / "other.json")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_without_a_name_every_soak_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main([]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == soak.names()
    assert all(len(soak.load(name).PLANTED) >= 3 for name in listed)


def test_every_soak_has_a_share_of_the_tests_which_finds_what_is_planted() -> None:
    tests = [path.read_text(encoding="utf-8") for path in (soak.ROOT / "tests").rglob("test_*.py")]
    shares = [text for text in tests if "import soak" in text and "planted" in text.lower()]
    for name in soak.names():
        assert any(re.search(rf'"{name}"|soak import {name}\b', text) for text in shares), name
