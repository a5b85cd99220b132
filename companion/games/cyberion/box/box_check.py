"""What the box files of Cyberion may hold, and what can be wrong with them.

May import: what reads every game's box files; pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.box_files.faults import Fault, shown
from companion.engine.box_files.forms import (
    SHAPES,
    Colour,
    Form,
    Holds,
    Written,
    keys,
    names,
    number,
    word,
)
from companion.engine.box_files.reader import Shelf
from companion.games.cyberion.rules.pieces import (
    BEBEBOTS,
    MICROBOTS,
    MODELS,
    MULTIBOTS,
    ROBOTS,
    ROMAN,
    ROW_LIMIT,
    SIZES,
    Requirement,
    machine,
)

SOURCES = ("rulebook", "inferred", "review", "stand-in", "owner")
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


_MODEL, _SIZE = word(*MODELS), word(*map(str, SIZES))
_FREE = "any"
REQUIRED = ("model", "size", "sum-at-least", "sum-at-most", "straight", "two-pairs", "identical", "other")
"""What a machine may ask for, as its writing names it."""


def _asked_of_machine(known: Mapping[str, Any]) -> Mapping[str, Holds]:
    asked: dict[str, Holds] = {"tier": word(*ROMAN[1:4]), "requirement": word(*REQUIRED)}
    need = known.get("requirement")
    if need and need != "two-pairs":
        asked["robots"] = number(1, 3 * ROW_LIMIT if need == "other" else ROW_LIMIT)
    if need in ("sum-at-least", "sum-at-most"):
        asked["total"] = number(1, 3 * ROW_LIMIT * max(SIZES))
    elif need == "model":
        asked["model"] = _MODEL
    elif need == "size":
        asked["size"] = _SIZE
    return asked


def _machine_written(known: Mapping[str, Any]) -> str:
    match known["requirement"]:
        case "two-pairs":
            need = "two-pairs"
        case "model":
            need = f"{known['robots']}-{known['model']}"
        case "size":
            need = f"{known['robots']}-size-{known['size']}"
        case "sum-at-least" | "sum-at-most" as bound:
            need = f"{known['robots']}-{bound}-{known['total']}"
        case kind:
            need = f"{kind}-{known['robots']}"
    return f"{known['tier']}-{need}"


def _machine_read(code: str) -> dict[str, Any]:
    made = machine(code)
    need = made.requirement
    kind = {"model_count": "model", "size_count": "size"}.get(need.kind, need.kind.replace("_", "-"))
    known: dict[str, Any] = {"tier": ROMAN[made.tier], "requirement": kind, "robots": need.n}
    known |= {"model": need.model, "size": str(need.size), "total": need.total}
    return {key: known[key] for key in _asked_of_machine(known)}


def _robot(codes: Mapping[str, Any], free: bool) -> Written:
    """A robot by what it shows; where a half may be free, one of them has to be."""

    def asked(known: Mapping[str, Any]) -> Mapping[str, Holds]:
        halves = (*MODELS, _FREE) if free else MODELS
        models = (known["model"],) if "model" in known else halves
        sizes = [
            size for size in (*_SIZE.words, _FREE) if any(f"{model}-{size}" in codes for model in models)
        ]
        return {"model": word(*halves), "size": word(*sizes)}

    return Written(
        asked,
        lambda known: f"{known['model']}-{known['size']}",
        lambda code: dict(zip(("model", "size"), code.rsplit("-", 1), strict=True)),
        word(*codes),
    )


_WRITTEN = Written(_asked_of_machine, _machine_written, _machine_read, _machine)
_SOURCE: Form = {"source": (word(*SOURCES), ""), "stand-in": (keys, "")}
_COPIES: Form = {"copies": (number(1, MOST), ""), **_SOURCE}

FORMS: dict[str, Form] = {
    "model": {
        "id": (word(*MODELS), '"cyclobot"'),
        "name": (names, ""),
        "colour": (Colour("#5BD6A0"), '"#5BD6A0"'),
        "shape": (word(*SHAPES), '"circle"'),
        **_SOURCE,
    },
    "robot": {"id": (_robot(ROBOTS, free=False), '"cyclobot-3"'), **_COPIES},
    "machine": {"id": (_WRITTEN, '"II-3-cyclobot"'), **_COPIES},
    "support": {"id": (word(*MODELS), '"cyclobot"'), **_COPIES},
    "bebebot": {"id": (word(*BEBEBOTS), '"bebe-cyclobot"'), **_COPIES},
    "gigantobot": {"id": (_robot({**ROBOTS, **MULTIBOTS}, free=True), '"cyclobot-3"'), **_COPIES},
    "microbot": {"id": (word(*MICROBOTS), '"cyclobot"'), **_COPIES},
    "multibot": {"id": (_robot(MULTIBOTS, free=True), '"cyclobot-any"'), **_COPIES},
    "interference": {"id": (word(*MODELS), '"cyclobot"'), **_COPIES},
}


def sort(kind: str, entry: Any) -> str:
    """Machines of one tier are counted together."""
    if kind != "machine":
        return f"[[{kind}]]"
    tier = str(entry.get("id")).partition("-")[0]
    return f"[[machine]] {tier}" if tier in ROMAN[1:4] else "[[machine]]"


FULL = {
    "[[model]]": 5, "[[robot]]": 50, "[[machine]] I": 10, "[[machine]] II": 15, "[[machine]] III": 15,
    "[[support]]": 5, "[[bebebot]]": 5, "[[gigantobot]]": 10, "[[microbot]]": 20, "[[multibot]]": 10,
    "[[interference]]": 10,
}  # fmt: skip
"""How many of each sort a real box holds [CY-COMP]."""
SHELF = Shelf("cyberion", FORMS, sort=sort, full=FULL)
