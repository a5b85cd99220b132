"""The constant, Time Flow, Movement and the end."""

import pytest

from companion.games.contre_temps.rules.inputs import Commit
from tests.games.contre_temps.playing import GAME, Table, event, last, whole

ONE = {"1": event("A8", "P2", "A11")}


@pytest.mark.rule("CT-ROUND-01", "CT-FLOW-01", "CT-FLOW-02", "CT-MOVE-02", "CT-MOVE-03")
def test_resolution_then_time_flow_then_movement():
    t = Table().play("P1 A8", "P2 A11", "P3 A6", "P4 A5")
    assert t.kinds()[-2:] == ["TokenPlaced", "IncomePaid"]
    assert (t["line"], t["present"], set(t["pawns"].values())) == ([1, 2], 2, {2})
    t.do("Commit", seat="P1", back=1)
    assert (t["pawns"]["P1"], t["energy"]["P1"]) == (2, 2)  # under the hand until all have chosen
    t.do("Commit", seat="P3", back=2).do("Commit", seat="P4", back=0).do("Commit", seat="P2", back=0)
    assert t["pawns"] == {"P1": 1, "P2": 2, "P3": "constant", "P4": 2}
    assert (t["energy"]["P1"], t["energy"]["P3"], t["round"]) == (1, 1, 2)


@pytest.mark.rule("CT-MOVE-01", "CT-MOVE-08", "CT-EDGE-27")
def test_from_nothing_to_all_one_has_and_who_has_nothing_is_not_asked():
    t = Table(phase="movement", round=4, line=[1, 2, 3, 4], energy={"P1": 3, "P2": 1})
    asked = {question.owner: question.answers for question in GAME.awaited(t.state)}
    assert asked == {0: tuple(Commit(0, n) for n in range(4)), 1: (Commit(1, 0), Commit(1, 1))}
    assert GAME.view(t.state, 3)["energy"] == [3, 1, 0, 0]
    t.spend()
    assert t["pawns"]["P3"] == 4


@pytest.mark.rule("CT-MOVE-06")
def test_no_future_in_the_classic_game():
    t = Table(phase="movement", line=[1, 2, 3], present=2, energy={"P1": 3})
    assert t.refused("Commit", seat="P1", back=0, forward=1) == "CT-MOVE-06"


@pytest.mark.rule("CT-CHANGE-09", "CT-FAQ-02")
def test_a_new_constant_counts_from_the_next_round():
    t = Table(round=2, line=[1, 2], events=ONE, pawns={"P4": "constant"})
    t.play("P2 B5", "P3 D9", "P1 B6")
    assert t["events"]["2"]["controller"] == "P1"  # D is no trump yet
    t.play("P4 D5")
    assert (t["constant"], t["events"]["2"]["controller"]) == ("D5", "P1")
    t.spend()
    t.play("P1 A5", "P2 D6", "P3 A6", "P4 A7")
    assert t["events"]["3"]["controller"] == "P2"


@pytest.mark.rule("CT-EDGE-07", "CT-FLOW-04", "CT-EDGE-04", "CT-ROUND-04")
def test_everybody_at_the_constant_stalls_twice():
    everywhere = dict.fromkeys(("P1", "P2", "P3", "P4"), "constant")
    t = Table(round=2, line=[1, 2], events=ONE, pawns=everywhere, energy=dict.fromkeys(everywhere, 3))
    t.play("P1 A5", "P2 B6", "P3 C9", "P4 D7")
    assert t.kinds().count("TimeStalled") == 1
    assert t["constant"] == "C9"
    t.spend(P1=2, P2=2, P3=2, P4=2)
    t.play("P1 A6", "P2 B9", "P3 C10", "P4 D8").spend()
    assert (t["round"], t["line"], t["present"]) == (4, [1, 2], 2)
    assert GAME.awaited(t.state)[0].id == "lead"  # still a first resolution


@pytest.mark.rule("CT-ROUND-05", "CT-MOVE-07", "CT-END-02", "CT-EDGE-05", "CT-EDGE-22", "CT-END-07")
def test_round_ten_ends_after_resolution_even_in_a_stall():
    t = Table(
        round=10,
        line=[1, 2, 3, 4, 5],
        events={str(n): event(f"A{4 + n}", f"P{n}") for n in range(1, 5)},
        pawns={"P1": 1, "P2": 2, "P3": 3, "P4": 4},
    )
    assert t["events"]["5"]["controller"] == "none"
    t.play("P4 B5", "P3 B6", "P2 B7", "P1 B8")
    assert GAME.awaited(t.state) == ()
    assert GAME.outcome(t.state).ranking[0] == (0,)
    assert "IncomePaid" not in t.kinds()


@pytest.mark.rule("CT-END-06", "CT-EDGE-23")
def test_nobody_with_two_events_the_nearest_decides():
    t = Table(
        round=10,
        line=[1, 2, 3],
        events={"1": event("A8", "P3"), "2": event("B8", "P2")},
        pawns={"P2": 2, "P3": 2, "P4": 1},
    )
    t.play("P1 C5", "P3 D6", "P2 D5", "P4 D8")
    assert GAME.outcome(t.state).rule == "CT-END-06"
    assert GAME.outcome(t.state).ranking == ((2,), (0, 1, 3))


@pytest.mark.rule("CT-END-03", "CT-END-09", "CT-EDGE-28", "CT-ROUND-03")
def test_three_events_win_and_the_constant_is_not_changed_any_more():
    events = {"1": event("A8", "P1"), "2": event("B8", "P1")}
    t = Table(round=3, line=[1, 2, 3], events=events, pawns={"P4": "constant"})
    t.play("P1 C13", "P2 C5", "P3 C6")
    outcome = GAME.outcome(t.state)
    assert (outcome.rule, outcome.ranking[0]) == ("CT-END-03", (0,))
    assert (t["constant"], GAME.awaited(t.state)) == ("E7", ())
    assert (t["energy"]["P2"], t["energy"]["P3"]) == (1, 1)  # gained, and of no use


@pytest.mark.rule("CT-END-08", "CT-END-02")
@pytest.mark.parametrize("mode", ["classic", "paradox"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_there_is_always_one_winner(players, mode):
    for seed in range(6):
        end = last(whole({"players": players, "mode": mode}, seed))
        winners, others = end.outcome.ranking
        assert len(winners) == 1
        assert end.control.count(winners[0]) == max(end.control.count(seat) for seat in range(players))
        assert end.round == 10 or end.control.count(winners[0]) == 3
        assert len(others) == players - 1
