"""The words in which a box describes effects, and their compiled form: tuples that the engine walks.

May import: the grammar of effects in box files.

An effect is a list of steps. A step is a table with one verb and its parameters,
`{add-energy = 1, at = "next"}`, and compiles to a tuple with the verb in front: `("add-energy", 1, "next")`.
Nothing here is ever evaluated: a step outside this vocabulary is a mistake to be told, not something to run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from companion.engine.box_files.faults import Fault, shown
from companion.engine.box_files.grammar import Grammar, Param, Verb

Step: TypeAlias = tuple[Any, ...]
Effect: TypeAlias = tuple[Step, ...]

PLACES = (
    "here", "previous", "next", "adjacent", "each-adjacent", "foo", "a-vortex", "every-vortex", "anywhere",
    "another-agent", "any-agent", "each-agent", "sent", "drawn", "each-foo-neighbour", "discarded",
)  # fmt: skip
"""Where a step acts, seen from the pawn at that moment (TERM-06 … TERM-14). `sent`, `drawn` and `discarded`
look back at an earlier step: where a Duplicate was sent (EFF-14), the Original Era of the card drawn
(EFF-15), that of the card discarded."""

MOST = 7
"""No number on a piece is larger; a larger one is a slip of the finger."""


def _at(default: str | None = "here") -> tuple[str, Param]:
    return "at", Param(PLACES, default)


VERBS: dict[str, Verb] = {
    "add-energy": Verb("number", params=(_at(),)),
    "remove-rift": Verb("number", params=(_at(),)),
    "place-rift": Verb("number", params=(_at(),)),
    "push": Verb("number", params=(_at(),)),
    "pull": Verb("number"),
    "destroy-duplicate": Verb("number", params=(_at(),)),
    "generate": Verb("number", params=(_at(None),)),
    "move": Verb(
        "number-or-word",
        ("anywhere", "foo", "here"),
        (
            ("who", Param(("me", "another-agent", "any-agent", "each-agent"), "me")),
            ("carry", Param(("any", "vortex"), None)),
            ("up-to", Param((), False)),
        ),
    ),
    "swap": Verb(
        "word", ("agent", "duplicates", "agent-duplicate"), (_at(None), ("with", Param(PLACES, None)))
    ),
    "draw": Verb("number", params=(("who", Param(("me", "each-agent", "another-agent"), "me")),)),
    "discard": Verb("number"),
    "ready": Verb("number"),
    "destroy-card": Verb("number", params=(("from", Param(("hand", "available", "discard"), None, True)),)),
    "make-available": Verb("number"),
    "add-to-deck": Verb("number", params=(("from", Param(("available", "destroyed"), None, True)),)),
    "apply-card": Verb(
        "word",
        ("available", "discard", "destroyed", "hand-of-another"),
        (("after", Param(("keep", "discard", "destroy"), "keep")),),
    ),
    "choose": Verb("effects"),
    "optional": Verb("effect"),
    "until-equal": Verb("word", ("energy", "rifts"), (_at(),)),
    "if-agent": Verb("effect", params=(_at(),)),
    "cancel-rift": Verb("number"),
    "remove-energy": Verb("number", params=(_at(),)),
    "by-one-agent": Verb("effect"),
    "mix-hands": Verb("word", ("all",)),
}

SWAPS_NEED = {"agent": (), "duplicates": ("at", "with"), "agent-duplicate": ("at",)}
"""Which places a swap has to name."""


def compile_effect(steps: Any) -> Effect:
    """The tuples of an effect written in the vocabulary. Raises ValueError with the first fault."""
    for fault in faults(steps):
        raise ValueError(f"{fault.id}: {fault.about}")
    return GRAMMAR.compiled(steps)


def verbs_of(effect: Effect) -> Iterator[Step]:
    """Every step of a compiled effect, those inside choices and conditions too."""
    for step in effect:
        yield step
        if step[0] == "choose":
            for option in step[1]:
                yield from verbs_of(option)
        elif step[0] in ("optional", "if-agent", "by-one-agent"):
            yield from verbs_of(step[1])


def faults(steps: Any) -> Iterator[Fault]:
    """Everything that keeps an effect from being compiled; nothing when it is sound."""
    return GRAMMAR.faults(steps)


def _more(name: str, step: Mapping[str, Any], before: set[str]) -> Iterator[Fault]:
    """What looks back at a push, a draw or a discard comes after it; a swap names its places."""
    for place, verb in (("sent", "push"), ("drawn", "draw"), ("discarded", "discard")):
        for key in ("at", "with"):
            if step.get(key) == place and verb not in before:
                yield Fault("looks-back-at-nothing", (place, verb), at=(key,))
    if name == "swap":
        for key in SWAPS_NEED.get(str(step[name]), ()):
            if key not in step:
                yield Fault("missing-parameter", (f"swap = {shown(step[name])}", key), PLACES, (key,))


def _takes(name: str, step: Mapping[str, Any], key: str) -> bool:
    """A swap has places by what it swaps; only one who moves a number of eras may stop before."""
    if name == "swap":
        return key in SWAPS_NEED.get(str(step[name]), ())
    return not (name == "move" and key == "up-to" and not isinstance(step[name], int))


COMMON = (
    "remove-rift", "add-energy", "push", "pull", "destroy-duplicate", "move", "draw", "choose", "optional",
    "cancel-rift", "make-available", "apply-card", "swap", "if-agent", "until-equal", "generate",
)  # fmt: skip
GRAMMAR = Grammar(VERBS, MOST, _more, _takes, COMMON)
