"""What bots steer by: no rule depends on it, but what is plainly better must be worth more."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Applied
from companion.games.cyberion.rules.pieces import MODELS
from tests.games.cyberion.playing import GAME

SIRENS, MIXED = ["sirenbot-1", "sirenbot-3"], ["sirenbot-1", "planbot-3"]


def table(options: dict[str, Any] | None = None, **given: Any) -> Any:
    """One machine that no robot here is for, unless others are given."""
    return GAME.position(options or {}, {"factory": ["I-3-stockbot"], **given})


def worth(options: dict[str, Any] | None = None, **given: Any) -> float:
    return GAME.estimate(table(options, **given), 0)


def test_the_end_outweighs_everything() -> None:
    last = {"factory": ["I-2-size-1"], "left": {}, "platform": ["planbot-1", "cyclobot-1"]}
    made = GAME.apply(table(**last), GAME.inputs["Repair"](0, ("planbot-1", "cyclobot-1")))
    assert isinstance(made, Applied)
    assert GAME.outcome(made.state).result == "won"
    lost = GAME.apply(table(valves=0), GAME.inputs["EndTurn"]())
    assert isinstance(lost, Applied)
    assert GAME.outcome(lost.state).result == "lost"
    assert GAME.estimate(made.state, 0) > worth(**last) > worth() > GAME.estimate(lost.state, 0)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("reached", [1, 2, 3, 4])
def test_an_upgrade_is_worth_more_than_its_price(model: str, reached: int) -> None:
    before = table(levels={model: reached}, xp=10)
    made = GAME.apply(before, GAME.inputs["Upgrade"](model))
    assert isinstance(made, Applied)
    assert GAME.estimate(made.state, 0) > GAME.estimate(before, 0)


def test_a_machine_that_can_be_repaired_at_once_is_better() -> None:
    need = {"factory": ["I-2-sirenbot"]}
    assert worth(**need, platform=SIRENS) > worth(**need, platform=MIXED)


def test_machines_of_experience_are_worth_something() -> None:
    assert worth(xp=2) > worth(xp=1) > worth()


def test_every_machine_that_can_be_repaired_at_once_counts_whatever_is_asked() -> None:
    """By sums of sizes, so that no robot is worth more for its model or size."""
    robots = {"platform": ["planbot-5", "cyclobot-4"], "stock": ["stockbot-1"], "levels": {"stockbot": 2}}
    one, two = ["I-2-sum-at-least-9", "I-2-sum-at-least-99"], ["I-2-sum-at-least-9", "I-2-sum-at-least-8"]
    none = ["I-2-sum-at-least-98", "I-2-sum-at-least-99"]
    more = {**robots, "stock": ["stockbot-1", "stockbot-2", "stockbot-3"]}
    for first, second in ((none, one), (one, two)):
        assert worth(**robots, factory=second) > worth(**more, factory=first) > worth(**robots, factory=first)
    asked = []
    for factory in (none, one, two):
        moving = GAME.apply(table(**robots, factory=factory), GAME.inputs["Trigger"]("stock", "stockbot-1"))
        assert isinstance(moving, Applied)
        assert not GAME.awaited(moving.state)[0].main
        asked.append(GAME.estimate(moving.state, 0))
    assert asked[0] + 20 < asked[1] < asked[2] - 20


def test_robots_are_on_the_way_to_a_machine_by_model_and_by_size_alike() -> None:
    model, size = {"factory": ["I-3-sirenbot"]}, {"factory": ["I-3-size-1"]}
    ones = ["sirenbot-1", "planbot-1"]
    assert worth(**model, platform=SIRENS) > worth(**model, platform=MIXED)
    assert worth(**size, platform=ones) > worth(**size, platform=MIXED)
    assert worth(**model, platform=SIRENS) == worth(**size, platform=ones)
    assert worth(**model, platform=MIXED) == worth(**size, platform=MIXED)  # one of three either way


def test_a_robot_keeps_most_of_its_worth_in_the_stock_and_least_in_the_flash() -> None:
    card = ["planbot-5"]
    assert worth(stock=card) > worth(platform=card) > worth(flash=card) > worth()


def test_a_turn_without_a_machine_gone_stands_worse() -> None:
    assert worth(gone=1) > worth(gone=0)


def test_what_stands_against_victory_counts() -> None:
    babies, giants = {"bebebots": True}, {"gigantobots": True}
    assert worth(babies, limbots=["planbot"]) > worth(babies, limbots=["planbot", "cyclobot"])
    assert worth(giants, valves=1, damage=2) > worth(giants, valves=1, damage=3)
