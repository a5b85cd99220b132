"""A turn: its five phases in their order, how it ends, and whose is next [TURN, END].

May import: the contract and this game.
"""

from __future__ import annotations

from companion.engine.steps import slotted

from .actions import BeginActions
from .archive import ArchiveTile, TakeOneCard
from .decks import MakeAvailable
from .duplicates import DrawDuplicates
from .ending import EndCycle, Refill
from .foo import Throw
from .happenings import BatteriesTurned, HandDiscarded, LeftToPlayers, TurnBegan
from .solo import RevealHands
from .state import State, deck_of, hand
from .steps import Out, Step, lose


@slotted
class BeginTurn(Step, name="begin-turn"):
    """A turn's five phases in their fixed order [TURN-02], the first of them mandatory [TURN-04]."""

    def do(self, s: State, out: Out) -> None:
        s.turn += 1
        s.phase, s.loops, s.marks = 1, 0, ()  # LOOP-07, MISSION-23, END-06
        s.actor = s.active
        out.append(TurnBegan(s.turn, s.active))
        s.agenda.extend(reversed(rest_of_turn(s, 1)))


def rest_of_turn(s: State, phase: int) -> tuple[Step, ...]:
    """The steps of a turn from the beginning of a phase on."""
    box = s.setting.box
    phases: tuple[tuple[Step, ...], ...] = (
        (
            DrawDuplicates(box.duplicates_per_cycle[s.cycle - 1], None),  # FOO-02
            MakeAvailable(box.cards_per_cycle[s.cycle - 1], False),  # FOO-05
            *s.setting.mode.foo_steps(s),
            Throw(),
        ),
        (BeginActions(),),
        (BeginPhase(3), TakeOneCard()),
        (BeginPhase(4), ArchiveTile()),
        (EndTurn(),),
    )
    return tuple([step for steps in phases[phase - 1 :] for step in steps])


@slotted
class BeginPhase(Step, name="phase"):
    number: int

    def do(self, s: State, out: Out) -> None:
        s.phase = self.number


@slotted
class EndTurn(Step, name="end-turn"):
    def do(self, s: State, out: Out) -> None:
        s.phase = 5
        agent = s.active
        if s.setting.mega and s.vortex[s.pawns[agent]]:
            lose(s, out, "LOSE-04")  # only the agent whose turn ends is tested [MEGA-02, MEGA-03, AMB-28]
        if not s.full[agent]:  # END-01
            s.full[agent] = True
            out.append(BatteriesTurned(agent, True))
        cards = hand(s, agent)
        if cards:  # END-02
            s.ready[agent] = s.spent[agent] = ()
            s.discard[deck_of(s, agent)] += cards
            out.append(HandDiscarded(agent, cards))
        s.agenda += (NextTurn(), EndCycle())
        agents = len(s.setting.agents)
        if s.setting.solo:
            s.agenda.append(RevealHands())  # SOLO-12
        elif s.setting.tracks_hands:  # END-03: everybody, from the active player on
            for step in reversed(range(agents)):
                s.agenda.append(Refill((agent + step) % agents))
        else:
            out.append(LeftToPlayers("refill"))


@slotted
class NextTurn(Step, name="next-turn"):
    """The next player clockwise [TURN-01, END-06]."""

    def do(self, s: State, out: Out) -> None:
        if not s.setting.solo:
            s.active = (s.active + 1) % len(s.setting.agents)
        s.agenda.append(BeginTurn())
