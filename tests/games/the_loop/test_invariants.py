"""What holds in every position of every game, INV-01 … INV-18: random games with every pair of options."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import State
from companion.games.the_loop.rules.inputs import (
    END_ACTIONS,
    Correct,
    FreeMove,
    Loop,
    Move,
    Settle,
    TakeCard,
    UseCard,
)
from companion.games.the_loop.rules.state import HIDDEN, energy_pool, rift_pool

from .hands import MACHINE, PALM, POOL, Hands
from .playing import game
from .random_games import CHOICES, Step, options_of, pairwise, play

ROWS = pairwise(CHOICES)
EACH_ROW = pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
SEEDS = st.integers(0, 2**32 - 1)


def games(row: dict[str, object], seed: int) -> list[Step]:
    random = Random(seed)
    return list(play(game(), options_of(row, random), random))


def test_the_rows_bring_every_pair_of_choices_together() -> None:
    for one, values in CHOICES.items():
        for other, others in CHOICES.items():
            met = {(row[one], row[other]) for row in ROWS}
            assert one == other or met == {(a, b) for a in values for b in others}


# -- nothing is lost and nothing made up ---------------------------------------------------------------------


@pytest.mark.rule("INV-01", "INV-02", "INV-04", "INV-05", "INV-07", "INV-09", "INV-18", "SETUP-04")
@EACH_ROW
@settings(max_examples=4)
@given(seed=SEEDS)
def test_the_pieces_moved_by_hand_lie_where_the_game_says(row: dict[str, object], seed: int) -> None:
    random = Random(seed)
    options = options_of(row, random)
    start = game().start(options)
    hands = Hands(start)
    hands.see(END_ACTIONS, ())
    for step in play(game(), options, random):
        hands.see(step.given, step.happenings)
        compare(hands, step.after)


def compare(hands: Hands, s: State) -> None:
    assert hands.reds[POOL] == rift_pool(s)
    assert hands.greens[POOL] == energy_pool(s)
    assert [hands.reds[era] for era in range(7)] == s.rifts
    assert [hands.greens[era] for era in range(7)] == s.energy
    assert hands.reds[MACHINE] == s.inside + s.flying
    assert hands.reds[PALM] == sum(s.landed)
    assert hands.tokens == s.dups
    assert hands.bag == set(s.bag)
    assert len(s.bag) + len(s.dups) == 28
    assert hands.pawns == s.pawns
    assert sorted(hands.vortexes) == [era for era in range(7) if s.vortex[era]]
    assert hands.tiles == {era: tile for era, tile in enumerate(s.tiles) if tile and tile != HIDDEN}
    assert (tuple(hands.archived), tuple(hands.lost)) == (s.archived, s.lost)
    assert sum(map(bool, s.tiles)) + len(s.archived) + len(s.lost) == 7
    assert hands.foo == s.foo
    assert s.seen == (tuple(hands.visits[7 * (s.cycle - 1) :]) if s.turn else s.seen)
    for red, era in zip(s.red, range(7), strict=True):
        if hands.uses_pool:
            assert (hands.reds["tile", era], hands.greens["tile", era]) == (red, len(s.damage[era]) - red)
    if s.setting.tracks_hands:
        compare_cards(hands, s)


def compare_cards(hands: Hands, s: State) -> None:
    lying: dict[str, object] = dict.fromkeys(s.huge, "huge") | dict.fromkeys(s.destroyed, "destroyed")
    for era, cards in enumerate(s.available):
        lying |= dict.fromkeys(cards, ("available", era))
    for agent in range(len(s.pawns)):
        lying |= dict.fromkeys((*s.ready[agent], *s.spent[agent]), ("hand", agent))
        lying |= dict.fromkeys((*s.draw[agent], *s.top[agent]), ("draw", agent))
        lying |= dict.fromkeys(s.discard[agent], ("discard", agent))
    assert {card: place for card, place in hands.cards.items() if card not in s.revealed} == lying
    assert len(hands.cards) == 49 + 6 * len(s.pawns)


# -- what holds at rest --------------------------------------------------------------------------------------


@pytest.mark.rule(
    "INV-06", "INV-07", "INV-08", "INV-10", "INV-11", "INV-12", "INV-13", "INV-14", "INV-15", "INV-18"
)
@EACH_ROW
@settings(max_examples=5)
@given(seed=SEEDS)
def test_every_position_is_sound(row: dict[str, object], seed: int) -> None:
    for step in games(row, seed):
        s = step.after
        assert game().check(s) == ()
        assert all(
            home != era for token, era in s.dups.items() for home in [s.setting.box.tokens[token][1]]
        )  # INV-04
        assert sum(s.vortex) <= 3
        assert not any(s.vortex[era] and s.tiles[era] for era in range(7))
        assert len(s.archived) <= 4
        assert len(set(s.seen)) == len(s.seen) <= 7
        for happening in step.happenings:
            if happening.kind == "TurnBegan":
                fresh_turn(s)
        if s.asked and s.asked[0].id == "act" and not s.acting:
            boundary(s)
        if s.outcome is not None:
            assert game().awaited(s) == ()


def boundary(s: State) -> None:
    """Phase II, no action running."""
    revealed = sum(bool(tile) and tile != HIDDEN for tile in s.tiles)
    assert revealed == min(2, sum(map(bool, s.tiles)))
    assert all(0 <= cubes <= 3 for cubes in s.rifts)
    assert not any(s.vortex[era] and s.available[era] for era in range(7))
    assert s.turn == 7 * (s.cycle - 1) + len(s.seen)
    assert (s.landed, s.flying, s.running, s.revealed) == ((), 0, (), ())
    assert s.actor == s.active


def fresh_turn(s: State) -> None:
    assert (s.loops, s.marks) == (0, ())
    assert s.full[s.active]
    if s.setting.tracks_hands:
        for agent in range(len(s.pawns)):
            held = len(s.ready[agent]) + len(s.spent[agent])
            deck = held + len(s.top[agent]) + len(s.draw[agent]) + len(s.discard[agent])
            assert held >= min(3, deck)


# -- the reducer ---------------------------------------------------------------------------------------------


@pytest.mark.rule("INV-16")
@EACH_ROW
@settings(max_examples=2)
@given(seed=SEEDS)
def test_same_state_and_same_input_give_the_same_state_and_change_nothing_else(
    row: dict[str, object], seed: int
) -> None:
    for step in games(row, seed):
        before = json.dumps(game().dump(step.before))
        again = game().apply(step.before, step.given, step.source)
        assert again.happenings == step.happenings  # type: ignore[union-attr]
        assert again.state == step.after  # type: ignore[union-attr]
        assert game().awaited(again.state) == game().awaited(step.after)  # type: ignore[union-attr]
        assert json.dumps(game().dump(step.before)) == before


@EACH_ROW
@settings(max_examples=2)
@given(seed=SEEDS)
def test_saved_and_loaded_every_position_is_the_same(row: dict[str, object], seed: int) -> None:
    for step in games(row, seed):
        saved = json.loads(json.dumps(game().dump(step.after)))
        loaded = game().load(saved)
        assert game().dump(loaded) == saved
        assert game().awaited(loaded) == game().awaited(step.after)
        assert game().outcome(loaded) == game().outcome(step.after)


NONSENSE = (
    *map(Move, range(7)), *map(FreeMove, range(7)), *map(Loop, ("spiral", "star", "stripe", "black-hole")),
    UseCard("no-such-card"), TakeCard("no-such-card"), END_ACTIONS, Correct("no", 1), Settle("no", 0),
)  # fmt: skip


@pytest.mark.rule("INV-17")
@EACH_ROW
@settings(max_examples=2)
@given(seed=SEEDS)
def test_what_is_refused_changes_nothing_and_names_why(row: dict[str, object], seed: int) -> None:
    refused = 0
    for step in games(row, seed):
        before = json.dumps(game().dump(step.before))
        for wrong in NONSENSE:
            made = game().apply(step.before, wrong)
            if not hasattr(made, "state"):
                refused += 1
                assert made.id
                assert made.rule or type(wrong) in (Correct, Settle)
            else:
                assert wrong in game().awaited(step.before)[0].answers
        assert json.dumps(game().dump(step.before)) == before
    assert refused


@pytest.mark.rule("TURN-06", "CYCLE-03", "LOSE-05", "TURN-05")
@EACH_ROW
@settings(max_examples=5)
@given(seed=SEEDS)
def test_every_game_ends_with_an_outcome_and_a_known_reason(row: dict[str, object], seed: int) -> None:
    steps = games(row, seed)
    outcome = game().outcome(steps[-1].after)
    assert outcome is not None
    assert (outcome.result, outcome.rule) in {
        ("won", "WIN-01"), ("lost", "LOSE-01"), ("lost", "LOSE-02"), ("lost", "LOSE-03"), ("lost", "LOSE-04"),
    }  # fmt: skip
    assert steps[-1].after.turn <= 21
    assert all(game().outcome(step.before) is None for step in steps)


def test_random_games_see_nearly_everything_that_can_happen() -> None:
    """Otherwise the properties above would hold for want of anything to break them."""
    seen: Counter[str] = Counter()
    for number, row in enumerate(ROWS * 3):
        for step in games(row, number):
            seen.update(happening.kind for happening in step.happenings)
            seen.update([step.given.kind])
    by_hand = {"Corrected", "PieceLearned"}
    later = {kind for kind in game().happenings if kind not in seen} - by_hand
    assert {
        "VortexOpened",
        "TileArchived",
        "BonusRevealed",
        "DamageReturned",
        "DeckShuffled",
        "RiftCancelled",
    } <= set(seen)
    assert {"RiftsInside", "LeftToPlayers", "CardsReadied", "HandDiscarded", "CycleBegan", "TileLost"} <= set(
        seen
    )
    assert not later & {
        "DuplicateDestroyed",
        "CardDestroyed",
        "CardTaken",
        "GameLost",
        "EnergySpent",
        "AbilityUsed",
    }
