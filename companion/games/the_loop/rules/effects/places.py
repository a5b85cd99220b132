"""Where an effect acts, seen from the acting pawn [TERM-06 … TERM-14].

May import: this game.
"""

from __future__ import annotations

from companion.games.the_loop.rules.eras import ADJACENT, ERAS, NEXT, PREV
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.rules.steps import Step, pick


def others(s: State) -> tuple[int, ...]:
    """Another agent: anyone but you [TERM-05]."""
    return tuple([agent for agent in range(len(s.pawns)) if agent != s.actor])


def places(s: State, place: str) -> tuple[int, ...]:
    """The eras that a place names now, seen from the acting pawn [ACT-12]."""
    here = s.pawns[s.actor]
    if place == "here":
        return (here,)
    if place in ("adjacent", "each-adjacent"):
        return ADJACENT[here]
    if place == "next":
        return (NEXT[here],)
    if place == "previous":
        return (PREV[here],)
    if place in ("a-vortex", "every-vortex"):
        return tuple([era for era in ERAS if s.vortex[era]])  # TERM-13
    if place == "anywhere":
        return tuple(ERAS)
    if place == "another-agent":
        return tuple(sorted({s.pawns[agent] for agent in others(s)}))  # EFF-07: your own era, too
    if place == "each-foo-neighbour":
        return ADJACENT[s.foo] if s.foo >= 0 else ()
    if place in ("any-agent", "each-agent"):
        return tuple(sorted(set(s.pawns)))
    era = {"foo": s.foo, "sent": s.sent, "drawn": s.drawn, "discarded": s.discarded}[place]
    return (era,) if era >= 0 else ()  # EFF-14: nothing was sent, nothing happens


FIXED = ("here", "previous", "next", "foo")
"""Places that name one era, whatever anybody chooses."""


def era_now(s: State, place: str, era: int) -> int:
    """Where such a place is by now: a pawn may have been set right since; any other stays as chosen."""
    return places(s, place)[0] if place in FIXED and s.setting.rules >= 2 and places(s, place) else era


EACH = ("each-adjacent", "every-vortex", "each-agent", "each-foo-neighbour")


def at(s: State, by: Step, place: str, then: Step) -> None:
    """Puts `then` on the agenda with the era as its last field: for each era, or for the one that is
    chosen."""
    eras = places(s, place)
    if place in EACH:
        for era in reversed(eras):
            s.agenda.append(then.copy().choose(era))
    else:
        pick(s, by, "era", eras, then)
