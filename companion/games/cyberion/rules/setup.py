"""The beginning of a game [CY-SETUP-01 … -09]. May import: the contract and this game."""

from __future__ import annotations

from companion.engine.game import CHANCE, Question, Refusal
from companion.engine.steps import slotted

from .deck import DrawRobots
from .expansions import in_play
from .factory import ALL, FillFactory
from .happenings import SupportGained
from .inputs import SUPPORTS, FirstPlayer, SupportDrawn
from .pieces import ROW_LIMIT
from .setting import Setting
from .state import State, empty
from .steps import Ask, Out
from .turn import BeginTurn, new_tokens

FIRST_DISCARDS = 5


def set_up(setting: Setting) -> State:
    """The bare board, with everything that will be turned up as steps still to be done
    [CY-SETUP-01 … -09]."""
    s = empty(setting)
    for expansion in in_play(setting):
        s.valves += expansion.valve  # out of the forge [CY-COMBO-02]
        expansion.set_up(s)
    s.agenda = [
        BeginTurn(),
        DrawSupport(setting.support),
        DrawRobots("discard", FIRST_DISCARDS),
        DrawRobots("platform", ROW_LIMIT),
        *new_tokens(setting),
        FillFactory(ALL),
        *((DrawFirstPlayer(),) if setting.players > 1 else ()),
    ]
    return s


@slotted
class DrawFirstPlayer(Ask[FirstPlayer], name="first"):
    def ask(self, s: State) -> tuple[Question, ...]:
        answers = tuple([FirstPlayer(seat) for seat in s.setting.seats])
        return (Question("first", CHANCE, answers, "first"),)

    def answer(self, s: State, out: Out, given: FirstPlayer) -> None:
        """At random; then they alternate [CY-2P-05]."""
        s.seat = given.seat


@slotted
class DrawSupport(Ask[SupportDrawn], name="support"):
    tokens: int

    def ask(self, s: State) -> tuple[Question, ...]:
        if self.tokens <= 0 or len(s.support) >= len(s.setting.supports):
            return ()
        answers = tuple([SUPPORTS[model] for model in s.setting.supports if model not in s.support])
        return (Question("support", CHANCE, answers, "tokens"),)

    def answer(self, s: State, out: Out, given: SupportDrawn) -> None:
        s.support = (*s.support, given.model)
        s.agenda.append(DrawSupport(self.tokens - 1))
        out.append(SupportGained(given.model))


STEP_OF: dict[type, str] = {FirstPlayer: "first", SupportDrawn: "support"}


def refusal(s: State, given: FirstPlayer | SupportDrawn) -> Refusal:
    if isinstance(given, SupportDrawn):
        return Refusal("no-such-support", "CY-COMP-10", (("model", given.model),))
    return Refusal("no-such-seat", "CY-2P-05", (("seat", given.seat),))
