"""What can be wrong with a box file: an id and what fills its sentence. May import: the standard library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Where in a piece: `("effect", 0, "choose", 1)` is the second choice of the first step of its effect."""


class Fault(NamedTuple):
    """Something wrong with what a person typed: `box-fault.<id>` of the catalogue, and what fills it."""

    id: str
    about: tuple[Any, ...] = ()
    known: tuple[str, ...] = ()
    """The words that would have done; where the catalogue has no remedy, the nearest of them is one."""
    at: Path = ()
    """What of the piece is wrong."""


def inside(at: str | int, faults: Iterable[Fault]) -> Iterator[Fault]:
    """Faults of a part, told of the whole."""
    return (fault._replace(at=(at, *fault.at)) for fault in faults)


def shown(value: Any) -> str:
    """A value as it would stand in the file, short."""
    if isinstance(value, bool):
        return str(value).lower()
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"
