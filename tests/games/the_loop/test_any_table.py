"""Whatever people set by hand, however odd: the game names what cannot be, plays on, and never falls over."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import Applied, Refusal, State
from companion.games.the_loop.rules.inputs import Correct, LateRifts

from .playing import game
from .random_games import CHOICES, answer, options_of, pairwise, play

ROWS = pairwise({**CHOICES, "mode": ("sabotage", "supa", "centrifuge", "ultramachina")})
ODD: tuple[Any, ...] = (
    -1,
    0,
    1,
    2,
    5,
    31,
    "",
    "hidden",
    "m3",
    None,
    True,
    [],
    [0],
    [1, 1],
    ["m1"],
    {},
    "ready.0",
    "out",
)


def any_correction(state: State, random: Random) -> Correct:
    """A likely value of some field, or something that a clumsy finger might send."""
    field = random.choice(list(game().correctable(state)))
    likely = field.choices if field.choices and random.random() < 0.8 else ODD
    return Correct(field.path, random.choice(likely))


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_game_on_which_anything_is_corrected_plays_on(row: dict[str, Any], seed: int) -> None:
    random = Random(seed)
    state = game().start(options_of(row, random))
    assert not isinstance(state, Refusal), state
    for _ in range(250):
        if not game().awaited(state):
            break
        if random.random() < 0.3:
            state = corrected(state, random)
            continue
        made = game().apply(state, *answer(random.choice(game().awaited(state)), state, random))
        assert isinstance(made, Applied), made
        state = made.state


JUNK: tuple[Any, ...] = (
    *ODD, (), (0,), (1, 1), ("m1",), "?3", "star", "holy-grail", ({"add-energy": 1},), ({"push": "x"},),
    3.5, {"id": "x"},
    (0,) * 7, ("a",) * 7, (0, 0, 0, 9, 0, 0, 0),
)  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32 - 1))
def test_whatever_is_sent_is_taken_or_refused(row: dict[str, Any], seed: int) -> None:
    random = Random(seed)
    kinds = list(game().inputs.values())
    for step in play(game(), options_of(row, random), random):
        kind: Any = random.choice(kinds)
        sent = kind(*[random.choice(JUNK) for name in kind._fields if name != "kind"])
        assert isinstance(game().apply(step.before, sent, "hand"), (Applied, Refusal))


def corrected(state: State, random: Random) -> State:
    given = any_correction(state, random)
    made = game().apply(state, given, "hand")
    if isinstance(made, Refusal):
        assert made.id == "bad-correction", (given, made)
        return state
    state = made.state
    assert state.asked
    for finding in game().check(state):
        assert finding.id
        if finding.offers and random.random() < 0.5:
            settled = game().apply(state, random.choice(finding.offers), "hand")
            assert isinstance(settled, Applied), (finding, settled)
            return settled.state
    if state.inside and random.random() < 0.3:
        fallen = game().apply(
            state, LateRifts(tuple([state.inside if era == 3 else 0 for era in range(7)])), "tower"
        )
        assert isinstance(fallen, Applied)
        state = fallen.state
    saved = json.loads(json.dumps(game().dump(state)))
    assert game().dump(game().load(saved)) == saved
    return state
