"""What lies in the box of Contre-Temps, as the ledger counts it."""

import pytest

from companion.engine import Refusal
from companion.games import load
from companion.games.contre_temps.rules import pieces

GAME = load("contre-temps")


@pytest.mark.rule("CT-COMP-01")
def test_every_suit_has_every_value_once():
    assert len(pieces.CARDS) == len(set(pieces.CARDS)) == 65
    assert {card[0] for card in pieces.CARDS} == set("ABCDE")
    assert GAME.describe(GAME.start({"players": 6}))["deck"] == list(pieces.CARDS)


@pytest.mark.rule("CT-COMP-02", "CT-COMP-04")
def test_six_colours_each_with_a_scientist_and_three_discs():
    full = GAME.describe(GAME.start({"players": 6}))
    assert list(full["discs"].values()) == [3] * 6
    assert list(full["pawns"].values()) == ["constant"] * 6
    assert len(GAME.box["colours"]) == 6


@pytest.mark.rule("CT-COMP-05")
def test_more_crystals_than_the_box_has_are_no_mistake():
    rich = GAME.position({"players": 3}, {"energy": {"P1": 20, "P2": 20}})
    assert not isinstance(rich, Refusal)
    assert not GAME.check(rich)
    assert GAME.describe(rich)["energy"]["P1"] == 20


@pytest.mark.rule("CT-COMP-06")
def test_the_machines_have_a_face_for_each_of_two_modes():
    (mode,) = (option for option in GAME.options() if option.id == "mode")
    assert mode.values == ("classic", "paradox")


@pytest.mark.rule("CT-COMP-07")
def test_one_marker_that_one_player_has():
    state = GAME.position({"players": 3}, {"marker": "P2"})
    assert GAME.describe(state)["marker"] == "P2"
    with pytest.raises(ValueError, match="one-of"):
        GAME.position({"players": 3}, {"marker": ["P1", "P2"]})


@pytest.mark.rule("CT-COMP-08")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_three_to_six_may_play(players):
    assert isinstance(GAME.start({"players": players}), Refusal) == (players in (2, 7))
