"""What cannot be so on a real table. May import: the contract and this game.

Positions reached by the rules alone have no finding; corrections by hand can make some.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.games.game import Finding

from .pieces import CARDS, CONSTANT, DISCS, NOBODY, SUITS, TOKENS, UNKNOWN
from .state import PHASES, State, discs_on_line


def check(s: State) -> tuple[Finding, ...]:
    if s.outcome is not None or not s.line:
        return ()
    return (*_cards(s), *_discs(s), *_events(s))


def _lying(s: State) -> list[str]:
    """Every card whose place is known, once for each place that it is in; the lead card of an event may be
    its standing winner too [CT-TRICK-05]."""
    cards = [card for hand in s.hands for card in hand if card != UNKNOWN]
    cards += [*s.discards, *s.deck, *filter(None, s.bids), *filter(None, [s.constant])]
    for token in s.line:
        running = [card for _, card in s.played] if s.queue[:1] == (token,) else []
        cards += {s.lead[token], s.standing[token], *running} - {""}
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
    if max(map(len, s.hands)) - min(map(len, s.hands)) > 1:
        found.append(Finding("hands-differ", "CT-LINE-06", ()))
    return found


def _discs(s: State) -> list[Finding]:
    return [
        Finding("too-many-discs", "CT-CONTROL-04", (("seat", seat), ("count", discs_on_line(s, seat))))
        for seat in s.setting.seats
        if discs_on_line(s, seat) > DISCS
    ]


def _events(s: State) -> list[Finding]:
    """Every event but the present has a controller and its cards [CT-INV-05]."""
    return [
        Finding("event-unresolved", "CT-INV-05", (("token", token),))
        for token in s.line
        if token != s.present and not (s.control[token] >= 0 and s.lead[token] and s.standing[token])
    ]


# -- pieces that no box has --------------------------------------------------------------------------------


def must_be_known(s: State) -> None:
    """Raises ValueError for a position, given or loaded, with a card, event or seat that there is not: better
    now than when it is looked up."""
    for name, piece in _strangers(s):
        raise ValueError(f"{name} cannot hold {piece!r}: there is no such piece")


def _strangers(s: State) -> Iterator[tuple[str, Any]]:
    seats = {NOBODY, *s.setting.seats}
    maybe, places = {"", *CARDS}, {CONSTANT, *TOKENS}
    hands = [card for hand in s.hands for card in hand]
    pieces: list[tuple[str, Iterable[Any], set[Any]]] = [
        ("phase", [s.phase], set(PHASES)),
        ("hands", hands, {UNKNOWN, *CARDS}),
        ("voids", [suit for suits in s.voids for suit in suits], set(SUITS)),
        ("played", [card for _, card in s.played], set(CARDS)),
        ("constant", [s.constant], maybe),
        ("present", [s.present], places),
        *((name, getattr(s, name), set(CARDS)) for name in ("deck", "discards")),
        *((name, getattr(s, name), maybe) for name in ("lead", "standing", "bids")),
        *((name, getattr(s, name), set(TOKENS)) for name in ("line", "stack")),
        *((name, getattr(s, name), places) for name in ("queue", "pawns")),
        *((name, getattr(s, name), seats) for name in ("control", "order")),
        ("marker", [s.marker, s.dealer], seats),
    ]
    for name, held, known in pieces:
        yield from ((name, piece) for piece in held if piece not in known)
