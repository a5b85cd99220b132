"""What bots steer by: no rule depends on it, but what is plainly better must be worth more."""

from itertools import product

import pytest

from companion.games.contre_temps.rules import estimate as weights
from companion.games.contre_temps.rules.estimate import END
from companion.games.contre_temps.rules.pieces import HIGHEST, NOBODY
from companion.games.contre_temps.rules.tricks import best_played
from tests.games.contre_temps.playing import COUNTS, GAME, MODES, Table, event, whole

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


# -- each thing counts by its own weight, and nothing else does


def discs(count: float) -> float:
    """By how many events somebody controls; a share of one is that share of the way to it."""
    found = 0.0
    for whole_ones, (below, above) in enumerate(zip(weights.DISCS, weights.DISCS[1:], strict=False)):
        found += (above - below) * min(max(count - whole_ones, 0.0), 1.0)
    return found


def standing(held: list[float], seat: int, own: list[int], crystals: int) -> float:
    rivals = [discs(count) for one, count in enumerate(held) if one != seat]
    score = 1.2 * discs(held[seat]) - 0.5 * max(rivals) - 0.2 * sum(rivals)
    return score + sum(0.6 * (10 - token) for token in own) + weights.ENERGY * min(crystals, weights.ENOUGH)


def test_more_discs_than_win_are_worth_no_more() -> None:
    """So it may be set by hand: no rule looks at it before the next event is over."""
    line = [1, 2, 3, 4, 5]
    three, four = (worth(holders=("P1",) * count, line=line, constant="none") for count in (3, 4))
    assert four - three == pytest.approx(0.6 * (10 - 4))


@pytest.mark.parametrize("holders", [*product(("P1", "P2", "P3"), repeat=3)])
def test_events_count_by_how_many_each_player_controls(holders: tuple[str, ...]) -> None:
    held = [float(holders.count(f"P{seat + 1}")) for seat in range(4)]
    for seat in range(4):
        own = [token for token, who in enumerate(holders, 1) if who == f"P{seat + 1}"]
        told = worth(seat, holders, constant="none", energy={f"P{seat + 1}": 2})
        assert told == pytest.approx(standing(held, seat, own, 2))


def test_a_hand_that_nobody_sees_leaves_events_crystals_and_the_running_event() -> None:
    """Whole games: what is won so far counts the more, the fewer cards are still to come."""
    taken = 0
    for players, mode, seed in product(COUNTS, MODES, range(4)):
        for state, _, _ in whole({"players": players, "mode": mode, "hands": "table"}, seed):
            if state.phase == "move":
                continue
            held = [float(state.control.count(seat)) for seat in range(players)]
            ahead = best_played(state, state.queue[0]) if state.phase == "play" and state.queue else None
            before = state.control[state.queue[0]] if ahead else NOBODY
            if ahead and ahead[0] != before:
                held[ahead[0]] += 0.75 ** len(state.order)
                if before != NOBODY:
                    taken += 1
                    held[before] -= 0.75 ** len(state.order)
            for seat in range(players):
                own = [token for token in state.line if state.control[token] == seat]
                told = standing(held, seat, own, state.energy[seat])
                assert GAME.estimate(state, seat) == pytest.approx(told)
    assert taken


def place(back: int, hand: list[str], **given) -> float:
    """What going there adds, beside the crystals that it costs."""
    events = {"1": event("A8", "P2", "A11"), "2": event("B8", "P4"), "3": event("C11", "P3")}
    hands = {**HANDS, "P1": hand}
    told = {**LINE, "events": events, "energy": {"P1": 6, "P2": 6}, "hands": hands, "constant": "E7", **given}
    t = Table({}, phase="movement", **told)
    before = GAME.estimate(t.state, 0)
    t.do("Commit", seat="P1", back=back)
    return pytest.approx(GAME.estimate(t.state, 0) - before + weights.ENERGY * back)


LOW = ["A5", "B5", "C5", "D5", "D6", "B6", "C6"]
FIRST, SECOND, THIRD = (
    after - before for before, after in zip(weights.DISCS, weights.DISCS[1:], strict=False)
)


def test_the_constant_is_worth_a_visit_to_who_holds_none_of_its_suit() -> None:
    assert place(4, LOW) == 12
    assert place(4, ["E5", *LOW[1:]]) == -6
    assert place(4, ["E5", *LOW[1:]], constant="none") == 12


def test_the_present_is_worth_a_share_of_the_next_disc_by_the_best_card() -> None:
    assert place(0, LOW) == weights.PRESENT * FIRST * 6 / HIGHEST
    assert place(0, ["C13", *LOW[:6]]) == weights.PRESENT * FIRST * 13 / HIGHEST
    assert place(0, ["E5", *LOW[1:]]) == weights.PRESENT * FIRST
    mine = {"1": event("A8", "P1", "A11"), "2": event("B8", "P4"), "3": event("C11", "P3")}
    assert place(0, ["E5", *LOW[1:]], events=mine) == weights.PRESENT * SECOND
    both = {**mine, "2": event("B8", "P1")}
    assert place(0, ["E5", *LOW[1:]], events=both) == weights.PRESENT * THIRD


def test_an_event_is_worth_a_share_of_what_is_won_and_of_what_is_taken() -> None:
    assert place(2, LOW) == 0  # B6 does not beat B8
    assert place(2, ["B8" if card == "B6" else card for card in LOW], events=only_lead("B9")) == 0
    high = ["B13", *LOW[:6]]
    assert place(2, high) == weights.TAKEN * (FIRST + FIRST)
    twice = {"1": event("A8", "P4", "A11"), "2": event("B8", "P4"), "3": event("C11", "P3")}
    assert place(2, high, events=twice) == weights.TAKEN * (FIRST + SECOND)
    own = {"1": event("A8", "P2", "A11"), "2": event("B8", "P1"), "3": event("C11", "P3")}
    assert place(2, high, events=own) == 4
    assert place(1, [card for card in LOW if card[0] != "C"] + ["A13", "D13"]) == 0  # no suit that wins


def only_lead(standing_card: str) -> dict[str, dict[str, str]]:
    return {
        "1": event("A8", "P2", "A11"),
        "2": event("B7", "P4", standing_card),
        "3": event("C11", "P3"),
    }
