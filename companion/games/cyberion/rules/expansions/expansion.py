"""What an expansion may add to the base game. May import: the contract, this game's state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

from companion.engine.game import Refusal
from companion.games.cyberion.rules.inputs import Input
from companion.games.cyberion.rules.state import State
from companion.games.cyberion.rules.steps import Out, Step

Acts: TypeAlias = Mapping[type, Callable[[State, Out, Any], None]]


class Expansion:
    """Adds nothing; each expansion says what it does add."""

    valve = 1
    """More in the reserve from the start [CY-COMBO-02]."""
    on_arrival: tuple[Step, ...] = ()
    """Steps after machines have come to the factory."""
    acts: ClassVar[Acts] = {}
    """Its actions: what each does."""
    inputs: ClassVar[frozenset[type]] = frozenset()
    """Whatever can only be given where it is played with."""
    asks: ClassVar[tuple[str, ...]] = ()
    """Its steps that ask."""

    def set_up(self, s: State) -> None:
        """Before anything is turned up."""

    def actions(self, s: State) -> list[Input]:
        """What the active player may do besides."""
        return []

    def refusal(self, s: State, given: Any) -> Refusal | None:
        """Why an input of this expansion, which is not listed, cannot be; None: it can."""
        return Refusal("not-awaited", "CY-TURN-03")

    def arrives(self, s: State, out: Out, card: str) -> bool:
        """Whether this card off the deck is the expansion's own affair and needs a replacement."""
        return False

    def triggered(self, s: State, out: Out, model: str) -> bool:
        """Whether something else happens than the ability of the robot that was discarded."""
        return False

    def repaired(self, s: State, out: Out, slot: int) -> None:
        """A machine was repaired and still lies there."""

    def unmet(self, s: State, out: Out) -> tuple[str, str] | None:
        """When all machines are done: what stands against victory, and its rule."""
        return None
