"""What a game brings, named and not yet loaded. May import: the standard library, the contract.

A game's folder has a `manifest.py` with `MANIFEST`. Its parts are dotted paths (`package.module:name`), so
that whoever wants the rules loads no screen, and whoever lists the games loads nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, runtime_checkable

from .box_files.reader import Flaw, Shelf
from .game import Game, Plain

NOTHING: Mapping[str, Any] = MappingProxyType({})


@runtime_checkable
class Boxes(Protocol):
    """How a game's box files are read, checked and added to."""

    def load_box(self, directory: Path | None = None) -> Plain:
        """The shipped box with an owner's pieces laid over it. Raises BoxMistakes."""

    def check_box(self, directory: Path) -> list[Flaw]: ...

    def shelf(self) -> Shelf:
        """What its box files may hold, as types."""


@runtime_checkable
class Learning(Boxes, Protocol):
    """The box of a game whose pieces may turn up at the table."""

    def remember(self, directory: Path, learned: Plain) -> Path: ...


class Cubes(NamedTuple):
    """Cubes of one colour that the players throw into the tower."""

    colour: str
    asked: str
    """The question that a throw of them answers."""
    inside: str
    """Where the view of everybody tells how many of them are in the tower: `inside`, or `part.inside`."""
    thrown: str = ""
    """The input by which hands tell that they threw another number of them; empty: there is none. The
    question's `about` then tells the most that there can be: `most`."""


class Manifest(NamedTuple):
    """One game as data."""

    name: str
    """As typed on the command line."""
    folder: Path
    """Where its words and its career lie."""
    rules: str
    """Makes the game out of a box."""
    box: str
    """The module that reads its box files."""
    title: str = ""
    """As printed on its box."""
    faces: Mapping[str, str] = NOTHING
    """By shell, `terminal` or `tablet`: what draws this game there; else the shell draws its own."""
    views: Mapping[str, str] = NOTHING
    """What is told of it where the generic way says too little: `answer`, `choices`, `checklist`, `story`;
    `cue`, the sound of an entry that no single happening tells; `danger`, how near a position is to the
    end, 0 to 3; `seats`, in which colour each of them plays; `lights`, of each of the tower's outlets how
    near it is to its end, 0 to 1, and those that are torn; `effect`, how the steps of an effect are said;
    `sample`, what they do on a board that shows it."""
    alerts: tuple[str, ...] = ()
    """Happenings that wait until somebody has seen them."""
    turns: tuple[str, ...] = ()
    """Happenings that begin a turn; what comes before the first of them is the set-up."""
    sounds: Mapping[str, str] = NOTHING
    """By happening, the gravest first: a cue (docs/stage.md). How it ends sounds by itself."""
    spoken: tuple[str, ...] = ()
    """Happenings that are said aloud where a voice is wanted."""
    dangers: tuple[str, ...] = ()
    """Happenings that are bad news …"""
    successes: tuple[str, ...] = ()
    """… and good news."""
    together: Mapping[str, str] = NOTHING
    """Happenings that are one step for the hands when they follow each other and differ in this field alone;
    all its values are then told under its name with an `s`."""
    learns: tuple[str, ...] = ()
    """Questions that may be answered with a piece that no list has."""
    first: Mapping[str, Any] = NOTHING
    """Its options for a game that begins before anybody chose."""
    facts: Mapping[str, object] = NOTHING
    """What a sentence on any page may say of it: `{turns}`, how many there are at most."""
    cubes: tuple[Cubes, ...] = ()
    """What the tower counts in this game."""
    shelf: int = 100
    """Where it stands among the games; what stands first is offered first."""


def part(path: str) -> Any:
    """What a dotted path names: `package.module:name`, or a whole module."""
    module, _, name = path.partition(":")
    found = import_module(module)
    return getattr(found, name) if name else found


class Games(Mapping[str, Manifest]):
    """The installed games by name, in the order of the shelf. Whoever needs games is handed these."""

    def __init__(self, manifests: Iterable[Manifest]) -> None:
        self._manifests = {one.name: one for one in sorted(manifests, key=lambda one: (one.shelf, one.name))}
        self._shipped: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Manifest:
        return self._manifests[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._manifests)

    def __len__(self) -> int:
        return len(self._manifests)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(self._manifests)

    @property
    def first(self) -> str:
        """What is offered first."""
        return self.names[0]

    def load(self, name: str, box: Plain | None = None) -> Game:
        """The game of that name with the given box of pieces, or with the one that ships, which is read once:
        a game keeps nothing of what is played with it. No name is the first. Raises KeyError for an unknown
        name."""
        name = name or self.first
        if box is not None:
            return self._made(name, box)
        if name not in self._shipped:
            self._shipped[name] = self._made(name, self.boxes(name).load_box())
        return self._shipped[name]

    def boxes(self, name: str) -> Boxes:
        found: Boxes = part(self[name].box)
        return found

    def face(self, name: str, shell: str) -> Any:
        """What draws this game in that shell; None: it has nothing of its own there, or is not installed."""
        path = self[name].faces.get(shell) if name in self else None
        return part(path) if path else None

    def view(self, name: str, what: str) -> Any:
        """What tells this of the game in its own way; None: the generic way does."""
        path = self[name].views.get(what) if name in self else None
        return part(path) if path else None

    def _made(self, name: str, box: Plain) -> Game:
        made: Game = part(self[name].rules)(box)
        return made
