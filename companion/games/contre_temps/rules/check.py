"""What cannot be so on a real table. May import: the contract and this game.

Positions reached by the rules alone have no finding; corrections by hand can make some.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import saved_state
from companion.engine.game import Finding

from .inputs import Correct
from .pieces import CARDS, CONSTANT, DISCS, HAND, NOBODY, ROUNDS, SUITS, TOKENS, UNKNOWN
from .state import State, discs_on_line


def check(s: State) -> tuple[Finding, ...]:
    if s.outcome is not None or not s.line:
        return ()
    return (*_cards(s), *_discs(s), *_events(s))


def _lying(s: State) -> list[str]:
    """Every card whose place is known, once for each place that it is in; the lead card of an event may be
    its standing winner too [CT-TRICK-05], and until there is one lies among those that are being played."""
    cards = [card for hand in s.hands for card in hand if card != UNKNOWN]
    cards += [*s.discards, *s.deck, *filter(None, s.bids), *filter(None, [s.constant])]
    for token in s.line:
        lead, standing = s.lead[token], s.standing[token]
        running = [card for _, card in s.played if standing or card != lead]
        cards += [*{lead, standing} - {""}, *(running if s.queue[:1] == (token,) else ())]
    return cards


def _cards(s: State) -> list[Finding]:
    cards = _lying(s)
    found = [
        Finding("card-twice", "CT-COMP-01", (("card", card),))
        for card in sorted(set(cards))
        if cards.count(card) > 1
    ]
    found += [
        Finding("card-not-in-game", "CT-SETUP-02", (("card", card),))
        for card in sorted(set(cards) - set(s.setting.deck))
    ]
    unseen = sum(hand.count(UNKNOWN) for hand in s.hands)
    if unseen > len(s.deck):
        found.append(Finding("too-many-cards", "CT-SETUP-04", (("count", unseen - len(s.deck)),)))
    missing = set(s.setting.deck) - set(cards)
    if missing:
        found.append(Finding("cards-missing", "CT-INV-07", (("cards", tuple(sorted(missing))),)))
    return [*found, *_hands(s)]


def _hands(s: State) -> list[Finding]:
    """Everybody plays one card per round, and begins the first with ten [CT-LINE-06, CT-INV-01]."""
    resolving = s.phase in ("play", "bid")
    began = {len(hand) + (not resolving or seat not in s.owing) for seat, hand in enumerate(s.hands)}
    if len(began) > 1:
        return [Finding("hands-differ", "CT-LINE-06", ())]
    cards = began.pop()
    fitting = HAND + 1 - cards
    if fitting == s.round:
        return []
    offers = (Correct("round", fitting),) if 0 < fitting < ROUNDS + resolving else ()
    return [Finding("round-and-hands", "CT-LINE-06", (("round", s.round), ("count", cards)), offers)]


def _unresolved(s: State) -> set[int]:
    """Who has taken no event yet in this round: their card is in hand, or lies at an event that goes on."""
    return {*s.owing, *(seat for seat, _ in s.played)}


def _discs(s: State) -> list[Finding]:
    found = [
        Finding("too-many-discs", "CT-CONTROL-04", (("seat", seat), ("count", discs_on_line(s, seat))))
        for seat in s.setting.seats
        if discs_on_line(s, seat) > DISCS
    ]
    return found + [
        Finding("has-won-already", "CT-END-01", (("seat", seat),))
        for seat in s.setting.seats
        if discs_on_line(s, seat) == DISCS and (s.phase != "play" or seat in _unresolved(s))
    ]


def _events(s: State) -> list[Finding]:
    """Every event but the present has a controller and its cards [CT-INV-05]; the present both or neither."""
    return [
        Finding("event-unresolved", "CT-INV-05", (("token", token),))
        for token in s.line
        if (s.control[token] >= 0, bool(s.standing[token]), bool(s.lead[token])) != (True, True, True)
        and (token != s.present or s.control[token] >= 0 or s.standing[token])
    ]


# -- pieces that no box has --------------------------------------------------------------------------------


def must_be_known(s: State) -> None:
    """Raises ValueError for a position with a card, an event or a seat that there is not."""
    saved_state.must_be_known(_pieces(s))


def _pieces(s: State) -> Iterator[saved_state.Held]:
    seats, places = (NOBODY, *s.setting.seats), (CONSTANT, *TOKENS)
    yield "hands", [card for hand in s.hands for card in hand], (UNKNOWN, *CARDS)
    yield "voids", [suit for suits in s.voids for suit in suits], SUITS
    yield "played", [card for _, card in s.played], CARDS
    yield "marker", [s.marker, s.dealer], seats
    for names, known in (
        (("deck", "discards"), CARDS),
        (("lead", "standing", "bids"), ("", *CARDS)),
        (("line", "stack"), TOKENS),
        (("queue", "pawns"), places),
        (("control", "order"), seats),
    ):
        for name in names:
            yield name, getattr(s, name), known
    yield "constant", [s.constant], ("", *CARDS)
    yield "present", [s.present], places
