"""Slips that a round of deliberate mistakes got past the other tests: small, and each seen at a table."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import Applied, Happening, Refusal
from tests.games.cyberion.playing import GAME

INPUTS = GAME.inputs


def table(options: dict[str, Any] | None = None, **given: Any) -> Any:
    return GAME.position(options or {}, given)


def done(state: Any, *given: Any) -> tuple[Any, list[Happening]]:
    """The position after these inputs, and all that happened."""
    told: list[Happening] = []
    for one in given:
        made = GAME.apply(state, one)
        assert isinstance(made, Applied), f"{one}: {made}"
        state = made.state
        told += made.happenings
    return state, told


def refused(state: Any, path: str, value: Any) -> bool:
    return isinstance(GAME.apply(state, INPUTS["Correct"](path, value)), Refusal)


# -- what is told -----------------------------------------------------------------------------------------


@pytest.mark.rule("CY-STOCK-01")
def test_every_robot_that_moves_to_the_stock_is_told_with_its_row() -> None:
    s = table(
        levels={"stockbot": 3}, platform=["stockbot-1", "planbot-2"], flash=["cyclobot-3", "cyclobot-4"]
    )
    s, told = done(
        s,
        INPUTS["Trigger"]("platform", "stockbot-1"),
        INPUTS["Move"]("platform", "planbot-2"),
        INPUTS["Move"]("flash", "cyclobot-3"),
    )
    moves = [(happening.card, happening.row) for happening in told if happening.kind == "RobotMoved"]
    assert moves == [("planbot-2", "platform"), ("cyclobot-3", "flash")]
    assert s.rows == [(), ("cyclobot-4",), ("cyclobot-3", "planbot-2")]


@pytest.mark.rule("CY-CMD-02")
def test_every_robot_that_pays_out_of_a_row_is_told_with_its_row() -> None:
    stock = ["planbot-3", "planbot-4", "planbot-5"]
    s = table(levels={"commandbot": 4}, platform=["commandbot-1", "planbot-2"], stock=stock)
    s, told = done(
        s,
        INPUTS["Trigger"]("platform", "commandbot-1"),
        INPUTS["Prepare"](1),
        INPUTS["Pay"]("stock", "planbot-3"),
        INPUTS["Pay"]("platform", "planbot-2"),
        INPUTS["Pay"]("stock", "planbot-4"),
    )
    paid = [(happening.card, happening.row) for happening in told if happening.kind == "RobotPaid"]
    assert paid == [("planbot-3", "stock"), ("planbot-2", "platform"), ("planbot-4", "stock")]
    assert s.prepared == [False, True, False, False, False]


# -- corrections ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", [0, 1, 2])
def test_a_machine_of_the_box_set_by_hand_is_neither_learned_nor_still_to_come(tier: int) -> None:
    s = table()
    code = s.unseen[tier][0]
    copies = s.unseen[tier].count(code)
    after, _ = done(s, INPUTS["Correct"]("machine.0", code))
    assert after.factory[0] == code
    assert after.unseen[tier].count(code) == copies - 1
    assert GAME.learned(after) == {}


@pytest.mark.rule("CY-REQ-11")
def test_a_machine_that_the_box_does_not_have_is_learned_when_it_is_set_by_hand() -> None:
    after, _ = done(table(), INPUTS["Correct"]("machine.0", "II-5-size-5"))
    assert GAME.learned(after) == {"machine": [{"id": "II-5-size-5", "copies": 1}]}


def test_only_a_machine_can_be_set_prepared() -> None:
    s = table(factory=["I-2-size-1"])
    assert refused(s, "prepared.1", True)
    assert not refused(s, "prepared.1", False)
    assert not refused(s, "prepared.0", True)


def test_a_bebebot_is_born_once() -> None:
    s = table({"bebebots": True})
    assert refused(s, "born", ["planbot", "planbot"])
    assert refused(s, "born.planbot", ["planbot"])
    after, _ = done(s, INPUTS["Correct"]("born", ["planbot"]))
    assert after.born == ("planbot",)
    assert "planbot" not in after.limbots
