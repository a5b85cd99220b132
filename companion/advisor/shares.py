"""How a tower shares its cubes out among the three chutes, learned from its own drops.

May import: figures, companion.store. A Dirichlet posterior: a prior worth some cubes, and one count for every
cube seen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from companion import store

from .figures import Z

PRIOR = (30.0, 40.0, 30.0)
"""Cubes by which the twin's shares (docs/twin.md) are believed before any was seen: previous, front, next."""

MANY = 10**9
"""More cubes than any tower will see."""


class Shares(NamedTuple):
    """Weights of the chutes before the front, under it and after it."""

    previous: float = PRIOR[0]
    front: float = PRIOR[1]
    next: float = PRIOR[2]
    elsewhere: int = 0
    """Cubes that came to rest where no chute leads: seen, and not learned from."""

    @property
    def weights(self) -> tuple[float, float, float]:
        return self.previous, self.front, self.next

    @property
    def seen(self) -> int:
        """Cubes that were learned from."""
        return round(sum(self.weights) - sum(PRIOR))

    @property
    def mean(self) -> tuple[float, ...]:
        total = sum(self.weights)
        return tuple(weight / total for weight in self.weights)

    @property
    def margin(self) -> tuple[float, ...]:
        """How far each share may be off, with 95 %."""
        total = sum(self.weights)
        return tuple(Z * sqrt(share * (1 - share) / (total + 1)) for share in self.mean)

    def learn(self, facing: int, landed: Sequence[int]) -> Shares:
        """After a counted drop: how many cubes landed on each of the places around the tower."""
        places = len(landed)
        previous, front, following = (
            landed[(facing - 1) % places],
            landed[facing],
            landed[(facing + 1) % places],
        )
        return Shares(
            self.previous + previous,
            self.front + front,
            self.next + following,
            self.elsewhere + sum(landed) - previous - front - following,
        )


def load(path: Path) -> Shares:
    """What was learned so far; the prior where nothing was; a damaged file is set aside."""
    kept = store.load_json(path, KEPT)
    if not kept:
        return Shares()
    previous, front, following = map(float, kept["weights"])
    return Shares(previous, front, following, kept["elsewhere"])


def keep(path: Path, shares: Shares) -> None:
    """Durable: the old file stays whole until the new one is."""
    document = {"weights": shares.weights, "elsewhere": shares.elsewhere}
    store.replace(path, json.dumps(document).encode())


def _weight(value: Any) -> bool:
    return store.fits(value, float) and 0 < value < MANY


KEPT = {
    "weights": lambda weights: store.fits(weights, [_weight]) and len(weights) == len(PRIOR),
    "elsewhere": lambda cubes: store.fits(cubes, int) and 0 <= cubes < MANY,
}
