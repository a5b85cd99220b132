"""What the keys of a piece may hold, as types: they check a file, and whoever edits a piece reads them.

May import: faults, grammar.

A form lists the keys of a kind of piece, each with its field. A field is called with its key and a value, and
says what is wrong with the value; what it may be stands in its attributes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from .faults import Fault, inside, shown
from .grammar import Grammar

ID = re.compile(r"[a-z0-9][a-z0-9-]*")
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
SHAPES = ("circle", "shield", "diamond", "square", "hexagon", "trapezoid", "triangle")
"""What the tablet can draw beside a colour."""
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")
"""The tag of a language: `fr`, `pt-BR`."""


class Holds(Protocol):
    """Told the key and its value, says what is wrong with it. One of the types below, or a function."""

    def __call__(self, key: str, value: Any, /) -> Iterator[Fault]: ...


class Pattern(NamedTuple):
    """A text of a certain form."""

    form: re.Pattern[str]
    example: str

    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, str) or not self.form.fullmatch(value):
            yield Fault("bad-value", (key, shown(value), self.example))


class Colour(NamedTuple):
    """How something is drawn."""

    example: str

    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, str) or not COLOUR.fullmatch(value):
            yield Fault("bad-value", (key, shown(value), f'"{self.example}"'))


class Other(NamedTuple):
    """The id of a piece of that kind; whether there is one, the shelf says."""

    kind: str
    example: str

    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, str) or not ID.fullmatch(value):
            yield Fault("bad-value", (key, shown(value), f'"{self.example}"'))


class Word(NamedTuple):
    """One of these words."""

    words: tuple[str, ...]

    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        if value not in self.words:
            yield Fault("unknown-word", (key, shown(value)), self.words)


class Number(NamedTuple):
    least: int
    most: int

    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            yield Fault("bad-number", (key, shown(value), self.least, self.most))


class YesOrNo(NamedTuple):
    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, bool):
            yield Fault("not-yes-or-no", (key, shown(value)))


class Names(NamedTuple):
    """A text in one language or several."""

    long: bool = False
    """More than a line of it."""

    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        sound = isinstance(value, dict) and value and all(LANGUAGE.fullmatch(lang) for lang in value)
        if not sound or not all(isinstance(name, str) and name.strip() for name in value.values()):
            yield Fault("bad-value", (key, shown(value), '{ en = "…", fr = "…" }'))


class Keys(NamedTuple):
    """Names of other keys."""

    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            yield Fault("bad-value", (key, shown(value), '["…"]'))


class Several(NamedTuple):
    """So many values of one type, in their order."""

    of: Holds
    many: int
    example: str

    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, list) or len(value) != self.many:
            yield Fault("bad-value", (key, shown(value), self.example))
            return
        for place, one in enumerate(value):
            yield from inside(place, self.of(key, one))


class Each(NamedTuple):
    """A value for each of these keys."""

    of: Holds
    keys: tuple[str, ...]

    @property
    def example(self) -> str:
        return f"{{ {', '.join(f'{key} = …' for key in self.keys)} }}"

    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, dict) or set(value) != set(self.keys):
            yield Fault("bad-value", (key, shown(value), self.example))
            return
        for name, one in value.items():
            yield from inside(name, self.of(key, one))


class Effect(NamedTuple):
    """What a piece does, in the words of a game."""

    grammar: Grammar

    def __call__(self, _key: str, value: Any) -> Iterator[Fault]:
        yield from self.grammar.faults(value)


class Part(NamedTuple):
    """A table inside a piece."""

    form: Form
    example: str
    more: Callable[[Any], Iterator[Fault]]
    """What else is wrong with it."""

    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault("bad-value", (key, shown(value), self.example))
            return
        yield from check(value, self.form)
        yield from self.more(value)


class Written(NamedTuple):
    """A word that is put together of parts, as `0>2` is of two numbers."""

    parts: Callable[[Mapping[str, Any]], Mapping[str, Holds]]
    """What is asked, by what was answered already."""
    write: Callable[[Mapping[str, Any]], str]
    """The word, of answers to all of them."""
    read: Callable[[str], Mapping[str, Any]]
    """The answers, of a word that is sound."""
    sound: Holds
    """Checks the word."""

    def __call__(self, key: str, value: Any) -> Iterator[Fault]:
        yield from self.sound(key, value)


Form: TypeAlias = dict[str, tuple[Holds, str]]
"""Key → how its value is checked, and an example when it has to be there ("" when it may be left out)."""

yes_or_no = YesOrNo()
names = Names()
keys = Keys()
pattern = Pattern
number = Number


def word(*words: str) -> Word:
    return Word(words)


def check(entry: Mapping[str, Any], form: Form) -> Iterator[Fault]:
    """Everything that is wrong with the keys and values of one piece."""
    for key in entry:
        if key not in form:
            yield Fault("unknown-key", (key,), tuple(form), (key,))
    for key, (examine, example) in form.items():
        if key in entry:
            yield from inside(key, examine(key, entry[key]))
        elif example:
            yield Fault("missing-key", (key, example), at=(key,))
