"""What holds in every position of every game, over all player counts, both modes, hands seen and unseen."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contre_temps.rules.inputs import Bid, Play
from companion.games.contre_temps.rules.pieces import UNKNOWN
from tests.games.contre_temps.playing import COUNTS, GAME, MODES, whole

TABLES = [(mode, players) for mode in MODES for players in COUNTS]
every_table = pytest.mark.parametrize(("mode", "players"), TABLES)
seeds = given(seed=st.integers(0, 10**6), hands=st.sampled_from(("app", "table")))
few = settings(max_examples=8, deadline=None)


def game(mode, players, seed, hands):
    return whole({"mode": mode, "players": players, "hands": hands}, seed)


def in_play(mode, players, seed, hands):
    """All positions from the first round on."""
    return [made.state for _, _, made in game(mode, players, seed, hands) if made.state.round]


@pytest.mark.rule("CT-INV-01")
@every_table
@seeds
@few
def test_one_card_per_player_and_round(mode, players, seed, hands):
    steps = game(mode, players, seed, hands)
    cards = Counter()
    for _, _, made in steps:
        for happening in made.happenings:
            if happening.kind == "RoundBegan":
                cards[happening.round] = 0
            elif happening.kind in ("CardPlayed", "BidMade"):
                cards[max(cards)] += 1
    *before, last = sorted(cards)
    assert all(cards[number] == players for number in before)
    assert cards[last] <= players  # those at the constant when the game ends keep their card
    end = steps[-1][2].state
    at_constant = sum(pawn == 0 for pawn in end.pawns)
    assert cards[last] == players - at_constant or end.outcome.rule == "CT-UNSTABLE-05"
    assert sum(map(len, end.hands)) == players * (10 - last) + at_constant


@pytest.mark.rule("CT-INV-02", "CT-CONTROL-04", "CT-CONTROL-05")
@every_table
@seeds
@few
def test_three_discs_each(mode, players, seed, hands):
    for state in in_play(mode, players, seed, hands):
        counts = [state.control.count(seat) for seat in range(players)]
        assert max(counts) <= 3
        assert GAME.view(state, None)["discs"] == [3 - count for count in counts]
        if state.phase == "move":
            assert max(counts) <= 2


@pytest.mark.rule("CT-INV-03", "CT-ENERGY-09", "CT-ENERGY-11")
@every_table
@seeds
@few
def test_energy_stays_in_bounds(mode, players, seed, hands):
    for _, _, made in game(mode, players, seed, hands):
        assert all(0 <= energy <= 3 * made.state.round for energy in made.state.energy)
        for happening in made.happenings:
            if happening.kind == "IncomePaid":
                assert set(happening.crystals) <= {0, 1, 2}


@pytest.mark.rule("CT-INV-04", "CT-INV-08", "CT-LINE-01")
@every_table
@seeds
@few
def test_the_line_grows_by_one_per_flow_without_a_stall_and_ascends(mode, players, seed, hands):
    placed = 0
    for _, _, made in game(mode, players, seed, hands):
        placed += sum(happening.kind == "TokenPlaced" for happening in made.happenings)
        assert len(made.state.line) == placed <= 10
        assert list(made.state.line) == sorted(made.state.line)
        if mode == "classic" and placed:
            assert made.state.present == max(made.state.line)


@pytest.mark.rule("CT-INV-05", "CT-INV-06", "CT-FOLLOW-05")
@every_table
@seeds
@few
def test_every_event_but_the_present_is_resolved_and_its_lead_card_stays(mode, players, seed, hands):
    leads: dict[int, str] = {}
    for state in in_play(mode, players, seed, hands):
        for token in state.line:
            if token != state.present:
                assert state.control[token] >= 0
                assert state.lead[token]
                assert state.standing[token]
            if state.lead[token]:
                assert leads.setdefault(token, state.lead[token]) == state.lead[token]


@pytest.mark.rule("CT-INV-07", "CT-TRICK-12")
@every_table
@seeds
@few
def test_no_card_is_lost_or_doubled(mode, players, seed, hands):
    for state in in_play(mode, players, seed, hands):
        cards = [card for hand in state.hands for card in hand if card != UNKNOWN]
        cards += [*state.deck, *state.discards, *filter(None, (state.constant, *state.bids))]
        on_line = {*state.lead, *state.standing, *(card for _, card in state.played)} - {""}
        assert sorted([*cards, *on_line]) == sorted(state.setting.deck)
        assert GAME.check(state) == ()


@pytest.mark.rule("CT-LINE-05", "CT-RESOLVE-02")
@every_table
@seeds
@few
def test_cards_are_played_where_the_scientist_is_in_the_order_of_the_mode(mode, players, seed, hands):
    for before, told, made in game(mode, players, seed, hands):
        if isinstance(told, Play):
            assert before.pawns[told.seat] == before.queue[0]
        elif isinstance(told, Bid):
            assert before.pawns[told.seat] == 0
        rest = made.state.queue[1:]
        assert list(rest) == sorted(rest, reverse=True)
