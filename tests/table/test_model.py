"""A share of `make soak SOAK=model`: tower, players and journal in any order (tests/soak/model.py)."""

import json
import random
from pathlib import Path

import pytest

from companion.tower import TowerStopped
from tests.soak import model
from tests.tools import soak


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "KEPT", tmp_path)


def test_the_model_of_the_table_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["model", "--seed", "1", "--count", "360"]) == 0
    assert json.loads(capsys.readouterr().out)["tried"] == 360


@pytest.mark.slow
@pytest.mark.parametrize("planted", model.PLANTED)
def test_it_finds_what_is_planted(planted: str) -> None:
    assert any(soak.one(model, 2, index, planted).found for index in range(6))


def test_an_end_while_the_tower_turns_is_heard(tmp_path: Path) -> None:
    """Nothing is listened for, nothing shakes, and the players decide how to go on."""
    with model._virtual():
        table = model.Model(random.Random("ends early"), tmp_path)
        try:
            while table.evening.now.drop is None:
                table.answer()
            table.throw()
            table.end()
            table.ends()
            table.check()
            drop = table.evening.now.drop
            assert drop is not None
            assert (drop.stage, type(drop.error)) == ("lost", TowerStopped)
        finally:
            table.leave()
