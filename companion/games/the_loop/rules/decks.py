"""Cards: personal decks, available cards, the Huge Deck and the Destroyed Cards pile [CARD-01 … CARD-18].

May import: the contract and this game. No pile has a hidden order: a draw pile is its known top cards and an
unordered rest, and a card is asked of chance at the moment it is turned over.
"""

from __future__ import annotations

from companion.engine.game import CHANCE, Input, Question, Refusal, Source

from .agenda import Out, accepts, answers, asks, does, pick
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


@does("make-available")
def make_available(s: State, out: Out, cards: int, in_effect: bool = True) -> None:
    """Turn over the top of the Huge Deck, once per card [FOO-06]."""
    if cards:
        s.agenda += (("make-available", cards - 1, in_effect), ("reveal-card", "available", in_effect))
        rebuild_if_empty(s, out)


@asks("reveal-card")
def _reveal_card(s: State, purpose: str, in_effect: bool) -> Question:
    pile = s.huge if s.setting.tracks_huge else UNKNOWN
    return Question(
        "reveal-card",
        CHANCE,
        tuple(map(card_revealed, pile)),
        stream="huge",
        about=(("for", purpose),),
        open=bool(pile) and "huge" in s.setting.by_hand,
    )


@accepts("reveal-card")
def _other_card(s: State, given: Input, source: Source, purpose: str, in_effect: bool) -> Refusal | None:
    """A card seen on the table is refused only if the companion knows it to be elsewhere."""
    if type(given) is not CardRevealed or "huge" not in s.setting.by_hand:
        return Refusal("not-an-answer", "FOO-06", (("question", "reveal-card"),))
    return _unplaced(s, given.card)


def _unplaced(s: State, card: str) -> Refusal | None:
    if card in UNKNOWN and not s.setting.tracks_huge:
        return None
    if str(card) not in s.setting.box.cards:
        return Refusal("unknown-card", "CARD-01", (("card", card),))
    if card in in_play(s):
        return Refusal("piece-in-use", "CARD-15", (("card", card),))
    return None


@answers("reveal-card")
def _revealed(s: State, out: Out, given: Input, purpose: str, in_effect: bool) -> None:
    card = given.card
    s.huge = without(s.huge, card) if card in s.huge else give_way(s, s.huge)
    if s.setting.eager_rebuild:
        rebuild_if_empty(s, out)
    if purpose == "bonus":
        s.revealed += (card,)
        return
    era = era_of(s, card)
    out.append(CardAvailable(card, era))
    if s.vortex[era] and not in_effect:
        destroy(s, out, card)  # FOO-07; within an effect only after it [VORTEX-12]
    else:
        s.available[era] += (card,)


def give_way(s: State, pile: tuple[str, ...]) -> tuple[str, ...]:
    """A real piece that we did not list takes the place of one that we invented: the pile is as thick as the
    real one."""
    cards = s.setting.box.cards
    for card in pile:
        if cards[card].source == "stand-in":
            return without(pile, card)
    return pile[1:]


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


@does("destroy-cards")
def destroy_cards(s: State, out: Out, cards: tuple[str, ...], first: str = "") -> None:
    """Available cards, several at once: the active player chooses their order on the pile [CARD-12]."""
    if first:
        _destroy_available(s, out, first)
        cards = without(cards, first)
    distinct = tuple(dict.fromkeys(cards))
    if len(distinct) > 1:
        pick(s, "card", distinct, ("destroy-cards", cards), s.active if not s.setting.solo else 0)
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


@does("sweep-vortexes")
def sweep_vortexes(s: State, out: Out, spared: tuple[str, ...] = ()) -> None:
    """Cards on a Vortex era are destroyed once the effect that made them available is over
    [VORTEX-11, VORTEX-12]."""
    doomed = tuple([card for card in cards_on_vortexes(s) if card not in spared])
    if doomed:
        s.agenda.append(("destroy-cards", doomed))


# -- personal decks ---------------------------------------------------------------------------------------


@does("draw-cards")
def draw(s: State, out: Out, cards: int, agent: int) -> None:
    """Draw from your own draw pile into your hand [CARD-06]."""
    if not cards:
        return
    if not s.setting.tracks_hands:
        out.append(LeftToPlayers("draw"))
        return
    deck = deck_of(s, agent)
    if not s.top[deck] and not s.draw[deck]:
        if not s.discard[deck]:
            return  # both piles empty: the other draws are skipped [CARD-09]
        s.draw[deck], s.discard[deck] = tuple(sorted(s.discard[deck])), ()
        out.append(DeckShuffled(agent))  # only when a card is needed [CARD-08]
    if cards > 1:
        s.agenda.append(("draw-cards", cards - 1, agent))
    if s.top[deck]:
        card = s.top[deck][-1]
        s.top[deck] = s.top[deck][:-1]
        _into_hand(s, out, agent, card)
    else:
        s.agenda.append(("draw-card", agent))


@asks("draw-card")
def draw_question(s: State, agent: int, name: str = "draw-card") -> Question:
    return Question(
        name,
        CHANCE,
        tuple(map(card_drawn, s.draw[deck_of(s, agent)])),
        stream="hands",
        about=(("agent", agent),),
        open="hands" in s.setting.by_hand and bool(s.draw[deck_of(s, agent)]),
    )


@accepts("draw-card")
def other_draw(s: State, given: Input, source: Source, agent: int) -> Refusal | None:
    if type(given) is not CardDrawn or "hands" not in s.setting.by_hand:
        return Refusal("not-an-answer", "CARD-06", (("question", "draw-card"),))
    return _unplaced(s, given.card)


@answers("draw-card")
def _drawn(s: State, out: Out, given: Input, agent: int) -> None:
    deck, card = deck_of(s, agent), given.card
    pile = s.draw[deck]
    s.draw[deck] = without(pile, card) if card in pile else give_way(s, pile)
    _into_hand(s, out, agent, card)


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
