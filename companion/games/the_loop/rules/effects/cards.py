"""Effects on cards: draw, discard, destroy, take, and apply a card from elsewhere [TERM-23, EFF-03, EFF-04,
EFF-08, EFF-11].

May import: this game.
"""

from __future__ import annotations

from companion.engine.game import CHANCE, Input, Question
from companion.games.the_loop.rules import decks
from companion.games.the_loop.rules.agenda import Out, answers, asks, does, pick
from companion.games.the_loop.rules.happenings import CardDrew, CardUsed, HandsMixed, LeftToPlayers
from companion.games.the_loop.rules.inputs import card_drawn
from companion.games.the_loop.rules.state import State, deck_of, hand

from .places import others
from .running import apply_effect


@does("draw")
def draw(s: State, out: Out, n: int, who: str) -> None:
    if who == "me":
        s.agenda.append(("draw-cards", n, s.actor))
    elif who == "another-agent":
        pick(s, "agent", others(s), ("draw-cards", n))
    else:
        s.agenda.append(("draw-all", n, tuple(range(len(s.pawns)))))


@does("draw-all")
def draw_all(s: State, out: Out, n: int, left: tuple[int, ...]) -> None:
    """Several players draw, one after another, in an order they choose [EFF-08]."""
    pick(s, "agent", left, ("draw-next", n, left))


@does("draw-next")
def draw_next(s: State, out: Out, n: int, left: tuple[int, ...], agent: int) -> None:
    s.agenda += (
        ("draw-all", n, tuple([other for other in left if other != agent])),
        ("draw-cards", n, agent),
    )


def untracked(s: State, out: Out, what: str) -> bool:
    """Whether this part needs cards that stay on the table; the players are told that it is theirs."""
    if s.setting.tracks_hands:
        return False
    out.append(LeftToPlayers(what))
    return True


@does("discard")
def discard(s: State, out: Out, n: int) -> None:
    if not untracked(s, out, "discard"):
        s.agenda.extend([("discard-one", s.actor)] * n)


@does("discard-one")
def discard_one(s: State, out: Out, agent: int) -> None:
    """It may be exhausted, and it may be the card in use [EFF-11]."""
    pick(s, "card", hand(s, agent), ("discard-it", agent))


@does("discard-it")
def discard_it(s: State, out: Out, agent: int, card: str) -> None:
    if decks.out_of_hand(s, agent, card):
        decks.discard(s, out, agent, card)


@does("destroy-card")
def destroy_card(s: State, out: Out, n: int, origin: str) -> None:
    if origin == "available" or not untracked(s, out, "destroy-card"):
        s.agenda.extend([("destroy-card-one", origin)] * n)


@does("destroy-card-one")
def destroy_card_one(s: State, out: Out, origin: str) -> None:
    pick(s, "card", _origin(s, origin), ("destroy-card-it", origin))


@does("destroy-card-it")
def destroy_card_it(s: State, out: Out, origin: str, card: str) -> None:
    if _take_from(s, origin, card):
        decks.destroy(s, out, card)


@does("add-to-deck")
def add_to_deck(s: State, out: Out, n: int, origin: str) -> None:
    s.agenda.extend([("add-to-deck-one", origin)] * n)


@does("add-to-deck-one")
def add_to_deck_one(s: State, out: Out, origin: str) -> None:
    pick(s, "card", _origin(s, origin), ("add-to-deck-it", origin))


@does("add-to-deck-it")
def add_to_deck_it(s: State, out: Out, origin: str, card: str) -> None:
    if _take_from(s, origin, card):
        decks.add_to_deck(s, out, s.actor, card)


def _origin(s: State, origin: str) -> tuple[str, ...]:
    """The cards that an effect can choose from."""
    if origin == "hand":
        return hand(s, s.actor)
    if origin == "available":
        return tuple(dict.fromkeys(s.available[s.pawns[s.actor]]))
    if origin == "discard":
        return s.discard[deck_of(s, s.actor)]
    return s.destroyed[-1:]


def _take_from(s: State, origin: str, card: str) -> bool:
    """Whether it was still there: a correction by hand may have moved it."""
    if card not in _origin(s, origin):
        return False
    if origin == "hand":
        return decks.out_of_hand(s, s.actor, card)
    if origin == "available":
        here = s.pawns[s.actor]
        s.available[here] = decks.without(s.available[here], card)
    elif origin == "discard":
        deck = deck_of(s, s.actor)
        s.discard[deck] = decks.without(s.discard[deck], card)
    else:
        s.destroyed = s.destroyed[:-1]
    return True


@does("apply-card")
def apply_card(s: State, out: Out, origin: str, after: str) -> None:
    """The effect of a card that is not in your hand [EFF-03], or of one in another agent's [EFF-04]."""
    if origin == "hand-of-another":
        if untracked(s, out, "apply-card"):
            return
        holders = tuple([agent for agent in others(s) if _usable(s, agent, after)])
        pick(s, "agent", holders, ("apply-theirs", after))
    elif origin == "available" or not untracked(s, out, "apply-card"):
        known = tuple([card for card in _origin(s, origin) if card not in s.running and card[0] != "?"])
        pick(s, "card", known, ("apply-it", origin, after))


@does("apply-theirs")
def apply_theirs(s: State, out: Out, after: str, agent: int) -> None:
    pick(s, "card", _usable(s, agent, after), ("apply-from-hand", after, agent))


def _usable(s: State, agent: int, after: str) -> tuple[str, ...]:
    """A card that stays in hand is exhausted by it, so it must be ready [AMB-41]; none is applied inside
    itself."""
    cards = s.ready[agent] if after == "keep" else hand(s, agent)
    return tuple([card for card in cards if card not in s.running])


@does("apply-from-hand")
def apply_from_hand(s: State, out: Out, after: str, agent: int, card: str) -> None:
    if not decks.out_of_hand(s, agent, card):
        return
    out.append(CardUsed(agent, card))
    if after == "keep":
        s.spent[agent] += (card,)
    elif after == "discard":
        decks.discard(s, out, agent, card)
    else:
        decks.destroy(s, out, card)
    apply_effect(s, agent, card, s.setting.box.cards[card].effect)


@does("apply-it")
def apply_it(s: State, out: Out, origin: str, after: str, card: str) -> None:
    if after != "keep" and _take_from(s, origin, card):
        if after == "discard":
            decks.discard(s, out, s.actor, card)
        else:
            decks.destroy(s, out, card)
    out.append(CardUsed(s.actor, card))
    apply_effect(s, s.actor, card, s.setting.box.cards[card].effect)


@does("mix-hands")
def mix_hands(s: State, out: Out, whose: str) -> None:
    """All hands are mixed and dealt again, as many to each as before, to keep [UMC-01, AMB-39]."""
    if untracked(s, out, "mix-hands"):
        return
    counts = tuple([len(hand(s, agent)) for agent in range(len(s.pawns))])
    mixed = tuple(sorted(card for agent in range(len(s.pawns)) for card in hand(s, agent)))
    for agent in range(len(s.pawns)):
        s.ready[agent] = s.spent[agent] = ()
    out.append(HandsMixed(len(mixed)))
    s.revealed = mixed
    for agent in reversed(range(len(counts))):
        s.agenda += [("deal", agent)] * counts[agent]


@asks("deal")
def _deal(s: State, agent: int) -> Question:
    return Question(
        "deal-card", CHANCE, tuple(map(card_drawn, s.revealed)), stream="hands", about=(("agent", agent),)
    )


@answers("deal")
def _dealt(s: State, out: Out, given: Input, agent: int) -> None:
    s.revealed = decks.without(s.revealed, given.card)
    s.ready[agent] += (given.card,)
    out.append(CardDrew(agent, given.card))
