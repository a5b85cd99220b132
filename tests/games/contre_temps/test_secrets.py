"""Hidden hands and secret choices: who may know what, and a real table where the companion sees no hand."""

import json
from random import Random

import pytest

from companion.engine import Refusal
from companion.games.contre_temps.rules.inputs import Bid, CardDealt, Commit
from companion.table.session import Session
from tests.games.contre_temps.playing import GAME, Table, event, last, whole

HIDDEN = {"round": 3, "line": [1, 2], "events": {"1": event("A8", "P2"), "2": event("B8", "P4")}}
HANDS = {
    "P1": ["A5", "B5", "C5", "D5", "E5", "A6", "B6", "C6"],
    "P2": ["A7", "B7", "C7", "D7", "E8", "A9", "B9", "C9"],
    "P3": ["A10", "B10", "C10", "D10", "E10", "A11", "B11", "C11"],
    "P4": ["A12", "B12", "C12", "D12", "E12", "A13", "B13", "C13"],
}


def text(data):
    return json.dumps(data)


def test_a_view_shows_the_own_hand_and_no_other():
    t = Table(**HIDDEN, hands=HANDS)
    for seat in range(4):
        hands = GAME.view(t.state, seat)["hands"]
        assert hands[seat] == list(t.state.hands[seat])
        assert [hand for other, hand in enumerate(hands) if other != seat] == [8, 8, 8]
    assert GAME.view(t.state, None)["hands"] == [8, 8, 8, 8]
    assert isinstance(GAME.view(t.state, None)["deck"], int)


@pytest.mark.rule("CT-FOLLOW-02")
def test_a_card_that_must_be_played_is_asked_of_its_owner_all_the_same():
    """To skip the question would tell everybody that the hand holds no other card of that suit."""
    hands = {**HANDS, "P2": ["C7", "D7", "E8", "A9", "B7", "C9"]}
    t = Table(phase="resolution", round=3, line=[1, 2], hands=hands, pawns=dict.fromkeys(HANDS, 2))
    t.do("Play", seat="P1", card="A5")
    (asked,) = GAME.awaited(t.state)
    assert (asked.owner, [answer.card for answer in asked.answers]) == (1, ["A9"])


@pytest.mark.rule("CT-CHANGE-02")
def test_the_only_card_of_a_hand_is_still_bid_by_its_owner():
    hands = {seat: cards[:1] for seat, cards in HANDS.items()}
    t = Table(phase="constant", pawns={"P1": "constant", "P3": "constant"}, **HIDDEN, hands=hands)
    assert [(asked.owner, len(asked.answers)) for asked in GAME.awaited(t.state)] == [(0, 1), (2, 1)]
    t.do("Bid", seat="P3", card="A10")
    assert [asked.owner for asked in GAME.awaited(t.state)] == [0]


@pytest.mark.rule("CT-CHANGE-02")
def test_bids_are_secret_until_the_last_and_come_in_any_order():
    t = Table(phase="constant", pawns={"P1": "constant", "P3": "constant"}, **HIDDEN, hands=HANDS)
    assert [question.owner for question in GAME.awaited(t.state)] == [0, 2]
    first = Bid(2, "D10")
    assert [GAME.secret(t.state, first, seat) for seat in (None, 0, 1, 2)] == [True, True, True, False]
    t.do("Bid", seat="P3", card="D10")
    assert "D10" not in text(GAME.view(t.state, 0))
    assert "D10" in text(GAME.view(t.state, 2))
    assert GAME.view(t.state, 0)["bids"] == ["", "", True, ""]
    assert not GAME.secret(t.state, Bid(0, "A5"), 3)  # the last one reveals all
    t.do("Bid", seat="P1", card="A5")
    assert t.told[-5:][0] == {"kind": "BidsRevealed", "cards": {"P1": "A5", "P2": "", "P3": "D10", "P4": ""}}


@pytest.mark.rule("CT-MOVE-02")
def test_crystals_are_secret_until_the_last():
    t = Table(phase="movement", **HIDDEN, energy={"P1": 2, "P2": 2, "P3": 2})
    assert GAME.secret(t.state, Commit(1, 2), 0)
    assert GAME.view(t.state, 1)["chooses"]
    assert not GAME.view(t.state, None)["chooses"]
    t.do("Commit", seat="P2", back=2)
    assert GAME.view(t.state, 0)["commits"] == [None, True, None, True]  # P4 has no crystal and no choice
    assert GAME.view(t.state, 1)["commits"][1] == [2, 0]
    t.do("Commit", seat="P1", back=0)
    assert not GAME.secret(t.state, Commit(2, 1), None)


def test_crystals_that_the_table_revealed_are_no_secret():
    t = Table({"crystals": "revealed"}, phase="movement", **HIDDEN, energy={"P1": 2, "P2": 2})
    assert not GAME.secret(t.state, Commit(0, 2), None)
    assert not GAME.view(t.state, 0)["chooses"]


@pytest.mark.parametrize("mode", ["classic", "paradox"])
def test_the_history_of_a_seat_never_shows_another_hand(mode):
    """Journal view, at every moment of a game: cards of others are read only where they lie on the table."""
    session = Session.begin(GAME, {"players": 3, "mode": mode}, seed=4)
    session.advance()
    for line in session.history(1):
        if isinstance(line.given, CardDealt):
            assert line.given.seat == 1
    shown = text([line.given for line in session.history(None)])
    assert not any(card in shown for hand in session.state.hands for card in map(json.dumps, hand))


def test_an_undo_tells_how_many_cards_and_not_which():
    before, _, made = next(step for step in whole({"players": 4}, 2) if step[1].kind == "Play")
    phrases = GAME.differences(made.state, before)
    hand = next(phrase for phrase in phrases if phrase.id == "set-hand")
    assert set(dict(hand.about)) == {"seat", "count"}


def test_a_correction_of_a_hand_is_its_owners_secret():
    t = Table(**HIDDEN, hands=HANDS)
    given = GAME.correction("hand.1", ["A5"])
    assert [GAME.secret(t.state, given, seat) for seat in (None, 0, 1)] == [True, True, False]
    assert GAME.secret(t.state, GAME.correction("deck", []), 0)
    assert not GAME.secret(t.state, GAME.correction("energy.1", 3), 0)


def test_at_a_real_table_no_hand_is_dealt_and_cards_are_told():
    steps = whole({"players": 6, "hands": "table"}, 1)
    kinds = [given.kind for _, given, _ in steps]
    assert kinds[:2] == ["DealerDrawn", "ConstantTurned"]
    assert "CardDealt" not in kinds
    assert last(steps).outcome is not None
    lead = next(before for before, given, _ in steps if given.kind == "Play")
    assert len(GAME.awaited(lead)[0].answers) == 64  # any card but the constant
    session = Session.begin(GAME, {"hands": "table"})
    session.advance()
    assert [(asked.question.id, asked.source) for asked in session.asked()] == [("constant", "hand")]


@pytest.mark.rule("CT-FOLLOW-07", "CT-FOLLOW-08")
def test_a_revoke_that_is_found_costs_all_crystals_and_nothing_else():
    t = Table({"hands": "table"}, energy={"P2": 4}).play("P1 A8", "P2 C5")
    before = t["events"], t["played"], t["pawns"]
    t.do("Revoke", seat="P2")
    assert t["energy"]["P2"] == 0
    assert (t["events"], t["played"], t["pawns"]) == before
    assert t.told[-1] == {"kind": "RevokeFound", "seat": "P2", "crystals": 4}


@pytest.mark.rule("CT-FOLLOW-08")
def test_crystals_under_the_hand_are_lost_too():
    t = Table({"hands": "table"}, phase="movement", **HIDDEN, energy={"P1": 2, "P2": 2})
    t.do("Commit", seat="P2", back=2).do("Revoke", seat="P2").do("Commit", seat="P1", back=0)
    assert (t["pawns"]["P2"], t["energy"]["P2"]) == (2, 0)
    early = Table({"hands": "table"}, phase="movement", **HIDDEN, energy={"P1": 2, "P2": 2})
    early.do("Revoke", seat="P2")  # before choosing: nothing is left to choose
    assert [question.owner for question in GAME.awaited(early.state)] == [0]


@pytest.mark.rule("CT-FOLLOW-09")
def test_a_revoke_shows_at_the_constant_too_and_only_when_revealed():
    given = {**HIDDEN, "phase": "constant", "pawns": {"P1": "constant", "P3": "constant"}}
    t = Table({"hands": "table"}, **given, voids={"P3": ["D"]}, energy={"P3": 3})
    t.do("Bid", seat="P3", card="D10")
    assert t["energy"]["P3"] == 3
    t.do("Bid", seat="P1", card="A5")
    assert {"kind": "RevokeFound", "seat": "P3", "crystals": 3} in t.told
    assert t["voids"]["P3"] == []


def test_where_the_companion_deals_nobody_can_revoke():
    t = Table(**HIDDEN, hands=HANDS)
    assert t.refused("Revoke", seat="P2") == "CT-FOLLOW-02"
    assert isinstance(GAME.apply(t.state, GAME.inputs["Revoke"](9)), Refusal)


def test_imagined_hands_heed_what_was_shown():
    t = Table(**HIDDEN, hands=HANDS, voids={"P2": ["A", "B"], "P3": ["C"]})
    seen = set()
    for seed in range(10):
        world = GAME.imagine(t.state, 0, Random(seed).randrange)
        assert not {"A", "B"} & {card[0] for card in world.hands[1]}
        assert "C" not in {card[0] for card in world.hands[2]}
        assert world.hands[0] == t.state.hands[0]
        seen.add(world.hands[1])
    assert len(seen) > 1


def test_two_unseen_cards_may_be_either_way_round():
    state = Table(**HIDDEN, hands=HANDS).state.copy()
    state.hands, state.deck = [("A5",), ("A7",), ("B10",), ()], ()
    worlds = [GAME.imagine(state, 0, Random(seed).randrange) for seed in range(20)]
    assert {(world.hands[1], world.hands[2]) for world in worlds} == {
        (("A7",), ("B10",)),
        (("B10",), ("A7",)),
    }
    assert all((world.hands[0], world.hands[3], world.deck) == (("A5",), (), ()) for world in worlds)
