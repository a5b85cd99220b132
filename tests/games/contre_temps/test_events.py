"""One event: order, leader, following suit, crystals, winner, control."""

import pytest

from companion.engine import Refusal
from tests.games.contre_temps.playing import GAME, Table, event

TWO = {"round": 2, "line": [1, 2]}
A_AT_1 = {"1": event("A8", "P2", "A11")}


@pytest.mark.rule("CT-LINE-02", "CT-LINE-03", "CT-LINE-04", "CT-LINE-05", "CT-RESOLVE-01", "CT-RESOLVE-04")
def test_everybody_plays_once_where_the_scientist_is():
    t = Table(**TWO, events=A_AT_1, pawns={"P2": 1, "P3": 1})
    assert (t["present"], t["queue"]) == (2, [2, 1])
    assert t.refused("Play", seat="P2", card="A9") == "CT-LEAD-05"
    t.play("P4 B5", "P1 B6", "P2 A5", "P3 A6")
    played = [(said["seat"], said["token"]) for said in t.told if said["kind"] == "CardPlayed"]
    assert played == [("P4", 2), ("P1", 2), ("P2", 1), ("P3", 1)]


@pytest.mark.rule("CT-RESOLVE-03")
def test_an_event_without_a_scientist_is_left_as_it_is():
    t = Table(**TWO, events=A_AT_1)
    t.play("P2 B5", "P3 B6", "P4 B7", "P1 B8")
    assert t["events"]["1"] == event("A8", "P2", "A11")


@pytest.mark.rule("CT-RESOLVE-05")
def test_the_steps_of_an_event_come_in_order():
    t = Table()
    t.play("P1 A8", "P2 A7", "P3 A9", "P4 C5")
    assert t.kinds()[:7] == [
        "CardPlayed", "CardPlayed", "CrystalGained", "CardPlayed", "CardPlayed", "EventTaken",
        "CardsDiscarded",
    ]  # fmt: skip


@pytest.mark.rule("CT-RESOLVE-06", "CT-EDGE-08", "CT-LEAD-01")
def test_the_leader_comes_from_the_control_before_the_event_is_replayed():
    t = Table(round=3, line=[1, 2, 3], events={**A_AT_1, "2": event("B8", "P4")}, pawns={"P1": 2, "P3": 1})
    assert t["order"] == ["P4", "P2"]  # P4 controls 2
    t.play("P4 C5", "P2 C6")
    assert t["order"] == ["P1"]
    t.play("P1 B9")
    assert t["events"]["2"]["controller"] == "P1"


@pytest.mark.rule("CT-RESOLVE-07", "CT-CHANGE-01", "CT-LINE-07")
def test_the_constant_comes_after_all_events_and_only_if_somebody_is_there():
    t = Table(**TWO, events=A_AT_1, pawns={"P2": "constant", "P3": 1})
    t.play("P4 B5", "P1 B6")
    assert GAME.awaited(t.state)[0].id == "play"
    t.play("P3 A5")
    (bid,) = GAME.awaited(t.state)
    assert (bid.id, bid.owner) == ("bid", 1)
    assert "CardPlayed" not in Table(**TWO, events=A_AT_1, pawns={"P2": "constant"}).kinds()
    away = Table(**TWO, events=A_AT_1).play("P2 B5", "P3 B6", "P4 B7", "P1 B8")
    assert "BidsRevealed" not in away.kinds()


@pytest.mark.rule("CT-LEAD-01")
def test_the_controller_of_the_event_before_leads():
    assert Table(**TWO, events=A_AT_1)["order"] == ["P2", "P3", "P4", "P1"]


@pytest.mark.rule("CT-LEAD-03")
def test_at_the_first_event_the_marker_rules():
    assert Table(marker="P3")["order"] == ["P3", "P4", "P1", "P2"]
    given = {**TWO, "events": A_AT_1, "phase": "resolution"}
    t = Table(**given, marker="P3", pawns={"P1": 1, "P2": 1, "P3": "constant", "P4": "constant"})
    assert t["order"] == ["P1", "P2"]


@pytest.mark.rule("CT-LEAD-06", "CT-FOLLOW-04", "CT-EDGE-10")
def test_leading_in_the_past_sets_no_suit():
    hands = {"P2": ["A9", "B5", "B6", "B7", "B9", "B10", "A10", "C5", "C6"]}
    pawns = {"P1": "constant", "P2": 1, "P3": "constant", "P4": "constant"}
    t = Table(**TWO, events=A_AT_1, pawns=pawns, hands=hands)
    assert t.cards() == ["A9", "A10"]
    assert t.refused("Play", seat="P2", card="B5") == "CT-FOLLOW-04"


@pytest.mark.rule("CT-EDGE-11", "CT-FOLLOW-05")
def test_a_void_leader_in_the_past_plays_anything_and_the_suit_stays():
    hands = {"P2": ["B5", "B6", "B7", "B9", "B10", "C5", "C6", "C7", "D5"]}
    pawns = {"P1": "constant", "P2": 1, "P3": 1, "P4": "constant"}
    t = Table(**TWO, events=A_AT_1, pawns=pawns, hands=hands)
    assert t.cards() == sorted(hands["P2"], key=lambda card: (card[0], int(card[1:])))
    t.play("P2 B10")
    assert dict(GAME.awaited(t.state)[0].about)["suit"] == "A"
    t.play("P3 A13")
    assert t["events"]["1"] == event("A8", "P3", "A13")


@pytest.mark.rule("CT-FOLLOW-01", "CT-FOLLOW-02", "CT-FOLLOW-03", "CT-FOLLOW-06")
def test_the_first_card_sets_the_suit_and_the_others_follow_if_they_can():
    hands = {
        "P1": ["A5", "B5", "C5", "D5", "E5", "A6", "B6", "C6", "D6", "E6"],
        "P2": ["A7", "A13", "E13", "B7", "B8", "C7", "C8", "D7", "D8", "E8"],
        "P3": ["B9", "B10", "B11", "C9", "C10", "C11", "D9", "D10", "E9", "E10"],
    }
    t = Table(hands=hands)
    assert sorted(t.cards()) == sorted(hands["P1"])
    t.play("P1 A6")
    assert t.cards() == ["A7", "A13"]  # the trump E13 is no way out, and no card need be beaten
    assert t.refused("Play", seat="P2", card="E13") == "CT-FOLLOW-02"
    t.play("P2 A7")
    assert sorted(t.cards()) == sorted(hands["P3"])


@pytest.mark.rule("CT-ENERGY-03", "CT-ENERGY-07")
def test_the_first_leader_gains_nothing_and_later_cards_change_no_gain():
    t = Table().play("P1 A5", "P2 A9", "P3 A7", "P4 A13")
    assert [said["seat"] for said in t.told if said["kind"] == "CrystalGained"] == ["P3"]


@pytest.mark.rule("CT-ENERGY-05", "CT-EDGE-12", "CT-TRICK-01")
def test_where_the_led_suit_is_trump_crystals_work_as_usual():
    t = Table(constant="A12").play("P1 A8", "P2 A6", "P3 E13", "P4 A13")
    assert [said["seat"] for said in t.told if said["kind"] == "CrystalGained"] == ["P2"]
    assert t["events"]["1"]["standing"] == "A13"


@pytest.mark.rule("CT-ENERGY-09", "CT-EDGE-20")
def test_two_discs_on_the_line_pay_nothing():
    t = Table(**TWO, events=A_AT_1, phase="resolution")
    t.play("P2 B13", "P3 B6", "P4 B7", "P1 B8")
    income = next(said["crystals"] for said in t.told if said["kind"] == "IncomePaid")
    assert income == {"P1": 2, "P2": 0, "P3": 2, "P4": 2}


@pytest.mark.rule("CT-ENERGY-10", "CT-FAQ-04", "CT-EDGE-21", "CT-ENERGY-11")
def test_crystals_are_not_limited_and_are_kept():
    t = Table(energy={"P1": 30, "P2": 17}).play("P1 A8", "P2 A5", "P3 A9", "P4 A13").spend()
    assert (t["energy"]["P1"], t["energy"]["P2"]) == (32, 20)
    assert t["round"] == 2


@pytest.mark.rule("CT-TRICK-03", "CT-EDGE-01")
def test_alone_in_the_present_any_card_wins():
    t = Table(**TWO, events=A_AT_1, pawns={"P1": 1, "P2": 1, "P3": 1}).play("P4 B5")
    assert t["events"]["2"] == event("B5", "P4")


@pytest.mark.rule("CT-CONST-02")
def test_the_value_of_the_constant_does_not_matter():
    t = Table(constant="E13").play("P1 A13", "P2 E5", "P3 A12", "P4 A11")
    assert t["events"]["1"]["controller"] == "P2"


@pytest.mark.rule("CT-TRICK-10", "CT-EDGE-13", "CT-EDGE-14")
@pytest.mark.parametrize("constant", ["A13", "none"])
def test_a_former_trump_is_beaten_when_the_led_suit_is_trump_or_nothing_is(constant):
    pawns = {"P1": 1, "P2": "constant", "P3": "constant", "P4": "constant"}
    t = Table(**TWO, constant=constant, events={"1": event("A8", "P4", "E12")}, pawns=pawns).play("P1 A5")
    assert t["events"]["1"] == event("A8", "P1", "A5")
    assert t["energy"]["P1"] == 1


@pytest.mark.rule("CT-TRICK-12", "CT-EDGE-26")
def test_a_card_comes_once_and_only_if_it_is_in_the_game():
    t = Table().play("P1 A8")
    assert t.refused("Play", seat="P2", card="A8") == "CT-COMP-01"
    assert t.refused("Play", seat="P2", card="E7") == "CT-COMP-01"  # the constant
    assert t.refused("Play", seat="P2", card="A4") == "CT-SETUP-02"  # not with four players
    assert t.refused("Play", seat="P2", card="X9") == "CT-SETUP-02"


@pytest.mark.rule("CT-CONTROL-04", "CT-CONTROL-05")
def test_one_disc_per_event_and_three_per_player():
    t = Table(round=3, line=[1, 2, 3], events={**A_AT_1, "2": event("B8", "P2")}, pawns={"P1": 1, "P4": 2})
    t.play("P2 C5", "P3 C13", "P4 B13", "P1 A13")
    assert t["discs"] == {"P1": 2, "P2": 3, "P3": 2, "P4": 2}  # P2 lost two at once; each other won one
    controllers = [one["controller"] for one in t["events"].values()]
    assert controllers[:3] == ["P1", "P4", "P3"]


def test_what_is_not_asked_is_refused():
    t = Table()
    assert isinstance(GAME.apply(t.state, GAME.inputs["Commit"](0, 0)), Refusal)
    assert t.refused("Bid", seat="P1", card="A5") == "CT-ROUND-01"
