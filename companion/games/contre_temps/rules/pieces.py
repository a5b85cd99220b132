"""The cards, tokens and discs of the box. May import: the contract.

A card is its suit and its value, `A7`; a card that lies face down in a player's real hand is `?`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.engine import Name, Plain
from companion.engine.box_files.entry import Entry
from companion.engine.phrases import Unreadable

SUITS = ("A", "B", "C", "D", "E")
HIGHEST = 13
LOWEST = {3: 7, 4: 5, 5: 3, 6: 1}
"""The lowest value that is in the game, by the number of players [CT-SETUP-02]."""
CARDS = tuple(f"{suit}{value}" for suit in SUITS for value in range(1, HIGHEST + 1))
"""Each exactly once [CT-COMP-01]."""
UNKNOWN = "?"
SUIT = {card: card[0] for card in CARDS}
VALUE = {card: int(card[1:]) for card in CARDS}
ORDER = {card: place for place, card in enumerate((UNKNOWN, *CARDS))}

TOKENS = tuple(range(1, 11))
CONSTANT = 0
"""The place of the constant, one step before the first event [CT-LINE-01, CT-LINE-07]."""
ROUNDS = 10
HAND = 10
DISCS = 3
INCOME = 2
COLOURS = 6
"""As many as players at most [CT-COMP-02]."""
NOBODY = -1


class Drawn(NamedTuple):
    """A suit or a player's colour, as its box names and draws it."""

    id: str
    name: Name
    colour: str
    shape: str


class Pieces(NamedTuple):
    """What a box names and draws, by id."""

    suits: dict[str, Drawn]
    colours: dict[str, Drawn]


def read(box: Plain) -> Pieces:
    """ValueError: a box that is none, out of a file that anybody may have written."""
    try:
        suits = {name: _drawn("suit", name, entry) for name, entry in box["suits"].items()}
        colours = {name: _drawn("colour", name, entry) for name, entry in box["colours"].items()}
    except (TypeError, KeyError, AttributeError) as wrong:
        raise Unreadable("box-damaged", wrong) from wrong
    words = [word for one in (*suits.values(), *colours.values()) for word in (one.colour, one.shape)]
    whole = set(suits) >= set(SUITS) and len(colours) >= COLOURS
    if not whole or not all(isinstance(one, str) for one in words):
        raise Unreadable("box-damaged", "suits")
    return Pieces(suits, colours)


def _drawn(kind: str, name: str, entry: dict[str, Any]) -> Drawn:
    """Boxes of old journals have the names beside the rest: en = "Amber"; what tells no colour is drawn as
    ours."""
    one = Entry.read(entry)
    names = one.names if "name" in entry else one.without("colour", "shape", "source").plain
    called = Name.of(kind, name, names, one.source, invented=one.made_up or not names)
    return Drawn(name, called, entry.get("colour", "#C8D0E8"), entry.get("shape", "circle"))


def deck(players: int) -> tuple[str, ...]:
    return tuple(card for card in CARDS if VALUE[card] >= LOWEST[players])


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=ORDER.__getitem__))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
