"""A share of `make soak SOAK=phones`: eight phones on a bad line, and a server that is killed in between."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.soak import phones
from tests.tools import soak


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "KEPT", tmp_path)


@pytest.mark.slow
def test_eight_phones_on_a_bad_line_find_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["phones", "--seed", "5", "--count", "120"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["tried"] >= 120


@pytest.mark.parametrize("planted", phones.PLANTED)
def test_they_find_what_is_planted(planted: str) -> None:
    assert any(soak.one(soak.load("phones"), 6, index, planted).found for index in range(5))
