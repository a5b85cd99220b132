"""Beam breaks and the number of cubes thrown → cubes per outlet, how sure, and what to ask.

Pure; imports `readings`, `pulses` and the number of outlets. All times are milliseconds.

Every way to explain the breaks (this pulse was one cube, that one two, those two the halves of one, this
one noise) is weighed: the length of each pulse against the tower's own calibration, and the cubes that no
pulse explains against how often cubes stay inside. Explanations that come to the same cubes per outlet add
up. One beam cannot tell a cube still inside from one that passed side by side with another, so an answer
that leaves a new cube inside is always asked, and so is every answer that is not sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from math import comb, exp

from companion.tower.pulses import Company, Pulses
from companion.tower.readings import LONGEST, BeamBroken
from companion.tower.wire_table import OUTLETS

SURE = 0.98  # accept without asking from this probability on …
MANY, SURE_OF_MANY = 7, 0.97  # … of so many cubes from here, or too many long pulses would be asked about
SHOWN = 4  # answers offered: the likely one and the next three
KEPT = 300  # explanations carried along while outlets are combined

# How often things happen, from the rigid-body model (five towers, 2,940 drops).
LONE = 0.0016  # each cube may stick by itself …
WEDGE, WEDGE_PER_PAIR = 0.004, 0.0042  # … and several hold each other, the more pairs the oftener
WEDGED = (0.0, 0.0, 0.78, 0.19, 0.03)  # how many then stay inside; more: a tail
COMES_OUT = 0.36  # a cube already inside leaves in the next drop (the twin: docs/twin.md)
SHAKEN_OUT = 0.16  # a stuck cube leaves when the tower shakes (the twin; no real tower was measured)
MERGE = 0.0025  # per pulse and fellow cube: another cube is hidden in it
SPLIT = 0.0005  # one cube shows as two pulses: seldom in those towers, oftener in the twin
SURPLUS = 0.005  # one cube more is thrown than was declared
MOST_THROWN = 30
NOT_THROWN = 0.02  # nobody threw, although somebody says so
NOISE = 0.002  # a break that no cube made
STRAY = 0.0005  # a cube leaves by an outlet that no chute reaches
SHARE = (0.47, 0.265, *(OUTLETS - 3) * (STRAY,), 0.265)  # where cubes leave, by sectors after the front

MIXED = "mixed"  # cubes of several colours are inside: which of them comes out is always asked


class Doubt(StrEnum):
    """Why a count is asked, or what was noticed in it."""

    MERGED = "merged"  # two cubes in one long pulse
    SPLIT = "split"  # one cube in two pulses
    HALVES = "halves"  # two pulses that count as two cubes, and may be one: then a cube is missing
    CHATTER = "chatter"  # too short for a cube
    SLOW_RECEIVER = "slow_receiver"
    UNREACHABLE = "unreachable_outlet"
    LATE = "late_cube"
    BLOCKED = "blocked"
    BLIND = "blind_beam"  # a beam that the self-test distrusts
    UNSEEN = "unseen"  # breaks known from the running counts only
    SURPLUS = "surplus"  # one cube more fell than was declared
    NOTHING = "nothing"  # not a single break: did anybody throw?
    EARLY = "early"  # cubes fell before the tower listened, and people say that they were the throw
    MOVED = "moved"  # somebody turned the tower by hand in mid-drop
    LOST = "counts_lost"  # power lost in mid-drop: what passed meanwhile cannot be known
    OUTSIDE = "outside_drop"  # a break before or after a drop, with a cube inside
    STILL_INSIDE = "still_inside"
    CAME_OUT = "came_out"  # a cube from an earlier drop
    UNSURE = "unsure"


ALWAYS_ASKED = frozenset(
    (
        Doubt.BLOCKED,
        Doubt.BLIND,
        Doubt.LOST,
        Doubt.UNREACHABLE,
        Doubt.OUTSIDE,
        Doubt.HALVES,
        Doubt.MOVED,
        Doubt.NOTHING,
        Doubt.EARLY,
    )
)


@dataclass(frozen=True)
class Inside:
    """Cubes known to be in the tower before the drop."""

    cubes: int = 0
    colour: str = ""


@dataclass(frozen=True)
class Drop:
    """Everything counting may know of one drop."""

    breaks: tuple[BeamBroken, ...]
    thrown: int
    facing: int | None  # None: nobody knows, so any outlet may answer
    colour: str = ""
    inside: Inside = field(default_factory=Inside)
    blind: frozenset[int] = frozenset()  # outlets whose beams are known to be out of order
    lost: bool = False  # the board forgot its counts in the middle: any reachable outlet may have seen more
    outside: tuple[BeamBroken, ...] = ()  # breaks since the last drop, while nobody was throwing
    shaken_out: int = 0  # how many of the breaks came only after a shake: those cubes had been stuck
    moved: bool = False  # a hand turned the tower while cubes fell
    early: bool = False  # some of the breaks came before the tower listened
    minimum: float = 3.0  # ms; shorter is chatter
    blocked_after: float = LONGEST  # ms; longer is no passing cube
    late_after: float = 1000.0  # ms of silence before a late cube

    def __post_init__(self) -> None:
        if not 1 <= self.thrown <= MOST_THROWN:
            raise ValueError("too-many-thrown")
        if self.facing is not None and not 0 <= self.facing < OUTLETS:
            raise ValueError("no-such-era")
        for one in self.breaks:
            if not 0 <= one.outlet < OUTLETS:
                raise ValueError("no-such-outlet")

    @property
    def cubes(self) -> int:
        return self.thrown + self.inside.cubes

    @property
    def unwatched(self) -> frozenset[int]:
        """Outlets by which a cube may have left unseen."""
        reachable = frozenset(o for o in range(OUTLETS) if _reachable(o, self.facing))
        return reachable if self.lost else self.blind & reachable


@dataclass(frozen=True)
class Answer:
    """One possible truth. `freed` are cubes of the earlier colour among `passed`, outlet by outlet."""

    passed: tuple[int, ...]
    inside: int
    probability: float
    freed: tuple[int, ...] = (0,) * OUTLETS
    surplus: int = 0  # cubes that were thrown without being declared

    def left(self, before: Inside, colour: str) -> Inside:
        """What is in the tower if this is the truth and cubes of this colour were thrown."""
        old = 0 if before.colour == colour else before.cubes - sum(self.freed)
        if not self.inside:
            return Inside()
        if not old:
            return Inside(self.inside, colour)
        return Inside(self.inside, before.colour if old >= self.inside else MIXED)


@dataclass(frozen=True)
class Count:
    """The answers, best first; `asked` tells whether players have to confirm."""

    answers: tuple[Answer, ...]
    asked: bool
    reasons: tuple[Doubt, ...]

    @property
    def best(self) -> Answer:
        return self.answers[0]


def edge_count(breaks: Iterable[BeamBroken]) -> tuple[int, ...]:
    """The plain edge counter: one break is one cube. It cannot know when it is wrong."""
    passed = [0] * OUTLETS
    for one in breaks:
        passed[one.outlet] += 1
    return tuple(passed)


def count_drop(drop: Drop, pulses: Pulses) -> Count:
    """The most likely cubes per outlet, and whether that is sure enough not to ask."""
    in_order = sorted(drop.breaks, key=lambda b: b.start)
    chatter = [b for b in in_order if _is_chatter(b, drop)]
    breaks = [b for b in in_order if not _is_chatter(b, drop)]
    weighed = [(passed, w * (1 - SURPLUS), drop) for passed, w in _weighed(drop, breaks, pulses).items()]
    if drop.thrown < MOST_THROWN and not drop.shaken_out:  # hands do not always throw what they say
        more = replace(drop, thrown=drop.thrown + 1)
        weighed += [(passed, w * SURPLUS, more) for passed, w in _weighed(more, breaks, pulses).items()]
    total = sum(w for _, w, _ in weighed) + (0 if breaks else NOT_THROWN)
    if total <= 0:  # more breaks than any cubes explain: let the players say
        return _unexplained(drop, breaks)
    ranked = sorted(weighed, key=lambda item: -item[1])[: 4 * SHOWN]
    answers = [answer for passed, w, thrown in ranked for answer in _coloured(passed, w / total, thrown)]
    answers = [replace(one, surplus=sum(one.passed) + one.inside - drop.cubes) for one in answers]
    answers.sort(key=lambda answer: -answer.probability)
    reasons = _noticed(drop, breaks, answers[0], pulses)
    if chatter:
        reasons.append(Doubt.CHATTER)
    if answers[0].surplus:
        reasons.append(Doubt.SURPLUS)
    # What hands may always have done takes its share of every answer: that alone must not make one unsure.
    sure = answers[0].probability >= (SURE_OF_MANY if drop.thrown >= MANY else SURE) * (1 - SURPLUS / 5)
    asked = not sure or _must_ask(drop, answers[0], reasons)
    if not sure:
        reasons.append(Doubt.UNSURE)
    return Count(tuple(answers[:SHOWN]), asked, tuple(dict.fromkeys(reasons)))


def _weighed(drop: Drop, breaks: Sequence[BeamBroken], pulses: Pulses) -> dict[tuple[int, ...], float]:
    """Cubes per outlet → weight, if so many were thrown."""
    ways = [_ways(o, [b for b in breaks if b.outlet == o], drop, pulses) for o in range(OUTLETS)]
    combined = _combine(ways, drop.cubes)
    return {passed: w * _stays(drop.cubes - sum(passed), drop) for passed, w in combined.items()}


def sure_singles(drop: Drop, count: Count) -> list[tuple[int, float]]:
    """The pulses (outlet, length) of a drop that needed no question and in which each was one cube."""
    passing = [b for b in drop.breaks if not _is_chatter(b, drop)]
    if count.asked or edge_count(passing) != count.best.passed:
        return []
    return [(b.outlet, b.duration) for b in passing if b.duration is not None and not _is_blocked(b, drop)]


def _is_chatter(one: BeamBroken, drop: Drop) -> bool:
    return one.duration is not None and not one.open and one.duration < drop.minimum


def _is_blocked(one: BeamBroken, drop: Drop) -> bool:
    return one.open or (one.duration is not None and one.duration > drop.blocked_after)


def _reachable(outlet: int, facing: int | None) -> bool:
    return facing is None or (outlet - facing) % OUTLETS in (0, 1, OUTLETS - 1)


def _ways(outlet: int, breaks: Sequence[BeamBroken], drop: Drop, pulses: Pulses) -> list[float]:
    """Weight of each number of cubes at one outlet, summed over every reading of its pulses."""
    most = drop.cubes
    before_last = [0.0] * (most + 1)
    now = [1.0] + [0.0] * most
    for i, one in enumerate(breaks):
        company = pulses.company(_light(breaks[i - 1], one) if i else None)
        after = _add(now, _single_pulse(one, company, drop, pulses))
        if i and (halves := _as_halves(breaks[i - 1], one, pulses)):
            after = [a + b for a, b in zip(after, _add(before_last, [0.0, halves]), strict=True)]
        before_last, now = now, after
    if not _reachable(outlet, drop.facing):
        now = [w * STRAY**cubes for cubes, w in enumerate(now)]
    if outlet in drop.unwatched:
        share = 1 / OUTLETS if drop.facing is None else SHARE[(outlet - drop.facing) % OUTLETS]
        now = _add(now, [comb(most, k) * share**k * (1 - share) ** (most - k) for k in range(most + 1)])
    return now


def _single_pulse(one: BeamBroken, company: Company, drop: Drop, pulses: Pulses) -> list[float]:
    """Weight of 0, 1, 2, … cubes in one pulse."""
    merge = min(MERGE * pulses.swallowed * max(drop.cubes - 1, 1), 0.05)
    prior = (NOISE, 1.0 - merge, merge, 0.05 * merge, 0.003 * merge)
    if _is_blocked(one, drop):
        return [0.2, 0.5, 0.15, 0.1, 0.05]
    if one.duration is None:
        return list(prior)
    return [p * pulses.likelihood(one.duration, one.outlet, n, company) for n, p in enumerate(prior)]


def _as_halves(first: BeamBroken, second: BeamBroken, pulses: Pulses) -> float:
    if first.duration is None or second.duration is None or first.open or second.open:
        return 0.0
    return SPLIT * pulses.split(first.duration, _light(first, second), second.duration, first.outlet)


def _light(first: BeamBroken, second: BeamBroken) -> float:
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


def _stays(inside: int, drop: Drop) -> float:
    """Chance that so many cubes are inside afterwards, those of earlier drops included."""
    if inside < 0:
        return 0.0
    held = drop.inside.cubes
    stuck = inside + drop.shaken_out  # at the moment of the shake
    freed = comb(stuck, inside) * SHAKEN_OUT**drop.shaken_out * (1 - SHAKEN_OUT) ** inside
    chance = 0.0
    for out in range(held + 1):
        new = stuck - held + out
        if 0 <= new <= drop.thrown:
            leave = comb(held, out) * COMES_OUT**out * (1 - COMES_OUT) ** (held - out)
            chance += leave * jam_chance(new, drop.thrown)
    return chance * freed if drop.shaken_out else chance


def jam_chance(new: int, thrown: int) -> float:
    """Chance that so many of the cubes thrown together stay inside."""
    wedge = 1.0 - (1.0 - WEDGE) * exp(-WEDGE_PER_PAIR * comb(thrown, 2))
    lone = LONE * thrown
    if new < 2:
        return (1.0 - wedge) * (lone if new else 1.0 - lone)
    return wedge * (WEDGED[new] if new < len(WEDGED) else WEDGED[-1] * 0.3 ** (new - len(WEDGED) + 1))


def _coloured(passed: tuple[int, ...], probability: float, drop: Drop) -> list[Answer]:
    """An answer, told apart by colour if cubes of another colour were inside and one of them came out."""
    held = drop.inside
    inside = drop.cubes - sum(passed)
    out = held.cubes - inside
    if not held.cubes or held.colour == drop.colour or out <= 0:
        return [Answer(passed, inside, probability)]
    if out >= sum(passed):
        return [Answer(passed, inside, probability, freed=passed)]
    choices = _spread(passed, out)
    total = sum(w for _, w in choices)
    return [Answer(passed, inside, probability * w / total, freed) for freed, w in choices]


def _spread(passed: Sequence[int], out: int) -> list[tuple[tuple[int, ...], int]]:
    """Every way in which `out` of the cubes that passed can be the earlier ones, with its number of cases."""
    partial: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for cubes in passed:
        partial = [
            ((*freed, k), w * comb(cubes, k))
            for freed, w in partial
            for k in range(min(cubes, out - sum(freed)) + 1)
        ]
    return [(freed, w) for freed, w in partial if sum(freed) == out]


def _noticed(drop: Drop, breaks: Sequence[BeamBroken], best: Answer, pulses: Pulses) -> list[Doubt]:
    """What is worth saying about this drop, whether or not it is asked."""
    reasons: list[Doubt] = []
    seen = edge_count(breaks)
    if any(_is_blocked(b, drop) for b in breaks):
        reasons.append(Doubt.BLOCKED)
    if any(b.outlet in pulses.slow_beams() for b in breaks) or _all_long(breaks, pulses):
        reasons.append(Doubt.SLOW_RECEIVER)
    if any(not _reachable(b.outlet, drop.facing) for b in breaks):
        reasons.append(Doubt.UNREACHABLE)
    if not breaks:
        reasons.append(Doubt.NOTHING)
    if drop.early:
        reasons.append(Doubt.EARLY)
    if drop.moved:
        reasons.append(Doubt.MOVED)
    if drop.lost:
        reasons.append(Doubt.LOST)
    elif drop.unwatched:
        reasons.append(Doubt.BLIND)
    if drop.outside and drop.inside.cubes:
        reasons.append(Doubt.OUTSIDE)
    if any(b.duration is None and not b.open for b in breaks):
        reasons.append(Doubt.UNSEEN)
    if any(best.passed[o] > seen[o] > 0 for o in range(OUTLETS) if o not in drop.unwatched):
        reasons.append(Doubt.MERGED)
    if any(passed < edges for passed, edges in zip(best.passed, seen, strict=True)):
        reasons.append(Doubt.SPLIT)
    if any(_halves(o, breaks, pulses) for o in range(OUTLETS) if best.passed[o] >= seen[o]):
        reasons.append(Doubt.HALVES)
    if _late(breaks, drop.late_after):
        reasons.append(Doubt.LATE)
    if best.inside > drop.inside.cubes:
        reasons.append(Doubt.STILL_INSIDE)
    if best.inside < drop.inside.cubes:
        reasons.append(Doubt.CAME_OUT)
    return reasons


def _halves(outlet: int, breaks: Sequence[BeamBroken], pulses: Pulses) -> bool:
    """Two neighbouring pulses of an outlet that one cube could have made."""
    return any(
        first.duration is not None
        and second.duration is not None
        and pulses.may_be_halves(first.duration, _light(first, second), second.duration, outlet)
        for first, second in pairwise(b for b in breaks if b.outlet == outlet)
    )


def _all_long(breaks: Sequence[BeamBroken], pulses: Pulses) -> bool:
    """An outlet all of whose pulses (three or more) are longer than calibrated has a receiver that lags."""
    for outlet in {b.outlet for b in breaks}:
        lengths = [b.duration for b in breaks if b.outlet == outlet and b.duration is not None]
        if len(lengths) >= 3 and pulses.passages(min(lengths), outlet) > 0.2:
            return True
    return False


def _late(breaks: Sequence[BeamBroken], silence: float) -> bool:
    starts = sorted(b.start for b in breaks if not b.open)
    return any(later - earlier > silence for earlier, later in pairwise(starts))


def _must_ask(drop: Drop, best: Answer, reasons: Sequence[Doubt]) -> bool:
    """Whether it is asked however sure it is."""
    other_colour = bool(drop.inside.cubes) and drop.inside.colour != drop.colour
    return (
        best.inside > drop.inside.cubes
        or best.surplus > 0
        or not ALWAYS_ASKED.isdisjoint(reasons)
        or (other_colour and Doubt.CAME_OUT in reasons)
    )


def _unexplained(drop: Drop, breaks: Sequence[BeamBroken]) -> Count:
    """Nothing fits: the edges are offered as they are, cut to the cubes there can be, and asked."""
    left = drop.cubes
    passed = []
    for edges in edge_count(breaks):
        passed.append(min(edges, left))
        left -= passed[-1]
    return Count((Answer(tuple(passed), left, 0.0),), True, (Doubt.UNSURE,))
