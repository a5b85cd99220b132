"""What bots steer by: no rule depends on it, but what is plainly better must be worth more."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Applied
from companion.games.cyberion.rules import estimate as weights
from companion.games.cyberion.rules.expansions.gigantobots import PRICE_OF_DAMAGE
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


# -- each thing counts by its own weight, and nothing else does


def gain(more: dict[str, Any], options: dict[str, Any] | None = None, **given: Any) -> Any:
    """What this adds to a position; a card that lies elsewhere is no longer in the deck."""
    return pytest.approx(worth(options, **{**given, **more}) - worth(options, **given))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("reached", [1, 2, 3, 4, 5])
def test_a_level_is_worth_what_was_paid_and_more(model: str, reached: int) -> None:
    paid = sum(range(1, reached))
    more = weights.LEVEL.get(model, weights.COMMAND)
    assert gain({"levels": {model: reached}}) == paid * (weights.EXPERIENCE + more)


@pytest.mark.parametrize("n", range(6))
def test_what_is_counted_counts_so_many_times(n: int) -> None:
    robots = ["planbot-5", "cyclobot-4", "stockbot-1", "sirenbot-2", "planbot-1"][:n]
    deck = weights.DECK
    assert gain({"xp": n}) == weights.EXPERIENCE * n
    assert gain({"valves": n}, valves=0) == weights.VALVE * n
    assert gain({"discard": robots}) == -deck * n
    platform, flash, stock = weights.IN_PLATFORM, weights.IN_FLASH, 1
    for row, kept in (("platform", platform), ("flash", flash), ("stock", stock)):
        assert gain({row: robots}, factory=["I-2-sum-at-least-99"]) == (weights.ROBOT * kept - deck) * n
    machines = ["I-3-stockbot", "I-3-sirenbot", "I-3-size-1", "I-3-size-2", "I-3-size-3"][:n]
    assert gain({"factory": machines}, factory=[]) == -weights.MACHINE * n
    assert gain({"left": {"I": n}}, left={"I": 0}) == -weights.MACHINE * n
    more = gain({"prepared": list(range(1, n + 1))}, factory=[f"I-{9 - k}-stockbot" for k in range(5)])
    assert more == weights.ROBOT * n


def test_a_used_battery_a_support_and_a_turn_with_a_machine_gone() -> None:
    assert gain({"battery": "used"}) == -weights.BATTERY
    assert gain({"support": ["planbot", "cyclobot"]}) == 2 * weights.SUPPORT
    for gone in (1, 2):
        assert gain({"gone": gone}, gone=0) == weights.VALVE


def test_robots_are_on_the_way_by_their_share_also_beyond_an_empty_place() -> None:
    for lying in range(1, 3):
        robots = {"platform": [f"sirenbot-{size}" for size in range(1, lying + 1)]}
        need = {"factory": ["none", "I-3-sirenbot"]}
        other = {"factory": ["none", "I-3-stockbot"]}
        assert worth(**need, **robots) - worth(**other, **robots) == pytest.approx(2 * lying / 3)


def test_a_lost_game_is_the_worse_the_more_machines_are_left() -> None:
    for factory in (["I-3-stockbot"], ["I-3-stockbot", "I-3-sirenbot"]):
        for left in (0, 1, 4):
            given = {"valves": 0, "factory": factory, "left": {"I": left, "II": 0, "III": 0}}
            asked = GAME.apply(table(**given), GAME.inputs["EndTurn"]())
            assert isinstance(asked, Applied)
            told = GAME.estimate(asked.state, 0)
            assert told == -weights.END - 10 * (left + len(factory))


@pytest.mark.parametrize("n", range(4))
def test_what_an_expansion_adds_counts_so_many_times(n: int) -> None:
    deck = weights.DECK
    babies, giants, micro = {"bebebots": True}, {"gigantobots": True}, {"microbots": True}
    models = list(MODELS[:n])
    assert gain({"limbots": models}, babies, limbots=[]) == (-weights.LIMBOTS - deck) * n
    rouage = {"rouage": True}
    none = dict.fromkeys(MODELS, 0)
    told = gain({"interference": {**none, MODELS[0]: n}}, rouage, interference=none)
    assert told == -weights.INTERFERENCE * n
    robots = ["planbot-5", "cyclobot-5", "stockbot-5"][:n]
    assert gain({"crews": {1: robots}}, giants) == (weights.CREW - deck) * n
    for valves in range(4):
        short = max(0, PRICE_OF_DAMAGE * n - valves)
        told = gain({"damage": n}, giants, damage=0, valves=valves)
        assert told == -weights.DAMAGE * short / PRICE_OF_DAMAGE
    pile = list(table(micro).pile)
    assert gain({"acquired": pile[:n]}, micro) == weights.MICROBOT * n
