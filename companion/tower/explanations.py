"""Beam breaks → the weight of every number of cubes at every outlet, summed over all ways to read them.

Pure; imports `pulses`, `readings` and the number of outlets. All times are milliseconds.
A pulse may be one cube, two or more, or none; two may be the halves of one cube; and two that begin and end
together on neighbours may be one cube that both beams showed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb, exp
from typing import TYPE_CHECKING

from companion.tower.pulses import Company, Pulses
from companion.tower.readings import BeamBroken
from companion.tower.wire_table import OUTLETS

if TYPE_CHECKING:
    from companion.tower.counting import Drop

KEPT = 300  # explanations carried along while outlets are combined
MERGE = 0.0025  # per pulse and fellow cube of a handful: another cube is hidden in it
CROWD = 100.0  # ms: who passes so much earlier or later is a third of a fellow …
LONELY = 0.3  # hands that let them go one by one let two go together now and then
MOST_MERGED = 0.15
USUAL_CROWD = 0.45  # … and this is what each of a handful comes to
MOST_SPLIT = 0.3
SPLIT = 0.0005  # one cube shows as two pulses: seldom in those towers, oftener in the twin
NOISE = 0.002  # a break that no cube made
STRAY = 0.0005  # a cube leaves by an outlet that no chute reaches
SHARE = (0.47, 0.265, *(OUTLETS - 3) * (STRAY,), 0.265)  # where cubes leave, by sectors after the front
AT_ONCE = 1.0  # ms: breaks of neighbours that begin and end no further apart may be one
CROSSTALK = 0.5  # how likely they then are

Weights = dict[tuple[int, ...], float]  # cubes per outlet → weight


def explanations(drop: Drop, breaks: Sequence[BeamBroken], pulses: Pulses, most: int) -> Weights:
    """Of up to so many cubes."""
    whole: Weights = {}
    for seen, chance in _without_crosstalk(breaks):
        crowds = [_crowd(one, seen) for one in seen]
        ways = []
        for outlet in range(OUTLETS):
            here = [(b, crowd) for b, crowd in zip(seen, crowds, strict=True) if b.outlet == outlet]
            ways.append(_ways(outlet, here, drop, pulses, most))
        for passed, weight in _combine(ways, most).items():
            whole[passed] = whole.get(passed, 0.0) + chance * weight
    return whole


def expected_merges(breaks: Sequence[BeamBroken], pulses: Pulses) -> float:
    """How many pulses of such a drop usually hide a second cube."""
    return sum(MERGE * pulses.swallowed * max(_crowd(one, breaks), LONELY) for one in breaks)


def crosstalk(breaks: Sequence[BeamBroken]) -> list[tuple[int, int]]:
    """Places of breaks that began and ended together on neighbouring beams."""
    return [
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(breaks), 2)
        if (a.outlet - b.outlet) % OUTLETS in (1, OUTLETS - 1)
        and a.duration is not None
        and b.duration is not None
        and abs(a.start - b.start) <= AT_ONCE
        and abs(a.start + a.duration - b.start - b.duration) <= AT_ONCE
    ]


def _without_crosstalk(breaks: Sequence[BeamBroken]) -> list[tuple[list[BeamBroken], float]]:
    """The breaks as they are, and without one or the other of two that may be the same cube."""
    found = [(frozenset[int](), 1.0)]
    for pair in crosstalk(breaks):
        grown = []
        for gone, chance in found:
            if gone.isdisjoint(pair):
                grown += [(gone, chance * (1 - CROSSTALK))]
                grown += [(gone | {one}, chance * CROSSTALK / 2) for one in pair]
            else:
                grown.append((gone, chance))
        found = grown
    return [([b for i, b in enumerate(breaks) if i not in gone], chance) for gone, chance in found]


def _crowd(one: BeamBroken, breaks: Sequence[BeamBroken]) -> float:
    """Fellows that pass at about the same time; counted like those of a handful."""
    if one.open:  # it is dark still: nobody knows since when
        return float(len(breaks))
    near = [abs(other.start - one.start) for other in breaks if other is not one and not other.open]
    return sum(exp(-apart / CROWD) for apart in near) / USUAL_CROWD


def _ways(
    outlet: int, crowded: Sequence[tuple[BeamBroken, float]], drop: Drop, pulses: Pulses, most: int
) -> list[float]:
    """Weight of each number of cubes at one outlet, summed over every reading of its pulses."""
    breaks = [one for one, _ in crowded]
    before_last = [0.0] * (most + 1)
    now = [1.0] + [0.0] * most
    for i, (one, crowd) in enumerate(crowded):
        company = pulses.company(light(breaks[i - 1], one) if i else None)
        after = _add(now, _single_pulse(one, company, crowd, drop, pulses))
        if i and (halves := _as_halves(breaks[i - 1], one, pulses)):
            after = [a + b for a, b in zip(after, _add(before_last, [0.0, halves]), strict=True)]
        before_last, now = now, after
    if not drop.reaches(outlet):
        now = [w * STRAY**cubes for cubes, w in enumerate(now)]
    if outlet in drop.unwatched:
        share = 1 / OUTLETS if drop.facing is None else SHARE[(outlet - drop.facing) % OUTLETS]
        now = _add(now, [comb(most, k) * share**k * (1 - share) ** (most - k) for k in range(most + 1)])
    return now


def _single_pulse(one: BeamBroken, company: Company, crowd: float, drop: Drop, pulses: Pulses) -> list[float]:
    """Weight of 0, 1, 2, … cubes in one pulse."""
    merge = min(MERGE * pulses.swallowed * pulses.merges * max(crowd, LONELY), MOST_MERGED)
    prior = (NOISE, 1.0 - merge, merge, 0.05 * merge, 0.003 * merge)
    if drop.is_blocked(one):
        return [0.2, 0.5, 0.15, 0.1, 0.05]
    if one.duration is None:
        return list(prior)
    return [p * pulses.likelihood(one.duration, one.outlet, n, company) for n, p in enumerate(prior)]


def _as_halves(first: BeamBroken, second: BeamBroken, pulses: Pulses) -> float:
    if first.duration is None or second.duration is None or first.open or second.open:
        return 0.0
    return min(SPLIT * pulses.splits, MOST_SPLIT) * pulses.split(
        first.duration, light(first, second), second.duration, first.outlet
    )


def light(first: BeamBroken, second: BeamBroken) -> float:
    """Between two breaks of one beam."""
    return second.start - first.start - (first.duration or 0.0)


def _add(left: Sequence[float], right: Sequence[float]) -> list[float]:
    """The weights of a sum of two independent numbers of cubes, cut off at the length of the first."""
    out = [0.0] * len(left)
    for i, a in enumerate(left):
        if a:
            for j, b in enumerate(right[: len(left) - i]):
                out[i + j] += a * b
    return out


def _combine(ways: Sequence[Sequence[float]], most: int) -> dict[tuple[int, ...], float]:
    """Cubes per outlet → weight; only the likeliest are carried from outlet to outlet."""
    kept: dict[tuple[int, ...], float] = {(): 1.0}
    for outlet in ways:
        grown = {
            (*passed, cubes): weight * w
            for passed, weight in kept.items()
            for cubes, w in enumerate(outlet)
            if w > 0 and sum(passed) + cubes <= most
        }
        kept = dict(sorted(grown.items(), key=lambda item: -item[1])[:KEPT])
    return kept
