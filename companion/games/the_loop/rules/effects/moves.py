"""Effects that move or swap pieces, and carry duplicates along [TERM-09 … TERM-12, TERM-18, EFF-12, EFF-13].

May import: this game.
"""

from __future__ import annotations

from companion.games.the_loop.rules import duplicates
from companion.games.the_loop.rules.agenda import Out, does, pick
from companion.games.the_loop.rules.eras import ERAS
from companion.games.the_loop.rules.happenings import AgentMoved
from companion.games.the_loop.rules.state import State, duplicates_on

from .places import others, places


@does("move")
def move(s: State, out: Out, n: int | str, who: str, carry: str | None, up_to: bool) -> None:
    """You, another agent [TERM-05] or any agent [TERM-04]."""
    if who == "me":
        s.agenda.append(("move-agent", n, carry, up_to, s.actor))
    else:
        agents = others(s) if who == "another-agent" else tuple(range(len(s.pawns)))
        pick(s, "agent", agents, ("move-agent", n, carry, up_to))


@does("move-agent")
def move_agent(s: State, out: Out, n: int | str, carry: str | None, up_to: bool, agent: int) -> None:
    """Wherever you want [TERM-12, EFF-18], or exactly that many eras in one direction [TERM-10, AMB-50]."""
    here = s.pawns[agent]
    if n == "anywhere":
        pick(s, "era", tuple(ERAS), ("jump", carry, agent))
        return
    assert isinstance(n, int)
    pick(
        s,
        "era",
        tuple(dict.fromkeys((here + way * steps) % 7 for way, steps in _walks(n, up_to))),
        ("walk-to", n, carry, up_to, agent),
    )


def _walks(n: int, up_to: bool) -> tuple[tuple[int, int], ...]:
    """Every way to go, the shortest first: a direction and a number of eras."""
    return tuple([(way, steps) for steps in (range(n + 1) if up_to else (n,)) for way in (-1, 1)])


@does("walk-to")
def walk_to(s: State, out: Out, n: int, carry: str | None, up_to: bool, agent: int, era: int) -> None:
    here = s.pawns[agent]
    walks = [walk for walk in _walks(n, up_to) if (here + walk[0] * walk[1]) % 7 == era]
    if walks:
        s.agenda.append(("walk", agent, *walks[0], carry, ""))
    else:  # the pawn was set elsewhere by hand while this was being chosen
        s.agenda.append(("land-with", agent, era, ""))


@does("walk")
def walk(s: State, out: Out, agent: int, way: int, steps: int, carry: str | None, held: str) -> None:
    """Era by era; a duplicate may be picked up and put down on the way, once [TERM-18, EFF-12]."""
    if not steps:
        return
    here = s.pawns[agent]
    liftable = () if carry is None or (carry == "vortex" and not s.vortex[here]) else duplicates_on(s, here)
    if held in s.dups:
        pick(s, "option", (1, 0), ("carry-on", agent, way, steps, held))
    elif liftable:  # EFF-13: with "vortex" only from a Vortex era
        pick(s, "duplicate", (*liftable, ""), ("step", agent, way, steps, carry))
    else:
        s.agenda.append(("step", agent, way, steps, carry, ""))


@does("carry-on")
def carry_on(s: State, out: Out, agent: int, way: int, steps: int, held: str, on: int) -> None:
    s.agenda.append(("step", agent, way, steps, None, held if on else ""))


@does("step")
def step(s: State, out: Out, agent: int, way: int, steps: int, carry: str | None, held: str) -> None:
    era = s.pawns[agent] = (s.pawns[agent] + way) % 7
    out.append(AgentMoved(agent, era))
    s.agenda.append(("walk", agent, way, steps - 1, None if held else carry, held))
    if held:
        duplicates.move(s, out, held, era)  # destroyed on entering its era, on the way too [AMB-27]


@does("jump")
def jump(s: State, out: Out, carry: str | None, agent: int, era: int) -> None:
    here = s.pawns[agent]
    liftable = () if carry is None or (carry == "vortex" and not s.vortex[here]) else duplicates_on(s, here)
    if liftable and era != here:
        pick(s, "duplicate", (*liftable, ""), ("land-with", agent, era))
    else:
        s.agenda.append(("land-with", agent, era, ""))


@does("land-with")
def land_with(s: State, out: Out, agent: int, era: int, held: str) -> None:
    s.pawns[agent] = era
    out.append(AgentMoved(agent, era))
    if held:
        duplicates.move(s, out, held, era)


@does("swap")
def swap(s: State, out: Out, what: str, place: str | None, other: str | None) -> None:
    """Two pieces exchange their places [TERM-11]."""
    if what == "agent":
        pick(s, "agent", others(s), ("swap-agents", s.actor))
        return
    assert place is not None
    near = tuple([token for token, era in s.dups.items() if era in places(s, place)])
    if what == "agent-duplicate":
        pick(s, "duplicate", near, ("swap-with", s.actor))
    else:
        assert other is not None
        pick(s, "duplicate", near, ("swap-first", other))


@does("swap-agents")
def swap_agents(s: State, out: Out, one: int, other: int) -> None:
    s.pawns[one], s.pawns[other] = s.pawns[other], s.pawns[one]
    out += (AgentMoved(one, s.pawns[one]), AgentMoved(other, s.pawns[other]))


@does("swap-with")
def swap_with(s: State, out: Out, agent: int, token: str) -> None:
    if token in s.dups:
        here = s.pawns[agent]
        s.pawns[agent] = s.dups[token]
        out.append(AgentMoved(agent, s.pawns[agent]))
        duplicates.move(s, out, token, here)


@does("swap-first")
def swap_first(s: State, out: Out, other: str, one: str) -> None:
    far = places(s, other)
    pick(
        s,
        "duplicate",
        tuple([token for token, era in s.dups.items() if era in far and token != one]),
        ("swap-duplicates", one),
    )


@does("swap-duplicates")
def swap_duplicates(s: State, out: Out, one: str, other: str) -> None:
    if one in s.dups and other in s.dups:
        here, there = s.dups[one], s.dups[other]
        s.agenda += (("bring", here, other), ("bring", there, one))  # whatever the first sets off comes first


@does("bring")
def bring(s: State, out: Out, era: int, token: str) -> None:
    duplicates.move(s, out, token, era)
