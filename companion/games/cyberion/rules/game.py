"""Cyberion as a game of the contract: where its inputs come in and its positions go out.

May import: the contract and this game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine import saved_state, steps
from companion.engine.game import (
    TEAM,
    Applied,
    Field,
    Finding,
    Name,
    Option,
    Owner,
    Phrase,
    Plain,
    Refusal,
    Source,
)
from companion.engine.phrases import Unreadable
from companion.engine.stepped_game import SteppedGame

from . import (
    check,
    corrections,
    differences,
    ending,
    estimate,
    knowledge,
    labels,
    notation,
    refusals,
    setup,
    view,
)
from . import state as states
from .expansions import known
from .happenings import HAPPENINGS, Happening
from .inputs import INPUTS, Correct, Input
from .pieces import pieces_of
from .setting import next_support, options, settle
from .state import State
from .steps import Step

known()  # their steps are those of every saved game


class Cyberion(SteppedGame[State, Input, Happening]):
    name = "cyberion"
    inputs = INPUTS
    happenings = HAPPENINGS

    def __init__(self, box: Plain) -> None:
        super().__init__(box)
        self.pieces = pieces_of(self.box)
        self._models = {one.id: one.name for one in self.pieces.models}

    # -- before the game -----------------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        return options()

    def start(self, options: Mapping[str, Any]) -> State | Refusal:
        setting = settle(self.pieces, options)
        if isinstance(setting, Refusal):
            return setting
        s = setup.set_up(setting)
        steps.advance(s, [])
        return s

    # -- play ----------------------------------------------------------------------------------------------

    def apply(
        self, state: State, given: Input, source: Source = "player"
    ) -> Applied[State, Happening] | Refusal:
        if not state.asked or given not in state.asked[0].answers:
            if isinstance(given, Correct):
                return corrections.correct(state, given)
            refused = refusals.refusal(state, given)
            if refused is not None:
                return refused
        return self.answered(state, given)

    def on_turn(self, state: State) -> Owner:
        return state.seat if state.turn else TEAM

    def summary(self, state: State) -> dict[str, Plain]:
        return ending.summary(state)

    def next_time(self, summary: Mapping[str, Plain]) -> dict[str, Plain]:
        tokens, won = summary["support"], summary["result"] == "won"
        return {"support": next_support(tokens, won=won)} if isinstance(tokens, int) else {}

    def estimate(self, state: State, seat: int) -> float:
        return estimate.estimate(state)

    # -- what is shown -------------------------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state)

    def label(self, state: State, field: str, value: Any) -> Name | str | None:
        return labels.label(state.setting, self._models, field, value)

    def differences(self, before: State, after: State) -> tuple[Phrase, ...]:
        return differences.differences(before, after)

    # -- the table is right --------------------------------------------------------------------------------

    def check(self, state: State) -> tuple[Finding, ...]:
        return check.check(state)

    def correctable(self, state: State) -> Iterable[Field]:
        return corrections.correctable(state)

    def learned(self, state: State) -> Plain:
        """Machines and robots that the box did not have, each as often as it was seen."""
        return knowledge.learned(state)

    # -- the words of a player -----------------------------------------------------------------------------

    def position(self, options: Mapping[str, Any], given: Mapping[str, Any]) -> State | Refusal:
        setting = settle(self.pieces, options)
        return setting if isinstance(setting, Refusal) else notation.position(setting, given)

    def describe(self, state: State) -> dict[str, Plain]:
        return notation.describe(state)

    def read(self, state: State, words: Mapping[str, Plain]) -> Input:
        return notation.read(state, words)

    def write(self, state: State, said: Input | Happening) -> dict[str, Plain]:
        return notation.write(state, said)

    # -- plain data ----------------------------------------------------------------------------------------

    def dump(self, state: State) -> Plain:
        return {"options": state.setting.options, **saved_state.dump(state)}

    def load(self, data: Plain) -> State:
        setting = settle(self.pieces, data["options"])
        if isinstance(setting, Refusal):
            raise Unreadable("options", setting.id)
        s = states.load(data, setting, Step)
        check.must_be_known(s)
        steps.ask(s)
        return s
