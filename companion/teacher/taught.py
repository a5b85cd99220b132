"""What was taught to whom: how often each hint came, and how far a lesson went.

May import: companion.store, the standard library. A file that cannot be read is set aside: people are taught
again. Whoever plays is a number of theirs; another person begins anew, and nobody's progress is lost.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion import store

FILE = "taught.json"


class Taught:
    """The progress of everybody who plays here. Changes are kept by `save`."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or store.home() / FILE
        data = store.load_json(self.path, dict) or {}
        people = data.get("people")
        self._people: dict[str, dict[str, dict[str, int]]] = {
            str(name): _sound(one) for name, one in people.items()
        } if isinstance(people, dict) else {}
        person = data.get("person")
        self.person = person if isinstance(person, str) and person.isdecimal() else "1"

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who was taught something, and who is taught now, in their order."""
        return tuple(sorted({*self._people, self.person}, key=int))

    def turn_to(self, person: str) -> None:
        """This person is taught from now on."""
        self.person = person

    def welcome(self) -> str:
        """Somebody new, for whom everything is new."""
        self.person = str(int(max(self.people, key=int)) + 1)
        return self.person

    def times(self, game: str, what: str) -> int:
        return self._people.get(self.person, {}).get(game, {}).get(what, 0)

    def mark(self, game: str, what: str, times: int) -> None:
        self._people.setdefault(self.person, {}).setdefault(game, {})[what] = times

    def count(self, game: str, what: str) -> None:
        self.mark(game, what, self.times(game, what) + 1)

    def forget(self, game: str) -> None:
        """Everything of this game is new again for this person."""
        self._people.get(self.person, {}).pop(game, None)

    def as_data(self) -> bytes:
        return json.dumps({"person": self.person, "people": self._people}, indent=1).encode()

    def save(self) -> None:
        store.replace(self.path, self.as_data())


def _sound(found: Any) -> dict[str, dict[str, int]]:
    """What of it has our form: by game, by what was taught, how often."""
    if not isinstance(found, Mapping):
        return {}
    return {
        str(game): {str(what): n for what, n in times.items() if isinstance(n, int) and n >= 0}
        for game, times in found.items()
        if isinstance(times, Mapping)
    }
