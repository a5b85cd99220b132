"""Solo: one player, two to four agents, one deck [SOLO-01 … SOLO-22].

May import: the contract and this game. Whose turn it is follows from the cards: they are revealed one by
one onto the agents' tiles until one has three [SOLO-09].
"""

from __future__ import annotations

from typing import Any

from companion.engine.game import Question, Refusal, Source
from companion.engine.steps import slotted

from . import decks
from .happenings import AgentActive, CardDrew, DeckShuffled, LeftToPlayers
from .inputs import PICKS, CardDrawn, PickAgent
from .state import HAND, State, hand
from .steps import OPEN, Ask, Out, Step, pick

DECK = 0
PLAYER = 0


def first_steps() -> tuple[Step, ...]:
    """Instead of hands and a first player [SOLO-06]."""
    return (RevealHands(),)


@slotted
class RevealHands(Step, name="reveal-hands"):
    """Reveal until an agent has three cards; it is active [SOLO-07 … SOLO-09, AMB-38]."""

    def do(self, s: State, out: Out) -> None:
        agents = tuple(range(len(s.pawns)))
        if not s.setting.tracks_hands:
            out.append(LeftToPlayers("reveal"))
            pick(s, self, "agent", agents, Activate(), PLAYER)
            return
        full = tuple(agent for agent in agents if len(hand(s, agent)) >= HAND)
        if not full and not s.top[DECK] and not s.draw[DECK]:
            if s.discard[DECK]:  # SOLO-16
                s.draw[DECK], s.discard[DECK] = tuple(sorted(s.discard[DECK])), ()
                out.append(DeckShuffled(s.active))
            else:  # nobody can get three: the fullest hand plays
                most = max(len(hand(s, agent)) for agent in agents)
                full = tuple(agent for agent in agents if len(hand(s, agent)) == most)
        if full:
            pick(s, self, "agent", full, Activate(), PLAYER)
            return
        s.agenda.append(RevealHands())
        if s.top[DECK]:
            card = s.top[DECK][-1]  # a card just taken is the first one revealed [SOLO-17]
            s.top[DECK] = s.top[DECK][:-1]
            _turned_over(s, card)
        else:
            s.agenda.append(RevealNext())


@slotted
class RevealNext(Ask[CardDrawn], name="reveal-next"):
    def ask(self, s: State) -> tuple[Question, ...]:
        return (decks.draw_question(s, s.active, "reveal-hand-card"),)

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        return decks.other_draw(s, given)

    def answer(self, s: State, out: Out, given: CardDrawn) -> None:
        s.draw[DECK] = decks.less(s, s.draw[DECK], given.card)
        _turned_over(s, given.card)


def _turned_over(s: State, card: str) -> None:
    s.revealed += (card,)
    s.agenda.append(PlaceCard(card))


@slotted
class PlaceCard(Ask[PickAgent], name="place-card"):
    card: str

    def ask(self, s: State) -> tuple[Question, ...]:
        """A starting card goes to its own agent [SOLO-07, SOLO-22]; any other where the player wants it
        [SOLO-08]."""
        owner, agents = s.setting.box.cards[self.card].agent, s.setting.agents
        tiles = (agents.index(owner),) if owner in agents else range(len(agents))
        return (
            Question("place-card", PLAYER, tuple(map(PICKS["agent"], tiles)), about=(("card", self.card),)),
        )

    def answer(self, s: State, out: Out, given: PickAgent) -> None:
        """The cards on a tile are that agent's hand [SOLO-10]."""
        if self.card in s.revealed:  # a correction by hand may have put it elsewhere
            s.revealed = decks.without(s.revealed, self.card)
            s.ready[given.agent] += (self.card,)
            out.append(CardDrew(given.agent, self.card))


@slotted
class Activate(Step, name="activate"):
    agent: int = OPEN

    def do(self, s: State, out: Out) -> None:
        s.active = s.actor = self.agent
        out.append(AgentActive(self.agent))
