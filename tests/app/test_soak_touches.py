"""A share of `make soak SOAK=touches`: two fingers anywhere, in every game, with faults on."""

import json

import pytest

from tests.soak import touches
from tests.tools import soak


@pytest.fixture(autouse=True)
def kept(display, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(soak, "KEPT", tmp_path)
    monkeypatch.setattr(touches, "TOUCHES", 60)


def test_random_touches_find_nothing(capsys):
    assert soak.main(["touches", "--seed", "5", "--count", "180"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["tried"] == 180


@pytest.mark.slow
@pytest.mark.parametrize("planted", ["the gone may act", "a thread dies"])  # the quick ones
def test_it_finds_what_is_planted(planted):
    assert any(soak.one(touches, 2, index, planted).found for index in range(8))
