"""A game without sense, made of a hash: what bots, coach and odds make of it is the same on every machine.

No rule of a real game changes it. A turn of one seat has actions, some with a choice inside, until it is
ended; then chance rolls, some rolls bring a choice too, and a turn of the next seat follows. Some answers are
refused, some lose or win the game. How good a position is, and what it threatens, is drawn at random.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.engine import CHANCE, Applied, Forecast, Outcome, Question, Refusal

SEATS = 2
TURNS = 4
ACTIONS = 4
END = "end"


class Said(NamedTuple):
    kind: str
    place: int


class Spot(NamedTuple):
    """Where the game stands: the way there, and what comes next."""

    way: str = ""
    stage: str = "main"  # main, inner, chance, brought, over
    turn: int = 0
    actions: int = 0
    deep: int = 0  # choices inside the action
    world: int = 0  # what nobody knows


class Maze:
    name, places, marked = "maze", 5, frozenset({"Rift"})
    scale = 100.0  # how far apart positions are by their worth

    def __init__(self, seed: int, rivals: bool = False, refuses: bool = False, deep: int = 1) -> None:
        self.seed, self.rivals, self.refuses, self.deep = seed, rivals, refuses, deep

    def chance(self, spot: Spot, what: str) -> float:
        told = f"{self.seed}/{what}/{spot.way}/{spot.world}".encode()
        return int.from_bytes(hashlib.sha256(told).digest()[:6], "big") / 2**48

    def start(self, options: Any) -> Any:
        return Spot(world=options.get("world", 0))

    def awaited(self, spot: Any) -> tuple[Question, ...]:
        seat = spot.turn % SEATS
        if spot.stage == "main":
            more: tuple[str, ...] = ("a", "b", "c") if spot.actions < ACTIONS else ()
            return (Question("act", seat, (*more, END), main=True),)
        if spot.stage == "chance":
            return (Question("roll", CHANCE, ("1", "2", "3"), odds=(1, 2, 3)),)
        if spot.stage in ("inner", "brought"):
            return (Question("which", seat, ("x", "y", "z")),)
        return ()

    def apply(self, spot: Any, given: Any, source: str = "app") -> Any:
        if given not in [one for asked in self.awaited(spot) for one in asked.answers]:
            return Refusal("stale", "")
        new = spot._replace(way=spot.way + given[0])
        luck = self.chance(new, "next")
        if self.refuses and spot.stage == "inner" and luck < 0.15:
            return Refusal("no", "MAZE-01")
        if spot.stage in ("main", "inner") and given != END:
            deep = spot.deep + 1 if spot.stage == "inner" else 0
            stage = "inner" if deep < self.deep and luck > 0.6 else "over" if luck < 0.04 else "main"
            new = new._replace(stage=stage, deep=deep, actions=spot.actions + (spot.stage == "main"))
        elif given == END:
            new = new._replace(stage="chance")
        else:
            over = spot.turn + 1 >= TURNS or (spot.stage == "brought" and luck < 0.2)
            stage = "over" if over else "brought" if spot.stage == "chance" and luck > 0.6 else "main"
            new = new._replace(stage=stage, turn=spot.turn + (stage != "brought"), actions=0)
        happened = [Said("Step", len(new.way) % self.places)]
        if self.chance(new, "rift") < 0.35:
            happened.append(Said("Rift", int(self.chance(new, "place") * self.places)))
        return Applied(new, tuple(happened))

    def outcome(self, spot: Any) -> Outcome | None:
        if spot.stage != "over":
            return None
        return Outcome("won" if self.chance(spot, "won") < 0.1 else "lost", "over", "MAZE-02")

    def estimate(self, spot: Any, seat: int) -> float:
        outcome = self.outcome(spot)
        if outcome is not None:
            return 1000.0 if outcome.result == "won" else -1000.0
        return self.scale * self.chance(spot, f"worth {seat}") + 10 * len(spot.way)

    def forecast(self, spot: Any, weights: Sequence[float]) -> Forecast | None:
        if self.chance(spot, "calm") < 0.1:
            return None
        share = [weight / sum(weights) for weight in weights]
        places = tuple(self.chance(spot, f"threat {n}") * share[n % 3] for n in range(self.places))
        return Forecast(places, max(places), self.chance(spot, "defeat") * share[0], exact=spot.turn > 0)

    def place_of(self, happening: Said) -> int:
        return happening.place

    def imagine(self, spot: Any, seat: int, pick: Callable[[int], int]) -> Any:
        return spot._replace(world=pick(3) + 10 * seat)

    def summary(self, spot: Any) -> dict[str, Any]:
        outcome = self.outcome(spot)
        return {"result": outcome.result if outcome else "", "turns": spot.turn, "way": spot.way}
