"""Inputs, happenings and values as JSON data, and back.

May import: the standard library. An input or happening is a NamedTuple whose last field is `kind`; a list of
JSON is a tuple wherever the rules hold it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from .phrases import Unreadable

Plain: TypeAlias = Any
"""JSON data: None, bool, int, float, str, lists and string-keyed dicts of these."""


def to_plain(said: Any) -> Plain:
    """An input or happening as JSON data: {"kind": "Move", "to": 3}."""
    fields = said._asdict()
    return {"kind": fields.pop("kind"), **{name: thaw(value) for name, value in fields.items()}}


def from_plain(kinds: Mapping[str, type], data: Plain) -> Any:
    """The input that `to_plain` wrote. Raises ValueError with the reason when the data is not one."""
    if not isinstance(data, dict):
        raise Unreadable("input-no-table", repr(data))
    fields = dict(data)
    kind = fields.pop("kind", None)
    if not isinstance(kind, str) or kind not in kinds:
        raise Unreadable("no-input", repr(kind))
    hints = _hints(kinds[kind])
    for name, value in fields.items():
        if not _fits(hints.get(name, Any), freeze(value)):
            raise Unreadable("field", kind, name, repr(value))
    try:
        return kinds[kind](**{name: freeze(value) for name, value in fields.items()})
    except TypeError:
        wanted = [name for name in kinds[kind]._fields if name != "kind"]  # type: ignore[attr-defined]
        raise Unreadable("other-fields", kind, ", ".join(wanted) or "–", ", ".join(fields)) from None


_hints = cache(get_type_hints)


def _fits(hint: Any, value: Any) -> bool:
    """Whether a value has the shape that a field is declared with; what is not understood fits."""
    shape, parts = get_origin(hint), get_args(hint)
    if shape in (Union, UnionType):
        return any(_fits(part, value) for part in parts)
    if shape is tuple and isinstance(value, tuple) and len(parts) == 2 and parts[1] is ...:
        return all(_fits(parts[0], item) for item in value)
    if hint is int:
        return type(value) is int
    wanted = shape or hint
    return wanted is Any or not isinstance(wanted, type) or isinstance(value, wanted)


def freeze(value: Plain) -> Any:
    """JSON data as the rules hold it: lists are tuples, at every depth; what is in a dict stays as it is."""
    return tuple([freeze(item) for item in value]) if isinstance(value, list) else value


def thaw(value: Any) -> Plain:
    """The same as JSON data again."""
    if isinstance(value, (list, tuple)):
        return [thaw(item) for item in value]
    if isinstance(value, dict):
        return {key: thaw(item) for key, item in value.items()}
    return value
