"""Positions, inputs and happenings in the words of a player: seats are P1 and P2, places are counted from 1.

May import: the contract and this game. `position` builds the table that a scenario gives, `describe` tells
one.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from difflib import get_close_matches
from typing import Any

from companion.engine.game import Plain, Refusal, from_plain, to_plain
from companion.engine.phrases import Unreadable
from companion.engine.steps import ask

from . import corrections, setup
from .happenings import Happening
from .inputs import INPUTS, SLOTS, Correct, Input
from .pieces import BEBEBOTS, CARDS, MODELS, ROMAN, ROWS, TIERS, VALVES, in_order
from .setting import Setting
from .state import State, deck, deck_cards
from .turn import Act, at_risk

NONE = "none"


def _seat(name: Any, players: int) -> int:
    if isinstance(name, int) and not isinstance(name, bool) and 0 <= name < players:
        return name
    names = [f"P{n + 1}" for n in range(players)]
    if name not in names:
        raise Unreadable("one-of", repr(name), ", ".join(names))
    return names.index(name)


def _place(place: Any) -> int:
    """A place of the factory, or a gigantobot, counted from 1."""
    if not str(place).isdecimal() or int(place) < 1:
        raise Unreadable("from-one", repr(place))
    return int(place) - 1


# -- giving a position ------------------------------------------------------------------------------------


def position(setting: Setting, given: Mapping[str, Any]) -> State:
    """The first turn, with five machines and nothing in the rows; changed as given. Whatever is not given is
    in the decks."""
    for name in given:
        if name not in _GIVEN:
            near = get_close_matches(name, _GIVEN, 1)
            raise Unreadable("nearly-part" if near else "no-part", name, *near)
    s = setup.set_up(setting)
    s.turn, s.agenda = 1, [Act()]
    for slot in SLOTS:
        if s.left[0]:
            s.factory[slot], s.unseen[0] = s.unseen[0][0], s.unseen[0][1:]
            s.left[0] -= 1
    for name, give in _GIVEN.items():
        if name in given:
            try:
                give(s, given[name])
            except (AttributeError, TypeError, LookupError):  # a number for a table, a word for another
                raise Unreadable("value", name, repr(given[name])) from None
    ask(s)
    return s


def _correct(s: State, path: str, value: Any) -> None:
    made = corrections.correct(s, Correct(path, value))
    if isinstance(made, Refusal):
        raise Unreadable("value", path, repr(value))
    for name in State.__slots__:
        setattr(s, name, getattr(made.state, name))


def _field(path: str) -> Callable[[State, Any], None]:
    return lambda s, value: _correct(s, path, value)


def _each(path: str, key: Callable[[Any], Any] = str) -> Callable[[State, Any], None]:
    def give(s: State, values: Any) -> None:
        for name, value in values.items():
            _correct(s, f"{path}.{key(name)}", value)

    return give


def _factory(s: State, machines: Any) -> None:
    """Places that are not named are empty when a list is given, and stay as they are in a table."""
    if isinstance(machines, list):
        machines = {slot + 1: machines[slot] if slot < len(machines) else NONE for slot in SLOTS}
    for name, code in machines.items():
        _correct(s, f"machine.{_place(name)}", "" if code == NONE else code)


def _numbers(path: str, count: Callable[[State], int]) -> Callable[[State, Any], None]:
    """A list of the places for which something is so."""

    def give(s: State, names: Any) -> None:
        places = [_place(name) for name in names]
        for place in range(count(s)):
            if place in places:
                _correct(s, f"{path}.{place}", True)

    return give


def _left(s: State, counts: Any) -> None:
    """By tier, or none at all."""
    for tier in TIERS:
        s.left[tier - 1] = int(counts.get(ROMAN[tier], 0))
        s.unseen[tier - 1] = s.unseen[tier - 1] if s.left[tier - 1] else ()


def _known(cards: Any, known: Container[str]) -> None:
    if strange := [card for card in cards if card not in known]:
        raise Unreadable("written-like", repr(strange[0]), "cyclobot-3, any-3, bebe-cyclobot")


def _deck(s: State, cards: Any) -> None:
    """Nothing but these cards, in an order that nobody knows: the others are out of the way."""
    _known(cards, deck_cards(s))
    s.rest = in_order(cards)
    _made(s, cards)


def _made(s: State, cards: Any) -> None:
    """A bébébot that lies in the deck is no longer in the Limbots [CY-BEBE-04]."""
    made = [BEBEBOTS[card] for card in cards if card in BEBEBOTS]
    s.limbots = tuple(model for model in s.limbots if model not in made)


def _known_place(path: str) -> Callable[[State, Any], None]:
    """Cards on the top of the deck, or at its bottom."""

    def give(s: State, cards: Any) -> None:
        _made(s, cards)
        _correct(s, path, cards)

    return give


def _active(s: State, seat: Any) -> None:
    _correct(s, "seat", _seat(seat, s.setting.players))


def _battery(s: State, charge: Any) -> None:
    _correct(s, "battery", {"charged": True, "used": False}[charge])


def _pool(s: State, counts: Any) -> None:
    """What the interference tokens show, and so how many there are."""
    for name, count in counts.items():
        _correct(s, f"interference.{name}", count)
    while len(s.pool) > sum(s.interference):
        s.pool = s.pool[:-1]


_GIVEN: dict[str, Callable[[State, Any], None]] = {
    "turn": _field("turn"),
    "active": _active,
    "factory": _factory,
    "left": _left,
    "prepared": _numbers("prepared", lambda s: len(s.prepared)),
    "microbots": _each("microbot", _place),
    "gone": _field("gone"),
    "xp": _field("xp"),
    "levels": _each("level"),
    "valves": _field("valves"),
    "battery": _battery,
    "support": _field("support"),
    "platform": _field("row.platform"),
    "flash": _field("row.flash"),
    "stock": _field("row.stock"),
    "discard": _field("discard"),
    "top": _known_place("top"),
    "bottom": _known_place("bottom"),
    "limbots": _field("limbots"),
    "born": _field("born"),
    "crews": _each("crew", _place),
    "vacation": _numbers("vacation", lambda s: len(s.vacation)),
    "damage": _field("damage"),
    "acquired": _field("acquired"),
    "pile": _field("pile"),
    "spent": _field("spent"),
    "interference": _pool,
    "pool": _field("pool"),
    "deck": _deck,
}


# -- describing a position -----------------------------------------------------------------------------------


def describe(s: State) -> dict[str, Plain]:
    platform, flash, stock = s.rows
    return {
        "turn": s.turn,
        "active": f"P{s.seat + 1}",
        "factory": {str(slot + 1): s.factory[slot] or NONE for slot in SLOTS},
        "left": {ROMAN[tier]: s.left[tier - 1] for tier in TIERS},
        "prepared": [slot + 1 for slot in SLOTS if s.prepared[slot]],
        "microbots": {str(slot + 1): s.microbots[slot] or NONE for slot in SLOTS},
        "gone": s.gone,
        "xp": s.xp,
        "removed": s.removed,
        "levels": dict(zip(MODELS, s.levels, strict=True)),
        "valves": s.valves,
        "forge": VALVES - s.valves,
        "battery": "charged" if s.battery else "used",
        "support": list(s.support),
        "platform": list(platform),
        "flash": list(flash),
        "stock": list(stock),
        "discard": list(s.discard),
        "top": list(s.top),
        "deck": list(s.rest),
        "bottom": list(s.bottom),
        "robots": deck(s),
        "looked": list(s.looked),
        "limbots": list(s.limbots),
        "born": list(s.born),
        "crews": {str(place + 1): list(crew) for place, crew in enumerate(s.crews)},
        "vacation": [place + 1 for place, away in enumerate(s.vacation) if away],
        "damage": s.damage,
        "acquired": list(s.acquired),
        "pile": list(s.pile),
        "spent": list(s.spent),
        "interference": dict(zip(MODELS, s.interference, strict=True)),
        "pool": list(s.pool),
        "warning": at_risk(s) or NONE,
        "question": s.asked[0].id if s.asked else NONE,
    }


# -- inputs and happenings --------------------------------------------------------------------------------

_PLACES = ("slot", "other", "gigantobot")


def _row(cards: list[Plain]) -> list[Plain]:
    """In whatever order they are told."""
    _known(cards, CARDS)
    return list(in_order(cards))


def read(s: State, words: Mapping[str, Plain]) -> Input:
    fields = dict(words)
    for name, value in words.items():
        if name == "seat":
            fields[name] = _seat(value, s.setting.players)
        elif name in _PLACES:
            fields[name] = _place(value)
        elif name in ROWS and isinstance(value, list):
            fields[name] = _row(value)
    given: Input = from_plain(INPUTS, fields)
    return given


def write(s: State, said: Input | Happening) -> dict[str, Plain]:
    words = dict(to_plain(said))
    for name, value in words.items():
        if name == "seat":
            words[name] = f"P{value + 1}"
        elif name in _PLACES:
            words[name] = value + 1
    return words
