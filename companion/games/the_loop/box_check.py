"""Says what is wrong with the pieces in a box file: every mistake, each with its remedy.

May import: box_words, pieces, vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from .box_words import Fault, shown
from .pieces import BY_HAND, DIMENSIONS, ERA_IDS, Plain
from .vocabulary import MOST, faults

Check: TypeAlias = Callable[[str, Any], Iterator[Fault]]
"""Told the key and its value, says what is wrong with the value."""

SOURCES = ("rulebook", "review", "stand-in", "owner")
TRIGGERS = ("flank", "clean-era", "remove-rift", "loop", "destroy-duplicate", "add-energy", BY_HAND)
SHAPES = ("circle", "shield", "diamond", "square", "hexagon", "trapezoid", "triangle")
PLAYERS = ("1", "2", "3", "4")
CYCLES = 3

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_TOKEN = re.compile(r"[0-6]>[0-6](#[0-9]+)?")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


def _pattern(pattern: re.Pattern[str], example: str) -> Check:
    def check(key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            yield Fault("bad-value", (key, shown(value), example))

    return check


def _word(*words: str) -> Check:
    def check(key: str, value: Any) -> Iterator[Fault]:
        if value not in words:
            yield Fault("unknown-word", (key, shown(value)), words)

    return check


def _number(least: int, most: int) -> Check:
    def check(key: str, value: Any) -> Iterator[Fault]:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            yield Fault("bad-number", (key, shown(value), least, most))

    return check


def _yes_or_no(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield Fault("not-yes-or-no", (key, shown(value)))


def _names(key: str, value: Any) -> Iterator[Fault]:
    sound = isinstance(value, dict) and value and set(value) <= {"en", "fr"}
    if not sound or not all(isinstance(name, str) and name.strip() for name in value.values()):
        yield Fault("bad-value", (key, shown(value), '{ en = "…", fr = "…" }'))


def _keys(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        yield Fault("bad-value", (key, shown(value), '["…"]'))


def _sides(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, list) or len(value) != 2:
        yield Fault("bad-value", (key, shown(value), '["spiral", "star"]'))
        return
    for side in value:
        yield from _word(*DIMENSIONS[:3])(key, side)


def _effect(_key: str, value: Any) -> Iterator[Fault]:
    yield from faults(value)


def _per_cycle(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, list) or len(value) != CYCLES:
        yield Fault("bad-value", (key, shown(value), "[1, 2, 3]"))
        return
    for number in value:
        yield from _number(0, 28)(key, number)


def _per_players(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, dict) or set(value) != set(PLAYERS):
        yield Fault("bad-value", (key, shown(value), "{ 1 = …, 2 = …, 3 = …, 4 = … }"))
        return
    for number in value.values():
        yield from _number(0, 28)(key, number)


def _ability(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault("bad-value", (key, shown(value), '{ when = "action", effect = [{ … }] }'))
        return
    yield from _check(value, ABILITY)
    steps = value.get("effect")
    if value.get("when") == "drop" and not (isinstance(steps, list) and all(map(_cancels, steps))):
        yield Fault("drop-cancels-only")


def _cancels(step: Any) -> bool:
    return isinstance(step, dict) and set(step) == {"cancel-rift"}


Form: TypeAlias = dict[str, tuple[Check, str]]
"""Key → how its value is checked, and an example when it has to be there ("" when it may be left out)."""

ABILITY: Form = {
    "when": (_word("action", "drop"), '"action"'),
    "once-per-turn": (_yes_or_no, ""),
    "effect": (_effect, "[{ … }]"),
}

_ERA = _word(*ERA_IDS)
_SOURCE: Form = {"source": (_word(*SOURCES), ""), "stand-in": (_keys, "")}
_NAMED: Form = {"id": (_pattern(_ID, '"small-letters-and-hyphens"'), '"…"'), "name": (_names, ""), **_SOURCE}

FORMS: dict[str, Form] = {
    "era": {
        **_NAMED,
        "id": (_ERA, '"industry"'),
        "colour": (_pattern(_COLOUR, '"#F28C38"'), '"#F28C38"'),
        "shape": (_word(*SHAPES), '"circle"'),
    },
    "agent": {**_NAMED, "start": (_ERA, '"industry"'), "ability": (_ability, "")},
    "card": {
        **_NAMED,
        "agent": (_pattern(_ID, '"mr-time"'), ""),
        "dimension": (_word(*DIMENSIONS), ""),
        "era": (_ERA, '"industry"'),
        "effect": (_effect, ""),
    },
    "mission": {
        **_NAMED,
        "trigger": (_word(*TRIGGERS), ""),
        "place": (_word("foo", "any", "tile"), ""),
        "spaces": (_word("free", "per-era"), ""),
        "threshold": (_number(1, MOST), "4"),
        "once-per-turn": (_yes_or_no, ""),
        "all-powered": (_yes_or_no, ""),
    },
    "supa": {**_NAMED, "era": (_ERA, '"industry"')},
    "centrifuge": {**_NAMED, "sides": (_sides, '["spiral", "star"]')},
    "ultra": {
        **_NAMED,
        "era": (_ERA, '"industry"'),
        "spaces": (_number(1, MOST), "3"),
        "effect": (_effect, ""),
    },
    "duplicate": {**_SOURCE, "id": (_pattern(_TOKEN, '"0>2"'), '"0>2"')},
}

HQ_FORMS: dict[str, Form] = {
    "cycles": {**_SOURCE, "duplicates": (_per_cycle, "[1, 2, 3]"), "cards": (_per_cycle, "[1, 1, 1]")},
    "setup": {
        **_SOURCE,
        "duplicates": (_per_players, "{ 1 = …, 2 = …, 3 = …, 4 = … }"),
        "cards": (_per_players, "{ 1 = …, 2 = …, 3 = …, 4 = … }"),
    },
}

_FITTING: dict[str, dict[str, tuple[Any, ...]]] = {
    "flank": {"place": ("foo",), "spaces": ("free",)},
    "clean-era": {"place": ("any",), "spaces": ("per-era",)},
    "remove-rift": {"all-powered": (False,)},
    "loop": {"all-powered": (False,)},
    "destroy-duplicate": {"all-powered": (False,)},
}
"""What a mission's trigger asks of its other keys."""


def entry_faults(kind: str, entry: Plain, agents: frozenset[str]) -> Iterator[Fault]:
    """What is wrong with one piece of that kind, in a box with these agents."""
    yield from _check(entry, FORMS[kind])
    if kind == "card" and isinstance(agent := entry.get("agent"), str) and agent not in agents:
        yield Fault("unknown-word", ("agent", agent), tuple(sorted(agents)))
    if kind == "mission":
        for key, fitting in _FITTING.get(str(entry.get("trigger")), {}).items():
            if key in entry and entry[key] not in fitting:
                yield Fault(
                    "mission-does-not-fit", (entry["trigger"], key, shown(entry[key]), shown(fitting[0]))
                )


def hq_faults(part: str, entry: Plain) -> Iterator[Fault]:
    yield from _check(entry, HQ_FORMS[part])


def _check(entry: dict[str, Any], form: Form) -> Iterator[Fault]:
    for key in entry:
        if key not in form:
            yield Fault("unknown-key", (key,), tuple(form))
    for key, (check, example) in form.items():
        if key in entry:
            yield from check(key, entry[key])
        elif example:
            yield Fault("missing-key", (key, example))
