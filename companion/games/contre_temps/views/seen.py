"""What a seat sees of Contre-Temps: every thing under its name, with its type, in no language.

May import: companion.engine. Worked out by the rules (`game.view`), which leave out what is secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine import Scene, seen


@dataclass(frozen=True, slots=True)
class Seen:
    """As in the state, where each is explained. Of others' hands there is only the number of cards, and of
    their secret choices whether they have chosen."""

    phase: str
    round: int
    dealer: int
    marker: int
    deck: int
    hands: list[list[str] | int]
    constant: str
    line: list[int]
    present: int
    stack: list[int]
    lead: list[str]
    standing: list[str]
    control: list[int]
    pawns: list[int]
    energy: list[int]
    discards: list[str]
    voids: list[list[str]]
    queue: list[int]
    order: list[int]
    owing: list[int]
    played: list[list[Any]]
    """Seat and card."""
    bids: list[str | bool]
    commits: list[list[int] | bool | None]
    outcome: list[Any] | None
    options: dict[str, Any]
    colours: list[str]
    discs: list[int]
    chooses: bool
    """Whether this seat chooses in secret."""
    question: str | None
    winning: int
    lowest: int


def look(scene: Scene, seat: int | None) -> Seen:
    """None: what everybody may know."""
    return seen(Seen, scene, seat)
