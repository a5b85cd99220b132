"""A position that can be looked at, and what one seat sees of it, as a type.

May import: the contract. Views take a scene and a seat; what they hand on has names and types. A snapshot of
the evening is a scene, and so is a `Speech`: whoever draws never touches the state itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from .game import Game, Plain, Question, State

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


def visible(scene: Scene, seat: int | None) -> Plain:
    """The position as that seat may know it; None: as everybody may."""
    return scene.game.view(scene.state, seat)


def chosen(scene: Scene) -> Mapping[str, Any]:
    """What was agreed before the game."""
    return scene.game.chosen(scene.state)


def seats(scene: Scene) -> int:
    return scene.game.seats(scene.state)


def open_to_all(scene: Scene, question: Question) -> bool:
    """Whether everybody may read a question and its answers."""
    hidden = any(scene.game.secret(scene.state, one, None) for one in question.answers[:1])
    return not hidden and scene.game.may_read(scene.state, question, None)


def seen(kind: type[V], scene: Scene, seat: int | None) -> V:
    """What that seat may know (`game.view`), each thing under its name in the dataclass `kind`."""
    known = visible(scene, seat)
    return kind(**{field.name: known[field.name] for field in fields(kind)})
