"""A position that can be looked at, and what one seat sees of it, as a type.

May import: the contract. Views take a scene and a seat; what they hand on has names and types. A snapshot of
the evening is a scene, and so is a `Speech`: whoever draws never touches the state itself.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from .game import Game, State

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    V = TypeVar("V", bound=DataclassInstance)
else:
    V = TypeVar("V")


class Scene(Protocol):
    """One game in one position."""

    @property
    def game(self) -> Game: ...

    @property
    def state(self) -> State: ...


class Still(NamedTuple):
    """A position outside the course of an evening: an entry of a journal, a scenario."""

    game: Game
    state: State


def seen(kind: type[V], scene: Scene, seat: int | None) -> V:
    """What that seat may know (`game.view`), each thing under its name in the dataclass `kind`."""
    visible = scene.game.view(scene.state, seat)
    return kind(**{field.name: visible[field.name] for field in fields(kind)})
