"""Who may know what: views, secrets, and a world that a seat may believe in.

May import: the contract and this game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Plain, Question
from companion.engine.steps import ask

from .inputs import Bid, CardDealt, Commit, Correct
from .pieces import LOWEST, NOBODY, UNKNOWN, in_order
from .state import State, discs_on_card, dump
from .tricks import best_played, steps_back, steps_forward

HIDDEN = ("hand", "bid", "commit")
"""Corrections of these are their owner's business."""


def view(s: State, seat: int | None) -> dict[str, Any]:
    """Own hand, unless the companion does not see it, and own secret choice; of the others how many cards,
    and whether they have chosen. Energy, discards, control and positions are open [CT-MOVE-08, CT-AMB-16]."""
    data: dict[str, Any] = dump(s)
    data["options"] = s.setting.options
    data["colours"] = list(s.setting.colours)
    data["discs"] = [discs_on_card(s, one) for one in s.setting.seats]
    data["deck"] = len(s.deck)
    data["hands"] = [
        _own(list(hand), len(hand), one == seat and hand[:1] != (UNKNOWN,))
        for one, hand in enumerate(s.hands)
    ]
    data["bids"] = [
        _own(card, card and True, one == seat or _open(s, "bid")) for one, card in enumerate(s.bids)
    ]
    data["commits"] = [
        _own(list(spent) if spent else None, spent and True, one == seat or _open(s, "move"))
        for one, spent in enumerate(s.commits)
    ]
    # Whoever chooses in secret is alone with the screen, even where nothing of theirs is shown yet.
    data["chooses"] = seat in s.order and s.phase in ("bid", "move") and not _open(s, s.phase)
    data["question"] = s.asked[0].id if s.asked else None
    data["winning"] = _winning(s)
    data["lowest"] = LOWEST[s.setting.players]
    return data


def _winning(s: State) -> int:
    """Who would have the running event if nobody played any more."""
    if s.phase != "play":
        return NOBODY
    best = best_played(s, s.queue[0])
    return best[0] if best else s.control[s.queue[0]]


def _own(whole: Plain, hint: Plain, mine: bool) -> Plain:
    return whole if mine else hint


def _open(s: State, phase: str) -> bool:
    """Whether choices of this phase are told only when the table has revealed them."""
    return not s.setting.tracks_hands if phase == "bid" else not s.setting.secret_crystals


def secret(s: State, given: Any, seat: int | None) -> bool:
    match given:
        case CardDealt(to, _):
            return to != seat
        case Bid(by, _):
            return by != seat and len(s.order) > 1 and not _open(s, "bid")
        case Commit(by, _, _):
            return by != seat and len(s.order) > 1 and not _open(s, "move")
        case Correct(path, _):
            name, _, whose = str(path).partition(".")
            return name == "deck" or (name in HIDDEN and whose != str(seat))
    return False


def revealed(given: Any, now: State) -> bool:
    """Whether by now everybody has seen what was secret when it was given."""
    match given:
        case CardDealt(_, card):
            return card in open_cards(now)
        case Bid(by, card):
            return now.bids[by] != card
        case Commit(by, _, _):
            return now.commits[by] is None
    return False


def open_cards(s: State) -> set[str]:
    """Cards that lie where everybody sees them, or has seen them [CT-AMB-16]."""
    return {*s.discards, *s.lead, *s.standing, *(card for _, card in s.played), s.constant} - {""}


def may_read(s: State, question: Question, seat: int | None) -> bool:
    """A hand is its owner's; what is dealt, and what the constant could have been, would tell all hands."""
    if not s.setting.tracks_hands or question.id not in ("lead", "play", "bid", "deal", "constant"):
        return True
    return seat is not None and question.owner == seat


def imagine(s: State, seat: int, pick: Callable[[int], int]) -> State:
    """A world that looks to this seat as the true one does: what it cannot see is drawn anew.

    Suits that a player was seen not to have are kept out of that hand as far as the cards allow.
    """
    new = s.copy()
    others = [one for one in s.setting.seats if one != seat]
    pool = list(s.deck)
    for one in others:
        pool += [card for card in s.hands[one] if card != UNKNOWN]
        pool += [s.bids[one]] if s.bids[one] and not _open(s, "bid") else []
    pool = list(in_order(pool))
    for last in range(len(pool) - 1, 0, -1):
        other = pick(last + 1)
        pool[last], pool[other] = pool[other], pool[last]
    for one in sorted(others, key=lambda other: -len(s.voids[other])):
        unseen = s.hands[one].count(UNKNOWN)
        hand = _drawn(pool, len(s.hands[one]) - unseen, s.voids[one])
        new.hands[one] = in_order([UNKNOWN] * unseen + hand)
        if s.bids[one] and not _open(s, "bid"):
            new.bids[one] = _drawn(pool, 1, s.voids[one])[0]
        if s.commits[one] is not None and not _open(s, "move"):
            new.commits[one] = _spent(s, s.energy[one], pick)
    new.deck = in_order(pool)
    ask(new)
    return new


def _drawn(pool: list[str], count: int, voids: tuple[str, ...]) -> list[str]:
    """The first cards of the shuffled pool that fit; others only when there are not enough."""
    chosen = [card for card in pool if card[0] not in voids][:count]
    chosen += [card for card in pool if card not in chosen][: count - len(chosen)]
    for card in chosen:
        pool.remove(card)
    return chosen


def _spent(s: State, energy: int, pick: Callable[[int], int]) -> tuple[int, int]:
    back, forward = min(energy, steps_back(s)), min(energy, steps_forward(s))
    chosen = pick(back + forward + 1)
    return (chosen, 0) if chosen <= back else (0, chosen - back)
