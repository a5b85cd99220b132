"""The places of a real board, setting it up, and the signs on the screen: `board`, `setup` and `signs.toml`.

May import: companion.engine, companion.words, companion.store. Places are our own drawing, in a field of
160 by 100 from below left; nothing of the printed board is copied.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from companion import store
from companion.engine import Manifest
from companion.words import Words

FIELD = (160, 100)


class Place(NamedTuple):
    id: str
    shape: str
    box: tuple[float, float, float, float]
    parts: int = 0
    """Of how many a ring is made."""

    def name(self, words: Words) -> str:
        return words.say(f"place.{self.id}")


class SetupStep(NamedTuple):
    """One thing to lay out."""

    id: str
    place: str
    table: str
    """`real`, `digital` or `any`."""
    when: tuple[tuple[str, tuple[Any, ...]], ...]

    def fits(self, options: Mapping[str, Any], real: bool) -> bool:
        if self.table not in ("any", "real" if real else "digital"):
            return False
        return all(options.get(name) in values for name, values in self.when)

    def text(self, words: Words) -> str:
        return words.say(f"setup.{self.id}")


def places(manifest: Manifest) -> tuple[Place, ...]:
    data = _lesson(manifest.folder / "lessons" / "board.toml")
    found = data.items()
    return tuple(Place(name, one["shape"], tuple(one["box"]), one.get("parts", 0)) for name, one in found)


def setup_steps(manifest: Manifest, options: Mapping[str, Any], real: bool) -> tuple[SetupStep, ...]:
    """What to lay out for a game with these options, on a real table or on the screen alone."""
    return tuple(step for step in all_setup_steps(manifest) if step.fits(options, real))


def all_setup_steps(manifest: Manifest) -> tuple[SetupStep, ...]:
    data = _lesson(manifest.folder / "lessons" / "setup.toml")
    return tuple(
        SetupStep(
            name,
            one["place"],
            one.get("table", "any"),
            tuple((option, tuple(values)) for option, values in one.get("when", {}).items()),
        )
        for name, one in data.items()
    )


def signs(manifest: Manifest) -> tuple[str, ...]:
    """The drawings of a game's legend; the words of one are `sign.<drawing>`, a hyphen for a colon."""
    data = _lesson(manifest.folder / "lessons" / "signs.toml")
    return tuple(data.get("signs", ()))


def sign_text(words: Words, sign: str) -> str:
    return words.say(f"sign.{sign.replace(':', '-')}")


@cache
def _lesson(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(store.read(path).decode())
    except FileNotFoundError:
        return {}
