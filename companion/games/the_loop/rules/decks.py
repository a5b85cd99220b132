"""Cards: personal decks, available cards, the Huge Deck and the Destroyed Cards pile [CARD-01 … CARD-18].

May import: the contract and this game. No pile has a hidden order: a draw pile is its known top cards and an
unordered rest, and a card is asked of chance at the moment it is turned over.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.engine.game import CHANCE, Question, Refusal, Source
from companion.engine.steps import slotted

from .eras import ERAS
from .happenings import (
    CardAdded,
    CardAvailable,
    CardDestroyed,
    CardDiscarded,
    CardDrew,
    DeckShuffled,
    HugeDeckRebuilt,
    LeftToPlayers,
)
from .inputs import CardDrawn, CardRevealed, card_drawn, card_revealed
from .state import State, deck_of
from .steps import OPEN, Ask, Out, Step, pick

UNKNOWN = tuple(f"?{era}" for era in ERAS)
"""Cards of which only the era is known: the Huge Deck stays on the table."""


def era_of(s: State, card: str) -> int:
    """The Original Era of a card [TERM-22, AMB-23]."""
    return int(card[1]) if card[0] == "?" else s.setting.box.cards[card].era


def without(pile: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The pile less one copy of the card."""
    if card not in pile:
        return pile
    at = pile.index(card)
    return pile[:at] + pile[at + 1 :]


# -- the Huge Deck ----------------------------------------------------------------------------------------


def rebuild_if_empty(s: State, out: Out) -> None:
    """An empty Huge Deck is made of the Destroyed Cards pile [CARD-14]."""
    if not s.huge and s.destroyed and s.setting.tracks_huge:
        s.huge, s.destroyed = tuple(sorted(s.destroyed)), ()
        out.append(HugeDeckRebuilt(len(s.huge)))


@slotted
class MakeAvailable(Step, name="make-available"):
    """Turn over the top of the Huge Deck, once per card [FOO-06]."""

    cards: int
    in_effect: bool = True

    def do(self, s: State, out: Out) -> None:
        if self.cards and not s.setting.light:
            s.agenda += (
                MakeAvailable(self.cards - 1, self.in_effect),
                RevealCard("available", self.in_effect),
            )
            rebuild_if_empty(s, out)


@slotted
class RevealCard(Ask[CardRevealed], name="reveal-card"):
    purpose: str
    in_effect: bool

    def ask(self, s: State) -> tuple[Question, ...]:
        pile = s.huge if s.setting.tracks_huge else UNKNOWN
        return (
            Question(
                "reveal-card",
                CHANCE,
                tuple(map(card_revealed, pile)),
                stream="huge",
                about=(("for", self.purpose),),
                open=bool(pile) and "huge" in s.setting.by_hand,
            ),
        )

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        """A card seen on the table is refused only if the companion knows it to be elsewhere."""
        if type(given) is not CardRevealed or "huge" not in s.setting.by_hand:
            return Refusal("not-an-answer", "FOO-06", (("question", "reveal-card"),))
        return _unplaced(s, given.card)

    def answer(self, s: State, out: Out, given: CardRevealed) -> None:
        card = given.card
        s.huge = less(s, s.huge, card)
        if s.setting.eager_rebuild:
            rebuild_if_empty(s, out)
        if self.purpose == "bonus":
            s.revealed += (card,)
            return
        era = era_of(s, card)
        out.append(CardAvailable(card, era))
        if s.vortex[era] and not self.in_effect:
            destroy(s, out, card)  # FOO-07; within an effect only after it [VORTEX-12]
        else:
            s.available[era] += (card,)


def _unplaced(s: State, card: str) -> Refusal | None:
    if card in UNKNOWN and not s.setting.tracks_huge:
        return None
    if str(card) not in s.setting.box.cards:
        return Refusal("unknown-card", "CARD-01", (("card", card),))
    if card in in_play(s) or (s.setting.rules >= 2 and _dealt_by_app(s, card)):
        return Refusal("piece-in-use", "CARD-15", (("card", card),))
    return None


def _dealt_by_app(s: State, card: str) -> bool:
    """Whether it lies in a pile that nobody but the app draws from: there it cannot be a mistake."""
    sources = s.setting.sources
    in_deck = any(card in pile for pile in s.draw)
    return (card in s.huge and sources["huge"] == "app") or (in_deck and sources["hands"] == "app")


def less(s: State, pile: tuple[str, ...], card: str) -> tuple[str, ...]:
    """A pile from which this card was taken. Where we thought it to be in another one, that one gets what
    gave way for it: no card is twice in the game, and all piles are as thick as the real ones [CARD-15]."""
    if card in pile:
        return without(pile, card)
    left = give_way(s, pile)
    if s.setting.rules >= 2:
        gone = tuple([one for one in pile if one not in left])
        s.huge = _instead(s.huge, card, gone)
        s.draw = [_instead(other, card, gone) for other in s.draw]
    return left


def _instead(pile: tuple[str, ...], card: str, others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted((*without(pile, card), *others))) if card in pile else pile


def give_way(s: State, pile: tuple[str, ...]) -> tuple[str, ...]:
    """A real piece that we did not list takes the place of one that we invented, else of another that we
    shipped: the pile is as thick as the real one. What the owner has entered is never displaced."""
    cards = s.setting.box.cards
    for card in pile:
        if cards[card].source == "stand-in":
            return without(pile, card)
    for card in pile:
        if cards[card].source != "owner" or s.setting.rules < 2:
            return without(pile, card)
    return pile


def in_play(s: State) -> set[str]:
    """Every card outside the hidden piles."""
    zones = (*s.available, *s.ready, *s.spent, *s.top, *s.discard, s.destroyed, s.revealed)
    return {card for zone in zones for card in zone}


# -- destroying -------------------------------------------------------------------------------------------


def destroy(s: State, out: Out, card: str) -> None:
    """On top of the Destroyed Cards pile [CARD-11]."""
    s.destroyed += (card,)
    out.append(CardDestroyed(card))
    if s.setting.eager_rebuild:
        rebuild_if_empty(s, out)


@slotted
class DestroyCards(Step, name="destroy-cards"):
    """Available cards, several at once: the active player chooses their order on the pile [CARD-12]."""

    cards: tuple[str, ...]
    first: str = ""

    def do(self, s: State, out: Out) -> None:
        cards = self.cards
        if self.first:
            _destroy_available(s, out, self.first)
            cards = without(cards, self.first)
        distinct = tuple(dict.fromkeys(cards))
        if len(distinct) > 1:
            pick(s, self, "card", distinct, DestroyCards(cards), s.active if not s.setting.solo else 0)
        else:
            for card in cards:
                _destroy_available(s, out, card)


def _destroy_available(s: State, out: Out, card: str) -> None:
    era = era_of(s, card)
    if card in s.available[era]:  # a correction by hand may have moved it
        s.available[era] = without(s.available[era], card)
        destroy(s, out, card)


def cards_on_vortexes(s: State) -> tuple[str, ...]:
    return tuple([card for era in ERAS if s.vortex[era] for card in s.available[era]])


@slotted
class SweepVortexes(Step, name="sweep-vortexes"):
    """Cards on a Vortex era are destroyed once the effect that made them available is over
    [VORTEX-11, VORTEX-12]."""

    spared: tuple[str, ...] = ()

    def do(self, s: State, out: Out) -> None:
        doomed = Counter(cards_on_vortexes(s)) - Counter(self.spared)  # several unread ones have one name
        if doomed:
            s.agenda.append(DestroyCards(tuple(doomed.elements())))


# -- personal decks ---------------------------------------------------------------------------------------


@slotted
class DrawCards(Step, name="draw-cards"):
    """Draw from your own draw pile into your hand [CARD-06]."""

    cards: int
    agent: int = OPEN

    def do(self, s: State, out: Out) -> None:
        if not self.cards:
            return
        if not s.setting.tracks_hands:
            out.append(LeftToPlayers("draw"))
            return
        if s.acting and s.setting.solo_draws_join_active and self.agent != s.active:
            DrawCards(self.cards, s.active).do(s, out)  # SOLO-13
            return
        deck = deck_of(s, self.agent)
        if not s.top[deck] and not s.draw[deck]:
            if not s.discard[deck]:
                return  # both piles empty: the other draws are skipped [CARD-09]
            s.draw[deck], s.discard[deck] = tuple(sorted(s.discard[deck])), ()
            out.append(DeckShuffled(self.agent))  # only when a card is needed [CARD-08]
        if self.cards > 1:
            s.agenda.append(DrawCards(self.cards - 1, self.agent))
        if s.top[deck]:
            card = s.top[deck][-1]
            s.top[deck] = s.top[deck][:-1]
            _into_hand(s, out, self.agent, card)
        else:
            s.agenda.append(DrawCard(self.agent))


@slotted
class DrawCard(Ask[CardDrawn], name="draw-card"):
    agent: int

    def ask(self, s: State) -> tuple[Question, ...]:
        return (draw_question(s, self.agent, "draw-card"),)

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        return other_draw(s, given)

    def answer(self, s: State, out: Out, given: CardDrawn) -> None:
        deck, card = deck_of(s, self.agent), given.card
        s.draw[deck] = less(s, s.draw[deck], card)
        _into_hand(s, out, self.agent, card)


def draw_question(s: State, agent: int, name: str) -> Question:
    pile = s.draw[deck_of(s, agent)]
    return Question(
        name,
        CHANCE,
        tuple(map(card_drawn, pile)),
        stream="hands",
        about=(("agent", agent),),
        open="hands" in s.setting.by_hand and bool(pile),
    )


def other_draw(s: State, given: Any) -> Refusal | None:
    """Why a card that is not in the pile cannot have been drawn."""
    if type(given) is not CardDrawn or "hands" not in s.setting.by_hand:
        return Refusal("not-an-answer", "CARD-06", (("question", "draw-card"),))
    return _unplaced(s, given.card)


def _into_hand(s: State, out: Out, agent: int, card: str) -> None:
    """A drawn card arrives ready [CARD-05]."""
    s.ready[agent] += (card,)
    s.drawn = era_of(s, card)
    out.append(CardDrew(agent, card))


def add_to_deck(s: State, out: Out, agent: int, card: str) -> None:
    """Face down on top of the draw pile, where everybody knows it to be [CARD-13, CARD-18]."""
    if s.setting.tracks_hands:
        s.top[deck_of(s, agent)] += (card,)
    out.append(CardAdded(agent, card))


def discard(s: State, out: Out, agent: int, card: str) -> None:
    """[CARD-07]"""
    s.discard[deck_of(s, agent)] += (card,)
    out.append(CardDiscarded(agent, card))


def out_of_hand(s: State, agent: int, card: str) -> bool:
    if card in s.ready[agent]:
        s.ready[agent] = without(s.ready[agent], card)
    elif card in s.spent[agent]:
        s.spent[agent] = without(s.spent[agent], card)
    else:
        return False
    return True
