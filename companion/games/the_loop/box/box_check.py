"""Says what is wrong with the pieces in a box file: every mistake, each with its remedy.

May import: the forms of every game's box files; pieces, vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from companion.engine.box_files.faults import Fault, shown
from companion.engine.box_files.forms import Form, check, keys, names, number, pattern, word, yes_or_no
from companion.games.the_loop.rules.pieces import BY_HAND, DIMENSIONS, ERA_IDS, Plain
from companion.games.the_loop.rules.vocabulary import MOST, faults

SOURCES = ("rulebook", "review", "stand-in", "owner")
TRIGGERS = ("flank", "clean-era", "remove-rift", "loop", "destroy-duplicate", "add-energy", BY_HAND)
SHAPES = ("circle", "shield", "diamond", "square", "hexagon", "trapezoid", "triangle")
PLAYERS = ("1", "2", "3", "4")
CYCLES = 3

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_TOKEN = re.compile(r"[0-6]>[0-6](#[0-9]+)?")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


def _sides(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, list) or len(value) != 2:
        yield Fault("bad-value", (key, shown(value), '["spiral", "star"]'))
        return
    for side in value:
        yield from word(*DIMENSIONS[:3])(key, side)


def _effect(_key: str, value: Any) -> Iterator[Fault]:
    yield from faults(value)


def _per_cycle(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, list) or len(value) != CYCLES:
        yield Fault("bad-value", (key, shown(value), "[1, 2, 3]"))
        return
    for many in value:
        yield from number(0, 28)(key, many)


def _per_players(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, dict) or set(value) != set(PLAYERS):
        yield Fault("bad-value", (key, shown(value), "{ 1 = …, 2 = …, 3 = …, 4 = … }"))
        return
    for many in value.values():
        yield from number(0, 28)(key, many)


def _ability(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault("bad-value", (key, shown(value), '{ when = "action", effect = [{ … }] }'))
        return
    yield from check(value, ABILITY)
    steps = value.get("effect")
    if value.get("when") == "drop" and not (isinstance(steps, list) and all(map(_cancels, steps))):
        yield Fault("drop-cancels-only")


def _cancels(step: Any) -> bool:
    return isinstance(step, dict) and set(step) == {"cancel-rift"}


ABILITY: Form = {
    "when": (word("action", "drop"), '"action"'),
    "once-per-turn": (yes_or_no, ""),
    "effect": (_effect, "[{ … }]"),
}

_ERA = word(*ERA_IDS)
_SOURCE: Form = {"source": (word(*SOURCES), ""), "stand-in": (keys, "")}
_NAMED: Form = {"id": (pattern(_ID, '"small-letters-and-hyphens"'), '"…"'), "name": (names, ""), **_SOURCE}

FORMS: dict[str, Form] = {
    "era": {
        **_NAMED,
        "id": (_ERA, '"industry"'),
        "colour": (pattern(_COLOUR, '"#F28C38"'), '"#F28C38"'),
        "shape": (word(*SHAPES), '"circle"'),
    },
    "agent": {**_NAMED, "start": (_ERA, '"industry"'), "ability": (_ability, "")},
    "card": {
        **_NAMED,
        "agent": (pattern(_ID, '"mr-time"'), ""),
        "dimension": (word(*DIMENSIONS), ""),
        "era": (_ERA, '"industry"'),
        "effect": (_effect, ""),
    },
    "mission": {
        **_NAMED,
        "trigger": (word(*TRIGGERS), ""),
        "place": (word("foo", "any", "tile"), ""),
        "spaces": (word("free", "per-era"), ""),
        "threshold": (number(1, MOST), "4"),
        "once-per-turn": (yes_or_no, ""),
        "all-powered": (yes_or_no, ""),
    },
    "supa": {**_NAMED, "era": (_ERA, '"industry"')},
    "centrifuge": {**_NAMED, "sides": (_sides, '["spiral", "star"]')},
    "ultra": {
        **_NAMED,
        "era": (_ERA, '"industry"'),
        "spaces": (number(1, MOST), "3"),
        "effect": (_effect, ""),
    },
    "duplicate": {**_SOURCE, "id": (pattern(_TOKEN, '"0>2"'), '"0>2"')},
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
    """What of one piece does not fit the others or itself, in a box with these agents."""
    if kind == "card" and isinstance(agent := entry.get("agent"), str) and agent not in agents:
        yield Fault("unknown-word", ("agent", agent), tuple(sorted(agents)))
    if kind == "mission":
        for key, fitting in _FITTING.get(str(entry.get("trigger")), {}).items():
            if key in entry and entry[key] not in fitting:
                yield Fault(
                    "mission-does-not-fit", (entry["trigger"], key, shown(entry[key]), shown(fitting[0]))
                )

