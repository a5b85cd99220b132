"""What happens at the table, in the order in which players would do it with their hands.

May import: the standard library only. A happening is an id (`kind`) and parameters; the words are elsewhere. The
class attribute `rule` names the ledger rule behind it.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class TurnBegan(NamedTuple):
    turn: int
    agent: int
    kind: str = "TurnBegan"
    rule = "TURN-01"


class DuplicateGenerated(NamedTuple):
    token: str
    era: int
    kind: str = "DuplicateGenerated"
    rule = "FOO-03"


class DuplicateMoved(NamedTuple):
    token: str
    era: int
    kind: str = "DuplicateMoved"
    rule = "DUP-05"


class DuplicateDestroyed(NamedTuple):
    token: str
    era: int
    kind: str = "DuplicateDestroyed"
    rule = "DUP-02"


class CardAvailable(NamedTuple):
    card: str
    era: int
    kind: str = "CardAvailable"
    rule = "FOO-06"


class CardDestroyed(NamedTuple):
    card: str
    kind: str = "CardDestroyed"
    rule = "CARD-11"


class HugeDeckRebuilt(NamedTuple):
    cards: int
    kind: str = "HugeDeckRebuilt"
    rule = "CARD-14"


class FooMoved(NamedTuple):
    era: int
    kind: str = "FooMoved"
    rule = "FOO-09"


class RiftsThrown(NamedTuple):
    cubes: int
    kind: str = "RiftsThrown"
    rule = "FOO-11"


class RiftsPlaced(NamedTuple):
    era: int
    cubes: int
    kind: str = "RiftsPlaced"
    rule = "FOO-12"


class RiftsInside(NamedTuple):
    """How many are inside the machine now."""

    cubes: int
    kind: str = "RiftsInside"
    rule = "TOWER-06"


class RiftCancelled(NamedTuple):
    era: int
    kind: str = "RiftCancelled"
    rule = "FOO-17"


class RiftsRemoved(NamedTuple):
    era: int
    cubes: int
    kind: str = "RiftsRemoved"
    rule = "ACT-11"


class VortexOpened(NamedTuple):
    """The rifts that return to the pool are all that lay on the era."""

    era: int
    returned: int
    kind: str = "VortexOpened"
    rule = "VORTEX-01"


class TileLost(NamedTuple):
    """An empty mission: the tile was face down."""

    era: int
    mission: str
    kind: str = "TileLost"
    rule = "VORTEX-05"


class MissionTurned(NamedTuple):
    era: int
    mission: str
    kind: str = "MissionTurned"
    rule = "MISSION-02"


class EnergyAdded(NamedTuple):
    era: int
    cubes: int
    kind: str = "EnergyAdded"
    rule = "ACT-10"


class EnergySpent(NamedTuple):
    era: int
    cubes: int
    kind: str = "EnergySpent"
    rule = "ACT-04"


class AgentMoved(NamedTuple):
    agent: int
    era: int
    kind: str = "AgentMoved"
    rule = "TERM-09"


class BatteriesTurned(NamedTuple):
    agent: int
    full: bool
    kind: str = "BatteriesTurned"
    rule = "ACT-06"


class CardUsed(NamedTuple):
    agent: int
    card: str
    kind: str = "CardUsed"
    rule = "ACT-08"


class AbilityUsed(NamedTuple):
    agent: int
    kind: str = "AbilityUsed"
    rule = "ACT-13"


class LoopDone(NamedTuple):
    agent: int
    era: int
    dimension: str
    price: int
    kind: str = "LoopDone"
    rule = "LOOP-01"


class CardsReadied(NamedTuple):
    agent: int
    cards: tuple[str, ...]
    kind: str = "CardsReadied"
    rule = "LOOP-05"


class DamageDone(NamedTuple):
    """`space` is the era's space on tiles with one per era, else -1. `colour` is the cube to take."""

    era: int
    mission: str
    space: int
    colour: str
    kind: str = "DamageDone"
    rule = "MISSION-04"


class DamageReturned(NamedTuple):
    era: int
    rifts: int
    energy: int
    kind: str = "DamageReturned"
    rule = "ARCH-03"


class CardTaken(NamedTuple):
    agent: int
    card: str
    kind: str = "CardTaken"
    rule = "ADD-02"


class TileArchived(NamedTuple):
    era: int
    mission: str
    archived: int
    kind: str = "TileArchived"
    rule = "ARCH-02"


class BonusRevealed(NamedTuple):
    cards: tuple[str, ...]
    kind: str = "BonusRevealed"
    rule = "BONUS-01"


class CardAdded(NamedTuple):
    agent: int
    card: str
    kind: str = "CardAdded"
    rule = "CARD-13"


class CardDrew(NamedTuple):
    agent: int
    card: str
    kind: str = "CardDrew"
    rule = "CARD-06"


class CardDiscarded(NamedTuple):
    agent: int
    card: str
    kind: str = "CardDiscarded"
    rule = "CARD-07"


class HandDiscarded(NamedTuple):
    agent: int
    cards: tuple[str, ...]
    kind: str = "HandDiscarded"
    rule = "END-02"


class DeckShuffled(NamedTuple):
    agent: int
    kind: str = "DeckShuffled"
    rule = "CARD-08"


class CycleBegan(NamedTuple):
    cycle: int
    kind: str = "CycleBegan"
    rule = "CYCLE-01"


class LeftToPlayers(NamedTuple):
    """A rule that needs cards the companion does not track."""

    what: str
    kind: str = "LeftToPlayers"
    rule = "CARD-04"


class GameWon(NamedTuple):
    reason: str
    kind: str = "GameWon"
    rule = "WIN-01"


class GameLost(NamedTuple):
    reason: str
    kind: str = "GameLost"
    rule = "LOSE-05"


class Corrected(NamedTuple):
    path: str
    value: Any
    kind: str = "Corrected"
    rule = ""


class PieceLearned(NamedTuple):
    piece: str
    id: str
    kind: str = "PieceLearned"
    rule = ""


HAPPENINGS: dict[str, type] = {
    name: value for name, value in globals().items() if isinstance(value, type) and hasattr(value, "_fields")
}
