"""How well a position stands for one seat, in one number: what bots steer by. No rule depends on it.

May import: this game. The weights are judgement; they are not facts of the game.
"""

from __future__ import annotations

from .pieces import CONSTANT, HIGHEST, NOBODY, UNKNOWN, VALUE
from .state import State
from .tricks import best_played, destination, hurdle, led_suit, legal, rank

END = 10_000.0
DISCS = (0.0, 60.0, 150.0, 400.0)
"""By how many events a player controls; the third one wins."""
ENERGY = 4.0
ENOUGH = 6
TRUMP = 5.0
PRESENT, TAKEN = 0.3, 0.45
"""How much of a prize is hoped for in the present, where many play, and where one's hand beats what lies."""


def estimate(s: State, seat: int) -> float:
    if s.outcome is not None:
        return END if seat in s.outcome.ranking[0] else -END
    held = [float(s.control.count(one)) for one in s.setting.seats]
    _running(s, held)
    rivals = [_worth(count) for one, count in enumerate(held) if one != seat]
    score = 1.2 * _worth(held[seat]) - 0.5 * max(rivals) - 0.2 * sum(rivals)
    score += sum(0.6 * (10 - token) for token in s.line if s.control[token] == seat)
    spent = s.commits[seat] or (0, 0)
    score += ENERGY * min(s.energy[seat] - sum(spent), ENOUGH)
    if s.phase == "move" and s.commits[seat] is not None:
        score += _place(s, seat, destination(s, *spent))
    return score + _hand(s, seat)


def _worth(count: float) -> float:
    whole = min(int(count), 3)
    above = DISCS[min(whole + 1, 3)] - DISCS[whole]
    return DISCS[whole] + above * (count - whole)


def _running(s: State, held: list[float]) -> None:
    """The event being resolved, as if it ended now; less sure, the more cards are still to come."""
    if not s.played:
        return
    token = s.queue[0]
    found = best_played(s, token)
    if found is not None:
        sure = 0.75 ** len(s.order)
        held[found[0]] += sure
        if s.control[token] != NOBODY:
            held[s.control[token]] -= sure


def _hand(s: State, seat: int) -> float:
    """High cards and trumps that are still to be played."""
    trump = s.constant[:1]
    cards = [card for card in s.hands[seat] if card != UNKNOWN]
    return sum(0.25 * VALUE[card] + (TRUMP if card[0] == trump else 0.0) for card in cards)


def _place(s: State, seat: int, token: int) -> float:
    """What may be won where the scientist goes, and taken from whoever holds it."""
    if token == CONSTANT:
        return 12.0 if not s.constant or s.constant[0] not in {c[0] for c in s.hands[seat]} else -6.0
    mine = float(s.control.count(seat))
    prize = _worth(mine + 1) - _worth(mine)
    led = led_suit(s, token)
    cards = [card for card in legal(s, seat, led) if card != UNKNOWN]
    if not cards:
        return 0.0
    if not s.standing[token]:
        tier, value = max(rank(s, card, card[0]) for card in cards)
        return PRESENT * prize * (value / HIGHEST if tier == 1 else 1.0)
    holder = s.control[token]
    if holder == seat:
        return 4.0
    theirs = float(s.control.count(holder))
    best = max(rank(s, card, led) for card in cards)
    if not best[0] or best <= hurdle(s, token):
        return 0.0
    return TAKEN * (prize + _worth(theirs) - _worth(theirs - 1))
