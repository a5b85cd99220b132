"""What happens at the table, in the order in which players would do it with their hands.

May import: the standard library only. A happening is an id (`kind`) and parameters; the words are elsewhere.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, get_args


class TurnBegan(NamedTuple):
    turn: int
    seat: int
    kind: str = "TurnBegan"


class MachineArrived(NamedTuple):
    slot: int
    machine: str
    kind: str = "MachineArrived"


class RobotArrived(NamedTuple):
    """From the top of the deck."""

    card: str
    row: str
    kind: str = "RobotArrived"


class RobotsDiscarded(NamedTuple):
    cards: tuple[str, ...]
    kind: str = "RobotsDiscarded"


class SupportGained(NamedTuple):
    model: str
    kind: str = "SupportGained"


class MachineRepaired(NamedTuple):
    slot: int
    machine: str
    cards: tuple[str, ...]
    kind: str = "MachineRepaired"


class RobotTriggered(NamedTuple):
    card: str
    level: int
    kind: str = "RobotTriggered"


class SupportUsed(NamedTuple):
    model: str
    kind: str = "SupportUsed"


class NothingHappened(NamedTuple):
    """An ability without effect."""

    model: str
    kind: str = "NothingHappened"


class RobotMoved(NamedTuple):
    """To the stock."""

    card: str
    row: str
    kind: str = "RobotMoved"


class RobotRecovered(NamedTuple):
    """Out of the discard pile."""

    card: str
    row: str
    kind: str = "RobotRecovered"


class DeckSeen(NamedTuple):
    card: str
    kind: str = "DeckSeen"


class DeckArranged(NamedTuple):
    card: str
    where: str
    kind: str = "DeckArranged"


class MachinePrepared(NamedTuple):
    slot: int
    machine: str
    kind: str = "MachinePrepared"


class PreparationLost(NamedTuple):
    slot: int
    machine: str
    kind: str = "PreparationLost"


class RobotPaid(NamedTuple):
    card: str
    row: str
    kind: str = "RobotPaid"


class AbilityUpgraded(NamedTuple):
    model: str
    level: int
    machines: int
    """Out of the experience pile."""
    kind: str = "AbilityUpgraded"


class ValvesGained(NamedTuple):
    valves: int
    kind: str = "ValvesGained"


class ValveLost(NamedTuple):
    valves: int
    """Left in the reserve."""
    kind: str = "ValveLost"


class BatteryUsed(NamedTuple):
    robots: int
    """In the new deck."""
    kind: str = "BatteryUsed"


class MachinesShared(NamedTuple):
    """Two players: all machines that are left are common from now on."""

    kind: str = "MachinesShared"


class BebebotMade(NamedTuple):
    model: str
    cards: tuple[str, ...]
    kind: str = "BebebotMade"


class BebebotBorn(NamedTuple):
    model: str
    level: int
    kind: str = "BebebotBorn"


class PilotBoarded(NamedTuple):
    card: str
    gigantobot: int
    kind: str = "PilotBoarded"


class GigantobotComplete(NamedTuple):
    gigantobot: int
    robots: int
    """That are shuffled into the deck."""
    kind: str = "GigantobotComplete"


class DamageRepaired(NamedTuple):
    damage: int
    """Left in the forge."""
    kind: str = "DamageRepaired"


class MicrobotPlaced(NamedTuple):
    slot: int
    microbot: str
    kind: str = "MicrobotPlaced"


class MicrobotAcquired(NamedTuple):
    microbot: str
    kind: str = "MicrobotAcquired"


class MicrobotsSpent(NamedTuple):
    microbots: int
    kind: str = "MicrobotsSpent"


class MicrobotDiscarded(NamedTuple):
    microbot: str
    kind: str = "MicrobotDiscarded"


class MicrobotsSwapped(NamedTuple):
    slot: int
    other: int
    kind: str = "MicrobotsSwapped"


class MicrobotsShuffled(NamedTuple):
    microbots: int
    kind: str = "MicrobotsShuffled"


class MachineRemoved(NamedTuple):
    slot: int
    machine: str
    kind: str = "MachineRemoved"


class Interfered(NamedTuple):
    """An interference token came up: `figurine` had it, `model` is the ability on it."""

    figurine: str
    model: str
    kind: str = "Interfered"


class StructureDamaged(NamedTuple):
    """At the end: what the damage that is left costs."""

    damage: int
    valves: int
    kind: str = "StructureDamaged"


class GameEnded(NamedTuple):
    result: str
    reasons: tuple[str, ...]
    kind: str = "GameEnded"


class Corrected(NamedTuple):
    path: str
    kind: str = "Corrected"


Happening: TypeAlias = (
    TurnBegan | MachineArrived | RobotArrived | RobotsDiscarded | SupportGained | MachineRepaired
    | RobotTriggered | SupportUsed | NothingHappened | RobotMoved | RobotRecovered | DeckSeen
    | DeckArranged | MachinePrepared | PreparationLost | RobotPaid | AbilityUpgraded | ValvesGained
    | ValveLost | BatteryUsed | MachinesShared | BebebotMade | BebebotBorn | PilotBoarded
    | GigantobotComplete | DamageRepaired | MicrobotPlaced | MicrobotAcquired | MicrobotsSpent
    | MicrobotDiscarded | MicrobotsSwapped | MicrobotsShuffled | MachineRemoved | Interfered
    | StructureDamaged | GameEnded | Corrected
)  # fmt: skip
"""Whatever can happen in this game."""

HAPPENINGS: dict[str, type] = {kind.__name__: kind for kind in get_args(Happening)}
