"""The view of any game as a list of named lines, before anybody has drawn it.

May import: companion.engine, its own room. Names come from the game's words by the paths of its corrections
(`path.<name>`); what has none is shown as it is, or left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from companion.engine import Plain

from .speech import Speech


class Row(NamedTuple):
    name: str
    value: str


def outlined(speech: Speech, view: Plain) -> tuple[Row, ...]:
    """A line for each thing that the view tells."""
    found = _flat(speech, "", view)
    return tuple(Row(speech.name("path", path), _value(speech, path, one)) for path, one in found)


def in_words(speech: Speech, view: Plain) -> tuple[Row, ...]:
    """Of these lines those that people have words for, and that tell something: codes stay inside."""
    nothing = speech.words.listed([])
    found = zip(_flat(speech, "", view), outlined(speech, view), strict=True)
    return tuple(row for (path, _), row in found if row.name != path and row.value != nothing)


def _flat(speech: Speech, path: str, value: Plain) -> Iterator[tuple[str, Plain]]:
    """Plain data as paths with dots; a list stays whole unless its members are told one by one."""
    inside: Iterable[tuple[Any, Plain]]
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list) and (_one_by_one(speech, path) or any(map(_nested, value))):
        inside = enumerate(value)
    else:
        yield path, value
        return
    for name, one in inside:
        yield from _flat(speech, f"{path}.{name}" if path else str(name), one)


def _one_by_one(speech: Speech, path: str) -> bool:
    """Whether the words for it ask whose it is: "Hand of {seat}"."""
    return f"path.{path}" in speech.words and "‹" in speech.words.say(f"path.{path}")


def _value(speech: Speech, path: str, value: Plain) -> str:
    said = speech.value(path, value) if value not in (None, "", []) else ""
    return said or speech.words.listed([])


def _nested(value: Plain) -> bool:
    return isinstance(value, dict | list)
