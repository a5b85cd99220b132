"""Cubes that stayed inside the machine and fall out later: which may have, and the input that tells it.

May import: companion.engine; never Kivy. A beam that broke outside a drop is a reason to
ask, never an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine import Game, Input

KINDS = {"rift": "LateRifts", "energy": "LateEnergy"}


@dataclass(frozen=True, slots=True)
class Late:
    kinds: tuple[tuple[str, int], ...]
    """`rift`, `energy`: what can still be inside, and how many."""
    likely: tuple[int, ...]
    """Eras whose beam was broken while nobody threw."""


def late(counts: tuple[int, int], fallen: Sequence[int]) -> Late:
    """`counts`: rifts and energy in the machine, as the books know it."""
    kinds = tuple((kind, count) for kind, count in zip(KINDS, counts, strict=True) if count)
    likely = tuple(era for era, breaks in enumerate(fallen) if breaks)
    return Late(kinds, likely)


def fell(game: Game, kind: str, era: int) -> Input:
    """One cube of this kind lies on this era now."""
    return game.inputs[KINDS[kind]](tuple(int(place == era) for place in range(7)))
