"""Robots, machines, tokens and gigantobots as plain data. May import: the contract.

A robot card is written `cyclobot-3`; a half that is free is `any`: `any-3` is the multibot of size 3,
`cyclobot-any` the multibot of the model Cyclobot. A bébébot is `bebe-cyclobot`. A robot that nobody has told
the companion about is `?`. Cards of one writing are interchangeable, so no card has a number of its own.

A machine is written by its tier and what it requires: `II-3-cyclobot`, `I-2-size-4`, `II-3-sum-at-least-12`,
`II-4-sum-at-most-9`, `II-straight-4`, `II-two-pairs`, `III-identical-2`. Whatever a real box requires can be
written so; `III-other-4` is a machine for four robots about which the players judge themselves.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from companion.engine import Name, Plain
from companion.engine.box_files.entry import Entry
from companion.engine.phrases import Unreadable

MODELS = ("sirenbot", "stockbot", "cyclobot", "planbot", "commandbot")
SIREN, STOCK, CYCLO, PLAN, COMMAND = MODELS
SIZES = (1, 2, 3, 4, 5)
LEVELS = (1, 2, 3, 4, 5)
TIERS = (1, 2, 3)
ROMAN = ("", "I", "II", "III", "IV", "V")
ANY = "any"
UNKNOWN = "?"

EXPANSIONS = ("bebebots", "gigantobots", "microbots", "multibots", "rouage")
"""In the order of the rulebook; any of them may be combined [CY-COMBO-01]."""

ROWS = ("platform", "flash", "stock")
ROW_LIMIT = 5
FACTORY = 5
VALVES = 5
DAMAGE = 5
CREW = 5
"""Robots that complete a gigantobot; the second of a pair may be the sixth [CY-GIGA-08]."""
ACQUIRED = 5
"""The most microbots that may be kept [CY-MICRO-08]."""


class Robot(NamedTuple):
    """What a card shows: "" and 0 are free, to be chosen when it is discarded for a repair."""

    model: str
    size: int


Code: TypeAlias = str
Row: TypeAlias = tuple[Code, ...]
"""Cards of a row, in order of their codes."""
Team: TypeAlias = tuple[Row, Row, Row]
"""Cards out of platform, flash and stock."""
Microbot: TypeAlias = str
"""A model, or a size as a digit; "" where there is none."""

Kind: TypeAlias = Literal[
    "model_count", "size_count", "sum_at_least", "sum_at_most", "straight", "two_pairs", "identical", "other"
]


class Requirement(NamedTuple):
    kind: Kind
    n: int
    """How many robots, exactly."""
    model: str = ""
    size: int = 0
    total: int = 0


class Machine(NamedTuple):
    code: str
    tier: int
    requirement: Requirement


class Gigantobot(NamedTuple):
    """At least one of the two is printed; 0 and "" where it is not [CY-COMP-12]."""

    code: str
    model: str
    size: int


# -- robots -----------------------------------------------------------------------------------------------


def robot_code(model: str, size: int) -> Code:
    return f"{model or ANY}-{size or ANY}"


ROBOTS: dict[Code, Robot] = {
    robot_code(model, size): Robot(model, size) for model in MODELS for size in SIZES
}
"""The ordinary ones."""
MULTIBOTS: dict[Code, Robot] = {
    **{robot_code("", size): Robot("", size) for size in SIZES},
    **{robot_code(model, 0): Robot(model, 0) for model in MODELS},
}
BEBEBOTS: dict[Code, str] = {f"bebe-{model}": model for model in MODELS}
CARDS: dict[Code, Robot] = {**ROBOTS, **MULTIBOTS, UNKNOWN: Robot("", 0)}
"""Whatever can lie in a row. A robot unknown to the companion may be any robot."""
ORDER: dict[Code, int] = {code: place for place, code in enumerate((UNKNOWN, *ROBOTS, *MULTIBOTS, *BEBEBOTS))}
MICROBOTS: tuple[Microbot, ...] = (*MODELS, *(str(size) for size in SIZES))


def in_order(cards: Iterable[Code]) -> Row:
    return tuple(sorted(cards, key=ORDER.__getitem__))


def with_card(cards: Row, card: Code) -> Row:
    """Cards that are in order, and one more at its place."""
    place = bisect(cards, ORDER[card], key=ORDER.__getitem__)
    return (*cards[:place], card, *cards[place:])


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


# -- machines ---------------------------------------------------------------------------------------------

_MACHINE = re.compile(
    r"(?P<tier>I{1,3})-(?:"
    r"(?P<count>\d+)-(?:size-(?P<size>[1-5])|sum-at-(?P<bound>least|most)-(?P<total>\d+)|(?P<model>[a-z]+))"
    r"|(?P<word>straight|identical|other)-(?P<of>\d+)|(?P<pairs>two-pairs))"
)


@cache
def machine(code: str) -> Machine:
    """The machine that is written so. Raises ValueError with the ways of writing one."""
    found = _MACHINE.fullmatch(code) if isinstance(code, str) else None
    if found is None or (found["model"] and found["model"] not in MODELS):
        raise Unreadable("written-like", repr(code), "II-3-cyclobot, I-2-size-4, II-straight-4 …")
    n = int(found["count"] or found["of"] or 4)
    if not 1 <= n <= 3 * ROW_LIMIT:
        raise Unreadable("range", repr(code), 1, 3 * ROW_LIMIT)
    if found["word"]:
        need = Requirement(found["word"], n)  # type: ignore[arg-type]  # the pattern allows these kinds only
    elif found["pairs"]:
        need = Requirement("two_pairs", 4)
    elif found["size"]:
        need = Requirement("size_count", n, size=int(found["size"]))
    elif found["bound"]:
        kind: Kind = "sum_at_least" if found["bound"] == "least" else "sum_at_most"
        need = Requirement(kind, n, total=int(found["total"]))
    else:
        need = Requirement("model_count", n, model=found["model"])
    return Machine(code, len(found["tier"]), need)


@cache
def gigantobot(code: str) -> Gigantobot:
    """Written like a robot: `cyclobot-3`, `any-3`, `cyclobot-any`. Raises ValueError."""
    shown = ROBOTS.get(code) or MULTIBOTS.get(code)
    if shown is None:
        raise Unreadable("written-like", repr(code), "cyclobot-3, any-3")
    return Gigantobot(code, shown.model, shown.size)


class Model(NamedTuple):
    """A model of robots, as its box names and draws it."""

    id: str
    name: Name
    colour: str
    shape: str


def _model(entry: Entry) -> Model:
    name = Name.of("model", entry.id, entry.names, entry.source)
    return Model(entry.id, name, entry.plain.get("colour", UNDRAWN), entry.plain.get("shape", ""))


UNDRAWN = "#C8D0E8"
"""The colour of what no box draws."""
FORMAT = 1
"""Version of the plain form."""


class Pieces(NamedTuple):
    """Every piece of a box by its writing, as often as it is there."""

    models: tuple[Model, ...]
    """In the order of `MODELS`."""
    robots: tuple[Code, ...]
    multibots: tuple[Code, ...]
    bebebots: tuple[Code, ...]
    machines: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    """By tier."""
    gigantobots: tuple[Code, ...]
    invented_gigantobots: frozenset[int]
    """Places among them whose printed face we do not know."""
    invented_machines: frozenset[str]
    """Machines that only we have written so."""
    microbots: tuple[Microbot, ...]
    interference: tuple[str, ...]
    support: tuple[str, ...]
    stand_in: bool
    """Something of it is invented."""


def pieces_of(box: Plain) -> Pieces:
    """The pieces of a box. Raises ValueError with the reason when the data is not one."""
    if not isinstance(box, dict) or box.get("version") != FORMAT:
        raise Unreadable("box-format", FORMAT)
    try:
        entries = {kind: list(map(Entry.read, box[kind])) for kind in box if kind != "version"}
        machines = _all(entries["machine"])
        first, second, third = (
            tuple(sorted(code for code in machines if machine(code).tier == tier)) for tier in TIERS
        )
        return Pieces(
            models=tuple(map(_model, entries["model"])),
            robots=in_order(_all(entries["robot"])),
            multibots=in_order(_all(entries["multibot"])),
            bebebots=in_order(_all(entries["bebebot"])),
            machines=(first, second, third),
            gigantobots=tuple(_all(entries["gigantobot"])),
            invented_gigantobots=_invented(entries["gigantobot"]),
            invented_machines=frozenset(machines)
            - {entry.id for entry in entries["machine"] if not entry.made_up},
            microbots=tuple(_all(entries["microbot"])),
            interference=tuple(_all(entries["interference"])),
            support=tuple(_all(entries["support"])),
            stand_in=any(entry.made_up for kind in entries.values() for entry in kind),
        )
    except (KeyError, TypeError, AttributeError) as wrong:
        raise Unreadable("box-damaged", wrong) from wrong


def _invented(entries: Iterable[Entry]) -> frozenset[int]:
    ours = [entry.made_up for entry in entries for _ in range(entry.copies)]
    return frozenset(place for place, made_up in enumerate(ours) if made_up)


def _all(entries: Iterable[Entry]) -> list[str]:
    return [entry.id for entry in entries for _ in range(entry.copies)]
