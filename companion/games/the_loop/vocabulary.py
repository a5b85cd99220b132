"""The words in which a box describes effects, and their compiled form: tuples that the engine walks.

May import: the standard library only.

An effect is a list of steps. A step is a table with one verb and its parameters, `{add-energy = 1, at = "next"}`,
and compiles to a tuple that starts with the verb: `("add-energy", 1, "next")`. Nothing here is ever evaluated:
a step that is not in this vocabulary is a mistake to be told, not something to run.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeAlias

Step: TypeAlias = tuple[Any, ...]
Effect: TypeAlias = tuple[Step, ...]

PLACES = (
    "here", "previous", "next", "adjacent", "each-adjacent", "foo", "a-vortex", "every-vortex", "anywhere",
    "another-agent", "any-agent", "sent", "drawn",
)  # fmt: skip
"""Where a step acts, seen from the pawn at that moment (TERM-06 … TERM-14). `sent` and `drawn` look back at an
earlier step of the same effect: where a Duplicate was sent (EFF-14), the Original Era of the card drawn (EFF-15)."""

MOST = 7
"""No number on a piece is larger; a larger one is a slip of the finger."""


class Param(NamedTuple):
    """A parameter of a verb: the words it may take (empty: yes or no) and what it is when left out."""

    words: tuple[str, ...]
    default: str | bool | None
    required: bool = False


class Verb(NamedTuple):
    """How a verb is written: what its own value may be, and its parameters in the order of the compiled tuple."""

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
    "swap": Verb("word", ("agent", "duplicates", "agent-duplicate"), (_at(None), ("with", Param(PLACES, None)))),
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
}

SWAPS_NEED = {"agent": (), "duplicates": ("at", "with"), "agent-duplicate": ("at",)}
"""Which places a swap has to name."""


class Fault(NamedTuple):
    """Something wrong with an effect, in words for the person who typed it."""

    problem: str
    remedy: str


def compile_effect(steps: Any) -> Effect:
    """The tuples of an effect written in the vocabulary. Raises ValueError with the first fault."""
    for fault in faults(steps):
        raise ValueError(f"{fault.problem} {fault.remedy}")
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
        elif step[0] in ("optional", "if-agent"):
            yield from verbs_of(step[1])


def faults(steps: Any) -> Iterator[Fault]:
    """Everything that keeps an effect from being compiled; nothing when it is sound."""
    yield from _faults(steps, set())


def _faults(steps: Any, seen: set[str]) -> Iterator[Fault]:
    if not isinstance(steps, list):
        yield Fault(f"An effect is a list of steps, not {steps!r}.", "Put it in [ ]: [{add-energy = 1}].")
        return
    for step in steps:
        yield from _step_faults(step, seen)


def _step_faults(step: Any, seen: set[str]) -> Iterator[Fault]:
    if not isinstance(step, dict):
        yield Fault(f"A step is a table in {{ }}, not {step!r}.", "Write it like {remove-rift = 1}.")
        return
    named = [key for key in step if key in VERBS]
    if len(named) > 1:
        yield Fault(
            f"One step has two verbs: {' and '.join(named)}.",
            "Write two steps, one after the other: [{…}, {…}].",
        )
        return
    if not named:
        first = next((key for key in step if key not in PARAMETERS), next(iter(step), ""))
        yield Fault(f"There is no verb {first!r}.", suggest(str(first), VERBS))
        return
    name = named[0]
    verb = VERBS[name]
    yield from _value_faults(name, verb, step[name], seen)
    known = dict(verb.params)
    for key in step:
        if key != name and key not in known:
            yield Fault(
                f"{name} knows no {key!r}.",
                suggest(str(key), known) if known else f"Leave it out: {name} takes only its number.",
            )
    for key, param in known.items():
        yield from _param_faults(name, key, param, step)
    yield from _looking_back_faults(name, step, seen)
    if name == "swap" and step[name] in SWAPS_NEED:
        for key in SWAPS_NEED[step[name]]:
            if key not in step:
                yield Fault(f"swap = {step[name]!r} needs {key!r}.", f'Add {key} = "here" or another place.')


def _value_faults(name: str, verb: Verb, value: Any, seen: set[str]) -> Iterator[Fault]:
    if verb.value == "effect":
        yield from _faults(value, seen)
    elif verb.value == "effects":
        if not isinstance(value, list) or len(value) < 2:
            yield Fault("choose needs two or more effects.", "Write it like {choose = [[{…}], [{…}]]}.")
            return
        for option in value:
            yield from _faults(option, set(seen))
    elif verb.value == "word" or (verb.value == "number-or-word" and isinstance(value, str)):
        if value not in verb.words:
            yield Fault(f"{name} cannot be {value!r}.", suggest(str(value), verb.words))
    elif isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        yield Fault(f"{name} cannot be {value!r}.", f"It is a whole number from 1 to {MOST}.")


def _param_faults(name: str, key: str, param: Param, step: dict[str, Any]) -> Iterator[Fault]:
    if key not in step:
        if param.required:
            yield Fault(f"{name} needs {key!r}.", f"Add {key} = one of {', '.join(param.words)}.")
    elif not param.words:
        if not isinstance(step[key], bool):
            yield Fault(f"{key} cannot be {step[key]!r}.", "It is true or false.")
    elif step[key] not in param.words:
        yield Fault(f"{key} cannot be {step[key]!r}.", suggest(str(step[key]), param.words))


def _looking_back_faults(name: str, step: dict[str, Any], seen: set[str]) -> Iterator[Fault]:
    """`sent` and `drawn` mean nothing before a push or a draw."""
    for place, verb in (("sent", "push"), ("drawn", "draw")):
        if place in (step.get("at"), step.get("with")) and verb not in seen:
            yield Fault(
                f"{place!r} looks back at a {verb}, and there is none before it.",
                f"Put a {verb} step first, or name another place.",
            )
    seen.add(name)


PARAMETERS = frozenset(key for verb in VERBS.values() for key, _ in verb.params)


def suggest(word: str, known: Any) -> str:
    """A remedy for a word that is not known: the nearest one, or all of them."""
    near = get_close_matches(word, [str(name) for name in known], 1, 0.6)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(map(str, known))}."


