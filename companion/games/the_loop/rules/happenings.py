"""What happens at the table, in the order in which players would do it with their hands.

May import: the standard library only. A happening is an id (`kind`) and parameters; the words are
elsewhere. `RULES` names the ledger rule behind each.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, get_args


class TurnBegan(NamedTuple):
    turn: int
    agent: int
    kind: str = "TurnBegan"


class DuplicateGenerated(NamedTuple):
    token: str
    era: int
    kind: str = "DuplicateGenerated"


class DuplicateMoved(NamedTuple):
    token: str
    era: int
    kind: str = "DuplicateMoved"


class DuplicateDestroyed(NamedTuple):
    token: str
    era: int
    kind: str = "DuplicateDestroyed"


class CardAvailable(NamedTuple):
    card: str
    era: int
    kind: str = "CardAvailable"


class CardDestroyed(NamedTuple):
    card: str
    kind: str = "CardDestroyed"


class HugeDeckRebuilt(NamedTuple):
    cards: int
    kind: str = "HugeDeckRebuilt"


class FooMoved(NamedTuple):
    era: int
    kind: str = "FooMoved"


class RiftsThrown(NamedTuple):
    cubes: int
    kind: str = "RiftsThrown"


class RiftsPlaced(NamedTuple):
    era: int
    cubes: int
    kind: str = "RiftsPlaced"


class RiftsInside(NamedTuple):
    """How many are inside the machine now."""

    cubes: int
    kind: str = "RiftsInside"


class RiftCancelled(NamedTuple):
    era: int
    kind: str = "RiftCancelled"


class RiftsRemoved(NamedTuple):
    era: int
    cubes: int
    kind: str = "RiftsRemoved"


class VortexOpened(NamedTuple):
    """The rifts that return to the pool are all that lay on the era."""

    era: int
    returned: int
    kind: str = "VortexOpened"


class TileLost(NamedTuple):
    """An empty mission: the tile was face down."""

    era: int
    mission: str
    kind: str = "TileLost"


class MissionTurned(NamedTuple):
    era: int
    mission: str
    kind: str = "MissionTurned"


class EnergyAdded(NamedTuple):
    era: int
    cubes: int
    kind: str = "EnergyAdded"


class EnergySpent(NamedTuple):
    era: int
    cubes: int
    kind: str = "EnergySpent"


class AgentMoved(NamedTuple):
    agent: int
    era: int
    kind: str = "AgentMoved"


class BatteriesTurned(NamedTuple):
    agent: int
    full: bool
    kind: str = "BatteriesTurned"


class CardUsed(NamedTuple):
    agent: int
    card: str
    kind: str = "CardUsed"


class AbilityUsed(NamedTuple):
    agent: int
    kind: str = "AbilityUsed"


class LoopDone(NamedTuple):
    agent: int
    era: int
    dimension: str
    price: int
    kind: str = "LoopDone"


class CardsReadied(NamedTuple):
    agent: int
    cards: tuple[str, ...]
    kind: str = "CardsReadied"


class DamageDone(NamedTuple):
    """`space` is the era's space on tiles with one per era, else -1. `colour` is the cube to take."""

    era: int
    mission: str
    space: int
    colour: str
    kind: str = "DamageDone"


class DamageReturned(NamedTuple):
    era: int
    rifts: int
    energy: int
    kind: str = "DamageReturned"


class CardTaken(NamedTuple):
    agent: int
    card: str
    kind: str = "CardTaken"


class TileArchived(NamedTuple):
    era: int
    mission: str
    archived: int
    kind: str = "TileArchived"


class BonusRevealed(NamedTuple):
    cards: tuple[str, ...]
    kind: str = "BonusRevealed"


class CardAdded(NamedTuple):
    agent: int
    card: str
    kind: str = "CardAdded"


class CardDrew(NamedTuple):
    agent: int
    card: str
    kind: str = "CardDrew"


class CardDiscarded(NamedTuple):
    agent: int
    card: str
    kind: str = "CardDiscarded"


class HandDiscarded(NamedTuple):
    agent: int
    cards: tuple[str, ...]
    kind: str = "HandDiscarded"


class DeckShuffled(NamedTuple):
    agent: int
    kind: str = "DeckShuffled"


class CycleBegan(NamedTuple):
    cycle: int
    kind: str = "CycleBegan"


class PerpetualAdded(NamedTuple):
    era: int
    kind: str = "PerpetualAdded"


class CentrifugePlaced(NamedTuple):
    era: int
    dimension: str
    kind: str = "CentrifugePlaced"


class CentrifugeDamaged(NamedTuple):
    era: int
    damage: int
    colour: str
    kind: str = "CentrifugeDamaged"


class CentrifugeDestroyed(NamedTuple):
    era: int
    rifts: int
    energy: int
    kind: str = "CentrifugeDestroyed"


class UltraPlaced(NamedTuple):
    ultra: str
    era: int
    kind: str = "UltraPlaced"


class UltraApplied(NamedTuple):
    ultra: str
    kind: str = "UltraApplied"


class UltraDamaged(NamedTuple):
    ultra: str
    damage: int
    colour: str
    kind: str = "UltraDamaged"


class UltraDestroyed(NamedTuple):
    ultra: str
    rifts: int
    energy: int
    kind: str = "UltraDestroyed"


class EnergyRemoved(NamedTuple):
    era: int
    cubes: int
    kind: str = "EnergyRemoved"


class EnergyThrown(NamedTuple):
    cubes: int
    kind: str = "EnergyThrown"


class EnergyPlaced(NamedTuple):
    """It came out of the machine: it is there like any other, and it was not added."""

    era: int
    cubes: int
    kind: str = "EnergyPlaced"


class EnergyInside(NamedTuple):
    """How many are inside the machine now."""

    cubes: int
    kind: str = "EnergyInside"


class HandsMixed(NamedTuple):
    cards: int
    kind: str = "HandsMixed"


class AgentActive(NamedTuple):
    """Solo: whose turn it is."""

    agent: int
    kind: str = "AgentActive"


class ChoiceDropped(NamedTuple):
    """While something was being chosen, what could have been chosen went away: nothing more comes of it."""

    card: str
    kind: str = "ChoiceDropped"


class LeftToPlayers(NamedTuple):
    """A rule that needs cards the companion does not track."""

    what: str
    kind: str = "LeftToPlayers"


class GameWon(NamedTuple):
    reason: str
    kind: str = "GameWon"


class GameLost(NamedTuple):
    reason: str
    kind: str = "GameLost"


class Corrected(NamedTuple):
    path: str
    value: Any
    kind: str = "Corrected"


class PieceLearned(NamedTuple):
    piece: str
    id: str
    kind: str = "PieceLearned"


Happening: TypeAlias = (
    TurnBegan | DuplicateGenerated | DuplicateMoved | DuplicateDestroyed | CardAvailable | CardDestroyed
    | HugeDeckRebuilt | FooMoved | RiftsThrown | RiftsPlaced | RiftsInside | RiftCancelled | RiftsRemoved
    | VortexOpened | TileLost | MissionTurned | EnergyAdded | EnergySpent | AgentMoved | BatteriesTurned
    | CardUsed | AbilityUsed | LoopDone | CardsReadied | DamageDone | DamageReturned | CardTaken
    | TileArchived | BonusRevealed | CardAdded | CardDrew | CardDiscarded | HandDiscarded | DeckShuffled
    | CycleBegan | PerpetualAdded | CentrifugePlaced | CentrifugeDamaged | CentrifugeDestroyed
    | UltraPlaced | UltraApplied | UltraDamaged | UltraDestroyed | EnergyRemoved | EnergyThrown
    | EnergyPlaced | EnergyInside | HandsMixed | AgentActive | ChoiceDropped | LeftToPlayers | GameWon
    | GameLost
    | Corrected | PieceLearned
)  # fmt: skip
"""Whatever can happen in this game."""

HAPPENINGS: dict[str, type] = {kind.__name__: kind for kind in get_args(Happening)}

RULES: dict[str, str] = {
    "TurnBegan": "TURN-01",
    "DuplicateGenerated": "FOO-03",
    "DuplicateMoved": "DUP-05",
    "DuplicateDestroyed": "DUP-02",
    "CardAvailable": "FOO-06",
    "CardDestroyed": "CARD-11",
    "HugeDeckRebuilt": "CARD-14",
    "FooMoved": "FOO-09",
    "RiftsThrown": "FOO-11",
    "RiftsPlaced": "FOO-12",
    "RiftsInside": "TOWER-06",
    "RiftCancelled": "FOO-17",
    "RiftsRemoved": "ACT-11",
    "VortexOpened": "VORTEX-01",
    "TileLost": "VORTEX-05",
    "MissionTurned": "MISSION-02",
    "EnergyAdded": "ACT-10",
    "EnergySpent": "ACT-04",
    "AgentMoved": "TERM-09",
    "BatteriesTurned": "ACT-06",
    "CardUsed": "ACT-08",
    "AbilityUsed": "ACT-13",
    "LoopDone": "LOOP-01",
    "CardsReadied": "LOOP-05",
    "DamageDone": "MISSION-04",
    "DamageReturned": "ARCH-03",
    "CardTaken": "ADD-02",
    "TileArchived": "ARCH-02",
    "BonusRevealed": "BONUS-01",
    "CardAdded": "CARD-13",
    "CardDrew": "CARD-06",
    "CardDiscarded": "CARD-07",
    "HandDiscarded": "END-02",
    "DeckShuffled": "CARD-08",
    "CycleBegan": "CYCLE-01",
    "PerpetualAdded": "SUPA-06",
    "CentrifugePlaced": "CENTRI-01",
    "CentrifugeDamaged": "CENTRI-07",
    "CentrifugeDestroyed": "CENTRI-08",
    "UltraPlaced": "ULTRA-03",
    "UltraApplied": "ULTRA-07",
    "UltraDamaged": "ULTRA-10",
    "UltraDestroyed": "ULTRA-12",
    "EnergyRemoved": "ULTRA-07",
    "EnergyThrown": "ULTRA-13",
    "EnergyPlaced": "TOWER-09",
    "EnergyInside": "TOWER-06",
    "HandsMixed": "ULTRA-07",
    "AgentActive": "SOLO-09",
    "ChoiceDropped": "ACT-09",
    "LeftToPlayers": "CARD-04",
    "GameWon": "WIN-01",
    "GameLost": "LOSE-05",
}
