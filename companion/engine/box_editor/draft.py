"""A piece while it is entered: what was told of it so far, one step back, and what is still wrong with it.

May import: the forms of box files, the standard library.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from companion.engine.box_files.entry import Entry
from companion.engine.box_files.faults import Fault, Path
from companion.engine.box_files.forms import (
    Effect,
    Form,
    Holds,
    Names,
    Part,
    Pattern,
    Several,
    Written,
    check,
)
from companion.engine.box_files.grammar import Grammar
from companion.engine.box_files.reader import Piece, Shelf

HIDDEN = ("id", "source", "stand-in")
"""Keys that nobody is asked about; an id is, where it says what the piece shows."""


class Tile(NamedTuple):
    """A step of an effect as it is drawn."""

    path: Path
    verb: str
    depth: int
    holds: tuple[Path, ...]
    """The effects inside it, where further steps may go."""


class Draft:
    """A piece of a kind. `put`, `add` and `drop` change it, `undo` takes the last change back."""

    def __init__(
        self, shelf: Shelf, kind: str, entry: Mapping[str, Any] | None = None, fixed: str = ""
    ) -> None:
        self.shelf = shelf
        self.kind = kind
        self.fixed = fixed
        """The id that it has in any case: that of a piece that is edited."""
        self.form: Form = shelf.forms[kind]
        self.entry: dict[str, Any] = deepcopy(dict(entry or {}))
        self.parts: dict[str, dict[str, Any]] = {}
        """By key: the parts of a word that is put together."""
        for key, (field, _) in self.form.items():
            if isinstance(field, Written) and key in self.entry:
                self.parts[key] = dict(field.read(self.entry[key]))
        self._before: list[tuple[dict[str, Any], dict[str, dict[str, Any]]]] = []
        self._first = self._now()

    # -- changing it

    def put(self, path: Path, value: Any) -> None:
        """Tells one thing; None takes it back. A path goes into tables, steps and lists alike."""
        self._remember()
        key, *rest = path
        field = self.form[str(key)][0]
        if isinstance(field, Written) and rest:
            self._put_part(str(key), field, str(rest[0]), value)
            return
        self._room(path)
        inner: Any = self.entry
        for step in path[:-1]:
            inner = inner[step]
        if value is None and isinstance(inner, dict):
            inner.pop(path[-1], None)
        else:
            inner[path[-1]] = value

    def add(self, path: Path, verb: str) -> Path:
        """A further step at the end of the effect there; its path."""
        self._remember()
        self._room((*path, 0))
        steps = self.get(path)
        kind = self.grammar.verbs[verb].value
        least: dict[str, Any] = {"number": 1, "number-or-word": 1, "effect": [], "effects": [[], []]}
        words = self.grammar.verbs[verb].words
        steps.append({verb: least[kind] if kind != "word" else words[0] if len(words) == 1 else ""})
        return (*path, len(steps) - 1)

    def another(self, path: Path) -> Path:
        """A further choice in a step that has several; its path."""
        self._remember()
        choices = self.get(path)
        choices.append([])
        return (*path, len(choices) - 1)

    def drop(self, path: Path) -> None:
        """Takes a step out, with all that it holds."""
        self._remember()
        del self.get(path[:-1])[path[-1]]

    def call(self, key: str, said: str, lang: str) -> None:
        """A name or a text, as it was typed; "" takes it back."""
        known: Any = said.strip() or None
        if isinstance(self.form[key][0], Names):
            others = {tag: text for tag, text in (self.entry.get(key) or {}).items() if tag != lang}
            known = {**others, lang: known} if known else others or None
        if known != self.entry.get(key):
            self.put((key,), known)

    def undo(self) -> bool:
        """The last change is taken back; False: there was none."""
        if not self._before:
            return False
        self.entry, self.parts = self._before.pop()
        return True

    def get(self, path: Path) -> Any:
        """What was told there; None where nothing was."""
        key, *rest = path
        if str(key) in self.parts and rest:
            return self.parts[str(key)].get(str(rest[0]))
        inner: Any = self.entry
        for step in path:
            if isinstance(inner, dict):
                inner = inner.get(str(step))
            elif isinstance(inner, list) and isinstance(step, int) and step < len(inner):
                inner = inner[step]
            else:
                return None
        return inner

    @property
    def touched(self) -> bool:
        """Something of it would be lost."""
        return self._now() != self._first

    # -- what it is

    @property
    def grammar(self) -> Grammar:
        field = self.field(self.effect)
        assert isinstance(field, Effect)
        return field.grammar

    @property
    def effect(self) -> Path:
        """Where its effect stands; () for a piece that does nothing."""
        for key, (field, _) in self.form.items():
            if isinstance(field, Effect):
                return (key,)
            if isinstance(field, Part):
                for inner, (one, _) in field.form.items():
                    if isinstance(one, Effect):
                        return key, inner
        return ()

    def field(self, path: Path) -> Holds | None:
        """The type of what stands there; None inside an effect."""
        form = self.form
        field: Holds | None = None
        for key in path:
            field = form[str(key)][0]
            form = field.form if isinstance(field, Part) else {}
        return field

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All steps of its effect, those inside others after them."""
        return tuple(self._tiles(self.effect, 0)) if self.effect else ()

    def _tiles(self, path: Path, depth: int) -> Iterator[Tile]:
        for place, step in enumerate(self.get(path) or ()):
            at = (*path, place)
            verb = self.grammar.verb_of(step)
            holds: tuple[Path, ...] = ()
            match self.grammar.verbs[verb].value:
                case "effect":
                    holds = ((*at, verb),)
                case "effects":
                    holds = tuple((*at, verb, choice) for choice in range(len(step[verb])))
            yield Tile(at, verb, depth, holds)
            for inner in holds:
                yield from self._tiles(inner, depth + 1)

    @property
    def so_far(self) -> Entry:
        """The piece as far as it was told."""
        return Entry.read({"id": self.fixed, **self.entry})

    def piece(self, taken: Collection[str] = (), stem: str = "") -> Entry:
        """The piece as its file has it: keys in the order of the form, an id that is not taken."""
        known, now = dict(self.entry), self.so_far
        if self.effect and not self.get(self.effect) and len(self.effect) == 1:
            known.pop(str(self.effect[0]), None)
        name = now.id
        if not self.fixed and isinstance(self.form["id"][0], Pattern):
            name = free_id(spelled(now, stem or self.kind), taken, "-")
        elif not self.fixed and "copies" not in self.form and name:
            name = free_id(name, taken, "#")
        known |= {"id": name} if name else {}
        return Entry.read({key: known[key] for key in self.form if key in known})

    def faults(self, others: list[Piece] | None = None) -> tuple[Fault, ...]:
        """What keeps it from being kept; each says where."""
        entry = self.piece().plain
        found = [*check(entry, self.form), *self.shelf.faults(self.kind, entry, others or [])]
        for tile in self.tiles:
            found += (Fault("empty-effect", at=path) for path in tile.holds if not self.get(path))
        return tuple(found)

    # -- how

    def _put_part(self, key: str, field: Written, part: str, value: Any) -> None:
        known = {**self.parts.get(key, {}), part: value}
        asked = field.parts(known)
        known = {
            name: known[name] for name in asked if name in known and not any(asked[name](name, known[name]))
        }
        self.parts[key] = known
        self.entry.pop(key, None)
        if len(known) == len(asked):
            self.entry[key] = field.write(known)

    def _room(self, path: Path) -> None:
        """Makes the tables and lists on the way to it."""
        inner: Any = self.entry
        field = self.field(path[:1])
        for place, key in enumerate(path[:-1]):
            if isinstance(inner, dict) and key not in inner:
                if isinstance(field, Several):
                    inner[str(key)] = [None] * field.many
                else:
                    inner[str(key)] = [] if isinstance(path[place + 1], int) else {}
            inner = inner[key]

    def _now(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        return deepcopy((self.entry, self.parts))

    def _remember(self) -> None:
        self._before.append(self._now())


def spelled(entry: Entry, stem: str) -> str:
    """An id for a piece: of its name, or of what sort it is where it has none."""
    made = piece_id(next(iter(entry.names.values()), ""))
    return made if made != NAMELESS else stem


NAMELESS = "piece"


def piece_id(name: str) -> str:
    """An id for a piece that is known by its name alone: "Épée du Temps" → "epee-du-temps"."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join("".join(letter if letter.isalnum() else " " for letter in plain).split()) or NAMELESS


def free_id(wanted: str, taken: Collection[str], mark: str) -> str:
    again, one = 1, wanted
    while one in taken:
        again += 1
        one = f"{wanted}{mark}{again}"
    return one
