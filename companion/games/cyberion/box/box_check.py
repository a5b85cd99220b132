"""What the box files of Cyberion may hold, and what can be wrong with them.

May import: what reads every game's box files; pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from companion.engine.box_files.faults import Fault, shown
from companion.engine.box_files.forms import Form, keys, names, number, pattern, word
from companion.engine.box_files.reader import Shelf
from companion.games.cyberion.rules.pieces import (
    BEBEBOTS,
    MICROBOTS,
    MODELS,
    MULTIBOTS,
    ROBOTS,
    ROMAN,
    SIZES,
    Requirement,
    machine,
)

SOURCES = ("rulebook", "inferred", "review", "stand-in", "owner")
SHAPES = ("circle", "shield", "diamond", "square", "hexagon", "trapezoid", "triangle")
MOST = 60
"""No kind of piece has more in a box."""


def _machine(_key: str, value: Any) -> Iterator[Fault]:
    try:
        need = machine(value).requirement
    except (TypeError, ValueError):
        yield Fault("no-machine", (shown(value),))
        return
    if not _within_reach(need):
        yield Fault("machine-beyond-repair", (shown(value),))


def _within_reach(need: Requirement) -> bool:
    match need.kind:
        case "sum_at_least":
            return need.total <= need.n * max(SIZES)
        case "sum_at_most":
            return need.total >= need.n * min(SIZES)
        case "straight":
            return need.n <= len(SIZES)
    return True


_SOURCE: Form = {"source": (word(*SOURCES), ""), "stand-in": (keys, "")}
_COPIES: Form = {"copies": (number(1, MOST), ""), **_SOURCE}

FORMS: dict[str, Form] = {
    "model": {
        "id": (word(*MODELS), '"cyclobot"'),
        "name": (names, ""),
        "colour": (pattern(re.compile(r"#[0-9A-Fa-f]{6}"), '"#5BD6A0"'), '"#5BD6A0"'),
        "shape": (word(*SHAPES), '"circle"'),
        **_SOURCE,
    },
    "robot": {"id": (word(*ROBOTS), '"cyclobot-3"'), **_COPIES},
    "machine": {"id": (_machine, '"II-3-cyclobot"'), **_COPIES},
    "support": {"id": (word(*MODELS), '"cyclobot"'), **_COPIES},
    "bebebot": {"id": (word(*BEBEBOTS), '"bebe-cyclobot"'), **_COPIES},
    "gigantobot": {"id": (word(*ROBOTS, *MULTIBOTS), '"cyclobot-3"'), **_COPIES},
    "microbot": {"id": (word(*MICROBOTS), '"cyclobot"'), **_COPIES},
    "multibot": {"id": (word(*MULTIBOTS), '"cyclobot-any"'), **_COPIES},
    "interference": {"id": (word(*MODELS), '"cyclobot"'), **_COPIES},
}


def sort(kind: str, entry: Any) -> str:
    """Machines of one tier are counted together."""
    if kind != "machine":
        return f"[[{kind}]]"
    tier = str(entry.get("id")).partition("-")[0]
    return f"[[machine]] {tier}" if tier in ROMAN[1:4] else "[[machine]]"


SHELF = Shelf("cyberion", FORMS, sort=sort)
