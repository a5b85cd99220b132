"""The end of a game and what is remembered of it. May import: the contract and this game."""

from __future__ import annotations

from companion.engine.game import Outcome, Plain

from .expansions import in_play
from .happenings import GameEnded
from .pieces import EXPANSIONS
from .state import State, in_factory, machines_left
from .steps import Out

SEVERAL = "several-conditions"


def judge(s: State, out: Out) -> bool:
    """When no machine is left: won if no expansion stands against it [CY-END-01, CY-END-03, CY-END-04]."""
    if machines_left(s) or in_factory(s):
        return False
    unmet = [found for expansion in in_play(s.setting) if (found := expansion.unmet(s, out))]
    if not unmet:
        end(s, out, Outcome("won", "all-repaired", "CY-END-01"), ("all-repaired",))
    else:
        reason, rule = unmet[0]
        reason = reason if len(unmet) == 1 else SEVERAL
        rule = rule if len(unmet) == 1 else "CY-END-04"
        end(s, out, Outcome("lost", reason, rule), tuple(name for name, _ in unmet))
    return True


def judge_now(s: State, out: Out) -> bool:
    """At once, or in the closing where that is chosen [CY-END-03]. With Bébébots, empty Limbots and no
    machine left win at once in either case, unless another expansion stands against it."""
    if s.setting.ends_in_closing:
        done = "bebebots" in s.setting.expansions and s.setting.rules >= 2 and not s.limbots
        if not done or any(expansion.unmet(s.copy(), []) for expansion in in_play(s.setting)):
            return False
    return judge(s, out)


def no_valve(s: State, out: Out) -> None:
    """A valve must be given up and there is none [CY-END-02]."""
    end(s, out, Outcome("lost", "no-valve", "CY-END-02"), ("no-valve",))


def end(s: State, out: Out, outcome: Outcome, reasons: tuple[str, ...]) -> None:
    s.outcome = outcome
    s.agenda.clear()
    out.append(GameEnded(outcome.result, reasons))


def summary(s: State) -> dict[str, Plain]:
    return {
        "expansions": [name for name in EXPANSIONS if name in s.setting.expansions],
        "players": s.setting.players,
        "support": s.setting.support,
        "result": s.outcome.result if s.outcome else "",
        "cause": s.outcome.rule if s.outcome else "",
        "turns": s.turn,
        "machines": machines_left(s) + in_factory(s),
        "valves": s.valves,
        "levels": list(s.levels),
        "battery": s.battery,
    }
