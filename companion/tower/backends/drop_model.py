"""How cubes fall through a tower that is not there: a small model, fitted to the digital twin. Pure.

May import: the standard library. The figures stand in drop_model.json, written by `make twin`; docs/twin.md
shows the model beside the twin. Every cube falls for itself, but takes no chute where another is in its way;
close behind another it goes about as fast as that one. Cubes let go together wedge each other, and what is
held holds others; one or two of them leave together, from a heap of more hardly any does.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import combinations
from math import comb, exp, inf
from pathlib import Path
from typing import Any

CHUTES = (0, 1, -1)  # front, next outlet, previous outlet
CLOSE = 1.2  # pulse lengths: a cube this near behind another goes about as fast as that one
HEAP = 3  # held cubes that hold each other: another one more makes no difference
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
    jam_per_pair: float  # … and each pair thrown together may wedge …
    fades: float  # … the less the more seconds lie between them
    jam_per_held: float  # one thrown sticks because of one that is held
    jammed: tuple[float, ...]  # how many stay inside when something does: 1, 2, 3, …
    front: tuple[float, ...]  # its share when 1, 2, 3, … cubes are thrown; the two sides share the rest
    fall: tuple[float, ...]  # quantiles: seconds from the throw until the first cube in hand passes …
    later: float  # … and so many more for each that is let go after it
    room: tuple[float, float]  # pulse lengths between two cubes in one chute: the least … and enough
    queue: tuple[float, float]  # and no nearer than drawn from here: who comes sooner is held back
    pulses: tuple[float, ...]  # quantiles: milliseconds for which one cube darkens its beam
    follows: tuple[float, float, float]  # close behind another: ms, part of that one's length, ± ms
    split: float  # share of cubes that graze the beam before they darken it …
    graze: float  # … for so many ms …
    split_gap: float  # … and so many ms earlier
    shaken_out: float  # share of stuck cubes that a shake frees
    comes_out: tuple[float, ...]  # how often the next throw frees something, with 1, 2, 3 or more held
    calibration: tuple[float, ...]  # ms: what a dozen cubes thrown singly would show

    def releases(self, cubes: int) -> list[float]:
        """A handful: seconds at which each of its cubes is let go."""
        return [n * self.later for n in range(cubes)]

    def drop(self, cubes: int, lot: random.Random, releases: Sequence[float] = ()) -> list[Passage]:
        """The passages of so many cubes that do come out, in order; let go at these seconds."""
        times = sorted(_quantile(self.fall, lot.random()) + at for at in releases or self.releases(cubes))
        passages: list[Passage] = []
        last: dict[int, Passage] = {}  # the last cube at each outlet
        for when in times:
            behind = {out: 1000 * (when - one.after) / one.milliseconds for out, one in last.items()}
            (outlet,) = lot.choices(CHUTES, self.weights(cubes, behind))
            length = _quantile(self.pulses, lot.random())
            if behind.get(outlet, CLOSE) < CLOSE:
                before = last[outlet]
                length = self._following(before.milliseconds, lot)
                when = max(when, before.after + lot.uniform(*self.queue) * before.milliseconds / 1000)
            last[outlet] = Passage(outlet, when, length)
            passages += self._seen(last[outlet], lot)
        return sorted(passages, key=lambda one: one.after)

    def _following(self, length: float, lot: random.Random) -> float:
        alone, part, apart = self.follows
        return min(max(alone + part * length + lot.gauss(0.0, apart), self.pulses[0]), self.pulses[-1])

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

    def stuck(
        self, thrown: int, lot: random.Random, held: int = 0, releases: Sequence[float] | None = None
    ) -> int:
        """How many of the cubes thrown stay inside."""
        if lot.random() >= self.jam(thrown, held, releases):
            return 0
        numbers = range(1, min(thrown, len(self.jammed)) + 1)
        return lot.choices(numbers, self.jammed[: len(numbers)])[0]

    def jam(self, thrown: int, held: int = 0, releases: Sequence[float] | None = None) -> float:
        """Chance that something stays inside; `releases`: seconds, else they are thrown together."""
        pairs = comb(thrown, 2) if releases is None else nearness(releases, self.fades)
        hazard = self.jam_per_pair * pairs + self.jam_per_held * thrown * min(held, HEAP)
        return 1.0 - (1.0 - self.lone_jam) * exp(-hazard)

    def freed(self, held: int, lot: random.Random) -> int:
        """How many of the held ones the next throw takes with it: one or two together, one of a heap."""
        if not held or lot.random() >= self.comes_out[min(held, HEAP) - 1]:
            return 0
        return held if held < HEAP else 1

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


def nearness(releases: Sequence[float], fades: float) -> float:
    """How many pairs were let go together: one that was let go apart counts for less."""
    return sum(exp(-abs(b - a) / fades) for a, b in combinations(releases, 2))


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
