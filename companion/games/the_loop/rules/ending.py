"""Phase V: new cards, and the end of a cycle and of a game that takes too long [END-03, CYCLE, LOSE-03].

May import: the contract and this game.
"""

from __future__ import annotations

from companion.engine.steps import slotted

from .decks import DrawCards
from .happenings import CycleBegan
from .state import HAND, State, hand
from .steps import Out, Step, lose

CYCLES = 3


@slotted
class Refill(Step, name="refill"):
    """A player with three cards or more draws nothing [END-04]."""

    agent: int

    def do(self, s: State, out: Out) -> None:
        missing = HAND - len(hand(s, self.agent))
        if missing > 0:
            s.agenda.append(DrawCards(missing, self.agent))


@slotted
class EndCycle(Step, name="end-cycle"):
    """The seventh Foo card was revealed: its turn was still played in full [CYCLE-01, CYCLE-02]."""

    def do(self, s: State, out: Out) -> None:
        mode = s.setting.mode
        if not mode.cycle_is_over(s):
            return
        if s.cycle == CYCLES:
            lose(s, out, "LOSE-03")
        s.agenda += (NextCycle(), *reversed(mode.new_cycle(s, out)))


@slotted
class NextCycle(Step, name="next-cycle"):
    """The pile goes on to the next space when all else of the old cycle is done [CYCLE-01, ULTRA-08]."""

    def do(self, s: State, out: Out) -> None:
        s.cycle = min(s.cycle + 1, CYCLES)  # it may have been moved on by hand meanwhile
        s.seen = ()
        out.append(CycleBegan(s.cycle))
