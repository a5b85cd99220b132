"""Effects that move or swap pieces, and carry duplicates along [TERM-09 … TERM-12, TERM-18, EFF-12, EFF-13].

May import: this game.
"""

from __future__ import annotations

from companion.engine.steps import slotted
from companion.games.the_loop.rules import duplicates
from companion.games.the_loop.rules.eras import ERAS
from companion.games.the_loop.rules.happenings import AgentMoved
from companion.games.the_loop.rules.state import NOWHERE, State, duplicates_on
from companion.games.the_loop.rules.steps import OPEN, Out, Step, pick

from .places import others, places


@slotted
class MoveSomebody(Step, name="move"):
    """You, another agent [TERM-05] or any agent [TERM-04]."""

    n: int | str
    who: str
    carry: str | None
    up_to: bool

    def do(self, s: State, out: Out) -> None:
        if self.who == "me":
            s.agenda.append(MoveAgent(self.n, self.carry, self.up_to, s.actor))
        elif self.who == "each-agent":  # you first, then around the table
            seats = range(s.actor, s.actor + len(s.pawns))
            movers = [MoveAgent(self.n, self.carry, self.up_to, seat % len(s.pawns)) for seat in seats]
            s.agenda.extend(reversed(movers))
        else:
            agents = others(s) if self.who == "another-agent" else tuple(range(len(s.pawns)))
            pick(s, self, "agent", agents, MoveAgent(self.n, self.carry, self.up_to))


@slotted
class MoveAgent(Step, name="move-agent"):
    """Wherever you want [TERM-12, EFF-18], to Dr Foo, to whoever applies it, or exactly that many eras in one
    direction [TERM-10, AMB-50]."""

    n: int | str
    carry: str | None
    up_to: bool
    agent: int = OPEN

    def do(self, s: State, out: Out) -> None:
        here = s.pawns[self.agent]
        if self.n == "anywhere":
            pick(s, self, "era", tuple(ERAS), Jump(self.carry, self.agent))
            return
        if isinstance(self.n, str):
            goal = {"foo": s.foo, "here": s.pawns[s.actor]}[self.n]
            if goal not in (here, NOWHERE):
                s.agenda.append(Jump(self.carry, self.agent, goal))
            return
        pick(
            s,
            self,
            "era",
            tuple(dict.fromkeys((here + way * steps) % 7 for way, steps in _walks(self.n, self.up_to))),
            WalkTo(self.n, self.carry, self.up_to, self.agent),
        )


def _walks(n: int, up_to: bool) -> tuple[tuple[int, int], ...]:
    """Every way to go, the shortest first: a direction and a number of eras."""
    return tuple([(way, steps) for steps in (range(n + 1) if up_to else (n,)) for way in (-1, 1)])


@slotted
class WalkTo(Step, name="walk-to"):
    n: int
    carry: str | None
    up_to: bool
    agent: int
    era: int = OPEN

    def do(self, s: State, out: Out) -> None:
        here = s.pawns[self.agent]
        walks = [walk for walk in _walks(self.n, self.up_to) if (here + walk[0] * walk[1]) % 7 == self.era]
        if walks:
            s.agenda.append(Walk(self.agent, *walks[0], self.carry, ""))
        else:  # the pawn was set elsewhere by hand while this was being chosen
            s.agenda.append(LandWith(self.agent, self.era, ""))


@slotted
class Walk(Step, name="walk"):
    """Era by era; a duplicate may be picked up and put down on the way, once [TERM-18, EFF-12]."""

    agent: int
    way: int
    steps: int
    carry: str | None
    held: str

    def do(self, s: State, out: Out) -> None:
        if not self.steps:
            return
        here = s.pawns[self.agent]
        liftable = (
            ()
            if self.carry is None or (self.carry == "vortex" and not s.vortex[here])
            else duplicates_on(s, here)
        )
        if self.held in s.dups:
            pick(s, self, "option", (1, 0), CarryOn(self.agent, self.way, self.steps, self.held))
        elif liftable:  # EFF-13: with "vortex" only from a Vortex era
            step = WalkOneEra(self.agent, self.way, self.steps, self.carry)
            pick(s, self, "duplicate", (*liftable, ""), step)
        else:
            s.agenda.append(WalkOneEra(self.agent, self.way, self.steps, self.carry, ""))


@slotted
class CarryOn(Step, name="carry-on"):
    agent: int
    way: int
    steps: int
    held: str
    on: int = OPEN

    def do(self, s: State, out: Out) -> None:
        s.agenda.append(WalkOneEra(self.agent, self.way, self.steps, None, self.held if self.on else ""))


@slotted
class WalkOneEra(Step, name="step"):
    agent: int
    way: int
    steps: int
    carry: str | None
    held: str = ""

    def do(self, s: State, out: Out) -> None:
        era = s.pawns[self.agent] = (s.pawns[self.agent] + self.way) % 7
        out.append(AgentMoved(self.agent, era))
        s.agenda.append(
            Walk(self.agent, self.way, self.steps - 1, None if self.held else self.carry, self.held)
        )
        if self.held:
            duplicates.move(s, out, self.held, era)  # destroyed on entering its era, on the way too [AMB-27]


@slotted
class Jump(Step, name="jump"):
    carry: str | None
    agent: int
    era: int = OPEN

    def do(self, s: State, out: Out) -> None:
        here = s.pawns[self.agent]
        liftable = (
            ()
            if self.carry is None or (self.carry == "vortex" and not s.vortex[here])
            else duplicates_on(s, here)
        )
        if liftable and self.era != here:
            pick(s, self, "duplicate", (*liftable, ""), LandWith(self.agent, self.era))
        else:
            s.agenda.append(LandWith(self.agent, self.era, ""))


@slotted
class LandWith(Step, name="land-with"):
    agent: int
    era: int
    held: str = ""

    def do(self, s: State, out: Out) -> None:
        s.pawns[self.agent] = self.era
        out.append(AgentMoved(self.agent, self.era))
        if self.held:
            duplicates.move(s, out, self.held, self.era)


@slotted
class Swap(Step, name="swap"):
    """Two pieces exchange their places [TERM-11]."""

    what: str
    place: str | None
    other: str | None

    def do(self, s: State, out: Out) -> None:
        if self.what == "agent":
            pick(s, self, "agent", others(s), SwapAgents(s.actor))
            return
        assert self.place is not None
        near = tuple([token for token, era in s.dups.items() if era in places(s, self.place)])
        if self.what == "agent-duplicate":
            pick(s, self, "duplicate", near, SwapWith(s.actor))
        else:
            assert self.other is not None
            pick(s, self, "duplicate", near, SwapFirst(self.other))


@slotted
class SwapAgents(Step, name="swap-agents"):
    one: int
    other: int = OPEN

    def do(self, s: State, out: Out) -> None:
        s.pawns[self.one], s.pawns[self.other] = s.pawns[self.other], s.pawns[self.one]
        out += (AgentMoved(self.one, s.pawns[self.one]), AgentMoved(self.other, s.pawns[self.other]))


@slotted
class SwapWith(Step, name="swap-with"):
    agent: int
    token: str = ""

    def do(self, s: State, out: Out) -> None:
        if self.token in s.dups:
            here = s.pawns[self.agent]
            s.pawns[self.agent] = s.dups[self.token]
            out.append(AgentMoved(self.agent, s.pawns[self.agent]))
            duplicates.move(s, out, self.token, here)


@slotted
class SwapFirst(Step, name="swap-first"):
    other: str
    one: str = ""

    def do(self, s: State, out: Out) -> None:
        far = places(s, self.other)
        pick(
            s,
            self,
            "duplicate",
            tuple([token for token, era in s.dups.items() if era in far and token != self.one]),
            SwapDuplicates(self.one),
        )


@slotted
class SwapDuplicates(Step, name="swap-duplicates"):
    one: str
    other: str = ""

    def do(self, s: State, out: Out) -> None:
        if self.one in s.dups and self.other in s.dups:
            here, there = s.dups[self.one], s.dups[self.other]
            if s.setting.rules >= 2:  # they change places at once; only then does a Duplicate go home
                s.dups[self.one], s.dups[self.other] = there, here
            s.agenda += (
                Bring(here, self.other),
                Bring(there, self.one),
            )  # whatever the first sets off comes first


@slotted
class Bring(Step, name="bring"):
    era: int
    token: str

    def anew(self, s: State) -> Bring | None:
        """It stands there already; where it was set elsewhere meanwhile, it stays."""
        return self if s.dups.get(self.token) == self.era or s.setting.rules < 2 else None

    def do(self, s: State, out: Out) -> None:
        duplicates.move(s, out, self.token, self.era)
