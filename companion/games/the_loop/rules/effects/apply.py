"""Running an effect: whose pawn is the reference, and what must be tidied up when it is over.

May import: this game.
"""

from __future__ import annotations

from functools import lru_cache

from companion.engine.steps import slotted
from companion.games.the_loop.rules.decks import SweepVortexes, cards_on_vortexes
from companion.games.the_loop.rules.state import NOWHERE, State
from companion.games.the_loop.rules.steps import Out, Step
from companion.games.the_loop.rules.vocabulary import Effect


@lru_cache(maxsize=1 << 10)
def steps_of(effect: Effect) -> tuple[Step, ...]:
    """The steps of a compiled effect, the first one last: each verb is the name of one."""
    return tuple([Step.kinds[verb](*parameters) for verb, *parameters in reversed(effect)])


def apply_effect(s: State, agent: int, card: str, effect: Effect) -> None:
    """Runs an effect with this agent's pawn as the reference [EFF-03, EFF-04], in its printed order
    [TERM-01]."""
    lying = cards_on_vortexes(s) if 1 in s.vortex else ()
    s.agenda.append(EndEffect(s.actor, s.sent, s.drawn, s.running, lying, s.discarded))
    s.actor, s.sent, s.drawn, s.discarded = agent, NOWHERE, NOWHERE, NOWHERE
    s.running += (card,) if card else ()
    s.agenda.extend(steps_of(effect))


def apply_card(s: State, agent: int, card: str) -> None:
    """What a card says, wherever it lies [ACT-08, EFF-03, EFF-04]. Where only those who read it know that,
    they tell what it did, so that missions count."""
    known = s.setting.box.cards[card]
    unread = not known.effect and s.setting.rules >= 2 and (known.text or "hands" in s.setting.by_hand)
    apply_effect(s, agent, card, (("tell-effect", card),) if unread else known.effect)


@slotted
class EndEffect(Step, name="end-effect"):
    """What it made available on a Vortex goes now; what lay there before is the outer effect's [AMB-30]."""

    actor: int
    sent: int
    drawn: int
    running: tuple[str, ...]
    lying: tuple[str, ...]
    discarded: int = NOWHERE

    def do(self, s: State, out: Out) -> None:
        s.actor, s.sent, s.drawn, s.discarded = self.actor, self.sent, self.drawn, self.discarded
        s.running = self.running
        if 1 in s.vortex:
            SweepVortexes(self.lying).do(s, out)  # EFF-05
