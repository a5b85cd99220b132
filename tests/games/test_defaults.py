"""A small game writes what is its own, and everything else of the contract works all the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import pytest

from companion.engine import CHANCE, Applied, Game, Outcome, Question, Refusal, Source
from companion.table.session import Session


class Tossed(NamedTuple):
    heads: bool
    kind: str = "Tossed"


class Fell(NamedTuple):
    heads: bool
    kind: str = "Fell"


class Tosses(NamedTuple):
    heads: tuple[bool, ...] = ()


class Coin(Game[Tosses, Tossed, Fell]):
    """A coin is tossed three times; most heads win."""

    name = "coin"
    inputs: ClassVar = {"Tossed": Tossed}
    happenings: ClassVar = {"Fell": Fell}
    position_type = Tosses

    def start(self, options: Mapping[str, Any]) -> Tosses | Refusal:
        return Tosses()

    def awaited(self, state: Tosses) -> tuple[Question, ...]:
        toss = Question("toss", CHANCE, (Tossed(True), Tossed(False)), stream="coin")
        return (toss,) if len(state.heads) < 3 else ()

    def apply(
        self, state: Tosses, given: Tossed, source: Source = "player"
    ) -> Applied[Tosses, Fell] | Refusal:
        if not any(given in question.answers for question in self.awaited(state)):
            return Refusal("not-awaited", "COIN-01")
        return Applied(Tosses((*state.heads, given.heads)), (Fell(given.heads),))

    def outcome(self, state: Tosses) -> Outcome | None:
        if len(state.heads) < 3:
            return None
        return Outcome("won" if sum(state.heads) > 1 else "lost", "heads", "COIN-02")


COIN = Coin()


def test_it_is_played_and_kept_and_resumed_like_any_other(tmp_path):
    session = Session.begin(COIN, {}, tmp_path / "coin", seed=7)
    session.advance()
    state, outcome = session.state, session.outcome
    session.close()
    assert Session.resume(tmp_path / "coin", lambda name, box: COIN).state == state
    assert COIN.load(COIN.dump(state)) == state
    assert COIN.summary(state) == {"players": 1, "result": outcome.result, "cause": "COIN-02"}


def test_a_scenario_sets_and_reads_it_in_the_words_of_its_fields():
    state = COIN.position({}, {"heads": [True, True]})
    assert state == Tosses((True, True))
    assert COIN.describe(state) == COIN.view(state, None) == {"heads": [True, True]}
    given = COIN.read(state, {"kind": "Tossed", "heads": False})
    assert (given, COIN.write(state, given)) == (Tossed(False), {"kind": "Tossed", "heads": False})
    with pytest.raises(ValueError, match="no-part tails"):
        COIN.position({}, {"tails": 1})
    with pytest.raises(ValueError, match="other-parts heads tails"):
        COIN.load({"tails": 1})


def test_nothing_is_hidden_chosen_forecast_or_corrected():
    state = COIN.start({})
    assert not COIN.secret(state, Tossed(True), 0)
    assert COIN.imagine(state, 0, lambda n: 0) is state
    assert (COIN.forecast(state, ()), COIN.estimate(state, 0), COIN.label(state, "seat", 0)) == (
        None,
        0,
        None,
    )
    assert (COIN.options(), COIN.chosen(state), COIN.seats(state)) == ((), {}, 1)
    assert (COIN.check(state), tuple(COIN.correctable(state)), COIN.learned(state)) == ((), (), {})
    assert (COIN.differences(state, state), COIN.marked, COIN.rivals, COIN.box) == (
        (),
        frozenset(),
        False,
        {},
    )
