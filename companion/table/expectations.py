"""What a scenario expects, compared with what is. May import: the errors of its own room.

Expectations are partial: what is not named may be anything. See docs/scenarios.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from companion.engine.phrases import Unreadable

from .errors import TableError

ABSENT = "absent"
_CHANGE = re.compile(r"[+-]\d+")
_OF_A_LIST = ("contains", "lacks", "count", "any-order")


class Check(NamedTuple):
    """One expectation and whether it holds."""

    expected: str
    holds: bool
    found: str | TableError = ""
    """What is there instead, or what is wrong with the file."""


def compare(place: str, wanted: Any, found: Any, before: Any = None) -> Iterator[Check]:
    """One check for every leaf of what is wanted. `before` is the same place before the step, for "+2"."""
    if isinstance(wanted, Mapping):
        yield from _compare_table(place, wanted, found, before)
    elif isinstance(wanted, str) and _CHANGE.fullmatch(wanted) and _is_number(found):
        change = found - before if _is_number(before) else found
        yield Check(f"{place} {wanted}", change == int(wanted), f"{change:+d}")
    else:
        yield Check(f"{place} = {words(wanted)}", wanted == found, words(found))


def _compare_table(place: str, wanted: Mapping[str, Any], found: Any, before: Any) -> Iterator[Check]:
    if isinstance(found, list):
        if wanted and all(name in _OF_A_LIST for name in wanted):
            yield from _compare_list(place, wanted, found)
            return
        found = {str(index): one for index, one in enumerate(found)}
        before = {str(index): one for index, one in enumerate(before)} if isinstance(before, list) else None
    if not isinstance(found, Mapping):
        yield Check(f"{place} = {words(wanted)}", False, words(found))
        return
    for name, value in wanted.items():
        there = f"{place}.{name}" if place else name
        if value == ABSENT:
            yield Check(f"{there} = absent", name not in found, words(found.get(name)))
        elif name not in found:
            near = get_close_matches(name, list(found), 1)
            yield Check(f"{there} = {words(value)}", False, f"– ({near[0]}?)" if near else "–")
        else:
            yield from compare(there, value, found[name], _inside(before, name))


def _compare_list(place: str, wanted: Mapping[str, Any], found: list[Any]) -> Iterator[Check]:
    for one in wanted.get("contains", ()):
        yield Check(f"{place} contains {words(one)}", one in found, words(found))
    for one in wanted.get("lacks", ()):
        yield Check(f"{place} lacks {words(one)}", one not in found, words(found))
    if "count" in wanted:
        yield Check(
            f"{place} counts {words(wanted['count'])}", wanted["count"] == len(found), str(len(found))
        )
    if "any-order" in wanted:
        alike = sorted(map(words, wanted["any-order"])) == sorted(map(words, found))
        yield Check(f"{place} = {words(wanted['any-order'])} (any-order)", alike, words(found))


def matches(wanted: Any, happening: Mapping[str, Any]) -> bool:
    """Whether what was told is of the wanted kind and has the wanted fields; others may be anything."""
    fields = {"kind": wanted} if isinstance(wanted, str) else wanted
    if not isinstance(fields, Mapping):  # a scenario may hold anything
        return False
    return all(name in happening and happening[name] == value for name, value in fields.items())


def in_order(
    wanted: Iterable[str | Mapping[str, Any]], happened: Iterable[Mapping[str, Any]]
) -> Iterator[Check]:
    """One check for each thing that should have happened, after the ones named before it."""
    rest = list(happened)
    for one in wanted:
        place = next((index for index, other in enumerate(rest) if matches(one, other)), None)
        yield Check(f"happened: {words(one)}", place is not None, _listed(rest))
        if place is not None:
            del rest[: place + 1]


def _listed(happened: Iterable[Mapping[str, Any]]) -> str:
    return "; ".join(map(words, happened)) or "[]"


def merge(base: Any, change: Any) -> Any:
    """Plain data with a part of it changed: tables are merged, lists patched by index, all else replaced.

    Raises ValueError when the change speaks of a place in a list that is not there.
    """
    if not isinstance(change, Mapping):
        return change
    if isinstance(base, list):
        patched = list(base)
        for place, value in change.items():
            if not place.isdecimal() or int(place) >= len(patched):
                raise Unreadable("from-zero", repr(place), len(patched))
            patched[int(place)] = merge(patched[int(place)], value)
        return patched
    if not isinstance(base, Mapping):
        return dict(change)
    return {**base, **{name: merge(base.get(name), value) for name, value in change.items()}}


def words(value: Any) -> str:
    """A value as a scenario file would write it, more or less."""
    if isinstance(value, Mapping):
        if "kind" in value:
            rest = ", ".join(f"{name} = {words(one)}" for name, one in value.items() if name != "kind")
            return f"{value['kind']}({rest})"
        return "{" + ", ".join(f"{name} = {words(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(words, value)) + "]"
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)


def _inside(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
