"""Where an effect acts, seen from the acting pawn [TERM-06 … TERM-14].

May import: this game.
"""

from __future__ import annotations

from typing import Any

from companion.engine.steps import slotted
from companion.games.the_loop.rules.eras import ADJACENT, ERAS, NEXT, PREV
from companion.games.the_loop.rules.state import NOWHERE, State
from companion.games.the_loop.rules.steps import Out, Step, pick


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
    if place == "each-agent" and s.setting.rules >= 2:
        return tuple([era for seat in SEATS for era in places(s, seat)])
    if place in ("any-agent", "each-agent"):
        return tuple(sorted(set(s.pawns)))
    if place in SINGLE:
        return _single(s, place)
    era = {"foo": s.foo, "sent": s.sent, "drawn": s.drawn, "discarded": s.discarded}[place]
    return (era,) if era >= 0 else ()  # EFF-14: nothing was sent, nothing happens


SEATS = ("agent-0", "agent-1", "agent-2", "agent-3")
"""Where each agent stands, you first and then around the table; empty where an earlier one stands, too."""
VORTEXES = tuple(f"vortex-{era}" for era in ERAS)
EACH = {
    "each-adjacent": ("previous", "next"),
    "each-foo-neighbour": ("before-foo", "after-foo"),
    "each-agent": SEATS,
    "every-vortex": VORTEXES,
}
"""The places of one era, or of none, that such a place is made of."""
SINGLE = frozenset(("before-foo", "after-foo", *SEATS, *VORTEXES))
FIXED = ("here", "previous", "next", "foo")
"""Places that name one era, whatever anybody chooses."""


def _single(s: State, place: str) -> tuple[int, ...]:
    if place in VORTEXES:
        era = VORTEXES.index(place)
        return (era,) if s.vortex[era] else ()
    if place in SEATS:
        seat, around = SEATS.index(place), [*s.pawns[s.actor :], *s.pawns[: s.actor]]
        return tuple([era for era in around[seat : seat + 1] if era not in around[:seat]])
    if s.foo < 0:
        return ()
    return (PREV[s.foo],) if place == "before-foo" else (NEXT[s.foo],)


def era_now(s: State, place: str, era: int) -> int:
    """Where such a place is by now: a pawn may have been set right since; any other stays as chosen."""
    if s.setting.rules < 2:
        return era
    if place in SINGLE:
        return next(iter(places(s, place)), NOWHERE)
    return places(s, place)[0] if place in FIXED and places(s, place) else era


def at(s: State, by: Step, place: str, then: Step) -> None:
    """Puts `then` on the agenda with the era as its last field: for each era, or for the one that is
    chosen."""
    if place not in EACH:
        pick(s, by, "era", places(s, place), then)
    elif s.setting.rules >= 2:
        s.agenda.extend([There(single, then.copy()) for single in reversed(EACH[place])])
    else:
        s.agenda.extend([then.copy().choose(era) for era in reversed(places(s, place))])


@slotted
class There(Step, name="there"):
    """At one era of several, wherever that is by the time that its turn comes."""

    place: str
    then: Step

    def do(self, s: State, out: Out) -> None:
        s.agenda.extend(self.now(s))

    def now(self, s: State) -> list[Step]:
        """What it comes to as the table stands: one step, or none."""
        steps = [self.then.copy().choose(era) for era in places(s, self.place)]
        for step in steps:
            if "place" in step.fields:  # what it asks about follows, too
                step.place = self.place  # type: ignore[attr-defined]
        return steps

    @classmethod
    def restored(cls, *fields: Any) -> There:
        place, then = fields
        return cls(place, Step.read(then))
