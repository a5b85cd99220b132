"""Running an effect: whose pawn is the reference, and what must be tidied up when it is over.

May import: this game.
"""

from __future__ import annotations

from companion.games.the_loop.rules.agenda import Out, does
from companion.games.the_loop.rules.decks import cards_on_vortexes, sweep_vortexes
from companion.games.the_loop.rules.state import NOWHERE, State
from companion.games.the_loop.rules.vocabulary import Effect


def apply_effect(s: State, agent: int, card: str, effect: Effect) -> None:
    """Runs an effect with this agent's pawn as the reference [EFF-03, EFF-04], in its printed order
    [TERM-01]."""
    lying = cards_on_vortexes(s) if 1 in s.vortex else ()
    s.agenda.append(("end-effect", s.actor, s.sent, s.drawn, s.running, lying))
    s.actor, s.sent, s.drawn = agent, NOWHERE, NOWHERE
    s.running += (card,) if card else ()
    s.agenda.extend(reversed(effect))


@does("end-effect")
def end_effect(
    s: State, out: Out, actor: int, sent: int, drawn: int, running: tuple[str, ...], lying: tuple[str, ...]
) -> None:
    """What it made available on a Vortex goes now; what lay there before is the outer effect's [AMB-30]."""
    s.actor, s.sent, s.drawn, s.running = actor, sent, drawn, running
    if 1 in s.vortex:
        sweep_vortexes(s, out, lying)  # EFF-05
