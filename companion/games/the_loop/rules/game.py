"""The LOOP as a game of the contract: where its inputs come in and its positions go out.

May import: the contract and this game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.engine import steps as engine_steps
from companion.engine.game import (
    TEAM,
    Applied,
    Field,
    Finding,
    Forecast,
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
    estimate,
    forecast,
    knowledge,
    labels,
    notation,
    setup,
    state,
    steps,
    summary,
    turn,
    view,
)
from .eras import ERAS
from .happenings import HAPPENINGS, Happening, TileArchived, VortexOpened
from .inputs import INPUTS, Input
from .pieces import Box
from .setting import options, settle
from .state import State
from .state import dump as dump_state
from .steps import seat_of
from .view import Seen

_STEPS = (turn,)  # imported for the steps of all chapters


class TheLoop(SteppedGame[State, Input, Happening]):
    name = "the-loop"
    inputs = INPUTS
    happenings = HAPPENINGS
    marked = frozenset({"VortexOpened", "TileArchived"})
    places = len(ERAS)
    cast = "agent"

    def __init__(self, box: Plain) -> None:
        super().__init__(box)
        self.pieces = Box.from_plain(self.box)

    # -- before the game -----------------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        return options(self.pieces)

    def start(self, options: Mapping[str, Any]) -> State | Refusal:
        setting = settle(self.pieces, options)
        if isinstance(setting, Refusal):
            return setting
        s = setup.start(setting)
        engine_steps.advance(s, [])
        return s

    # -- play ----------------------------------------------------------------------------------------------

    def apply(
        self, state: State, given: Input, source: Source = "player"
    ) -> Applied[State, Happening] | Refusal:
        asked = state.asked
        if not asked or given not in asked[0].answers:
            anytime = corrections.ANYTIME.get(type(given))
            if anytime is not None:
                return anytime(state, given)
            if not asked:
                return Refusal("game-over", "TURN-03")
            refused: Refusal | None = state.agenda[-1].refuse(state, given, source)
            if refused is not None:
                return refused
        return self.answered(state, given)

    def summary(self, state: State) -> dict[str, Plain]:
        return summary.summary(state)

    def estimate(self, state: State, seat: int) -> float:
        """All players win or lose together [TURN-05]."""
        return estimate.estimate(state)

    def forecast(self, state: State, shares: Sequence[float]) -> Forecast | None:
        return forecast.forecast(state, shares)

    # -- what is shown -------------------------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> Seen:
        return view.view(state)

    def imagine(self, state: State, seat: int, pick: Callable[[int], int]) -> State:
        """Nothing is hidden from anybody, and no pile has an order."""
        return knowledge.without_order(state)

    def label(self, state: State, field: str, value: Any) -> Name | str | None:
        return labels.label(state.setting, field, value)

    def differences(self, before: State, after: State) -> tuple[Phrase, ...]:
        return differences.differences(before, after)

    # -- the table is right --------------------------------------------------------------------------------

    def on_turn(self, state: State) -> Owner:
        return seat_of(state, state.active) if state.turn else TEAM

    def place_of(self, happening: Happening) -> int:
        assert isinstance(happening, VortexOpened | TileArchived)
        return happening.era

    def check(self, state: State) -> tuple[Finding, ...]:
        return check.check(state)

    def correctable(self, state: State) -> Iterable[Field]:
        return corrections.correctable(state)

    def learned(self, state: State) -> Plain:
        found: dict[str, list[Plain]] = {}
        for piece, entry in state.setting.learned:
            found.setdefault(piece, []).append(entry)
        return found

    # -- the words of a player -----------------------------------------------------------------------------

    def position(self, options: Mapping[str, Any], given: Mapping[str, Any]) -> State | Refusal:
        setting = settle(self.pieces, options)
        return setting if isinstance(setting, Refusal) else notation.position(setting, given)

    def describe(self, state: State) -> dict[str, Plain]:
        return notation.describe(state)

    def read(self, state: State, words: Mapping[str, Plain]) -> Input:
        return notation.read(state.setting, words)

    def write(self, state: State, said: Input | Happening) -> dict[str, Plain]:
        return notation.write(state.setting, said)

    # -- plain data ----------------------------------------------------------------------------------------

    def dump(self, state: State) -> Plain:
        learned = [[piece, entry] for piece, entry in state.setting.learned]
        return {"options": state.setting.options, "learned": learned, **dump_state(state)}

    def load(self, data: Plain) -> State:
        setting = settle(self.pieces, data["options"])
        if isinstance(setting, Refusal):
            raise Unreadable("options", setting.id)
        for piece, entry in data["learned"]:
            setting = setting.with_piece(piece, entry)
        s = state.load(data, setting, steps.Step)
        check.must_be_known(s)
        steps.ask(s)
        return s
