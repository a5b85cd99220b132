"""How the keys of a piece are checked: a form lists its keys, each with a check of its value.

May import: words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from .faults import Fault, shown

Check: TypeAlias = Callable[[str, Any], Iterator[Fault]]
"""Told the key and its value, says what is wrong with the value."""

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")
"""The tag of a language: `fr`, `pt-BR`."""

Form: TypeAlias = dict[str, tuple[Check, str]]
"""Key → how its value is checked, and an example when it has to be there ("" when it may be left out)."""


def pattern(form: re.Pattern[str], example: str) -> Check:
    def examine(key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, str) or not form.fullmatch(value):
            yield Fault("bad-value", (key, shown(value), example))

    return examine


def word(*words: str) -> Check:
    def examine(key: str, value: Any) -> Iterator[Fault]:
        if value not in words:
            yield Fault("unknown-word", (key, shown(value)), words)

    return examine


def number(least: int, most: int) -> Check:
    def examine(key: str, value: Any) -> Iterator[Fault]:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            yield Fault("bad-number", (key, shown(value), least, most))

    return examine


def yes_or_no(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield Fault("not-yes-or-no", (key, shown(value)))


def names(key: str, value: Any) -> Iterator[Fault]:
    sound = isinstance(value, dict) and value and all(LANGUAGE.fullmatch(lang) for lang in value)
    if not sound or not all(isinstance(name, str) and name.strip() for name in value.values()):
        yield Fault("bad-value", (key, shown(value), '{ en = "…", fr = "…" }'))


def keys(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        yield Fault("bad-value", (key, shown(value), '["…"]'))


def check(entry: dict[str, Any], form: Form) -> Iterator[Fault]:
    """Everything that is wrong with the keys and values of one piece."""
    for key in entry:
        if key not in form:
            yield Fault("unknown-key", (key,), tuple(form))
    for key, (examine, example) in form.items():
        if key in entry:
            yield from examine(key, entry[key])
        elif example:
            yield Fault("missing-key", (key, example))
