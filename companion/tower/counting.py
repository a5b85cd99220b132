"""Beam breaks and the number of cubes thrown → cubes per outlet, how sure, and what to ask.

Pure; imports `readings`, `pulses`, `explanations`, `belief` and the number of outlets. All times are in ms.

Every way to explain the breaks (this pulse was one cube, that one two, those two the halves of one, this
one noise) is weighed: the length of each pulse against the tower's own calibration, and the cubes that no
pulse explains against how often cubes stay inside, and against what is believed to lie there. Explanations
that come to the same cubes per outlet add up. One beam cannot tell a cube still inside from one that passed
side by side with another, so an answer that leaves a new cube inside is always asked, and so is every answer
that is not sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from math import comb

from companion.tower.belief import Belief, Futures, Habits, futures, known, nearness, normal
from companion.tower.explanations import Weights, crosstalk, explanations, light
from companion.tower.pulses import Pulses
from companion.tower.readings import LONGEST, BeamBroken
from companion.tower.wire_table import OUTLETS

SURE = 0.9  # accept without asking from this probability on …
MANY, SURE_OF_MANY = 7, 0.93  # … of so many cubes from here: each further pulse may be two
SURE_WITH_HELD = 0.95  # … with a cube inside, which may come out unseen in another's pulse
STRANGE = 0.98  # … in a tower that has not been watched for long
SHOWN = 4  # answers offered: the likely one and the next three
SURPLUS = 0.005  # one cube more is thrown than was declared
MORE_FELL = 0.007  # nothing is accepted in silence while this is as likely
MOST_THROWN = 30
NOT_THROWN = 0.02  # nobody threw, although somebody says so

USUAL = Habits()

MIXED = "mixed"  # cubes of several colours are inside: which of them comes out is always asked


class Doubt(StrEnum):
    """Why a count is asked, or what was noticed in it."""

    MERGED = "merged"  # two cubes in one long pulse
    SPLIT = "split"  # one cube in two pulses
    HALVES = "halves"  # two pulses that count as two cubes, and may be one: then a cube is missing
    CHATTER = "chatter"  # too short for a cube
    CROSSTALK = "crosstalk"  # two neighbours dark at the same moments: one cube or two
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
    belief: Belief = ()  # the chance of 0, 1, 2, … cubes; empty: it is known


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
    shakes: int = 0
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
            raise ValueError("no-such-outlet")
        for one in self.breaks:
            if not 0 <= one.outlet < OUTLETS:
                raise ValueError("no-such-outlet")

    @property
    def cubes(self) -> int:
        return self.thrown + self.inside.cubes

    @property
    def unwatched(self) -> frozenset[int]:
        """Outlets by which a cube may have left unseen."""
        reachable = frozenset(o for o in range(OUTLETS) if self.reaches(o))
        return reachable if self.lost else self.blind & reachable

    def reaches(self, outlet: int) -> bool:
        """Whether a chute ends at this outlet."""
        return self.facing is None or (outlet - self.facing) % OUTLETS in (0, 1, OUTLETS - 1)

    def is_chatter(self, one: BeamBroken) -> bool:
        return one.duration is not None and not one.open and one.duration < self.minimum

    def is_blocked(self, one: BeamBroken) -> bool:
        return one.open or (one.duration is not None and one.duration > self.blocked_after)


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
    belief: Belief = (1.0,)  # what is inside now, if nobody says anything
    chances: Mapping[tuple[int, int], float] = field(default_factory=dict, repr=False, compare=False)
    more: float = 0.0  # the chance that more fell than there can be

    def inside_if(self, passed: int) -> Belief:
        """What is inside if so many passed, as people say; empty: that cannot be."""
        left = [(inside, chance) for (out, inside), chance in self.chances.items() if out == passed]
        weights = dict(left)
        return normal(weights.get(n, 0.0) for n in range(max(weights) + 1)) if weights else ()

    def inside_after(self, passed: int, inside: int) -> Belief:
        """What is inside once people have let this stand, or have said this instead."""
        if not self.asked and (passed, inside) == (sum(self.best.passed), self.best.inside):
            return self.belief
        return self.inside_if(passed) or known(inside)

    @property
    def best(self) -> Answer:
        return self.answers[0]


def edge_count(breaks: Iterable[BeamBroken]) -> tuple[int, ...]:
    """The plain edge counter: one break is one cube. It cannot know when it is wrong."""
    passed = [0] * OUTLETS
    for one in breaks:
        passed[one.outlet] += 1
    return tuple(passed)


def count_drop(drop: Drop, pulses: Pulses, habits: Habits = USUAL) -> Count:
    """The most likely cubes per outlet, and whether that is sure enough not to ask."""
    in_order = sorted(drop.breaks, key=lambda b: b.start)
    chatter = [b for b in in_order if drop.is_chatter(b)]
    breaks = [b for b in in_order if not drop.is_chatter(b)]
    weighed, belief, chances = _weighed(drop, breaks, pulses, habits)
    total = sum(weighed.values()) + (0 if breaks else NOT_THROWN)
    if total <= 0:  # more breaks than any cubes explain: let the players say
        return _unexplained(drop, breaks)
    ranked = sorted(weighed.items(), key=lambda item: -item[1])[: 4 * SHOWN]
    answers = [answer for passed, w in ranked for answer in _coloured(passed, w / total, drop)]
    answers.sort(key=lambda answer: -answer.probability)
    reasons = _noticed(drop, breaks, answers[0], pulses)
    if chatter:
        reasons.append(Doubt.CHATTER)
    # What hands may always have done takes its share of every answer: that alone must not make one unsure.
    sure = answers[0].probability >= _bar(drop, habits) * (1 - SURPLUS / 5)
    more = sum(w for passed, w in weighed.items() if sum(passed) > drop.cubes) / total
    sure = sure and more <= MORE_FELL
    asked = not sure or _must_ask(drop, answers[0], reasons, habits)
    if not sure:
        reasons.append(Doubt.UNSURE)
    return Count(tuple(answers[:SHOWN]), asked, tuple(dict.fromkeys(reasons)), belief, chances, more)


def _weighed(
    drop: Drop, breaks: Sequence[BeamBroken], pulses: Pulses, habits: Habits
) -> tuple[Weights, Belief, Futures]:
    """Cubes per outlet → weight; and what is believed to be inside then, all of them together."""
    before = drop.inside.belief or (*(0.0,) * drop.inside.cubes, 1.0)
    near = nearness([one.start for one in breaks if not one.open])
    chances: Futures = {}
    for more, prior in ((0, 1 - SURPLUS), (1, SURPLUS)):  # hands do not always throw what they say
        if more and (drop.thrown == MOST_THROWN or drop.shaken_out):
            continue
        future = futures(before, drop.thrown + more, habits, near, drop.shakes, drop.shaken_out)
        for at, chance in future.items():
            chances[at] = chances.get(at, 0.0) + prior * chance
    passing: dict[int, float] = {}
    for (cubes, _), chance in chances.items():
        passing[cubes] = passing.get(cubes, 0.0) + chance
    read = explanations(drop, breaks, pulses, max(passing))
    read = {passed: w for passed, w in read.items() if sum(passed) in passing}
    by_number = [0.0] * (max(passing) + 1)
    for passed, w in read.items():
        by_number[sum(passed)] += w
    inside = [0.0] * (max(left for _, left in chances) + 1)
    for (cubes, left), chance in chances.items():
        inside[left] += chance * by_number[cubes]
    return {passed: w * passing[sum(passed)] for passed, w in read.items()}, normal(inside), chances


def sure_singles(drop: Drop, count: Count) -> list[tuple[int, float]]:
    """The pulses (outlet, length) of a drop that needed no question and in which each was one cube."""
    passing = [b for b in drop.breaks if not drop.is_chatter(b)]
    if count.asked or edge_count(passing) != count.best.passed:
        return []
    return [(b.outlet, b.duration) for b in passing if b.duration is not None and not drop.is_blocked(b)]


def _coloured(passed: tuple[int, ...], probability: float, drop: Drop) -> list[Answer]:
    """An answer, told apart by colour if cubes of another colour were inside and one of them came out."""
    held = drop.inside
    inside = max(drop.cubes - sum(passed), 0)
    surplus = max(sum(passed) - drop.cubes, 0)
    out = held.cubes - inside
    if not held.cubes or held.colour == drop.colour or out <= 0:
        return [Answer(passed, inside, probability, surplus=surplus)]
    if out >= sum(passed):
        return [Answer(passed, inside, probability, freed=passed, surplus=surplus)]
    choices = _spread(passed, out)
    total = sum(w for _, w in choices)
    return [Answer(passed, inside, probability * w / total, freed, surplus) for freed, w in choices]


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
    if any(drop.is_blocked(b) for b in breaks):
        reasons.append(Doubt.BLOCKED)
    if any(b.outlet in pulses.slow_beams() for b in breaks) or _all_long(breaks, pulses):
        reasons.append(Doubt.SLOW_RECEIVER)
    if any(not drop.reaches(b.outlet) for b in breaks):
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
    if best.surplus:
        reasons.append(Doubt.SURPLUS)
    if crosstalk(breaks):
        reasons.append(Doubt.CROSSTALK)
    return reasons


def _halves(outlet: int, breaks: Sequence[BeamBroken], pulses: Pulses) -> bool:
    """Two neighbouring pulses of an outlet that one cube could have made."""
    return any(
        first.duration is not None
        and second.duration is not None
        and pulses.may_be_halves(first.duration, light(first, second), second.duration, outlet)
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


def _bar(drop: Drop, habits: Habits) -> float:
    """How likely an answer must be that nobody is asked about."""
    if habits.strange:
        return STRANGE
    if drop.inside.cubes:
        return SURE_WITH_HELD
    return SURE_OF_MANY if drop.thrown >= MANY else SURE


def _must_ask(drop: Drop, best: Answer, reasons: Sequence[Doubt], habits: Habits) -> bool:
    """Whether it is asked however sure it is."""
    # How often this tower splits a cube is known once it has been watched: then the weights tell enough.
    weighed = {Doubt.HALVES} if habits.watched and best.probability >= STRANGE else set()
    other_colour = bool(drop.inside.cubes) and drop.inside.colour != drop.colour
    return (
        best.inside > drop.inside.cubes
        or best.surplus > 0
        or not (ALWAYS_ASKED - weighed).isdisjoint(reasons)
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
