"""A turn: what may be done in it, and the closing phase between two [CY-TURN-01].

May import: the contract and this game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from companion.engine.game import Question
from companion.engine.steps import slotted

from . import ending
from .actions import ACTIONS, can_upgrade, repairs, triggers_and_discards
from .deck import DrawRobots
from .expansions import in_play, known
from .factory import FillFactory, to_fill
from .happenings import PreparationLost, RobotsDiscarded, TurnBegan, ValveLost
from .inputs import END_TURN, UPGRADE, USE, EndTurn, Input
from .pieces import FACTORY, MODELS, ROW_LIMIT, in_order
from .setting import Setting
from .state import State
from .steps import Ask, Out, Step

# -- a turn begins ----------------------------------------------------------------------------------------


def new_tokens(setting: Setting) -> tuple[Step, ...]:
    """What lies down on a machine that has arrived."""
    return tuple([step for expansion in in_play(setting) for step in expansion.on_arrival])


@slotted
class BeginTurn(Step, name="turn"):
    def do(self, s: State, out: Out) -> None:
        s.turn += 1
        s.gone = s.spins = 0
        s.agenda[:] = (Act(),)
        out.append(TurnBegan(s.turn, s.seat))


@slotted
class Act(Ask[Any], name="act"):
    """One action after the other [CY-TURN-03], until the player ends the turn."""

    def ask(self, s: State) -> tuple[Question, ...]:
        answers: list[Input] = repairs(s)
        answers += [UPGRADE[model] for model in MODELS if can_upgrade(s, model)] if s.xp else ()
        triggers, discards = triggers_and_discards(s)
        answers += triggers
        answers += [USE[model] for model in s.support]
        for expansion in in_play(s.setting):
            answers += expansion.actions(s)
        answers += discards
        answers.append(END_TURN)  # whenever the player likes [CY-TURN-04]
        about = (("turn", s.turn), ("warning", at_risk(s)))
        return (Question("act", s.seat, tuple(answers), about=about, main=True),)

    def answer(self, s: State, out: Out, given: Any) -> None:
        s.agenda.append(self)
        _actions()[type(given)](s, out, given)

    def waits(self, s: State, question: Question) -> bool:
        """At a real table nobody's turn ends unasked, and nowhere one that loses the game [CY-END-02]."""
        return bool(s.setting.by_hand) or (s.setting.rules >= 2 and at_risk(s) == "defeat")


@cache
def _actions() -> dict[type, Callable[[State, Out, Any], None]]:
    """What every game has, and what the expansions add."""
    found = {**ACTIONS, EndTurn: end_turn}
    for expansion in known().values():
        found |= expansion.acts
    return found


# -- closing ----------------------------------------------------------------------------------------------


def at_risk(s: State) -> str:
    """What ending the turn now would cost: nothing, a `valve`, or the game (`defeat`) [CY-CLOSE-02]."""
    if s.gone:
        return ""
    return "valve" if s.valves else "defeat"


def end_turn(s: State, out: Out, given: EndTurn) -> None:
    """Valve, preparations, factory, tokens, flash, platform, in this order [CY-CLOSE-01]."""
    if ending.judge_now(s, out):  # a correction took the last machine
        return
    if not s.gone:
        if not s.valves:
            ending.no_valve(s, out)
            return
        s.valves -= 1
        out.append(ValveLost(s.valves))
    for slot in range(FACTORY):
        if s.prepared[slot]:  # not repaired: the preparation is lost [CY-CLOSE-03]
            s.prepared[slot] = False
            out.append(PreparationLost(slot, s.factory[slot]))
    s.agenda[:] = (
        NextTurn(),
        DrawRobots("platform", ROW_LIMIT),
        EmptyFlash(),
        *new_tokens(s.setting),
        FillFactory(to_fill(s)),
    )


@slotted
class EmptyFlash(Step, name="empty-flash"):
    """Nothing triggers; these cards may come back with the battery at once [CY-CLOSE-05, CY-CLOSE-07]."""

    def do(self, s: State, out: Out) -> None:
        if s.rows[1]:
            out.append(RobotsDiscarded(s.rows[1]))
            s.discard, s.rows[1] = in_order((*s.discard, *s.rows[1])), ()


@slotted
class NextTurn(Step, name="next"):
    def do(self, s: State, out: Out) -> None:
        if s.setting.ends_in_closing and ending.judge(s, out):
            return
        s.seat = (s.seat + 1) % s.setting.players
        s.agenda[:] = (BeginTurn(),)
