"""What happens at the table, in the order in which players would do it with their hands.

May import: the standard library only. A happening is an id (`kind`) and parameters; the words are elsewhere.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, get_args


class DealerChosen(NamedTuple):
    seat: int
    marker: int
    kind: str = "DealerChosen"


class CardTaken(NamedTuple):
    """A card of the deal, face down."""

    seat: int
    kind: str = "CardTaken"


class ConstantSet(NamedTuple):
    card: str
    kind: str = "ConstantSet"


class RoundBegan(NamedTuple):
    round: int
    kind: str = "RoundBegan"


class EventBegan(NamedTuple):
    token: int
    leader: int
    suit: str
    """To be followed; empty when the leader sets it."""
    kind: str = "EventBegan"


class CardPlayed(NamedTuple):
    token: int
    seat: int
    card: str
    kind: str = "CardPlayed"


class CrystalGained(NamedTuple):
    seat: int
    kind: str = "CrystalGained"


class EventTaken(NamedTuple):
    token: int
    seat: int
    card: str
    kind: str = "EventTaken"


class EventHeld(NamedTuple):
    """No new card was superior."""

    token: int
    seat: int
    kind: str = "EventHeld"


class DiscReturned(NamedTuple):
    token: int
    seat: int
    kind: str = "DiscReturned"


class CardsDiscarded(NamedTuple):
    cards: tuple[str, ...]
    kind: str = "CardsDiscarded"


class BidMade(NamedTuple):
    seat: int
    kind: str = "BidMade"


class BidsRevealed(NamedTuple):
    cards: tuple[str, ...]
    """By seat; empty for a player who is not at the constant."""
    kind: str = "BidsRevealed"


class LineUnstable(NamedTuple):
    kind: str = "LineUnstable"


class TokenPlaced(NamedTuple):
    token: int
    kind: str = "TokenPlaced"


class TimeStalled(NamedTuple):
    token: int
    kind: str = "TimeStalled"


class IncomePaid(NamedTuple):
    crystals: tuple[int, ...]
    """By seat."""
    kind: str = "IncomePaid"


class CommitMade(NamedTuple):
    seat: int
    kind: str = "CommitMade"


class Travelled(NamedTuple):
    seat: int
    token: int
    crystals: int
    kind: str = "Travelled"


class RevokeFound(NamedTuple):
    seat: int
    crystals: int
    kind: str = "RevokeFound"


class GameEnded(NamedTuple):
    seat: int
    reason: str
    kind: str = "GameEnded"


class Corrected(NamedTuple):
    path: str
    kind: str = "Corrected"


Happening: TypeAlias = (
    DealerChosen | CardTaken | ConstantSet | RoundBegan | EventBegan | CardPlayed | CrystalGained
    | EventTaken | EventHeld | DiscReturned | CardsDiscarded | BidMade | BidsRevealed | LineUnstable
    | TokenPlaced | TimeStalled | IncomePaid | CommitMade | Travelled | RevokeFound | GameEnded
    | Corrected
)  # fmt: skip
"""Whatever can happen in this game."""

HAPPENINGS: dict[str, type] = {kind.__name__: kind for kind in get_args(Happening)}
