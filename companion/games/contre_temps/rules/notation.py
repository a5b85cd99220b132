"""Positions, inputs and happenings in the words of a player: seats are P1, P2…, places token numbers.

May import: the contract and this game. `position` builds the table that a scenario gives, `describe` tells
one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from companion.engine.game import Plain, Refusal, from_plain, to_plain
from companion.engine.phrases import Unreadable
from companion.engine.steps import advance

from . import corrections, rounds
from .happenings import Happening
from .inputs import INPUTS, Correct, Input
from .pieces import CONSTANT, HAND, NOBODY, TOKENS, UNKNOWN, in_order
from .setting import Setting
from .state import State, discs_on_card, empty

PHASES = {"resolution": "play", "constant": "bid", "time-flow": "flow", "movement": "move"}
BARE_CONSTANT = "E7"


def _seat(name: Any, seats: int) -> int:
    if isinstance(name, int) and not isinstance(name, bool) and -1 <= name < seats:
        return name
    if name == "none":
        return NOBODY
    if not (isinstance(name, str) and name[:1] == "P" and name[1:].isdigit() and 0 < int(name[1:]) <= seats):
        raise Unreadable("one-of", repr(name), ", ".join(f"P{n + 1}" for n in range(seats)))
    return int(name[1:]) - 1


def _name(seat: int) -> str:
    return f"P{seat + 1}" if seat >= 0 else "none"


def _place(written: Any) -> int:
    if written != "constant" and written not in TOKENS:
        raise Unreadable("one-of", repr(written), ", ".join(map(str, (*TOKENS, "constant"))))
    return 0 if written == "constant" else int(written)


def _place_name(token: int) -> Plain:
    return token or "constant"


# -- giving a position ------------------------------------------------------------------------------------


def position(setting: Setting, given: Mapping[str, Any]) -> State:
    """The first round: marker with P1, constant E7, everybody on event 1 with cards nobody has seen; changed
    as given. Unknown hands may play any card that was not seen yet."""
    words = dict(given)
    for name in words:
        if name not in (*_GIVEN, "phase", "hands"):
            near = get_close_matches(name, (*_GIVEN, "phase", "hands"), 1)
            raise Unreadable("nearly-part" if near else "no-part", name, *near)
    phase = words.pop("phase", "resolution")
    if phase not in tuple(PHASES):
        raise Unreadable("one-of", repr(phase), ", ".join(PHASES))
    s = empty(setting)
    s.dealer, s.marker = setting.players - 1, 0
    first = TOKENS[0]
    s.line, s.present, s.stack, s.round = (first,), first, TOKENS[1:], 1
    s.pawns = [first] * setting.players
    s.constant = BARE_CONSTANT
    s.deck = tuple(card for card in s.deck if card != BARE_CONSTANT)
    for name in _GIVEN:  # the line before what lies along it
        if name in words:
            _give(s, name, _GIVEN[name], words[name])
    left = HAND + 1 - s.round
    played = {
        "time-flow": setting.seats,
        "movement": setting.seats,
        "constant": tuple(seat for seat in setting.seats if s.pawns[seat] != CONSTANT),
    }.get(phase, ())
    s.hands = [(UNKNOWN,) * (left - (seat in played)) for seat in setting.seats]
    _give(s, "hands", _by_seat("hand"), words.get("hands", {}))
    _enter(s, phase)
    advance(s, [])
    return s


def _give(s: State, name: str, give: Callable[[State, Any], None], value: Any) -> None:
    try:
        give(s, value)
    except (AttributeError, TypeError):  # a number for a table, a table for a number
        raise Unreadable("value", name, repr(value)) from None


def _enter(s: State, phase: str) -> None:
    if phase == "movement":
        rounds.begin_movement(s)
    elif phase == "time-flow":
        rounds.flow(s, [])
    elif phase == "constant":
        s.queue = (CONSTANT,)  # last of all: whoever is elsewhere has played [CT-RESOLVE-07]
        s.owing = tuple(seat for seat in s.setting.seats if s.pawns[seat] == CONSTANT)
        rounds.next_event(s, [])
    else:
        rounds.begin_resolution(s, [])


def _correct(s: State, path: str, value: Any) -> None:
    made = corrections.correct(s, Correct(path, value))
    if isinstance(made, Refusal):
        raise Unreadable("value", path, repr(value))
    for name in State.__slots__:
        setattr(s, name, getattr(made.state, name))


def _constant(s: State, written: Any) -> None:
    """Another constant; the bare one goes back to where nobody sees it."""
    s.deck = in_order((*s.deck, s.constant))
    _correct(s, "constant", "" if written == "none" else written)


def _events(s: State, written: Any) -> None:
    for token, parts in written.items():
        for name, value in parts.items():
            if name == "controller":
                value = _seat(value, len(s.pawns))
            _correct(s, f"{name}.{token}", value)


def _by_seat(path: str, read: Callable[[Any], Any] = lambda value: value) -> Callable[[State, Any], None]:
    def give(s: State, written: Any) -> None:
        for name, value in written.items():
            _correct(s, f"{path}.{_seat(name, len(s.pawns))}", read(value))

    return give


def _field(path: str) -> Callable[[State, Any], None]:
    return lambda s, written: _correct(s, path, written)


def _line(s: State, written: Any) -> None:
    """Everybody is in the present unless told otherwise."""
    _correct(s, "line", written)
    s.present = s.line[-1]
    s.pawns = [s.present] * len(s.pawns)


def _present(s: State, written: Any) -> None:
    _correct(s, "present", written)
    s.pawns = [s.present] * len(s.pawns)


def _marker(s: State, written: Any) -> None:
    s.marker = _seat(written, len(s.pawns))
    s.dealer = (s.marker - 1) % len(s.pawns)


_GIVEN: dict[str, Callable[[State, Any], None]] = {
    "round": _field("round"),
    "line": _line,
    "present": _present,
    "constant": _constant,
    "marker": _marker,
    "events": _events,
    "pawns": _by_seat("pawn", _place),
    "energy": _by_seat("energy"),
    "voids": _by_seat("voids"),
    "discards": _field("discards"),
}


# -- describing a position -----------------------------------------------------------------------------------


def describe(s: State) -> dict[str, Plain]:
    seats = s.setting.seats
    return {
        "phase": next((word for word, phase in PHASES.items() if phase == s.phase), s.phase),
        "round": s.round,
        "dealer": _name(s.dealer),
        "marker": _name(s.marker),
        "line": list(s.line),
        "present": s.present or "none",
        "left": list(s.stack),
        "constant": s.constant or "none",
        "events": {
            str(token): {
                "lead": s.lead[token],
                "standing": s.standing[token],
                "controller": _name(s.control[token]),
            }
            for token in s.line
        },
        "pawns": {_name(seat): _place_name(s.pawns[seat]) for seat in seats},
        "energy": {_name(seat): s.energy[seat] for seat in seats},
        "discs": {_name(seat): discs_on_card(s, seat) for seat in seats},
        "hands": {_name(seat): list(s.hands[seat]) for seat in seats},
        "voids": {_name(seat): list(s.voids[seat]) for seat in seats},
        "queue": [_place_name(token) for token in s.queue],
        "order": [_name(seat) for seat in s.order] if s.phase != "deal" else [],
        "played": [f"{_name(seat)} {card}" for seat, card in s.played],
        "discards": list(s.discards),
        "deck": list(s.deck),
        "question": s.asked[0].id if s.asked else "none",
    }


# -- inputs and happenings --------------------------------------------------------------------------------

_SEATS = ("seat", "leader", "marker")
_PER_SEAT = {"IncomePaid": "crystals", "BidsRevealed": "cards"}


def read(s: State, words: Mapping[str, Plain]) -> Input:
    fields = dict(words)
    for name, value in words.items():
        if name in _SEATS:
            fields[name] = _seat(value, s.setting.players)
    given: Input = from_plain(INPUTS, fields)
    return given


def write(s: State, said: Input | Happening) -> dict[str, Plain]:
    words = dict(to_plain(said))
    for name, value in words.items():
        if name in _SEATS:
            words[name] = _name(value)
        elif name == "token":
            words[name] = _place_name(value) if words["kind"] == "Travelled" else value
        elif name == _PER_SEAT.get(words["kind"]):
            words[name] = {_name(seat): one for seat, one in enumerate(value)}
    return words
