"""Solo: one player, two to four agents, one deck [SOLO-01 … SOLO-22].

May import: the contract and this game. Whose turn it is follows from the cards: they are revealed one by
one onto the agents' tiles until one has three [SOLO-09].
"""

from __future__ import annotations

from companion.engine.game import Input, Question

from . import decks
from .agenda import Out, Step, accepts, answers, asks, does, pick
from .happenings import AgentActive, CardDrew, DeckShuffled, LeftToPlayers
from .inputs import PICKS
from .state import HAND, State, hand

DECK = 0
PLAYER = 0


def first_steps() -> tuple[Step, ...]:
    """Instead of hands and a first player [SOLO-06]."""
    return (("reveal-hands",),)


@does("reveal-hands")
def reveal_hands(s: State, out: Out) -> None:
    """Reveal until an agent has three cards; it is active [SOLO-07 … SOLO-09, AMB-38]."""
    agents = tuple(range(len(s.pawns)))
    if not s.setting.tracks_hands:
        out.append(LeftToPlayers("reveal"))
        pick(s, "agent", agents, ("activate",), PLAYER)
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
        pick(s, "agent", full, ("activate",), PLAYER)
        return
    s.agenda.append(("reveal-hands",))
    if s.top[DECK]:
        card = s.top[DECK][-1]  # a card just taken is the first one revealed [SOLO-17]
        s.top[DECK] = s.top[DECK][:-1]
        _turned_over(s, card)
    else:
        s.agenda.append(("reveal-next",))


asks("reveal-next")(lambda s: decks.draw_question(s, s.active, "reveal-hand-card"))
accepts("reveal-next")(lambda s, given, source: decks.other_draw(s, given, source, s.active))


@answers("reveal-next")
def _revealed(s: State, out: Out, given: Input) -> None:
    pile = s.draw[DECK]
    s.draw[DECK] = decks.without(pile, given.card) if given.card in pile else decks.give_way(s, pile)
    _turned_over(s, given.card)


def _turned_over(s: State, card: str) -> None:
    s.revealed += (card,)
    s.agenda.append(("place-card", card))


@asks("place-card")
def _place_card(s: State, card: str) -> Question:
    """A starting card goes to its own agent [SOLO-07, SOLO-22]; any other where the player wants it
    [SOLO-08]."""
    owner, agents = s.setting.box.cards[card].agent, s.setting.agents
    tiles = (agents.index(owner),) if owner in agents else range(len(agents))
    return Question("place-card", PLAYER, tuple(map(PICKS["agent"], tiles)), about=(("card", card),))


@answers("place-card")
def _placed(s: State, out: Out, given: Input, card: str) -> None:
    """The cards on a tile are that agent's hand [SOLO-10]."""
    if card in s.revealed:  # a correction by hand may have put it elsewhere
        s.revealed = decks.without(s.revealed, card)
        s.ready[given.agent] += (card,)
        out.append(CardDrew(given.agent, card))


@does("activate")
def activate(s: State, out: Out, agent: int) -> None:
    s.active = s.actor = agent
    out.append(AgentActive(agent))
