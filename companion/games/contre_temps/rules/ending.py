"""The end of a game and what is remembered of it. May import: the contract and this game."""

from __future__ import annotations

from companion.engine.game import Outcome, Plain

from .happenings import GameEnded
from .pieces import DISCS, NOBODY, ROUNDS
from .state import State, discs_on_line
from .steps import Out


def after_events(s: State, out: Out) -> bool:
    """Checked once per round, when all events are resolved [CT-ROUND-03, CT-END-01, CT-END-02]."""
    most = max(discs_on_line(s, seat) for seat in s.setting.seats)
    if most >= DISCS:
        alone = sum(discs_on_line(s, seat) >= DISCS for seat in s.setting.seats) == 1
        end(s, out, "three-events" if alone else "three-and-nearest", "CT-END-03" if alone else "CT-END-04")
    elif s.round >= ROUNDS:
        end(s, out, *_by_most(most))
    else:
        return False
    return True


def after_instability(s: State, out: Out) -> None:
    """The ruling that a second tie at the constant ends the game [CT-UNSTABLE-05]."""
    end(s, out, "second-instability", "CT-UNSTABLE-05")


def _by_most(most: int) -> tuple[str, str]:
    return ("two-and-nearest", "CT-END-05") if most == 2 else ("most-and-nearest", "CT-END-06")


def end(s: State, out: Out, reason: str, rule: str) -> None:
    """The most events, then the event nearest the constant: always one winner [CT-END-04 … -08]."""
    winner = max(s.setting.seats, key=lambda seat: (discs_on_line(s, seat), -_nearest(s, seat)))
    others = tuple(seat for seat in s.setting.seats if seat != winner)
    s.outcome = Outcome("ranked", reason, rule, ((winner,), others))
    s.queue, s.order, s.played = (), (), ()
    s.agenda.clear()
    out.append(GameEnded(winner, reason))


def _nearest(s: State, seat: int) -> int:
    """The lowest token number is nearest, for the line ascends [CT-PARADOX-16]."""
    return s.control.index(seat) if seat in s.control else len(s.control)


def summary(s: State) -> dict[str, Plain]:
    return {
        "mode": s.setting.options["mode"],
        "players": s.setting.players,
        "result": s.outcome.result if s.outcome else "",
        "cause": s.outcome.rule if s.outcome else "",
        "winner": s.outcome.ranking[0][0] if s.outcome else NOBODY,
        "colour": s.setting.colours[s.outcome.ranking[0][0]] if s.outcome else "",
        "turns": s.round,
        "events": len(s.line),
        "held": [discs_on_line(s, seat) for seat in s.setting.seats],
        "unstable": not s.constant and s.round > 0,
    }
