"""Effects as a tree of steps: which verbs a game has, what they take, and what is wrong with an effect.

May import: faults. Knows no game: a game lists its verbs.

An effect is a list of steps. A step is a table with one verb and its parameters,
`{add-energy = 1, at = "next"}`. Verbs may hold effects of their own: one of several, or one that is done only
if something is so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from .faults import Fault, inside, shown

Step: TypeAlias = Mapping[str, Any]


class Param(NamedTuple):
    """A parameter of a verb: the words it may take (empty: yes or no) and what it is when left out."""

    words: tuple[str, ...]
    default: str | bool | None
    required: bool = False


class Verb(NamedTuple):
    """How a verb is written: what its value may be, and its parameters in the order of the compiled tuple."""

    value: Literal["number", "number-or-word", "word", "effect", "effects"]
    words: tuple[str, ...] = ()
    params: tuple[tuple[str, Param], ...] = ()

    @property
    def holds(self) -> bool:
        """Other effects."""
        return self.value in ("effect", "effects")


def nothing_more(name: str, step: Step, before: set[str]) -> Iterator[Fault]:
    return iter(())


@dataclass(frozen=True)
class Grammar:
    """The verbs of one game."""

    verbs: Mapping[str, Verb]
    most: int
    """No number is larger."""
    more: Callable[[str, Step, set[str]], Iterator[Fault]] = nothing_more
    """What else is wrong with a step: its verb, itself, and the verbs before it."""
    takes: Callable[[str, Step, str], bool] = lambda verb, step, key: True
    """Whether a step with this verb makes anything of that parameter."""
    common: tuple[str, ...] = ()
    """What cards do most often."""

    @property
    def offered(self) -> tuple[str, ...]:
        """All verbs, the common ones first."""
        return (*self.common, *(verb for verb in self.verbs if verb not in self.common))

    def faults(self, steps: Any, before: set[str] | None = None) -> Iterator[Fault]:
        """Everything that keeps an effect from being compiled; nothing when it is sound."""
        seen = set() if before is None else before
        if not isinstance(steps, list):
            yield Fault("effect-not-a-list", (shown(steps),))
            return
        for place, step in enumerate(steps):
            if isinstance(step, dict):
                yield from inside(place, self._step(step, seen))
            else:
                yield Fault("step-not-a-table", (shown(step),), at=(place,))

    def verb_of(self, step: Step) -> str:
        """The verb of a sound step."""
        return next(key for key in step if key in self.verbs)

    def compiled(self, steps: Iterable[Step]) -> tuple[tuple[Any, ...], ...]:
        """The tuples of a sound effect, the verb in front: `("add-energy", 1, "next")`."""
        return tuple(self._compiled(step) for step in steps)

    def _compiled(self, step: Step) -> tuple[Any, ...]:
        name = self.verb_of(step)
        verb, value = self.verbs[name], step[name]
        if verb.value == "effect":
            value = self.compiled(value)
        elif verb.value == "effects":
            value = tuple(self.compiled(option) for option in value)
        return (name, value, *(step.get(key, param.default) for key, param in verb.params))

    @property
    def parameters(self) -> frozenset[str]:
        return frozenset(key for verb in self.verbs.values() for key, _ in verb.params)

    def _step(self, step: dict[str, Any], seen: set[str]) -> Iterator[Fault]:
        named = [key for key in step if key in self.verbs]
        if len(named) > 1:
            yield Fault("two-verbs", tuple(named[:2]))
            return
        if not named:
            first = next((key for key in step if key not in self.parameters), "")
            yield Fault("unknown-verb", (first,), tuple(self.verbs))
            return
        name = named[0]
        verb = self.verbs[name]
        params = dict(verb.params)
        yield from inside(name, self._value(name, verb, step[name], seen))
        for key in step:
            if key != name and key not in params:
                yield Fault("unknown-parameter", (name, key), tuple(params), (key,))
        for key, param in params.items():
            yield from inside(key, _param(name, key, param, step))
        yield from self.more(name, step, seen)
        seen.add(name)

    def _value(self, name: str, verb: Verb, value: Any, seen: set[str]) -> Iterator[Fault]:
        if verb.value == "effect":
            yield from self.faults(value, seen)
        elif verb.value == "effects":
            if not isinstance(value, list) or len(value) < 2:
                yield Fault("choose-needs-two")
                return
            for place, option in enumerate(value):
                yield from inside(place, self.faults(option, set(seen)))
        elif verb.value == "word" or (verb.value == "number-or-word" and isinstance(value, str)):
            if value not in verb.words:
                yield Fault("unknown-word", (name, shown(value)), verb.words)
        elif isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= self.most:
            yield Fault("bad-number", (name, shown(value), 1, self.most))


def _param(name: str, key: str, param: Param, step: Step) -> Iterator[Fault]:
    if key not in step:
        if param.required:
            yield Fault("missing-parameter", (name, key), param.words)
    elif not param.words:
        if not isinstance(step[key], bool):
            yield Fault("not-yes-or-no", (key, shown(step[key])))
    elif step[key] not in param.words:
        yield Fault("unknown-word", (key, shown(step[key])), param.words)
