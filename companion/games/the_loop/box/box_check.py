"""Says what is wrong with the pieces in a box file: every mistake, each with its remedy.

May import: the forms of every game's box files; pieces, vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from companion.engine.box_files.faults import Fault, shown
from companion.engine.box_files.forms import (
    ID,
    SHAPES,
    Colour,
    Each,
    Effect,
    Form,
    Names,
    Other,
    Part,
    Several,
    Written,
    keys,
    names,
    number,
    pattern,
    word,
    yes_or_no,
)
from companion.games.the_loop.rules.pieces import BY_HAND, DIMENSIONS, ERA_IDS, Plain, token_eras
from companion.games.the_loop.rules.vocabulary import GRAMMAR, MOST

SOURCES = ("rulebook", "review", "stand-in", "owner")
TRIGGERS = ("flank", "clean-era", "remove-rift", "loop", "destroy-duplicate", "add-energy", BY_HAND)
PLAYERS = ("1", "2", "3", "4")
CYCLES = 3

_TOKEN = re.compile(r"[0-6]>[0-6](#[0-9]+)?")


def _cancels_at_the_drop(value: Any) -> Iterator[Fault]:
    steps = value.get("effect")
    if value.get("when") == "drop" and not (isinstance(steps, list) and all(map(_cancels, steps))):
        yield Fault("drop-cancels-only", at=("effect",))


def _cancels(step: Any) -> bool:
    return isinstance(step, dict) and set(step) == {"cancel-rift"}


_EFFECT = Effect(GRAMMAR)
ABILITY: Form = {
    "when": (word("action", "drop"), '"action"'),
    "once-per-turn": (yes_or_no, ""),
    "effect": (_EFFECT, "[{ … }]"),
}
_ABILITY = Part(ABILITY, '{ when = "action", effect = [{ … }] }', _cancels_at_the_drop)

_ERA = word(*ERA_IDS)
_SIDES = Several(word(*DIMENSIONS[:3]), 2, '["spiral", "star"]')
_PER_CYCLE = Several(number(0, 28), CYCLES, "[1, 2, 3]")
_PER_PLAYERS = Each(number(0, 28), PLAYERS)
_PAIR = Written(
    lambda _: {"generation": _ERA, "destruction": _ERA},
    lambda known: f"{ERA_IDS.index(known['generation'])}>{ERA_IDS.index(known['destruction'])}",
    lambda token: dict(
        zip(("generation", "destruction"), (ERA_IDS[era] for era in token_eras(token)), strict=True)
    ),
    pattern(_TOKEN, '"0>2"'),
)
_SOURCE: Form = {"source": (word(*SOURCES), ""), "stand-in": (keys, "")}
_NAMED: Form = {"id": (pattern(ID, '"small-letters-and-hyphens"'), '"…"'), "name": (names, ""), **_SOURCE}

FORMS: dict[str, Form] = {
    "era": {
        **_NAMED,
        "id": (_ERA, '"industry"'),
        "colour": (Colour("#F28C38"), '"#F28C38"'),
        "shape": (word(*SHAPES), '"circle"'),
    },
    "agent": {**_NAMED, "start": (_ERA, '"industry"'), "ability": (_ABILITY, "")},
    "card": {
        **_NAMED,
        "agent": (Other("agent", "mr-time"), ""),
        "dimension": (word(*DIMENSIONS), ""),
        "era": (_ERA, '"industry"'),
        "effect": (_EFFECT, ""),
        "text": (Names(long=True), ""),
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
    "centrifuge": {**_NAMED, "sides": (_SIDES, _SIDES.example)},
    "ultra": {
        **_NAMED,
        "era": (_ERA, '"industry"'),
        "spaces": (number(1, MOST), "3"),
        "effect": (_EFFECT, ""),
        "text": (Names(long=True), ""),
    },
    "duplicate": {**_SOURCE, "id": (_PAIR, '"0>2"')},
}

HQ_FORMS: dict[str, Form] = {
    "cycles": {**_SOURCE, "duplicates": (_PER_CYCLE, "[1, 2, 3]"), "cards": (_PER_CYCLE, "[1, 1, 1]")},
    "setup": {
        **_SOURCE,
        "duplicates": (_PER_PLAYERS, _PER_PLAYERS.example),
        "cards": (_PER_PLAYERS, _PER_PLAYERS.example),
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
        yield Fault("unknown-word", ("agent", agent), tuple(sorted(agents)), ("agent",))
    if kind == "mission":
        for key, fitting in _FITTING.get(str(entry.get("trigger")), {}).items():
            if key in entry and entry[key] not in fitting:
                about = (entry["trigger"], key, shown(entry[key]), shown(fitting[0]))
                yield Fault("mission-does-not-fit", about, at=(key,))

