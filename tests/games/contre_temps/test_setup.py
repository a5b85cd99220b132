"""Setup: the deck, the deal, the constant, the line, and who holds the marker."""

import pytest

from companion.engine import Refusal
from companion.games.contre_temps.rules.inputs import CardDealt
from tests.games.contre_temps.playing import COUNTS, GAME, MODES, whole

DECKS = {3: 35, 4: 45, 5: 55, 6: 65}


def first_round(players, mode="classic", seed=1, **options):
    steps = whole({"players": players, "mode": mode, **options}, seed)
    return steps, next(made.state for _, _, made in steps if made.state.round == 1)


@pytest.mark.rule("CT-SETUP-01")
@pytest.mark.parametrize("players", [1, 2, 7, "4", True])
def test_three_to_six_may_play(players):
    refused = GAME.start({"players": players})
    assert isinstance(refused, Refusal)
    assert refused.rule == "CT-SETUP-01"


@pytest.mark.rule("CT-SC-01", "CT-SETUP-02", "CT-SETUP-04", "CT-SETUP-05", "CT-SETUP-11", "CT-SETUP-09")
@pytest.mark.parametrize("players", COUNTS)
def test_ten_cards_each_one_constant_four_left(players):
    steps, state = first_round(players)
    lowest = min(int(card[1:]) for card in GAME.start({"players": players}).deck)
    assert len(GAME.start({"players": players}).deck) == DECKS[players]
    assert lowest == {3: 7, 4: 5, 5: 3, 6: 1}[players]
    assert [len(hand) for hand in state.hands] == [10] * players
    assert len(state.deck) == 4
    assert state.constant
    told = GAME.describe(state)
    assert set(told["energy"].values()) == {0}
    assert set(told["discs"].values()) == {3}
    for _, _, made in steps:  # the four never enter play
        if made.state.round:
            assert made.state.deck == state.deck


@pytest.mark.rule("CT-SETUP-03", "CT-SETUP-12", "CT-SETUP-13")
@pytest.mark.parametrize("seed", range(6))
def test_a_random_dealer_deals_and_the_left_neighbour_has_the_marker_for_good(seed):
    steps, state = first_round(5, seed=seed)
    assert len(GAME.awaited(steps[0][0])[0].answers) == 5
    assert state.marker == (steps[0][1].seat + 1) % 5
    assert {made.state.marker for _, _, made in steps} == {state.marker}


@pytest.mark.rule("CT-SETUP-06", "CT-SETUP-07", "CT-SETUP-10", "CT-ROUND-02", "CT-LINE-01")
def test_the_line_begins_with_token_1_and_everybody_on_it():
    steps, state = first_round(4)
    assert (state.line, state.present, state.pawns) == ((1,), 1, [1] * 4)
    assert GAME.awaited(state)[0].id == "lead"
    lines = {made.state.line for _, _, made in steps if made.state.line}
    assert lines == {tuple(range(1, length + 1)) for length in range(1, len(lines) + 1)}


@pytest.mark.rule("CT-SETUP-08", "CT-PARADOX-01", "CT-PARADOX-02")
def test_colours_differ_and_one_mode_is_for_all():
    taken = ["red", "green", "white"]
    assert GAME.chosen(GAME.start({"players": 3, "colours": taken}))["colours"] == taken
    for wrong in (["red", "red", "white"], ["red"], ["red", "green", "pink"]):
        assert GAME.start({"players": 3, "colours": wrong}).rule == "CT-SETUP-08"
    for mode, forward in (("classic", 0), ("paradox", 1)):
        state = GAME.position(
            {"mode": mode}, {"phase": "movement", "line": [3, 5], "present": 3, "energy": {"P1": 2, "P2": 1}}
        )
        for question in GAME.awaited(state):  # the forward area is on every card, or on none
            assert max(answer.forward for answer in question.answers) == forward


@pytest.mark.rule("CT-SETUP-14", "CT-LINE-06", "CT-EDGE-06")
@pytest.mark.parametrize("mode", MODES)
def test_hands_only_shrink_and_last_ten_rounds(mode):
    for seed in range(8):
        steps = whole({"players": 3, "mode": mode}, seed)
        for before, given, made in steps:
            if not isinstance(given, CardDealt):
                for old, new in zip(before.hands, made.state.hands, strict=True):
                    assert set(new) <= set(old)
            if made.state.round > before.round and len(made.state.order) == 3:  # nobody has played yet
                assert {len(hand) for hand in made.state.hands} == {11 - made.state.round}
        end = steps[-1][2].state
        assert {len(hand) for hand in end.hands} <= {10 - end.round, 11 - end.round}
