"""What bots steer by: no rule depends on it, but what is plainly better must be worth more."""

from companion.games.contre_temps.rules.estimate import END
from tests.games.contre_temps.playing import GAME, Table, event

LINE = {"round": 4, "line": [1, 2, 3, 4]}
HANDS = {
    "P1": ["A5", "B5", "C5", "D5", "E5", "D6", "B6"],
    "P2": ["A7", "B7", "C7", "D7", "E8", "A9", "B9"],
    "P3": ["A10", "B10", "C10", "D10", "E10", "C12", "B11"],
    "P4": ["A12", "B12", "D8", "D12", "E12", "A13", "B13"],
}


def worth(seat: int = 0, holders=("P2", "P3", "P4"), **given) -> float:
    """For one seat, with these controllers of the first events."""
    events = {str(n): event(f"A{4 + 2 * n}", who) for n, who in enumerate(holders, 1)}
    given.setdefault("line", [1, 2, 3, 4])
    options = given.pop("options", {})
    return GAME.estimate(Table(options, **{"round": 4, "events": events, **given}).state, seat)


def test_the_end_outweighs_everything():
    given = {"round": 5, "line": [1, 2, 3], "events": {"1": event("A8", "P3"), "2": event("B8", "P3")}}
    t = Table({"hands": "table"}, **given).play("P3 C9", "P4 C5", "P1 C6", "P2 C7")
    assert t.state.outcome.ranking[0] == (2,)
    assert [GAME.estimate(t.state, seat) for seat in range(4)] == [-END, -END, END, -END]
    assert abs(worth()) < END / 5


def test_more_events_are_better_and_those_of_rivals_are_worse():
    assert worth(holders=("P1", "P3", "P4")) > worth(holders=("P2", "P3", "P4"))
    assert worth(holders=("P1", "P1", "P4")) > worth(holders=("P1", "P3", "P4"))
    assert worth(holders=("P1", "P2", "P3")) > worth(holders=("P1", "P2", "P2"))  # a rival with two is near
    second = worth(holders=("P1", "P1", "P4")) - worth(holders=("P1", "P3", "P4"))
    first = worth(holders=("P1", "P3", "P4")) - worth(holders=("P2", "P3", "P4"))
    assert second > first
    assert worth(holders=("P2", "P3"), line=[1, 2, 3]) > worth(holders=("P2", "P2"), line=[1, 2, 3])


def test_near_the_constant_is_a_little_better():
    near, far = worth(holders=("P1", "P3", "P4")), worth(holders=("P3", "P4", "P1"))
    assert 0 < near - far < 5


def test_crystals_are_worth_something_up_to_a_point():
    assert worth(energy={"P1": 1}) > worth(energy={"P1": 0})
    assert worth(energy={"P1": 6}) > worth(energy={"P1": 5})
    assert worth(energy={"P1": 9}) == worth(energy={"P1": 6})
    assert worth(energy={"P2": 3}) == worth()


def test_a_hand_is_worth_its_values_and_its_trumps():
    low = {**HANDS, "P1": ["A5", "B5", "C5", "D5", "D6", "B6", "C6"]}
    high = {**HANDS, "P1": ["A11", "B5", "C5", "D5", "D6", "B6", "C6"]}
    trump = {**HANDS, "P1": ["E5", "B5", "C5", "D5", "D6", "B6", "C6"]}
    assert worth(hands=high) > worth(hands=low)
    assert worth(hands=trump) > worth(hands=high)
    assert worth(hands=trump, constant="none") == worth(hands=low, constant="none")
    assert worth() < worth(hands=low)  # cards that nobody sees are worth nothing here


def test_who_wins_the_running_event_stands_better_the_fewer_are_still_to_play():
    given = {"round": 3, "line": [1, 2], "events": {"1": event("A8", "P2")}}
    t = Table({"hands": "table"}, **given)
    first = t.state.order[0]
    leads = [GAME.estimate(t.state, first)]
    for card in ("C9", "C5", "C6"):
        t.play(f"P{t.state.order[0] + 1} {card}")
        leads.append(GAME.estimate(t.state, first))
    assert leads[0] < leads[1] < leads[2] < leads[3]
    other = (first + 1) % 4
    ahead = Table({"hands": "table"}, **given)
    ahead.play(f"P{first + 1} C9")
    behind = GAME.estimate(ahead.state, other)
    ahead.play(f"P{other + 1} C12")
    assert GAME.estimate(ahead.state, other) > behind
    back = Table({"hands": "table"}, **given, pawns={"P3": 1, "P4": 1, "P1": 2, "P2": 2})
    back.play("P2 C5", "P1 C6")
    before = GAME.estimate(back.state, 1)
    back.play(f"P{back.state.order[0] + 1} A13")
    assert GAME.estimate(back.state, 1) < before  # the disc on event 1 is about to go home


def travel(back: int, forward: int = 0, seat: int = 0, **given) -> float:
    """For a seat that has committed so many crystals, while others still choose."""
    options = given.pop("options", {})
    given.setdefault("hands", HANDS)
    events = {"1": event("A8", "P2", "A11"), "2": event("B8", "P4"), "3": event("C11", "P3")}
    t = Table(options, phase="movement", **{**LINE, "events": events, "energy": {"P1": 9, "P2": 9}, **given})
    t.do("Commit", seat=f"P{seat + 1}", back=back, forward=forward)
    return GAME.estimate(t.state, seat) + 4.0 * min(
        back + forward, 3
    )  # the crystals that it cost, up to enough


def test_going_where_ones_hand_wins_is_better_than_where_it_cannot():
    strong = {**HANDS, "P1": ["B13", "C5", "C6", "D5", "D6", "A5", "A6"]}
    assert travel(2, hands=strong) > travel(2)  # B13 takes event 2, B6 does not
    assert travel(2, hands=strong) > travel(1, hands=strong)  # C6 does not take event 3
    own = {"1": event("A8", "P2", "A11"), "2": event("B8", "P1"), "3": event("C11", "P3")}
    assert travel(2, events=own) > travel(1, events=own)  # holding on is worth a little more than nothing


def test_the_constant_is_worth_a_visit_only_to_who_has_no_trump():
    none = {**HANDS, "P1": ["A5", "B5", "C5", "D5", "D6", "B6", "C6"]}
    assert travel(4, hands=none) > travel(4)
    assert travel(4, constant="none") > travel(4)


def test_the_present_is_worth_more_to_who_holds_high_cards_or_trumps():
    low = {**HANDS, "P1": ["A5", "B5", "C5", "D5", "D6", "B6", "C6"]}
    high = {**HANDS, "P1": ["A5", "B5", "C13", "D5", "D6", "B6", "C6"]}
    gain = travel(0, hands=high) - travel(0, hands=low)
    assert gain > 0.25 * (13 - 6)  # more than the card itself
    assert travel(0) > travel(0, hands=low) + 5.0  # E5 is a trump: it may win against any card
