"""What can be told to the game: results of chance, decisions of players, a revoke found, corrections by hand.

May import: the pieces of this game. Inputs that recur are made once and shared.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, get_args

from .pieces import CARDS, TOKENS

SEATS = range(6)

# -- chance -----------------------------------------------------------------------------------------------


class DealerDrawn(NamedTuple):
    seat: int
    kind: str = "DealerDrawn"


class CardDealt(NamedTuple):
    """One card of the deal: only who holds it may know it."""

    seat: int
    card: str
    kind: str = "CardDealt"


class ConstantTurned(NamedTuple):
    card: str
    kind: str = "ConstantTurned"


class TokenDrawn(NamedTuple):
    token: int
    kind: str = "TokenDrawn"


# -- decisions --------------------------------------------------------------------------------------------


class Play(NamedTuple):
    """A card at the event where the player's scientist is."""

    seat: int
    card: str
    kind: str = "Play"


class Bid(NamedTuple):
    """A card at the constant, revealed together with the others."""

    seat: int
    card: str
    kind: str = "Bid"


class Commit(NamedTuple):
    """Crystals under the hand, in the backward or the forward area, revealed together with the others."""

    seat: int
    back: int
    forward: int = 0
    kind: str = "Commit"


# -- at any moment ----------------------------------------------------------------------------------------


class Revoke(NamedTuple):
    """Somebody is found not to have followed suit though they could."""

    seat: int
    kind: str = "Revoke"


class Correct(NamedTuple):
    path: str
    value: Any
    kind: str = "Correct"


Input: TypeAlias = (
    DealerDrawn | CardDealt | ConstantTurned | TokenDrawn | Play | Bid | Commit | Revoke | Correct
)  # fmt: skip
"""Whatever can be given in this game."""

INPUTS: dict[str, type] = {kind.__name__: kind for kind in get_args(Input)}

DEALT = [{card: CardDealt(seat, card) for card in CARDS} for seat in SEATS]
TURNED = {card: ConstantTurned(card) for card in CARDS}
DRAWN = {token: TokenDrawn(token) for token in TOKENS}
PLAYS = [{card: Play(seat, card) for card in CARDS} for seat in SEATS]
BIDS = [{card: Bid(seat, card) for card in CARDS} for seat in SEATS]
BACK = [tuple(Commit(seat, steps) for steps in range(len(TOKENS) + 1)) for seat in SEATS]
FORWARD = [tuple(Commit(seat, 0, steps) for steps in range(1, len(TOKENS))) for seat in SEATS]
