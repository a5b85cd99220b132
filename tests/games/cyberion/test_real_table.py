"""Beside a real table: what lies there is believed, learned and can be set right at any moment."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import CHANCE, Applied, Refusal
from companion.games.cyberion.rules.pieces import BEBEBOTS, MODELS, MULTIBOTS, ROBOTS
from tests.games.cyberion.playing import COMBINATIONS, GAME, Lucky, played

HAND = {"first": "hand", "machines": "hand", "robots": "hand", "tokens": "hand"}
INPUTS = GAME.inputs


def told(state: Any, *given: Any) -> Any:
    for one in given:
        made = GAME.apply(state, one, "hand")
        assert isinstance(made, Applied), f"{one}: {made}"
        state = made.state
    return state


def opened(**options: Any) -> Any:
    """A real table after its set-up: five machines, of which the box knows none, and five robots twice."""
    state = GAME.start({**HAND, **options})
    machines = [INPUTS["MachineRevealed"](f"I-3-size-{size}") for size in (1, 2, 3, 4, 5)]
    robots = [INPUTS["RobotDrawn"](f"{model}-{size}") for size in (1, 2) for model in MODELS]
    return told(state, *machines, *robots, INPUTS["SupportDrawn"]("planbot"))


@pytest.mark.rule("CY-REQ-11", "CY-SETUP-05")
def test_machines_that_the_box_does_not_have_are_accepted_and_learned() -> None:
    state = opened()
    assert state.factory == [f"I-3-size-{size}" for size in (1, 2, 3, 4, 5)]
    assert GAME.learned(state)["machine"] == [
        {"id": f"I-3-size-{size}", "copies": 1} for size in (1, 2, 3, 4, 5)
    ]
    assert GAME.view(state, None)["discard"] == [f"{model}-2" for model in MODELS]
    assert GAME.check(state) == ()


def test_a_machine_of_another_kind_is_left_to_the_players() -> None:
    state = told(GAME.start(HAND), INPUTS["MachineRevealed"]("I-other-3"))
    assert state.factory[0] == "I-other-3"
    refused = GAME.apply(state, INPUTS["MachineRevealed"]("seven robots"), "hand")
    assert isinstance(refused, Refusal)
    assert refused.rule == "CY-REQ-11"


def test_a_third_copy_is_believed_named_and_learned() -> None:
    state = GAME.start(HAND)
    state = told(state, *(INPUTS["MachineRevealed"](f"I-2-{model}") for model in MODELS))
    state = told(state, *(INPUTS["RobotDrawn"](card) for card in ["planbot-1"] * 3 + ["planbot-2"] * 7))
    state = told(state, INPUTS["SupportDrawn"]("planbot"))
    assert GAME.view(state, None)["robots_left"] == 40
    assert [finding.id for finding in GAME.check(state)] == ["too-many-copies", "too-many-copies"]
    assert GAME.learned(state)["robot"] == [
        {"id": "planbot-1", "copies": 3},
        {"id": "planbot-2", "copies": 7},
    ]


def test_a_card_that_nobody_tells_may_be_any_robot_until_it_is_set_right() -> None:
    state = opened()
    state = told(state, INPUTS["Correct"]("row.platform", ["?", "sirenbot-1"]))
    state = told(state, INPUTS["Correct"]("machine.0", "I-2-sirenbot"))
    assert INPUTS["Repair"](0) in GAME.awaited(state)[0].answers
    state = told(state, INPUTS["Correct"]("row.platform", ["planbot-3", "sirenbot-1"]))
    assert INPUTS["Repair"](0) not in GAME.awaited(state)[0].answers
    assert "planbot-3" in state.rows[0]


def test_a_planbot_may_look_without_telling_and_the_card_is_asked_for_when_it_is_taken() -> None:
    state = told(opened(), INPUTS["Correct"]("level.planbot", 2), INPUTS["Trigger"]("platform", "planbot-1"))
    state = told(state, INPUTS["RobotDrawn"]("?"), INPUTS["Take"]("?"))
    assert GAME.awaited(state)[0].id == "draw"
    state = told(state, INPUTS["RobotDrawn"]("cyclobot-4"))
    assert "cyclobot-4" in state.rows[0]
    assert GAME.check(state) == ()


def test_nobody_is_asked_to_believe_what_is_not_a_card() -> None:
    refused = GAME.apply(
        told(GAME.start(HAND), *[INPUTS["MachineRevealed"]("I-2-size-1")] * 5), INPUTS["RobotDrawn"]("cat")
    )
    assert isinstance(refused, Refusal)


@pytest.mark.parametrize(
    ("valves", "gone", "warning"), [(1, 0, "valve"), (0, 0, "defeat"), (1, 1, ""), (0, 2, "")]
)
@pytest.mark.rule("CY-CLOSE-02")
def test_it_warns_before_a_turn_ends_without_a_machine(valves: int, gone: int, warning: str) -> None:
    state = told(opened(), INPUTS["Correct"]("valves", valves), INPUTS["Correct"]("gone", gone))
    assert GAME.view(state, None)["warning"] == warning
    assert dict(GAME.awaited(state)[0].about)["warning"] == warning


def test_nobodys_turn_ends_unasked() -> None:
    state = told(opened(), INPUTS["Correct"]("row.platform", []), INPUTS["Correct"]("support", []))
    state = told(
        state, INPUTS["Correct"]("row.stock", ["planbot-5"]), INPUTS["Discard"]("stock", "planbot-5")
    )
    assert GAME.awaited(state)[0].answers == (INPUTS["EndTurn"](),)


def test_a_correction_takes_back_what_is_no_longer_there() -> None:
    state = told(opened(), INPUTS["Correct"]("machine.0", "I-2-size-1"), INPUTS["Repair"](0))
    assert GAME.awaited(state)[0].id == "team"
    state = told(state, INPUTS["Correct"]("machine.0", ""))
    assert GAME.awaited(state)[0].id == "act"


def test_when_the_last_machine_was_taken_away_by_hand_the_end_is_offered() -> None:
    state = told(opened(), *(INPUTS["Correct"](f"machine.{slot}", "") for slot in range(5)))
    state = told(
        state, *(INPUTS["Correct"](f"left.{tier}", 0) for tier in range(3)), INPUTS["Correct"]("xp", 25)
    )
    (finding,) = GAME.check(state)
    assert (finding.id, finding.offers) == ("nothing-left", (INPUTS["EndTurn"](),))
    assert GAME.outcome(told(state, INPUTS["EndTurn"]())).result == "won"


def test_in_the_middle_of_an_ability_no_end_is_offered_that_would_be_refused() -> None:
    state = told(opened(), INPUTS["Correct"]("level.planbot", 4))
    state = told(state, INPUTS["Correct"]("row.stock", ["planbot-5"]))
    state = told(state, INPUTS["Trigger"]("stock", "planbot-5"))
    state = told(state, *(INPUTS["Correct"](f"machine.{slot}", "") for slot in range(5)))
    state = told(state, *(INPUTS["Correct"](f"left.{tier}", 0) for tier in range(3)))
    assert GAME.awaited(state)[0].id != "act"
    offers = {finding.id: finding.offers for finding in GAME.check(state)}
    assert offers["nothing-left"] == ()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("valves", 6), ("valves", True), ("row.platform", ["cat"]), ("row.platform", "planbot-1"),
        ("row.cellar", []),
        ("level.planbot", 0), ("level.cat", 1), ("machine.0", "cat"), ("machine.7", ""),
        ("microbot.0", "cat"), ("battery", 1), ("seat", 1), ("prepared.0", "yes"),
        ("limbots", ["planbot", "planbot"]), ("turn", 0),
    ],
)  # fmt: skip
def test_a_correction_that_makes_no_sense_is_refused(path: str, value: Any) -> None:
    assert isinstance(
        GAME.apply(opened(bebebots=True, microbots=False), INPUTS["Correct"](path, value)), Refusal
    )


def stray(dice: Random, question: Any) -> Any:
    """Something seen on the table that the list may not have."""
    match question.id:
        case "draw":
            return INPUTS["RobotDrawn"](dice.choice(["?", *ROBOTS, *MULTIBOTS, *BEBEBOTS]))
        case "machine":
            return INPUTS["MachineRevealed"](
                f"{dice.choice(['I', 'II', 'III'])}-{dice.choice([1, 2, 5])}-size-3"
            )
        case "microbot":
            return INPUTS["MicrobotDrawn"](dice.choice(["1", "planbot"]))
        case "interference":
            return INPUTS["InterferenceRevealed"](dice.choice(MODELS))
    return dice.choice(question.answers)


def fewer(dice: Random, value: Any) -> Any:
    return value[: dice.randrange(3)] if isinstance(value, list) else value


@pytest.mark.slow
@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(COMBINATIONS), st.sampled_from((1, 2)))
def test_whatever_is_told_and_set_right_the_game_goes_on(
    seed: int, chosen: dict[str, bool], players: int
) -> None:
    dice = Random(seed)
    player, state = Lucky(dice), GAME.start({**HAND, **chosen, "players": players})
    for _ in range(150):
        if not (awaited := GAME.awaited(state)):
            break
        question = awaited[0]
        fields = list(GAME.correctable(state))
        if fields and dice.random() < 0.15:
            field = dice.choice(fields)
            value = dice.choice(field.choices) if field.choices else fewer(dice, field.value)
            given = GAME.correction(field.path, value)
        elif question.owner == CHANCE:
            given = stray(dice, question) if dice.random() < 0.3 else dice.choice(question.answers)
        else:
            given = player.choose(state, question)
        made = GAME.apply(state, given, "hand")
        if isinstance(made, Applied):
            state = made.state
        GAME.check(state)
        GAME.view(state, None)
        GAME.learned(state)
        assert GAME.awaited(state) or GAME.outcome(state)
        assert GAME.load(json.loads(json.dumps(GAME.dump(state)))) == state


def test_an_undo_tells_every_piece_that_moves() -> None:
    phrases = set()
    for chosen in (COMBINATIONS[0], COMBINATIONS[-1]):
        for step in played({**chosen, "players": 2}, 3):
            phrases |= {phrase.id for phrase in GAME.differences(step.after, step.before)}
    assert {
        "set-row", "set-discard", "set-deck", "set-machine", "set-valves", "set-level", "set-xp", "set-seat",
        "set-microbot", "set-acquired", "set-interference", "set-crew", "set-limbots", "set-looked",
        "set-support",
    } <= phrases  # fmt: skip


def test_a_robot_that_was_not_told_is_told_when_it_is_triggered() -> None:
    state = told(
        opened(), INPUTS["Correct"]("row.platform", ["?", "?"]), INPUTS["Correct"]("level.sirenbot", 2)
    )
    state = told(state, INPUTS["Trigger"]("platform", "?"))
    assert GAME.awaited(state)[0].id == "which"
    assert isinstance(GAME.apply(state, INPUTS["RobotDrawn"]("?"), "hand"), Refusal)
    state = told(state, INPUTS["RobotDrawn"]("sirenbot-5"), INPUTS["RobotDrawn"]("?"))
    assert state.rows == [("?",), ("?",), ()]
    assert "sirenbot-5" in state.discard
    assert GAME.check(state) == ()
    assert GAME.view(state, None)["robots_left"] == 50 - 2 - len(state.discard)


@pytest.mark.rule("CY-BEBE-06")
def test_a_robot_that_was_not_told_is_no_bebebot() -> None:
    """It would have left the game when it was drawn."""
    in_the_deck = INPUTS["Correct"]("limbots", ["sirenbot", "stockbot", "cyclobot", "planbot"])
    state = told(opened(bebebots=True), in_the_deck)
    assert "bebe-commandbot" in state.rest
    state = told(state, INPUTS["Correct"]("row.platform", ["?", "?"]), INPUTS["Trigger"]("platform", "?"))
    question = GAME.awaited(state)[0]
    assert question.id == "which"
    assert {answer.card for answer in question.answers} & set(BEBEBOTS) == set()
    assert len(question.answers) == len(question.odds)
    assert isinstance(GAME.apply(state, INPUTS["RobotDrawn"]("bebe-commandbot"), "hand"), Refusal)


def test_robots_that_were_not_told_come_back_with_the_battery() -> None:
    state = told(opened(), INPUTS["Correct"]("level.sirenbot", 2), INPUTS["Correct"]("discard", ["?"] * 45))
    state = told(state, INPUTS["Correct"]("row.platform", ["sirenbot-1", "?", "?", "?", "?"]))
    assert GAME.view(state, None)["robots_left"] == 0
    state = told(state, INPUTS["Trigger"]("platform", "sirenbot-1"))
    assert (state.battery, state.discard, GAME.view(state, None)["robots_left"]) == (False, (), 46)
    state = told(state, INPUTS["RobotDrawn"]("planbot-1"))
    assert (state.rows[1], GAME.view(state, None)["robots_left"]) == (("planbot-1",), 45)
    assert GAME.check(state) == ()


@pytest.mark.rule("CY-INV-02")
def test_a_robot_told_once_too_often_is_named_before_the_first_turn() -> None:
    state = GAME.start(HAND)
    state = told(state, *(INPUTS["MachineRevealed"](f"I-3-size-{size}") for size in (1, 2, 3, 4, 5)))
    state = told(state, *[INPUTS["RobotDrawn"]("planbot-1")] * 2)
    assert (state.turn, GAME.check(state)) == (0, ())
    state = told(state, INPUTS["RobotDrawn"]("planbot-1"))
    assert [(finding.id, dict(finding.about)["count"]) for finding in GAME.check(state)] == [
        ("too-many-copies", 3)
    ]
