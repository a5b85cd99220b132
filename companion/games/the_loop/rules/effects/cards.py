"""Effects on cards: draw, discard, destroy, take, and apply a card from elsewhere [TERM-23, EFF-03, EFF-04,
EFF-08, EFF-11].

May import: this game.
"""

from __future__ import annotations

from companion.engine.game import CHANCE, Question
from companion.engine.steps import slotted
from companion.games.the_loop.rules import decks
from companion.games.the_loop.rules.decks import DrawCards
from companion.games.the_loop.rules.happenings import (
    CardDrew,
    CardsReadied,
    CardUsed,
    HandsMixed,
    LeftToPlayers,
)
from companion.games.the_loop.rules.inputs import CardDrawn, card_drawn
from companion.games.the_loop.rules.state import State, deck_of, hand
from companion.games.the_loop.rules.steps import OPEN, Ask, Out, Step, pick

from .apply import apply_card
from .places import others


@slotted
class Draw(Step, name="draw"):
    n: int
    who: str

    def do(self, s: State, out: Out) -> None:
        if self.who == "me":
            s.agenda.append(DrawCards(self.n, s.actor))
        elif self.who == "another-agent":
            pick(s, self, "agent", others(s), DrawCards(self.n))
        else:
            s.agenda.append(DrawAll(self.n, tuple(range(len(s.pawns)))))


@slotted
class DrawAll(Step, name="draw-all"):
    """Several players draw, one after another, in an order they choose [EFF-08]."""

    n: int
    left: tuple[int, ...]

    def do(self, s: State, out: Out) -> None:
        pick(s, self, "agent", self.left, DrawNext(self.n, self.left))


@slotted
class DrawNext(Step, name="draw-next"):
    n: int
    left: tuple[int, ...]
    agent: int = OPEN

    def do(self, s: State, out: Out) -> None:
        s.agenda += (
            DrawAll(self.n, tuple([other for other in self.left if other != self.agent])),
            DrawCards(self.n, self.agent),
        )


def untracked(s: State, out: Out, what: str) -> bool:
    """Whether this part needs cards that stay on the table; the players are told that it is theirs."""
    if s.setting.tracks_hands:
        return False
    out.append(LeftToPlayers(what))
    return True


@slotted
class Discard(Step, name="discard"):
    n: int

    def do(self, s: State, out: Out) -> None:
        if not untracked(s, out, "discard"):
            s.agenda.extend([DiscardOne(s.actor)] * self.n)


@slotted
class DiscardOne(Step, name="discard-one"):
    """It may be exhausted, and it may be the card in use [EFF-11]."""

    agent: int

    def do(self, s: State, out: Out) -> None:
        pick(s, self, "card", hand(s, self.agent), DiscardIt(self.agent))


@slotted
class DiscardIt(Step, name="discard-it"):
    agent: int
    card: str = ""

    def do(self, s: State, out: Out) -> None:
        if decks.out_of_hand(s, self.agent, self.card):
            decks.discard(s, out, self.agent, self.card)
            s.discarded = decks.era_of(s, self.card)


@slotted
class Ready(Step, name="ready"):
    """Exhausted cards of your hand can be used again, as after a LOOP [CARD-06]."""

    n: int

    def do(self, s: State, out: Out) -> None:
        if not untracked(s, out, "ready"):
            s.agenda.extend([ReadyOne(s.actor)] * self.n)


@slotted
class ReadyOne(Step, name="ready-one"):
    """Not the card in use: it is exhausted by being used."""

    agent: int

    def do(self, s: State, out: Out) -> None:
        cards = tuple([card for card in s.spent[self.agent] if card not in s.running])
        pick(s, self, "card", cards, ReadyIt(self.agent))


@slotted
class ReadyIt(Step, name="ready-it"):
    agent: int
    card: str = ""

    def do(self, s: State, out: Out) -> None:
        if self.card in s.spent[self.agent]:
            s.spent[self.agent] = decks.without(s.spent[self.agent], self.card)
            s.ready[self.agent] += (self.card,)
            out.append(CardsReadied(self.agent, (self.card,)))


@slotted
class DestroyCard(Step, name="destroy-card"):
    n: int
    origin: str

    def do(self, s: State, out: Out) -> None:
        if self.origin == "available" or not untracked(s, out, "destroy-card"):
            s.agenda.extend([DestroyCardOne(self.origin)] * self.n)


@slotted
class DestroyCardOne(Step, name="destroy-card-one"):
    origin: str

    def do(self, s: State, out: Out) -> None:
        pick(s, self, "card", _origin(s, self.origin), DestroyCardIt(self.origin))


@slotted
class DestroyCardIt(Step, name="destroy-card-it"):
    origin: str
    card: str = ""

    def do(self, s: State, out: Out) -> None:
        if _take_from(s, self.origin, self.card):
            decks.destroy(s, out, self.card)


@slotted
class AddToDeck(Step, name="add-to-deck"):
    n: int
    origin: str

    def do(self, s: State, out: Out) -> None:
        s.agenda.extend([AddToDeckOne(self.origin)] * self.n)


@slotted
class AddToDeckOne(Step, name="add-to-deck-one"):
    origin: str

    def do(self, s: State, out: Out) -> None:
        pick(s, self, "card", _origin(s, self.origin), AddToDeckIt(self.origin))


@slotted
class AddToDeckIt(Step, name="add-to-deck-it"):
    origin: str
    card: str = ""

    def do(self, s: State, out: Out) -> None:
        if _take_from(s, self.origin, self.card):
            decks.add_to_deck(s, out, s.actor, self.card)


def _origin(s: State, origin: str) -> tuple[str, ...]:
    """The cards that an effect can choose from."""
    if origin == "hand":
        return hand(s, s.actor)
    if origin == "available":
        return tuple(dict.fromkeys(s.available[s.pawns[s.actor]]))
    if origin == "discard":
        return s.discard[deck_of(s, s.actor)]
    return s.destroyed[-1:]


def _take_from(s: State, origin: str, card: str, agent: int | None = None) -> bool:
    """Whether it was still there: a correction by hand, or its own effect, may have moved it."""
    agent = s.actor if agent is None else agent
    if origin == "hand":
        return decks.out_of_hand(s, agent, card)
    if origin == "available":
        era = decks.era_of(s, card)
        if card not in s.available[era]:
            return False
        s.available[era] = decks.without(s.available[era], card)
        return True
    if origin == "discard":
        deck = deck_of(s, agent)
        there, s.discard[deck] = s.discard[deck], decks.without(s.discard[deck], card)
    else:  # others may have been laid on it while its effect ran
        there, s.destroyed = s.destroyed, _without_last(s.destroyed, card)
    return card in there


def _without_last(pile: tuple[str, ...], card: str) -> tuple[str, ...]:
    return decks.without(pile[::-1], card)[::-1]


@slotted
class ApplyCard(Step, name="apply-card"):
    """The effect of a card that is not in your hand [EFF-03], or of one in another agent's [EFF-04]."""

    origin: str
    after: str

    def do(self, s: State, out: Out) -> None:
        if self.origin == "hand-of-another":
            if untracked(s, out, "apply-card"):
                return
            holders = tuple([agent for agent in others(s) if _usable(s, agent, self.after)])
            pick(s, self, "agent", holders, ApplyTheirs(self.after))
        elif self.origin == "available" or not untracked(s, out, "apply-card"):
            known = tuple(
                [card for card in _origin(s, self.origin) if card not in s.running and card[0] != "?"]
            )
            pick(s, self, "card", known, ApplyIt(self.origin, self.after))


@slotted
class ApplyTheirs(Step, name="apply-theirs"):
    after: str
    agent: int = OPEN

    def do(self, s: State, out: Out) -> None:
        pick(s, self, "card", _usable(s, self.agent, self.after), ApplyFromHand(self.after, self.agent))


def _usable(s: State, agent: int, after: str) -> tuple[str, ...]:
    """A card that stays in hand is exhausted by it, so it must be ready [AMB-41]; none is applied inside
    itself."""
    cards = s.ready[agent] if after == "keep" else hand(s, agent)
    return tuple([card for card in cards if card not in s.running])


@slotted
class ApplyFromHand(Step, name="apply-from-hand"):
    after: str
    agent: int
    card: str = ""

    def do(self, s: State, out: Out) -> None:
        if not decks.out_of_hand(s, self.agent, self.card):
            return
        out.append(CardUsed(self.agent, self.card))
        if self.after == "keep" or s.setting.rules >= 2:
            s.spent[self.agent] += (self.card,)
            s.agenda.append(AfterApplying("hand", self.after, self.agent, self.card))
        elif self.after == "discard":
            decks.discard(s, out, self.agent, self.card)
        else:
            decks.destroy(s, out, self.card)
        apply_card(s, self.agent, self.card)


@slotted
class AfterApplying(Step, name="after-applying"):
    """ "Apply, then discard" or "destroy" in that order: until its effect is over the card lies where it lay;
    an effect may have taken it away itself [EFF-11]."""

    origin: str
    after: str
    agent: int
    card: str

    def do(self, s: State, out: Out) -> None:
        if self.after == "keep" or not _take_from(s, self.origin, self.card, self.agent):
            return
        if self.after == "discard":
            decks.discard(s, out, self.agent, self.card)
        else:
            decks.destroy(s, out, self.card)


@slotted
class ApplyIt(Step, name="apply-it"):
    origin: str
    after: str
    card: str = ""

    def do(self, s: State, out: Out) -> None:
        after = AfterApplying(self.origin, self.after, s.actor, self.card)
        if s.setting.rules < 2:
            after.do(s, out)
        out.append(CardUsed(s.actor, self.card))
        if s.setting.rules >= 2:
            s.agenda.append(after)
        apply_card(s, s.actor, self.card)


@slotted
class MixHands(Step, name="mix-hands"):
    """All hands are mixed and dealt again, as many to each as before, to keep [UMC-01, AMB-39]."""

    whose: str

    def do(self, s: State, out: Out) -> None:
        if untracked(s, out, "mix-hands"):
            return
        counts = tuple([len(hand(s, agent)) for agent in range(len(s.pawns))])
        mixed = tuple(sorted(card for agent in range(len(s.pawns)) for card in hand(s, agent)))
        for agent in range(len(s.pawns)):
            s.ready[agent] = s.spent[agent] = ()
        out.append(HandsMixed(len(mixed)))
        s.revealed = mixed
        for agent in reversed(range(len(counts))):
            s.agenda += [DealCard(agent)] * counts[agent]


@slotted
class DealCard(Ask[CardDrawn], name="deal"):
    agent: int

    def ask(self, s: State) -> tuple[Question, ...]:
        return (
            Question(
                "deal-card",
                CHANCE,
                tuple(map(card_drawn, s.revealed)),
                stream="hands",
                about=(("agent", self.agent),),
            ),
        )

    def answer(self, s: State, out: Out, given: CardDrawn) -> None:
        s.revealed = decks.without(s.revealed, given.card)
        s.ready[self.agent] += (given.card,)
        out.append(CardDrew(self.agent, given.card))
