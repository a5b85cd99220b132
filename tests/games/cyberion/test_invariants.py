"""What is true in every game of Cyberion, whatever expansions are combined and whatever is done."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cyberion.rules.actions import SPINS
from companion.games.cyberion.rules.state import all_cards, deck, in_factory, machines_left, seen
from tests.games.cyberion.playing import COMBINATIONS, GAME, Step, played

SEEDS = st.integers(min_value=0, max_value=10**6)
TABLES = [{**chosen, "players": players} for players in (1, 2) for chosen in COMBINATIONS]
BASE_TURNS, MOST_TURNS = 28, 55


def name(table: dict[str, Any]) -> str:
    return "-".join([*(key for key, value in table.items() if value is True), str(table["players"])])


def robots_and_rows(step: Step) -> None:
    s = step.after
    assert all(len(row) <= 5 for row in s.rows)
    assert seen(s) + Counter(s.rest) == Counter(all_cards(s))
    assert deck(s) == len(s.top) + len(s.rest) + len(s.bottom)


def machines_and_valves(step: Step) -> None:
    before, s = step.before, step.after
    assert machines_left(s) + in_factory(s) + s.xp + s.removed == 25
    assert 0 <= s.valves <= 5
    assert all(1 <= old <= new <= 5 for old, new in zip(before.levels, s.levels, strict=True))
    assert s.spins <= SPINS or step.given.kind == "Recover"


def tokens(step: Step) -> None:
    s = step.after
    if "microbots" in s.setting.expansions:
        lying = [token for token in s.microbots if token]
        assert len(s.pile) + len(s.spent) + len(lying) + len(s.acquired) == 20
        assert len(s.pile) + len(s.spent) >= 10
        assert len(s.acquired) <= 5
        if s.agenda and s.agenda[-1].name == "act":
            assert all(bool(code) == bool(token) for code, token in zip(s.factory, s.microbots, strict=True))
    assert sum(s.interference) == len(s.pool)
    assert all(len(crew) <= 6 for crew in s.crews)


def start_of_turn(step: Step) -> None:
    s = step.after
    if s.outcome is None and any(happening.kind == "TurnBegan" for happening in step.happenings):
        assert s.rows[1] == ()
        assert not any(s.prepared)
        assert in_factory(s) == min(5, machines_left(s) + in_factory(s))
        assert len(s.rows[0]) == 5 or not (deck(s) or (s.battery and s.discard))


def whole_game(table: dict[str, Any], seed: int) -> None:
    batteries = 0
    for step in played(table, seed):
        robots_and_rows(step)
        machines_and_valves(step)
        tokens(step)
        start_of_turn(step)
        assert GAME.check(step.after) == ()
        batteries += sum(happening.kind == "BatteryUsed" for happening in step.happenings)
    assert batteries <= 1
    assert step.after.outcome is not None
    bare = len(table) == 1
    assert step.after.turn <= (BASE_TURNS if bare else MOST_TURNS)


INVARIANTS = (
    *("CY-INV-01", "CY-INV-02", "CY-INV-03", "CY-INV-04", "CY-INV-05", "CY-INV-06", "CY-INV-07"),
    *("CY-INV-08", "CY-INV-09", "CY-INV-10", "CY-ZONE-05", "CY-END-06", "CY-MICRO-16", "CY-COMBO-01"),
)


@pytest.mark.slow
@pytest.mark.rule(*INVARIANTS)
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_it_holds_in_every_combination(table: dict[str, Any]) -> None:
    @settings(max_examples=4, deadline=None, derandomize=True)
    @given(SEEDS)
    def holds(seed: int) -> None:
        whole_game(table, seed)

    holds()


@pytest.mark.rule(*INVARIANTS)
@pytest.mark.parametrize("table", [TABLES[0], TABLES[-1]], ids=name)
def test_it_holds_in_one_game(table: dict[str, Any]) -> None:
    whole_game(table, 7)
