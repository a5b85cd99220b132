"""How cubes fall through a tower that is not there: a small model, fitted to the digital twin. Pure.

May import: the standard library. The figures stand in drop_model.json, written by `make twin`; docs/twin.md
shows the model beside the twin. Every cube falls for itself, but takes no chute where another is in its way;
close behind another it goes at that one's speed, and wedged cubes stay inside.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from math import comb, exp, inf
from pathlib import Path
from typing import Any

CHUTES = (0, 1, -1)  # front, next era, previous era
CLOSE = 1.5  # pulse lengths: a cube this near behind another goes at its speed
EMPTY: Mapping[int, float] = {}
FITTED = Path(__file__).with_name("drop_model.json")


@dataclass(frozen=True)
class Passage:
    """Something darkens a beam. `outlet` is counted from the tower's front; not every pulse is a new cube."""

    outlet: int
    after: float  # seconds from the throw
    milliseconds: float
    cube: bool = True


@dataclass(frozen=True)
class DropModel:
    """The fitted figures. Tables of quantiles run from the least value to the greatest, evenly spaced."""

    lone_jam: float  # a cube sticks whatever else was thrown …
    jam_per_pair: float  # … and each pair thrown together may wedge
    jammed: tuple[float, ...]  # how many stay inside when something does: 1, 2, 3, …
    front: tuple[float, ...]  # its share when 1, 2, 3, … cubes are thrown; the two sides share the rest
    fall: tuple[float, ...]  # quantiles: seconds from the throw until the first cube in hand passes …
    later: float  # … and so many more for each that is let go after it
    room: tuple[float, float]  # pulse lengths between two cubes in one chute: the least … and enough
    pulses: tuple[float, ...]  # quantiles: milliseconds for which one cube darkens its beam
    split: float  # share of cubes that graze the beam before they darken it …
    graze: float  # … for so many ms …
    split_gap: float  # … and so many ms earlier
    shaken_out: float  # share of stuck cubes that a shake frees
    comes_out: float  # share of stuck cubes that leave in the next drop
    calibration: tuple[float, ...]  # ms: what a dozen cubes thrown singly would show

    def drop(self, cubes: int, lot: random.Random) -> list[Passage]:
        """The passages of so many cubes that do come out, in order."""
        times = sorted(_quantile(self.fall, lot.random()) + n * self.later for n in range(cubes))
        passages: list[Passage] = []
        last: dict[int, Passage] = {}  # the last cube at each outlet
        for when in times:
            behind = {out: 1000 * (when - one.after) / one.milliseconds for out, one in last.items()}
            (outlet,) = lot.choices(CHUTES, self.weights(cubes, behind))
            length = _quantile(self.pulses, lot.random())
            if behind.get(outlet, CLOSE) < CLOSE:
                length = last[outlet].milliseconds * lot.uniform(0.8, 1.2)
            last[outlet] = Passage(outlet, when, length)
            passages += self._seen(last[outlet], lot)
        return passages

    def passage(self, outlet: int, after: float, lot: random.Random) -> list[Passage]:
        """One cube by itself."""
        return self._seen(Passage(outlet, after, _quantile(self.pulses, lot.random())), lot)

    def _seen(self, whole: Passage, lot: random.Random) -> list[Passage]:
        """As the beam shows it: mostly one pulse."""
        if lot.random() >= self.split:
            return [whole]
        graze, light = lot.expovariate(1 / self.graze), lot.expovariate(1 / self.split_gap)
        early = whole.after - (graze + light) / 1000
        return [Passage(whole.outlet, early, graze, cube=False), whole]

    def stuck(self, thrown: int, lot: random.Random) -> int:
        """How many of the cubes thrown together stay inside."""
        if lot.random() >= self.jam(thrown):
            return 0
        numbers = range(1, min(thrown, len(self.jammed)) + 1)
        return lot.choices(numbers, self.jammed[: len(numbers)])[0]

    def jam(self, thrown: int) -> float:
        """Chance that something stays inside."""
        return 1.0 - (1.0 - self.lone_jam) * exp(-self.jam_per_pair * comb(thrown, 2))

    def weights(self, cubes: int, behind: Mapping[int, float] = EMPTY) -> tuple[float, ...]:
        """Of the chutes, for one of so many cubes; `behind`: lengths from the last cube in each."""
        front = self.front[min(max(cubes, 1), len(self.front)) - 1]
        shares = (front, (1 - front) / 2, (1 - front) / 2)
        free = [self.free(behind.get(chute, inf)) for chute in CHUTES]
        if not any(free):
            return shares  # all three are taken: it pushes in
        return tuple(share * part for share, part in zip(shares, free, strict=True))

    def free(self, behind: float) -> float:
        """How readily a cube takes a chute so many lengths behind another: 0 in its way, 1 far from it."""
        least, enough = self.room
        return min(max((behind - least) / (enough - least), 0.0), 1.0)


@cache
def fitted(path: Path = FITTED) -> DropModel:
    """The model as `make twin` last fitted it."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    figures: dict[str, Any] = {}
    for field in fields(DropModel):
        value = kept[field.name]
        figures[field.name] = tuple(value) if isinstance(value, list) else value
    return DropModel(**figures)


def _quantile(table: Sequence[float], part: float) -> float:
    place = part * (len(table) - 1)
    i = min(int(place), len(table) - 2)
    return table[i] + (place - i) * (table[i + 1] - table[i])
