"""A share of the long runs about rules: `make soak SOAK=interrupt` and `SOAK=referee`."""

import json
from collections import Counter
from random import Random

import pytest

from companion import games
from tests.referee.surprises import surprises
from tests.soak import interrupt
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
    code, row = run(capsys, name, "--seed", "6", "--planted", "--count", "240")
    assert (code, row["found"]) == (1, len(soak.load(name).PLANTED))


@pytest.mark.slow
@pytest.mark.parametrize("name", games.NAMES)
def test_every_sort_of_surprise_comes_at_every_sort_of_question(name: str) -> None:
    """In a sample: what can be corrected now, what is settled, taken back, amended, late, learned and told by
    hands."""
    asked: set[str] = set()
    possible, kinds, sorts = Counter[str](), set[str](), {"undo", "amend"}
    for number in range(0, 240 * 2, 2):  # thirty in each game that is played
        chance = Random(f"{name} 5 {number}")
        game = interrupt.line(name, 5, number // interrupt.OF_ONE_GAME).game
        plan = interrupt.planned(game, 5, number, chance)
        asked |= {kind for kind, moments in plan.line.asked.items() if moments[0].number}
        possible.update(set(surprises(game, plan.moment.state, chance)))
        kinds.add(plan.kind)
        sorts.add(plan.sort)
    often = {sort for sort, moments in possible.items() if moments >= OFTEN}
    assert sorts >= often - {"revoke"}, "that one is mostly refused"
    assert len(sorts) >= (len(possible) + len(often)) / 2
    assert kinds >= asked
    if name == "the-loop":
        assert sorts >= {"late", "learn", "settle"}
        assert possible["told"]


OFTEN = 150
"""Moments of the sample in which a sort was possible: then it comes, with hardly an exception."""
