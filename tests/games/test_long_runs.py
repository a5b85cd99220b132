"""A share of the long runs about rules: `make soak SOAK=interrupt` and `SOAK=referee`."""

import json

import pytest

from tests.tools import soak


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, int]]:
    code = soak.main(list(words))
    return code, json.loads(capsys.readouterr().out.splitlines()[-1])


@pytest.fixture(autouse=True)
def _kept(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(soak, "KEPT", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("interrupt", 1200), ("referee", 24)])
def test_a_long_run_finds_nothing(name: str, count: int, capsys: pytest.CaptureFixture[str]) -> None:
    code, row = run(capsys, name, "--seed", "5", "--count", str(count))
    assert (code, row["found"], row["tried"]) == (0, 0, count)


@pytest.mark.parametrize("name", ["interrupt", "referee"])
def test_a_long_run_finds_what_is_planted(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, row = run(capsys, name, "--seed", "6", "--planted", "--count", "60")
    assert (code, row["found"]) == (1, len(soak.load(name).PLANTED))
