"""What the table tells the companion and what the companion tells the table: tokens, places, positions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.engine import Applied, Refusal, saved_state
from companion.games.cyberion.rules import state as states
from companion.games.cyberion.rules.pieces import MODELS
from companion.games.cyberion.rules.steps import Step
from tests.games.cyberion.playing import GAME
from tests.games.names import called
from tests.raised import raises_saying

INPUTS, HAPPENINGS = GAME.inputs, GAME.happenings


def position(options: dict[str, Any] | None = None, **given: Any) -> Any:
    state = GAME.position(options or {}, given)
    assert not isinstance(state, Refusal), state
    return state


def done(state: Any, *given: Any) -> Applied:
    for one in given:
        made = GAME.apply(state, one)
        assert isinstance(made, Applied), f"{one}: {made}"
        state = made.state
    return made


# -- tokens of the expansions -----------------------------------------------------------------------------


@pytest.mark.rule("CY-GIGA-10")
def test_a_complete_gigantobot_brings_what_there_is_and_only_then() -> None:
    state = position(
        {"gigantobots": True},
        crews={1: ["sirenbot-1", "sirenbot-1", "sirenbot-2", "sirenbot-2"]},
        platform=["sirenbot-4", "sirenbot-4"],
        valves=2,
        damage=3,
    )
    early = GAME.apply(state, INPUTS["Reward"]("damage"))
    assert isinstance(early, Refusal)
    assert early.id == "not-awaited"
    pilots = (INPUTS["Pilot"]("platform", "sirenbot-4"), INPUTS["Board"](0), INPUTS["Board"](0))
    state = done(state, *pilots).state
    assert GAME.awaited(state)[0].id == "reward"
    refused = GAME.apply(state, INPUTS["Reward"]("experience"))
    assert isinstance(refused, Refusal)
    assert (refused.id, refused.rule) == ("no-such-reward", "CY-GIGA-10")
    assert done(state, INPUTS["Reward"]("damage")).state.damage == 2


@pytest.mark.rule("CY-MICRO-07", "CY-MICRO-08")
def test_the_microbot_of_a_repaired_machine_is_told_as_acquired_and_a_sixth_as_discarded() -> None:
    table = {"factory": {1: "I-2-planbot"}, "microbots": {1: "planbot"}}
    robots = ["planbot-1", "planbot-2"]
    repair = INPUTS["Repair"](0, tuple(robots))
    made = done(position({"microbots": True}, platform=robots, **table), repair)
    assert HAPPENINGS["MicrobotAcquired"]("planbot") in made.happenings
    assert made.state.acquired == ("planbot",)
    made = done(position({"microbots": True}, platform=robots, acquired=["1"] * 5, **table), repair)
    assert HAPPENINGS["MicrobotDiscarded"]("planbot") in made.happenings
    assert made.state.acquired == ("1",) * 5


@pytest.mark.parametrize("tokens", ["app", "hand"])
def test_an_interference_token_that_should_not_be_there_is_believed_at_a_real_table(tokens: str) -> None:
    state = position(
        {"rouage": True, "tokens": tokens}, platform=["planbot-1"], pool=["sirenbot"] * 5 + ["stockbot"] * 5
    )
    state = done(state, INPUTS["Trigger"]("platform", "planbot-1")).state
    assert GAME.awaited(state)[0].id == "interference"
    made = GAME.apply(state, INPUTS["InterferenceRevealed"]("cyclobot"), "hand")
    if tokens == "hand":
        assert isinstance(made, Applied)
        assert HAPPENINGS["Interfered"]("planbot", "cyclobot") in made.happenings
        made = GAME.apply(state, INPUTS["InterferenceRevealed"]("cat"), "hand")
    assert isinstance(made, Refusal)
    assert made.id == "no-such-interference"


# -- what is shown ----------------------------------------------------------------------------------------


def test_machines_to_go_are_those_in_the_factory_and_those_in_the_deck() -> None:
    view = GAME.view(position(factory=["I-2-planbot", "I-2-size-1"], left={"I": 3, "II": 7}), None)
    assert (view["machines_left"], view["machines_to_go"]) == (10, 12)


def test_a_second_copy_of_a_machine_of_the_box_is_learned_as_the_second() -> None:
    hand = {"first": "hand", "machines": "hand", "robots": "hand", "tokens": "hand"}
    twice = [INPUTS["MachineRevealed"]("I-2-planbot")] * 2
    assert GAME.learned(done(GAME.start(hand), *twice).state) == {
        "machine": [{"id": "I-2-planbot", "copies": 2}]
    }


@pytest.mark.parametrize(("lang", "named"), [("en", "place {}"), ("fr", "la place {}")])
def test_places_of_the_factory_are_called_one_to_five(lang: str, named: str) -> None:
    names = [called(GAME, position(), "slot", slot, lang) for slot in range(5)]
    assert names == [named.format(place) for place in (1, 2, 3, 4, 5)]


# -- positions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("told", [0, "0", -1, "cat", ""])
def test_a_place_is_a_number_counted_from_one(told: Any) -> None:
    with raises_saying(ValueError, match="is no place: they are counted from 1"):
        position(factory={told: "I-2-planbot"})
    with raises_saying(ValueError, match="is no place: they are counted from 1"):
        GAME.read(position(), {"kind": "Repair", "slot": told})
    assert position(factory={"5": "II-two-pairs"}).factory[4] == "II-two-pairs"


def test_positions_are_equal_when_everything_on_the_table_is() -> None:
    assert position(valves=2) == position(valves=2)
    for model in MODELS:
        assert position() != position(levels={model: 2})
    assert position() != "position"


def test_a_loaded_position_can_be_gone_on_with_before_anything_is_asked() -> None:
    state = position(platform=["planbot-1"])
    again = states.load(json.loads(json.dumps(saved_state.dump(state))), state.setting, Step)
    assert again.asked == ()
    assert again.copy() == state
