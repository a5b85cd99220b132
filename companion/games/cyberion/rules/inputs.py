"""What can be told to the game: results of chance, decisions of players, corrections by hand.

May import: the pieces of this game. Inputs that recur are made once and shared.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, TypeAlias, get_args

from .pieces import BEBEBOTS, CARDS, FACTORY, LEVELS, MICROBOTS, MODELS, ROBOTS, ROWS, UNKNOWN, Row

# -- chance -----------------------------------------------------------------------------------------------


class FirstPlayer(NamedTuple):
    seat: int
    kind: str = "FirstPlayer"


class MachineRevealed(NamedTuple):
    machine: str
    kind: str = "MachineRevealed"


class RobotDrawn(NamedTuple):
    """The top card of the deck; a robot that is only looked at may stay `?`."""

    card: str
    kind: str = "RobotDrawn"


class SupportDrawn(NamedTuple):
    model: str
    kind: str = "SupportDrawn"


class MicrobotDrawn(NamedTuple):
    microbot: str
    kind: str = "MicrobotDrawn"


class InterferenceRevealed(NamedTuple):
    model: str
    kind: str = "InterferenceRevealed"


# -- decisions --------------------------------------------------------------------------------------------


class Repair(NamedTuple):
    """A machine and the robots that are discarded for it, by row. Without robots they are asked for."""

    slot: int
    platform: Row = ()
    flash: Row = ()
    stock: Row = ()
    kind: str = "Repair"


class Trigger(NamedTuple):
    """A robot discarded for its ability; level 0 is the level of its figurine."""

    row: str
    card: str
    level: int = 0
    kind: str = "Trigger"


class Discard(NamedTuple):
    """A robot discarded for nothing."""

    row: str
    card: str
    kind: str = "Discard"


class UseSupport(NamedTuple):
    model: str
    kind: str = "UseSupport"


class Upgrade(NamedTuple):
    model: str
    kind: str = "Upgrade"


class Move(NamedTuple):
    """Stockbot: one card to the stock."""

    row: str
    card: str
    kind: str = "Move"


class Enough(NamedTuple):
    """Stockbot, where fewer cards may be moved."""

    kind: str = "Enough"


class Recover(NamedTuple):
    """Cyclobot: a card of the discard pile."""

    card: str
    kind: str = "Recover"


class Take(NamedTuple):
    """Planbot: the card that goes on top of the deck and then to a row; empty: all go to the bottom."""

    card: str
    kind: str = "Take"


class Put(NamedTuple):
    """Planbot: where one of the other cards goes, below those that were put there before it."""

    card: str
    where: str
    kind: str = "Put"


class Arrange(NamedTuple):
    """Planbot: all cards that were looked at, at once, from the topmost to the lowest."""

    top: Row
    bottom: Row
    kind: str = "Arrange"


class Prepare(NamedTuple):
    """Commandbot: which machine."""

    slot: int
    kind: str = "Prepare"


class Pay(NamedTuple):
    """Commandbot: one robot of a row, or the top card of the deck."""

    row: str
    card: str = ""
    kind: str = "Pay"


class EndTurn(NamedTuple):
    kind: str = "EndTurn"


# -- decisions that expansions add ------------------------------------------------------------------------


class MakeBebebot(NamedTuple):
    model: str
    platform: Row = ()
    flash: Row = ()
    stock: Row = ()
    kind: str = "MakeBebebot"


class Pilot(NamedTuple):
    """The first robot of a pair that goes to gigantobots."""

    row: str
    card: str
    kind: str = "Pilot"


class Copilot(NamedTuple):
    row: str
    card: str
    kind: str = "Copilot"


class Board(NamedTuple):
    """The gigantobot that a pilot goes to."""

    gigantobot: int
    kind: str = "Board"


class Reward(NamedTuple):
    """For a complete gigantobot: `damage` repaired, or `valves`."""

    what: str
    kind: str = "Reward"


class ReplaceMicrobot(NamedTuple):
    slot: int
    kind: str = "ReplaceMicrobot"


class SwapMicrobots(NamedTuple):
    slot: int
    other: int
    kind: str = "SwapMicrobots"


class RemoveMachine(NamedTuple):
    slot: int
    kind: str = "RemoveMachine"


class Level(NamedTuple):
    """At which level an ability that came through interference is used; 1 gives it up."""

    level: int
    kind: str = "Level"


# -- at any moment ----------------------------------------------------------------------------------------


class Correct(NamedTuple):
    path: str
    value: Any
    kind: str = "Correct"


Input: TypeAlias = (
    FirstPlayer | MachineRevealed | RobotDrawn | SupportDrawn | MicrobotDrawn | InterferenceRevealed
    | Repair | Trigger | Discard | UseSupport | Upgrade | Move | Enough | Recover | Take | Put | Arrange
    | Prepare | Pay | EndTurn | MakeBebebot | Pilot | Copilot | Board | Reward | ReplaceMicrobot
    | SwapMicrobots | RemoveMachine | Level | Correct
)  # fmt: skip
"""Whatever can be given in this game."""

INPUTS: dict[str, type] = {kind.__name__: kind for kind in get_args(Input)}

SLOTS = range(FACTORY)
machine_revealed = cache(MachineRevealed)
DRAWN = {card: RobotDrawn(card) for card in (*CARDS, *BEBEBOTS)}
SUPPORTS = {model: SupportDrawn(model) for model in MODELS}
TOKENS = {token: MicrobotDrawn(token) for token in MICROBOTS}
REVEALED = {model: InterferenceRevealed(model) for model in MODELS}
REPAIR = tuple(Repair(slot) for slot in SLOTS)
TRIGGER = {row: {card: Trigger(row, card) for card in (*ROBOTS, UNKNOWN)} for row in ROWS}
"""At the level of its figurine."""
TRIGGER_LOWER = {
    (row, card, level): Trigger(row, card, level) for row in ROWS for card in ROBOTS for level in LEVELS
}
DISCARD = {row: {card: Discard(row, card) for card in CARDS} for row in ROWS}
USE = {model: UseSupport(model) for model in MODELS}
UPGRADE = {model: Upgrade(model) for model in MODELS}
MOVE = {(row, card): Move(row, card) for row in ROWS for card in CARDS}
ENOUGH = Enough()
RECOVER = {card: Recover(card) for card in ROBOTS}
TAKE = {card: Take(card) for card in ("", *CARDS, *BEBEBOTS)}
PUT = {(card, where): Put(card, where) for card in (*CARDS, *BEBEBOTS) for where in ("top", "bottom")}
PREPARE = tuple(Prepare(slot) for slot in SLOTS)
PAY = {(row, card): Pay(row, card) for row in ROWS for card in CARDS}
PAY_FROM_DECK = Pay("deck")
PILOT = {(row, card): Pilot(row, card) for row in ROWS for card in ROBOTS}
COPILOT = {(row, card): Copilot(row, card) for row in ROWS for card in ROBOTS}
LEVEL = tuple(Level(level) for level in (0, *LEVELS))
END_TURN = EndTurn()
