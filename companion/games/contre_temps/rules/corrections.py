"""The table is right: whatever the companion believes can be set by hand, at any moment.

May import: the contract and this game. A correction triggers no rule; the check names what does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.engine.corrections import Setter, each, one, set_right, whole
from companion.engine.game import Applied, Field, Plain, Refusal
from companion.engine.steps import advance, ask_anew

from . import rounds
from .happenings import Corrected
from .inputs import Correct, Revoke
from .pieces import CARDS, CONSTANT, HAND, NOBODY, ORDER, ROUNDS, SUITS, TOKENS, UNKNOWN, in_order
from .state import State
from .steps import Out
from .tricks import order_of_events, participants

PLACES = range(len(TOKENS) + 1)
LIKELY_ENERGY = tuple(range(11))


def correct(state: State, given: Correct) -> Applied | Refusal:
    new = set_right(state, given.path, given.value, _SETTERS, over="CT-END-02")
    if isinstance(new, Refusal):
        return new
    out: Out = [Corrected(given.path)]
    if new.setting.rules < 2:
        ask_anew(new)
    else:
        rounds.ask_again(new, out)
    return Applied(new, tuple(out))


def revoke(state: State, given: Revoke) -> Applied | Refusal:
    """Found out at the table. Where the companion sees the hands nobody can revoke."""
    if state.outcome is not None:
        return Refusal("game-over", "CT-END-02")
    seats = state.setting.seats
    if given.seat not in seats or (state.setting.tracks_hands and UNKNOWN not in state.hands[given.seat]):
        return Refusal("no-revoke", "CT-FOLLOW-02", (("seat", given.seat),))
    new = state.copy()
    out: Out = []
    rounds.revoke_found(new, out, given.seat)
    advance(new, out)
    return Applied(new, tuple(out))


# -- setting one thing ------------------------------------------------------------------------------------


def _card(value: Any) -> str:
    if value not in CARDS and value != "":
        raise ValueError(value)
    return str(value)


def _cards(value: Any, unknown: bool = False) -> tuple[str, ...]:
    cards = tuple(value)
    if any(card not in ORDER or (card == UNKNOWN and not unknown) for card in cards):
        raise ValueError(value)
    return cards


def _out_of_piles(s: State, cards: tuple[str, ...], leads: bool = False) -> None:
    """A card lies in one place: it leaves the pile of unseen ones, and the event that is being resolved,
    unless it leads there [CT-COMP-01]."""
    s.deck = tuple([card for card in s.deck if card not in cards])
    if s.setting.rules >= 2 and not leads:
        s.played = tuple([played for played in s.played if played[1] not in cards])


def _hand(s: State, key: str, value: Any) -> bool:
    cards = in_order(_cards(value, unknown=True))
    if len(cards) > HAND:
        return False
    s.hands[whole(int(key), range(len(s.hands)))] = cards
    _out_of_piles(s, cards)
    return True


def _controller(s: State, key: str, value: Any) -> bool:
    s.control[whole(int(key), PLACES)] = whole(value, range(NOBODY, len(s.pawns)))
    return True


def _clear_event(s: State, token: int) -> None:
    """An event that leaves the line leaves its cards among the discards, and its disc to its owner."""
    cards = {s.lead[token], s.standing[token]} - {""}
    if s.phase == "play" and s.queue[:1] == (token,):
        cards, s.played = cards.union(card for _, card in s.played), ()
    s.discards += in_order(cards)
    s.lead[token], s.standing[token], s.control[token] = "", "", NOBODY


def _line(s: State, key: str, value: Any) -> bool:
    tokens = tuple(sorted(whole(token, range(1, len(PLACES))) for token in value))
    if not tokens or len(set(tokens)) < len(tokens):
        return False
    if s.setting.rules >= 2:
        for token in s.line:
            if token not in tokens:
                _clear_event(s, token)
    s.line, s.stack = tokens, tuple(token for token in TOKENS if token not in tokens)
    s.present = s.present if s.present in tokens else tokens[-1]
    s.pawns = [at if at in (0, *tokens) else s.present for at in s.pawns]
    if s.setting.rules < 2 and s.phase == "play" and s.queue[0] not in tokens:  # that event is gone
        s.discards += tuple([card for _, card in s.played])
        return not key and _phase(s, "", "play")
    s.queue = tuple([token for token in s.queue if token in (0, *tokens)])
    return not key


def _present(s: State, key: str, value: Any) -> bool:
    s.present = value
    return not key and value in s.line


def _pawn(s: State, key: str, value: Any) -> bool:
    s.pawns[whole(int(key), range(len(s.pawns)))] = value
    return value in (0, *s.line)


def _bid(s: State, key: str, value: Any) -> bool:
    """Which card somebody has put down at the constant."""
    seat, card = whole(int(key), range(len(s.bids))), _card(value)
    if s.setting.rules >= 2:
        _put_down(s, seat, card, s.bids[seat])
    s.bids[seat] = card
    _out_of_piles(s, (card,))
    return True


def _played(s: State, key: str, value: Any) -> bool:
    """Which card somebody has put down at the event that is being resolved; the first one at an event begins
    it, where that scientist stands."""
    seat, card = whole(int(key), range(len(s.pawns))), _card(value)
    _put_down(s, seat, card, dict(s.played).get(seat, ""))
    _out_of_piles(s, (card,))
    s.played = tuple([played for played in s.played if played[0] != seat])
    token = s.queue[0] if s.played else s.pawns[seat]
    if card:
        s.queue = (token, *[place for place in s.queue if place != token])
        s.played = (*s.played, (seat, card))
    return s.phase == "play" and s.setting.rules >= 2 and (token != CONSTANT or not card)


def _put_down(s: State, seat: int, card: str, before: str) -> None:
    """The one that they had put there goes back, and whoever has put one down owes none."""
    if card == before:
        return
    if before:
        _take_back(s, seat, before)
    if card and card in (*s.hands[seat], *s.deck):
        rounds.leave_hand(s, seat, card)
    others = {other for other in s.owing if other != seat}
    s.owing = tuple(sorted(others if card else {*others, seat}))


def _take_back(s: State, seat: int, card: str) -> None:
    """Into a hand, or to the cards that nobody has seen where that hand is the players' own."""
    seen = s.setting.tracks_hands
    s.hands[seat] = in_order((*s.hands[seat], card if seen else UNKNOWN))
    if not seen and card not in (*s.lead, *s.standing, *s.discards, s.constant):  # it was never theirs
        s.deck = in_order((*s.deck, card))


def _commit(s: State, key: str, value: Any) -> bool:
    spent = None if value is None else (whole(value[0], PLACES), whole(value[1], PLACES))
    s.commits[whole(int(key), range(len(s.commits)))] = spent
    return True


def _suits(value: Any) -> tuple[str, ...]:
    if any(suit not in SUITS for suit in value):
        raise ValueError(value)
    return tuple(value)


def _seen_card(name: str) -> Callable[..., bool]:
    def put(s: State, key: str, value: Any) -> bool:
        card, token = _card(value), whole(int(key), PLACES) if key else CONSTANT
        if key:
            getattr(s, name)[token] = card
        else:
            setattr(s, name, card)
        _out_of_piles(s, (card,), leads=name == "lead" and s.queue[:1] == (token,))
        return True

    return put


def _discards(s: State, key: str, value: Any) -> bool:
    s.discards = _cards(value)
    _out_of_piles(s, s.discards)
    return not key


def _deck(s: State, key: str, value: Any) -> bool:
    deck = in_order(_cards(value))
    _out_of_piles(s, deck)
    s.deck = deck
    return not key


def _still_to_play(s: State) -> tuple[int, ...]:
    """Whoever has a card fewer than the others has played this round; where all have as many, nobody has."""
    most = max(map(len, s.hands))
    return tuple([seat for seat, hand in enumerate(s.hands) if len(hand) == most])


def _phase(s: State, key: str, value: Any) -> bool:
    """Enters a phase of the round: whoever is concerned is asked from its beginning."""
    if key or not s.line:
        return False
    s.played, s.bids, s.commits = (), [""] * len(s.pawns), [None] * len(s.pawns)
    if value == "move":
        s.queue, s.owing = (), ()
        rounds.begin_movement(s)
    elif value == "play":
        s.queue, s.owing = order_of_events(s), _still_to_play(s)
        if s.queue[0] == CONSTANT:  # nobody is at an event
            return False
        s.agenda, s.order = [rounds.PlayCards()], participants(s, s.queue[0])
    elif value == "bid":
        s.queue, s.agenda = (0,), [rounds.BidForConstant()]
        s.order = s.owing = tuple([seat for seat, at in enumerate(s.pawns) if at == 0])
        return bool(s.order)
    else:
        return False
    return True


def _owing(s: State, key: str, value: Any) -> bool:
    seats = tuple(sorted({whole(seat, range(len(s.pawns))) for seat in value}))
    s.owing = seats
    return not key and s.phase in ("play", "bid") and bool(seats)


_SETTERS: dict[str, Setter[State]] = {
    "energy": each("energy", lambda value: whole(value, range(1000))),
    "pawn": _pawn,
    "hand": _hand,
    "voids": each("voids", _suits),
    "lead": _seen_card("lead"),
    "standing": _seen_card("standing"),
    "controller": _controller,
    "constant": _seen_card("constant"),
    "line": _line,
    "present": _present,
    "discards": _discards,
    "deck": _deck,
    "bid": _bid,
    "played": _played,
    "commit": _commit,
    "round": one("round", lambda value: whole(value, range(1, ROUNDS + 1))),
    "marker": one("marker", lambda value: whole(value, range(6))),
    "owing": _owing,
    "phase": _phase,
}


def correctable(s: State) -> Iterator[Field]:
    """Everything that can be set, with its present value and the likely ones. Nothing before the first event:
    until then an undo is quicker."""
    if not s.line or s.outcome is not None:
        return
    seats = s.setting.seats
    if s.phase in ("play", "bid", "move"):
        yield Field("phase", s.phase, _phases(s))
    if s.phase in ("play", "bid"):
        yield Field("owing", list(s.owing), ())
    yield Field("line", list(s.line), ())
    yield Field("present", s.present, s.line)
    yield Field("constant", s.constant, ("", *s.setting.deck))
    for token in s.line:
        yield Field(f"controller.{token}", s.control[token], (NOBODY, *seats))
        yield Field(f"lead.{token}", s.lead[token], ())
        yield Field(f"standing.{token}", s.standing[token], ())
    for seat in seats:
        yield Field(f"energy.{seat}", s.energy[seat], LIKELY_ENERGY)
        yield Field(f"pawn.{seat}", s.pawns[seat], (0, *s.line))
        yield Field(f"hand.{seat}", list(s.hands[seat]), ())
        yield Field(f"voids.{seat}", list(s.voids[seat]), ())
        if s.phase == "play" and s.setting.rules >= 2:
            yield Field(f"played.{seat}", dict(s.played).get(seat, ""), ())
        if s.phase == "bid":
            yield Field(f"bid.{seat}", s.bids[seat], ())
        if s.phase == "move":
            yield Field(f"commit.{seat}", _listed(s.commits[seat]), ())
    yield Field("discards", list(s.discards), ())
    yield Field("deck", list(s.deck), ())
    yield Field("marker", s.marker, seats)
    yield Field("round", s.round, tuple(range(1, ROUNDS + 1)))


def _phases(s: State) -> tuple[Plain, ...]:
    places = set(s.pawns)
    found = ["play"] if places != {0} else []
    return (*found, *(["bid"] if 0 in places else []), "move")


def _listed(spent: tuple[int, int] | None) -> Plain:
    return None if spent is None else list(spent)
