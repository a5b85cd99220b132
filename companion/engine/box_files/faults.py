"""What can be wrong with a box file: an id and what fills its sentence. May import: the standard library."""

from __future__ import annotations

from typing import Any, NamedTuple


class Fault(NamedTuple):
    """Something wrong with what a person typed: `box-fault.<id>` of the catalogue, and what fills it."""

    id: str
    about: tuple[Any, ...] = ()
    known: tuple[str, ...] = ()
    """The words that would have done; where the catalogue has no remedy, the nearest of them is one."""


def shown(value: Any) -> str:
    """A value as it would stand in the file, short."""
    if isinstance(value, bool):
        return str(value).lower()
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"
