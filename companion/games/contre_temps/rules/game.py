"""Contre-Temps as a game of the contract: where its inputs come in and its positions go out.

May import: the contract and this game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.engine import steps
from companion.engine.game import (
    Applied,
    Field,
    Finding,
    Name,
    Option,
    Phrase,
    Plain,
    Question,
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
    pieces,
    refusals,
    rounds,
)
from . import state as states
from .happenings import HAPPENINGS, Happening
from .inputs import INPUTS, Correct, Input, Revoke
from .setting import options, settle
from .state import State
from .steps import Ask


class ContreTemps(SteppedGame[State, Input, Happening]):
    name = "contre-temps"
    rivals = True
    inputs = INPUTS
    happenings = HAPPENINGS

    # -- before the game -----------------------------------------------------------------------------------

    def __init__(self, box: Plain) -> None:
        super().__init__(box)
        self.pieces = pieces.read(self.box)

    def options(self) -> tuple[Option, ...]:
        return options()

    def start(self, options: Mapping[str, Any]) -> State | Refusal:
        setting = settle(self.pieces, options)
        if isinstance(setting, Refusal):
            return setting
        s = states.empty(setting)
        s.agenda = [rounds.DrawDealer()]
        steps.ask(s)
        return s

    # -- play ----------------------------------------------------------------------------------------------

    def apply(
        self, state: State, given: Input, source: Source = "player"
    ) -> Applied[State, Happening] | Refusal:
        for question in state.asked:
            if given in question.answers:
                break
        else:
            if isinstance(given, Correct):
                return corrections.correct(state, given)
            if isinstance(given, Revoke):
                return corrections.revoke(state, given)
            refused = refusals.refusal(state, given)
            if refused is not None:
                return refused
        return self.answered(state, given)

    def summary(self, state: State) -> dict[str, Plain]:
        return ending.summary(state)

    def estimate(self, state: State, seat: int) -> float:
        return estimate.estimate(state, seat)

    # -- what is shown -------------------------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return knowledge.view(state, seat)

    def secret(self, state: State, given: Input, seat: int | None, now: State | None = None) -> bool:
        return knowledge.secret(state, given, seat) and not (now and knowledge.revealed(given, now))

    def may_read(self, state: State, question: Question, seat: int | None) -> bool:
        return knowledge.may_read(state, question, seat)

    def imagine(self, state: State, seat: int, pick: Callable[[int], int]) -> State:
        return knowledge.imagine(state, seat, pick)

    def label(self, state: State, field: str, value: Any) -> Name | str | None:
        return labels.label(state.setting, field, value)

    def differences(self, before: State, after: State) -> tuple[Phrase, ...]:
        return differences.differences(before, after)

    # -- the table is right --------------------------------------------------------------------------------

    def check(self, state: State) -> tuple[Finding, ...]:
        return check.check(state)

    def correctable(self, state: State) -> Iterable[Field]:
        return corrections.correctable(state)

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
        return {"options": state.setting.options, **states.dump(state)}

    def load(self, data: Plain) -> State:
        setting = settle(self.pieces, data["options"])
        if isinstance(setting, Refusal):
            raise Unreadable("options", setting.id)
        s = states.load(data, setting, Ask)
        check.must_be_known(s)
        steps.ask(s)
        return s
