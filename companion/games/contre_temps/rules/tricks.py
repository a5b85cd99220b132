"""One event: who leads, what must be followed, who gains a crystal, which card wins.

May import: the pieces and the state. Nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Iterable

from .pieces import CONSTANT, NOBODY, SUIT, UNKNOWN, VALUE
from .state import State


def order_of_events(s: State) -> tuple[int, ...]:
    """Occupied places: the present first, then backwards in time, the constant last [CT-RESOLVE-01 … -03].

    In Paradox mode events may lie after the present: they follow it, latest first [CT-PARADOX-14].
    """
    taken = sorted(set(s.pawns), reverse=True)
    if s.setting.present_first and s.present in taken:
        taken.remove(s.present)
        taken.insert(0, s.present)
    return tuple(taken)


def participants(s: State, token: int) -> tuple[int, ...]:
    """Everybody whose scientist is there, clockwise from the leader [CT-RESOLVE-04, CT-LEAD-05]."""
    seats = len(s.pawns)
    start = _looks_to(s, token)
    clockwise = [(start + step) % seats for step in range(seats)]
    return tuple([seat for seat in clockwise if s.pawns[seat] == token])


def _looks_to(s: State, token: int) -> int:
    """Whose seat the leader is sought from: the controller of the preceding event, or of the nearest
    controlled one further back, else the marker's holder [CT-LEAD-01 … -04]."""
    for earlier in reversed(s.line[: s.line.index(token)]):
        if s.control[earlier] != NOBODY:
            return s.control[earlier]
    return s.marker


def led_suit(s: State, token: int) -> str:
    """Set by the first card ever played there, and never changed [CT-FOLLOW-01, CT-FOLLOW-05]."""
    return s.lead[token][:1]


def legal(s: State, seat: int, led: str) -> tuple[str, ...]:
    """Cards that may be played: of a hand that the companion does not see, any card not seen yet."""
    hand = s.hands[seat]
    if not hand or hand[0] == UNKNOWN:
        return (*(card for card in hand if card != UNKNOWN), *s.deck)
    return tuple([card for card in hand if card[0] == led]) or hand


def legal_bids(s: State, seat: int) -> tuple[str, ...]:
    """Any card; by the strict ruling of another suit than the constant, if the hand has one [CT-CHANGE-07].
    What a hand that the companion does not see holds, its owner knows."""
    cards = legal(s, seat, "")
    if s.setting.same_suit or not s.constant or UNKNOWN in s.hands[seat]:
        return cards
    return tuple([card for card in cards if SUIT[card] != SUIT[s.constant]]) or cards


def gains_crystal(card: str, visible: Iterable[str]) -> bool:
    """A card that follows, lower than the highest of its suit that lies there [CT-ENERGY-01 … -07]."""
    return any(other[0] == card[0] and VALUE[other] > VALUE[card] for other in visible)


def rank(s: State, card: str, led: str) -> tuple[int, int]:
    """The constant's suit, then the led suit, then all others, which never win [CT-TRICK-01, CT-TRICK-02]."""
    if s.constant and SUIT[card] == SUIT[s.constant]:
        return (3, VALUE[card])
    return (1 if SUIT[card] == led else 0, VALUE[card])


def hurdle(s: State, token: int) -> tuple[int, int]:
    """What a new card must exceed: the card that lies sideways, judged by today's constant [CT-TRICK-06,
    CT-TRICK-09, CT-TRICK-10]. A card of neither suit there was a trump once."""
    led = led_suit(s, token)
    found = rank(s, s.standing[token], led)
    return (2, found[1]) if found[0] == 0 and s.setting.stale_keeps_rank else found


def best_played(s: State, token: int) -> tuple[int, str] | None:
    """The seat and card that would take the event now; None when no card played is superior."""
    if not s.played:
        return None
    led = led_suit(s, token)
    seat, card = max(s.played, key=lambda play: rank(s, play[1], led))
    strength = rank(s, card, led)
    if s.standing[token] and (strength[0] < 1 or strength <= hurdle(s, token)):
        return None
    return seat, card


def steps_back(s: State) -> int:
    """How far one can travel into the past: as far as the constant [CT-MOVE-04, CT-MOVE-05]."""
    return s.line.index(s.present) + 1


def steps_forward(s: State) -> int:
    """And into the future, which only the Paradox mode has [CT-MOVE-06, CT-PARADOX-09]."""
    return len(s.line) - steps_back(s) if s.setting.paradox else 0


def destination(s: State, back: int, forward: int) -> int:
    """The place where crystals lead from the present: a step is one token on the line [CT-PARADOX-10]."""
    at = steps_back(s) - back + forward
    return s.line[min(at, len(s.line)) - 1] if at > 0 else CONSTANT
