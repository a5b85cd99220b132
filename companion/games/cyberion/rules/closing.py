"""The beginning of a game, and of a turn, and the closing phase between two [CY-TURN-01].

May import: the contract and this game.
"""

from __future__ import annotations

from companion.engine.game import CHANCE, Happening, Question, Refusal

from . import ending
from .expansions import in_play
from .factory import ALL, to_fill
from .happenings import PreparationLost, RobotsDiscarded, SupportGained, TurnBegan, ValveLost
from .inputs import SUPPORTS, EndTurn, FirstPlayer, SupportDrawn
from .pieces import FACTORY, ROW_LIMIT, in_order
from .setting import Setting
from .state import State, Step, empty

Out = list[Happening]

FIRST_DISCARDS = 5


# -- setup ------------------------------------------------------------------------------------------------


def set_up(setting: Setting) -> State:
    """The bare board, with everything that will be turned up as steps still to be done
    [CY-SETUP-01 … -09]."""
    s = empty(setting)
    for expansion in in_play(setting):
        s.valves += expansion.valve  # out of the forge [CY-COMBO-02]
        expansion.set_up(s)
    s.steps = (
        ("turn",),
        ("support", setting.support),
        ("draw", "discard", FIRST_DISCARDS),
        ("draw", "platform", ROW_LIMIT),
        *new_tokens(setting),
        ("machines", ALL),
        *((("first",),) if setting.players > 1 else ()),
    )
    return s


def new_tokens(setting: Setting) -> tuple[Step, ...]:
    """What lies down on a machine that has arrived."""
    return tuple([step for expansion in in_play(setting) for step in expansion.on_arrival])


def always_asks(s: State, out: Out, step: Step) -> bool:
    return False


def ask_first(s: State, step: Step) -> tuple[Question, ...]:
    answers = tuple([FirstPlayer(seat) for seat in s.setting.seats])
    return (Question("first", CHANCE, answers, "first"),)


def first_player(s: State, out: Out, given: FirstPlayer) -> None:
    """At random; then they alternate [CY-2P-05]."""
    s.seat = given.seat
    s.steps = s.steps[:-1]


def support(s: State, out: Out, step: Step) -> bool:
    if step[1] > 0 and len(s.support) < len(s.setting.supports):
        return False
    s.steps = s.steps[:-1]
    return True


def ask_support(s: State, step: Step) -> tuple[Question, ...]:
    answers = tuple([SUPPORTS[model] for model in s.setting.supports if model not in s.support])
    return (Question("support", CHANCE, answers, "tokens"),)


def support_drawn(s: State, out: Out, given: SupportDrawn) -> None:
    s.support = (*s.support, given.model)
    s.steps = (*s.steps[:-1], ("support", s.steps[-1][1] - 1))
    out.append(SupportGained(given.model))


STEP_OF: dict[type, str] = {FirstPlayer: "first", SupportDrawn: "support"}


def refusal(s: State, given: FirstPlayer | SupportDrawn) -> Refusal:
    if isinstance(given, SupportDrawn):
        return Refusal("no-such-support", "CY-COMP-10", (("model", given.model),))
    return Refusal("no-such-seat", "CY-2P-05", (("seat", given.seat),))


# -- a turn begins ----------------------------------------------------------------------------------------


def begin_turn(s: State, out: Out, step: Step) -> bool:
    s.turn += 1
    s.gone = s.spins = 0
    s.steps = (("act",),)
    out.append(TurnBegan(s.turn, s.seat))
    return True


# -- closing ----------------------------------------------------------------------------------------------


def at_risk(s: State) -> str:
    """What ending the turn now would cost: nothing, a `valve`, or the game (`defeat`) [CY-CLOSE-02]."""
    if s.gone:
        return ""
    return "valve" if s.valves else "defeat"


def end_turn(s: State, out: Out, given: EndTurn) -> None:
    """Valve, preparations, factory, tokens, flash, platform, in this order [CY-CLOSE-01]."""
    if not s.setting.ends_in_closing and ending.judge(s, out):  # a correction took the last machine
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
    s.steps = (
        ("next",),
        ("draw", "platform", ROW_LIMIT),
        ("empty-flash",),
        *new_tokens(s.setting),
        ("machines", to_fill(s)),
    )


def empty_flash(s: State, out: Out, step: Step) -> bool:
    """Nothing triggers; these cards may come back with the battery at once [CY-CLOSE-05, CY-CLOSE-07]."""
    s.steps = s.steps[:-1]
    if s.rows[1]:
        out.append(RobotsDiscarded(s.rows[1]))
        s.discard, s.rows[1] = in_order((*s.discard, *s.rows[1])), ()
    return True


def next_turn(s: State, out: Out, step: Step) -> bool:
    if s.setting.ends_in_closing and ending.judge(s, out):
        return True
    s.seat = (s.seat + 1) % s.setting.players
    s.steps = (("turn",),)
    return True


RUN = {
    "first": always_asks,
    "support": support,
    "turn": begin_turn,
    "empty-flash": empty_flash,
    "next": next_turn,
}
ASK = {"first": ask_first, "support": ask_support}
TAKE = {FirstPlayer: first_player, SupportDrawn: support_drawn, EndTurn: end_turn}
