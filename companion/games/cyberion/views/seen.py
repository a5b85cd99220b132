"""What a seat sees of Cyberion: every thing under its name, with its type, in no language.

May import: companion.engine. Worked out by the rules (`game.view`), which leave out what is secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine import Scene, seen


@dataclass(frozen=True, slots=True)
class Seen:
    """As in the state, where each is explained, and what a screen would otherwise have to work out."""

    turn: int
    seat: int
    rows: list[list[str]]
    platform: list[str]
    flash: list[str]
    stock: list[str]
    discard: list[str]
    top: list[str]
    rest: list[str]
    bottom: list[str]
    strangers: int
    looked: list[str]
    battery: bool
    levels: list[int]
    valves: int
    forge: int
    support: list[str]
    factory: list[str]
    prepared: list[bool]
    left: list[int]
    unseen: list[list[str]]
    xp: int
    removed: int
    gone: int
    spins: int
    limbots: list[str]
    born: list[str]
    crews: list[list[str]]
    vacation: list[bool]
    damage: int
    microbots: list[str]
    pile: list[str]
    spent: list[str]
    acquired: list[str]
    interference: list[int]
    pool: list[str]
    learned: list[str]
    outcome: list[Any] | None
    agenda: list[list[Any]]
    options: dict[str, Any]
    expansions: list[str]
    robots_left: int
    machines_left: int
    machines_to_go: int
    merged: bool
    mine: list[int]
    gigantobots: list[str]
    damage_price: int
    """Valves that the damage that is left would cost at the end."""
    warning: str
    stand_in: bool
    question: str | None


def look(scene: Scene, seat: int | None) -> Seen:
    """None: what everybody may know."""
    return seen(Seen, scene, seat)
