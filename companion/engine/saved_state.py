"""A position as JSON data and back, and whether its pieces exist: what the states of all games share.

May import: the terms. A state is a class with `__slots__` whose values are immutable, or a list or dict of
immutable values; what it is annotated with tells which of its parts are lists. The setting, and what is
asked, are not saved: the one is built from the options, the other follows from the rest.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache
from typing import Any, TypeAlias

from .phrases import Unreadable
from .plain_data import Plain, freeze, thaw
from .steps import Step
from .terms import Outcome

APART = frozenset(("setting", "agenda", "asked", "outcome"))


def dump(s: Any) -> dict[str, Plain]:
    data = {name: thaw(getattr(s, name)) for name in _parts(s.__class__)}
    if "agenda" in s.__slots__:
        data["agenda"] = [thaw(step.plain()) for step in s.agenda]
    data["outcome"] = thaw(tuple(s.outcome)) if s.outcome else None
    return data


def load(s: Any, data: Plain, step: type[Step[Any]] | None = None) -> None:
    """Puts what `dump` wrote into a bare state; what follows from it is still to be worked out. `step` is the
    base of that game's steps. Raises ValueError for a step that it has not."""
    for name, is_list in _parts(s.__class__).items():
        value = data[name]
        if isinstance(value, dict):
            value = {key: freeze(item) for key, item in value.items()}
        setattr(s, name, [freeze(item) for item in value] if is_list else freeze(value))
    if step is not None:
        s.agenda = [step.read(one) for one in data["agenda"]]
    s.outcome = Outcome(*freeze(data["outcome"])) if data["outcome"] else None


Held: TypeAlias = tuple[str, Iterable[Any], Container[Any]]
"""A part of a position, the pieces in it, and those that there are."""


def must_be_known(parts: Iterable[Held]) -> None:
    """Raises ValueError for a piece that there is not: better when a position is given or loaded than when
    the piece is looked up."""
    for name, held, known in parts:
        for piece in held:
            if piece not in known:
                raise Unreadable("no-piece", name, repr(piece))


@cache
def _parts(kind: Any) -> dict[str, bool]:
    """What is saved, and whether it is a list."""
    hints = kind.__annotations__
    return {name: hints[name].startswith("list") for name in kind.__slots__ if name not in APART}


# -- small states ------------------------------------------------------------------------------------------


def dump_tuple(state: Any) -> dict[str, Plain]:
    """A state that is a NamedTuple of plain values."""
    return {name: thaw(value) for name, value in state._asdict().items()}


def load_tuple(kind: Any, data: Plain) -> Any:
    """Raises ValueError when something is missing or has no place in it."""
    if not isinstance(data, dict) or set(data) != set(kind._fields):
        raise Unreadable("other-parts", ", ".join(kind._fields), ", ".join(data))
    return kind(**{name: freeze(value) for name, value in data.items()})
