"""The Temporal Paradoxes mode: where it differs from the classic game."""

import pytest

from companion.engine import CHANCE
from tests.games.contre_temps.playing import GAME, Table, event, last, whole

PARADOX = {"mode": "paradox", "players": 4}


@pytest.mark.rule("CT-PARADOX-03")
def test_tokens_come_in_any_order_and_the_first_starts_the_line():
    firsts = {next(m.state.line for _, _, m in whole(PARADOX, seed) if m.state.line) for seed in range(12)}
    assert len(firsts) > 3
    assert {len(line) for line in firsts} == {1}


@pytest.mark.rule("CT-PARADOX-04", "CT-PARADOX-05", "CT-PARADOX-06", "CT-PARADOX-11", "CT-EDGE-24")
def test_a_token_goes_where_its_number_says_and_is_the_present():
    t = Table(PARADOX, line=[6], round=1).play("P1 A8", "P2 A11", "P3 A6", "P4 A5")
    for token, line, present_first in ((3, [3, 6], "P1"), (8, [3, 6, 8], "P2"), (5, [3, 5, 6, 8], "P1")):
        (asked,) = GAME.awaited(t.state)
        assert (asked.id, asked.owner, asked.stream) == ("token", CHANCE, "tokens")
        before = t["events"]
        t.do("TokenDrawn", "app", token=token)
        assert (t["line"], t["present"], set(t["pawns"].values())) == (line, token, {token})
        assert before.items() <= t["events"].items()  # an event keeps its cards and disc
        t.spend()
        if token == 3:
            assert t["order"][0] == present_first  # before the former first event: the marker rules there
            t.play("P1 B5", "P2 B6", "P3 B7", "P4 B8")
        elif token == 8:
            assert t["order"][0] == present_first  # P2 controls 6
            t.play("P2 C5", "P3 C6", "P4 C7", "P1 C8")
    assert t["order"][0] == "P4"  # P4 controls 3, the neighbour of 5


@pytest.mark.rule("CT-PARADOX-15")
def test_an_event_after_the_present_is_followed_and_beaten_like_the_past():
    hands = {"P4": ["C5", "C9", "B5", "B6", "B7", "B9"]}
    events = {"3": event("A8", "P2"), "8": event("C8", "P1")}
    t = Table(PARADOX, round=5, line=[3, 5, 8], present=5, events=events, pawns={"P4": 8}, hands=hands)
    t.play("P2 D5", "P3 D6", "P1 D8")
    assert t.cards() == ["C5", "C9"]
    t.play("P4 C9")
    assert t["events"]["8"] == event("C8", "P4", "C9")


@pytest.mark.rule("CT-PARADOX-16")
def test_nearest_the_constant_is_the_lowest_number():
    events = {"2": event("A8", "P3"), "4": event("B8", "P1"), "9": event("C8", "P1"), "10": event("D8", "P3")}
    t = Table(PARADOX, round=10, line=[2, 4, 7, 9, 10], present=7, events=events, pawns={"P1": 9, "P3": 10})
    t.play("P2 A5", "P4 A6", "P3 B5", "P1 B6")
    assert GAME.outcome(t.state).rule == "CT-END-05"
    assert GAME.outcome(t.state).ranking[0] == (2,)


@pytest.mark.rule("CT-PARADOX-17")
def test_nobody_in_the_present_no_token():
    events = {"3": event("A8", "P2"), "8": event("C8", "P1")}
    pawns = {"P1": 3, "P2": 3, "P3": 8, "P4": 8}
    t = Table(PARADOX, round=3, line=[3, 5, 8], present=5, events=events, pawns=pawns)
    t.play("P3 C5", "P4 C6", "P1 A5", "P2 A6")
    assert t.kinds()[-2:] == ["TimeStalled", "IncomePaid"]
    assert (t["present"], GAME.awaited(t.state)[0].id) == (5, "commit")


@pytest.mark.rule("CT-EDGE-25")
@pytest.mark.parametrize(("present", "back", "forward"), [(10, 3, 0), (1, 1, 2)])
def test_no_way_past_either_end_of_the_line(present, back, forward):
    line = [1, 4, 10]
    t = Table(PARADOX, phase="movement", round=3, line=line, present=present, energy={"P1": 9})
    answers = GAME.awaited(t.state)[0].answers
    assert max(answer.back for answer in answers) == back
    assert max(answer.forward for answer in answers) == forward
    assert t.refused("Commit", seat="P1", back=0, forward=forward + 1) == "CT-PARADOX-09"


@pytest.mark.rule("CT-PARADOX-18")
def test_the_same_cards_give_the_same_event_in_both_modes():
    cards = ("P1 A8", "P2 A11", "P3 A6", "P4 E5")
    classic, paradox = Table().play(*cards), Table(PARADOX).play(*cards)
    assert (classic["events"]["1"], classic["discards"]) == (paradox["events"]["1"], paradox["discards"])
    assert last(whole(PARADOX, 3)).outcome.rule.startswith("CT-END")
