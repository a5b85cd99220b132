"""What lies in the box of Cyberion, as the ledger counts it; the cards themselves are in test_boxes.py."""

import pytest

from companion.games import load

GAME = load("cyberion")
ALL = {"bebebots": True, "gigantobots": True, "microbots": True, "multibots": True, "rouage": True}


@pytest.mark.rule("CY-COMP-02", "CY-COMP-03")
def test_five_models_in_five_sizes():
    shown = {tuple(card.split("-")) for card in GAME.describe(GAME.start({}))["deck"]}
    assert {model for model, _ in shown} == {"sirenbot", "stockbot", "cyclobot", "planbot", "commandbot"}
    assert {size for _, size in shown} == set("12345")


@pytest.mark.rule("CY-COMP-05")
def test_one_battery_with_two_faces():
    faces = [GAME.describe(GAME.position({}, {"battery": face}))["battery"] for face in ("charged", "used")]
    assert faces == ["charged", "used"]
    (battery,) = (field for field in GAME.correctable(GAME.position({}, {})) if field.path == "battery")
    assert set(battery.choices) == {True, False}


@pytest.mark.rule("CY-COMP-07", "CY-COMP-08")
def test_a_gear_for_every_row_and_five_levels_to_climb():
    assert len(GAME.describe(GAME.start({}))["levels"]) == 5
    state = GAME.position({}, {"levels": {"planbot": 5}})
    assert GAME.describe(state)["levels"]["planbot"] == 5
    levels = next(field for field in GAME.correctable(state) if field.path == "level.planbot")
    assert levels.choices == (1, 2, 3, 4, 5)


@pytest.mark.rule("CY-COMP-09")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("options", [{}, ALL], ids=["base", "all"])
def test_reserve_and_forge_hold_the_five_valves(players, options):
    start = GAME.describe(GAME.start({"players": players, **options}))
    assert start["valves"] + start["forge"] == 5


@pytest.mark.rule("CY-COMP-10", "CY-COMP-11")
def test_one_support_token_and_one_bebebot_for_every_model():
    models = {entry["id"] for entry in GAME.box["model"]}
    assert {entry["id"] for entry in GAME.box["support"]} == models
    assert {entry["id"].removeprefix("bebe-") for entry in GAME.box["bebebot"]} == models


@pytest.mark.rule("CY-COMP-13")
def test_five_tokens_of_structural_damage():
    state = GAME.position(ALL, {})
    damage = next(field for field in GAME.correctable(state) if field.path == "damage")
    assert (damage.value, damage.choices) == (5, (0, 1, 2, 3, 4, 5))
