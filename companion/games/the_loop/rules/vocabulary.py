"""The words in which a box describes effects, and their compiled form: tuples that the engine walks.

May import: what can be wrong with a box file.

An effect is a list of steps. A step is a table with one verb and its parameters,
`{add-energy = 1, at = "next"}`, and compiles to a tuple with the verb in front: `("add-energy", 1, "next")`.
Nothing here is ever evaluated: a step outside this vocabulary is a mistake to be told, not something to run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from companion.engine.box_files.faults import Fault, shown

Step: TypeAlias = tuple[Any, ...]
Effect: TypeAlias = tuple[Step, ...]

PLACES = (
    "here", "previous", "next", "adjacent", "each-adjacent", "foo", "a-vortex", "every-vortex", "anywhere",
    "another-agent", "any-agent", "each-agent", "sent", "drawn", "each-foo-neighbour",
)  # fmt: skip
"""Where a step acts, seen from the pawn at that moment (TERM-06 … TERM-14). `sent` and `drawn` look back at
an earlier step: where a Duplicate was sent (EFF-14), the Original Era of the card drawn (EFF-15)."""

MOST = 7
"""No number on a piece is larger; a larger one is a slip of the finger."""


class Param(NamedTuple):
    """A parameter of a verb: the words it may take (empty: yes or no) and what it is when left out."""

    words: tuple[str, ...]
    default: str | bool | None
    required: bool = False


class Verb(NamedTuple):
    """How a verb is written: what its value may be, and its parameters in the order of the compiled tuple."""

    value: str
    """`number`, `number-or-word`, `word`, `effect` or `effects`."""
    words: tuple[str, ...] = ()
    params: tuple[tuple[str, Param], ...] = ()


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
        ("anywhere",),
        (
            ("who", Param(("me", "another-agent", "any-agent"), "me")),
            ("carry", Param(("any", "vortex"), None)),
            ("up-to", Param((), False)),
        ),
    ),
    "swap": Verb(
        "word", ("agent", "duplicates", "agent-duplicate"), (_at(None), ("with", Param(PLACES, None)))
    ),
    "draw": Verb("number", params=(("who", Param(("me", "each-agent", "another-agent"), "me")),)),
    "discard": Verb("number"),
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
    return tuple(_compile_step(step) for step in steps)


def _compile_step(step: dict[str, Any]) -> Step:
    name = next(key for key in step if key in VERBS)
    verb, value = VERBS[name], step[name]
    if verb.value == "effect":
        value = tuple(_compile_step(inner) for inner in value)
    elif verb.value == "effects":
        value = tuple(tuple(_compile_step(inner) for inner in option) for option in value)
    return (name, value, *(step.get(key, param.default) for key, param in verb.params))


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
    yield from _faults(steps, set())


def _faults(steps: Any, seen: set[str]) -> Iterator[Fault]:
    if not isinstance(steps, list):
        yield Fault("effect-not-a-list", (shown(steps),))
        return
    for step in steps:
        if isinstance(step, dict):
            yield from _step_faults(step, seen)
        else:
            yield Fault("step-not-a-table", (shown(step),))


def _step_faults(step: dict[str, Any], seen: set[str]) -> Iterator[Fault]:
    named = [key for key in step if key in VERBS]
    if len(named) > 1:
        yield Fault("two-verbs", tuple(named[:2]))
        return
    if not named:
        first = next((key for key in step if key not in PARAMETERS), "")
        yield Fault("unknown-verb", (first,), tuple(VERBS))
        return
    name = named[0]
    verb = VERBS[name]
    params = dict(verb.params)
    yield from _value_faults(name, verb, step[name], seen)
    for key in step:
        if key != name and key not in params:
            yield Fault("unknown-parameter", (name, key), tuple(params))
    for key, param in params.items():
        yield from _param_faults(name, key, param, step)
    yield from _looking_back_faults(step, seen)
    if name == "swap":
        for key in SWAPS_NEED.get(str(step[name]), ()):
            if key not in step:
                yield Fault("missing-parameter", (f"swap = {shown(step[name])}", key), PLACES)
    seen.add(name)


def _value_faults(name: str, verb: Verb, value: Any, seen: set[str]) -> Iterator[Fault]:
    if verb.value == "effect":
        yield from _faults(value, seen)
    elif verb.value == "effects":
        if not isinstance(value, list) or len(value) < 2:
            yield Fault("choose-needs-two")
            return
        for option in value:
            yield from _faults(option, set(seen))
    elif verb.value == "word" or (verb.value == "number-or-word" and isinstance(value, str)):
        if value not in verb.words:
            yield Fault("unknown-word", (name, shown(value)), verb.words)
    elif isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        yield Fault("bad-number", (name, shown(value), 1, MOST))


def _param_faults(name: str, key: str, param: Param, step: dict[str, Any]) -> Iterator[Fault]:
    if key not in step:
        if param.required:
            yield Fault("missing-parameter", (name, key), param.words)
    elif not param.words:
        if not isinstance(step[key], bool):
            yield Fault("not-yes-or-no", (key, shown(step[key])))
    elif step[key] not in param.words:
        yield Fault("unknown-word", (key, shown(step[key])), param.words)


def _looking_back_faults(step: dict[str, Any], seen: set[str]) -> Iterator[Fault]:
    """`sent` and `drawn` mean nothing before a push or a draw."""
    for place, verb in (("sent", "push"), ("drawn", "draw")):
        if place in (step.get("at"), step.get("with")) and verb not in seen:
            yield Fault("looks-back-at-nothing", (place, verb))


PARAMETERS = frozenset(key for verb in VERBS.values() for key, _ in verb.params)
