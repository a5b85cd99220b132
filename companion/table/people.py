"""Who sat at the table: the names that people gave, kept in one file on this device and nowhere else.

May import: companion.store, its own room, the standard library.

    people = People(people_file())
    seated = people.sit_down(("Anna", ""))     # ids, one for each seat; empty: nobody is named there
    people.names(seated)                       # ("Anna", ""), as they are called today
    people.rename("Anna", "Anne"); people.remove("Anne")

A journal and the career have ids, which say nothing elsewhere: whoever is renamed or removed here is so in
every game at once (docs/adr/0026-names-live-in-one-file.md).
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion import store
from companion.store import fits

from .errors import NameRefused

LONGEST = 20
"""Letters of a name."""
MANY = 200
"""Guests that are remembered; who has not been here for longest is forgotten first."""

FORM = {"id": lambda one: fits(one, str) and 0 < len(one) <= 32, "name": lambda one: readable(one)}
SHAPE = {"people": [FORM], "last?": [str]}


class Person(NamedTuple):
    id: str
    name: str


class _Book(NamedTuple):
    people: tuple[Person, ...] = ()
    """Who was here last comes first."""
    last: tuple[str, ...] = ()
    """The ids of the last table, seat by seat; empty: nobody was named there."""


def people_file() -> Path:
    return store.home() / "people.json"


def readable(name: Any) -> bool:
    """Whether it can be shown: one short line."""
    return isinstance(name, str) and name == tidy(name) and 0 < len(name) <= LONGEST


def tidy(name: str) -> str:
    """As it is kept: one space between words, nothing that no font shows."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())


class People:
    """The file of names. It need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def guests(self) -> tuple[Person, ...]:
        """Everybody who is remembered, the latest first."""
        return self._read().people

    def names(self, ids: Sequence[str]) -> tuple[str, ...]:
        """What they are called today, seat by seat; empty: nobody is named, or not any more."""
        known = dict(self.guests()) if any(ids) else {}
        return tuple(known.get(one, "") for one in ids)

    def last(self) -> tuple[str, ...]:
        """The names of the last table."""
        return self.names(self._read().last)

    def sit_down(self, names: Sequence[str]) -> tuple[str, ...]:
        """Their ids, seat by seat; who is new is remembered. Nothing is kept where nobody is named.
        NameRefused: one cannot be kept, or two are the same."""
        called = [tidy(name) for name in names]
        for name in filter(None, called):
            _check(name)
        twice = next((one for at, one in enumerate(called) if one and _named(called[:at], one)), "")
        if twice:
            raise NameRefused("taken", **{"0": twice})
        if not any(called):
            return ()
        return self._change(lambda book: _seated(book, called)).last

    def remember(self, name: str) -> Person:
        """Somebody who may sit down later; who is known already stays as they are. NameRefused."""
        called = tidy(name)
        _check(called)
        found = [one for one in self.guests() if _named([one.name], called)]
        if not found:
            fresh = Person(secrets.token_hex(8), called)
            self._change(lambda book: book._replace(people=(fresh, *book.people)[:MANY]))
            found = [fresh]
        return found[0]

    def rename(self, name: str, to: str) -> None:
        """Everywhere at once: in every game and in the career."""
        old, new = self._find(name), tidy(to)
        _check(new)

        def renamed(book: _Book) -> _Book:
            others = [one.name for one in book.people if one.id != old.id]
            if _named(others, new):
                raise NameRefused("taken", **{"0": new})
            people = tuple(one._replace(name=new) if one.id == old.id else one for one in book.people)
            return book._replace(people=people)

        self._change(renamed)

    def remove(self, name: str) -> None:
        """Everywhere at once: their seats are as if nobody had been named."""
        gone = self._find(name).id
        self._change(
            lambda book: _Book(
                tuple(one for one in book.people if one.id != gone),
                tuple("" if one == gone else one for one in book.last),
            )
        )

    def take_in(self, brought: Sequence[Person]) -> None:
        """People of a game from elsewhere. Who is known here already keeps the name they have here; a name
        that another has gets a number."""

        def met(book: _Book) -> _Book:
            people = list(book.people)
            for one in brought:
                if one.id not in dict(people):
                    people.append(one._replace(name=_free(one.name, [known.name for known in people])))
            return book._replace(people=tuple(people[:MANY]))

        self._change(met)

    def without_names(self, text: str) -> str:
        """A text with nobody's name in it."""
        names = sorted((one.name for one in self.guests()), key=len, reverse=True)
        found = "|".join(map(re.escape, names))
        return re.sub(rf"(?<!\w)(?:{found})(?!\w)", "…", text, flags=re.IGNORECASE) if found else text

    def _find(self, name: str) -> Person:
        found = [one for one in self.guests() if _named([one.name], tidy(name))]
        if not found:
            raise NameRefused("unknown", **{"0": name})
        return found[0]

    def _read(self) -> _Book:
        found = store.load_json(self.path, SHAPE)
        return _book(found) if found is not None else _Book()

    def _change(self, change: Callable[[_Book], _Book]) -> _Book:
        """Reads and writes in one: nobody else writes in between. OSError: the disk is full."""
        made: list[_Book] = []

        def written() -> bytes:
            made.append(change(self._read()))
            return encoded(made[0].people, made[0].last)

        store.rewrite(self.path, written, 0o600)
        return made[0]


def encoded(people: Sequence[Person], last: Sequence[str] = ()) -> bytes:
    book = {"people": [one._asdict() for one in people], **({"last": list(last)} if last else {})}
    return (json.dumps(book, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def brought(path: Path) -> tuple[Person, ...]:
    """The people that a file tells of; nobody, if it is none."""
    try:
        found = store.parse_json(store.read(path))
    except (OSError, ValueError):
        return ()
    return _book(found).people if fits(found, SHAPE) else ()


def _book(found: Any) -> _Book:
    """A person who is named twice is the first of them."""
    people: dict[str, Person] = {}
    for one in found["people"]:
        people.setdefault(one["id"], Person(one["id"], one["name"]))
    return _Book(tuple(people.values()), tuple(found.get("last", ())))


def _seated(book: _Book, called: Sequence[str]) -> _Book:
    by_name = {one.name.casefold(): one for one in book.people}
    here = {
        name: by_name.get(name.casefold()) or Person(secrets.token_hex(8), name) for name in called if name
    }
    first = tuple(here.values())
    people = (*first, *(one for one in book.people if one not in first))
    return _Book(people[:MANY], tuple(here[name].id if name else "" for name in called))


def _check(name: str) -> None:
    if not readable(name):
        raise NameRefused("unreadable", **{"0": name[:LONGEST], "n": LONGEST})


def _named(names: Sequence[str], name: str) -> bool:
    return name.casefold() in (one.casefold() for one in names)


def _free(name: str, taken: Sequence[str]) -> str:
    """This name, or the next that nobody has."""
    again, free = 1, name
    while _named(taken, free):
        again += 1
        free = f"{name[: LONGEST - 4]} {again}"
    return free
