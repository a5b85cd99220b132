"""Phase V: the end of a turn, of a cycle, and of a game that is lost [END, CYCLE, LOSE-03, LOSE-04].

May import: the contract and this game.
"""

from __future__ import annotations

from .agenda import Out, does, lose
from .happenings import BatteriesTurned, CycleBegan, HandDiscarded, LeftToPlayers
from .state import HAND, State, deck_of, hand

CYCLES = 3


@does("end-turn")
def end_turn(s: State, out: Out) -> None:
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
    s.agenda += (("next-turn",), ("end-cycle",))
    agents = len(s.setting.agents)
    if s.setting.solo:
        s.agenda.append(("reveal-hands",))  # SOLO-12
    elif s.setting.tracks_hands:  # END-03: everybody, from the active player on
        for step in reversed(range(agents)):
            s.agenda.append(("refill", (agent + step) % agents))
    else:
        out.append(LeftToPlayers("refill"))


@does("refill")
def refill(s: State, out: Out, agent: int) -> None:
    """A player with three cards or more draws nothing [END-04]."""
    missing = HAND - len(hand(s, agent))
    if missing > 0:
        s.agenda.append(("draw-cards", missing, agent))


@does("end-cycle")
def end_cycle(s: State, out: Out) -> None:
    """The seventh Foo card was revealed: its turn was still played in full [CYCLE-01, CYCLE-02]."""
    mode = s.setting.mode
    if not mode.cycle_is_over(s):
        return
    if s.cycle == CYCLES:
        lose(s, out, "LOSE-03")
    s.cycle += 1
    s.seen = ()
    out.append(CycleBegan(s.cycle))
    s.agenda += reversed(mode.new_cycle(s, out))


@does("next-turn")
def next_turn(s: State, out: Out) -> None:
    """The next player clockwise [TURN-01, END-06]."""
    if not s.setting.solo:
        s.active = (s.active + 1) % len(s.setting.agents)
    s.agenda.append(("begin-turn",))
