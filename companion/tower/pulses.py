"""How long cubes darken a beam: the likelihood of a pulse's length, learnt from single cubes.

Pure; imports the standard library and the number of outlets. All times are milliseconds.

Lengths are measured in *passages*: the time by which a pulse is longer than the tower's own median,
divided by the time a cube really takes. A slow receiver adds the same lag to every pulse, so it raises
the median but not the spread; that is why the calibration's spread, not its median alone, sets the unit.
Where the spread is more than any lag can hide, the cubes of this tower are uneven, and its curves are wider.

A dozen single cubes tell the median to about 5 %. So a tower goes on learning (`Practice`): every drop that
needed no question, one cube to a pulse, adds its pulses.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from math import exp, inf, pi, sqrt
from statistics import median

from companion.tower.wire_table import OUTLETS

SPREAD = 0.13  # standard deviation of one cube's pulse, in passages (five simulated towers: 0.12–0.14)
PRIOR_WEIGHT = 12  # as many imagined calibration pulses keep a dozen real ones from misjudging the spread
USUAL = 16.0  # ms: the model's median
SLOWER = 0.35  # of what a median is above the usual: how much is a slower cube, the rest a receiver's lag
SLOW = 2.0  # ms by which a beam must lag behind the others to be called slow
LAGS = 1.8  # ms by which beams usually differ: what a beam's first cube tells is weighed against it

# Weighted normal curves (weight, mean, standard deviation) of a pulse's length in passages above the median.
Curve = tuple[tuple[float, float, float], ...]
TWO: Curve = ((0.17, 0.08, 0.16), (0.83, 0.95, 0.36))  # side by side, or one behind the other
TWOS_DOUBT = 12  # as many imagined merged pulses stand for the usual ones
BEHIND = 0.13  # share of two cubes at one outlet, per passage of light between them, that are close together
PARTED = 0.15  # passages: the mean light between the two halves of one cube
HALVES, HALVES_LIGHT = 0.35, 0.2  # passages above the median (hardly any cube is longer); of light
CHATTER_MEAN = 0.06  # passages: a receiver's noise lasts about a millisecond


class Company(Enum):
    """Whom a cube followed out of its outlet; one that followed nobody is hardly ever held up."""

    FIRST = "first"
    CLOSE = "close"
    LATER = "later"


NEAR = 0.8  # passages of light behind the cube before: closer ones tumble
# Shares of single cubes that take longer because they tumble, and because they are held up for a while; the
# test `the_first_cube_of_an_outlet_is_hardly_ever_held_up` counts them in the traces.
TUMBLING = {Company.FIRST: 0.017, Company.CLOSE: 0.1, Company.LATER: 0.02}
PUSHED = {Company.FIRST: 0.0015, Company.CLOSE: 0.007, Company.LATER: 0.014}

RECENT = 100  # pulses of single cubes, besides the calibration's, that tell the median and the spread
REMEMBERED = 600  # and that tell how many of them are long
LONG = 0.30  # passages; of single cubes in the five towers 0.7–1.3 % take longer
USUALLY_LONG = 0.023  # what the curve below expects without the pushed ones: rather too many than too few
BIN, SMOOTH = 0.04, 0.07  # passages: how finely single cubes are told apart by their lengths
SELDOM = 0.6  # of the usual: what a tower has not shown in a few hundred cubes may still happen
SWALLOWS = 4.0  # twice as many cubes in one pulse for a lag of a quarter of a passage
DOUBT = 150  # as many imagined pulses stand for the usual share before a tower's own is believed


@dataclass(frozen=True)
class Pulses:
    """What a tower's pulses are like."""

    median: float
    passage: float
    lags: tuple[float, ...] = (0.0,) * OUTLETS  # by how much each beam is slower than the median one
    unevenness: float = 1.0  # how much wider than usual the lengths of single cubes are spread
    tumbling: float = 1.0  # how much oftener than usual they tumble
    heard: tuple[tuple[float, int], ...] = ()  # lengths of single cubes (passages), and how many
    shortest: float = inf  # ms: hardly any single cube is shorter; inf: not known yet
    merges: float = 1.0  # how much oftener than usual two make one pulse
    splits: float = 1.0  # how much oftener one cube makes two pulses
    side: float = TWO[0][0]  # share of these that pass side by side
    row: float = TWO[1][1]  # passages above the median of the others

    @classmethod
    def learn(
        cls,
        durations: Sequence[float],
        beams: Mapping[int, Sequence[float]] | None = None,
        since: Sequence[float] = (),
    ) -> Pulses:
        """From the pulses of single cubes; `beams` tells, where known, which of them each beam saw.

        `since` are pulses of single cubes heard after the calibration, the beams' lags taken off.
        """
        calibrated = [d for d in durations if d > 0] or [USUAL]  # never calibrated: as the model has it
        lags = _lags(beams or {}, calibrated)
        known = [*calibrated, *since[-RECENT:]]
        middle = median(known)
        expected = SPREAD * (middle if middle < USUAL else USUAL + SLOWER * (middle - USUAL))
        inner = [d for d in known if abs(d - middle) < 0.5 * middle]  # an odd cube must not widen it
        squares = sum((d - middle) ** 2 for d in inner)
        spread = sqrt((PRIOR_WEIGHT * expected**2 + squares) / (PRIOR_WEIGHT + len(inner)))
        passage = min(max(spread / SPREAD, 0.5 * middle), 1.15 * middle)
        uneven = max(spread / SPREAD / passage, 1.0)
        long = sum((d - middle) / passage > LONG * uneven for d in since)
        share = (DOUBT + long / USUALLY_LONG) / (DOUBT + len(since))
        bins = Counter(round((d - middle) / passage / BIN) for d in since)
        shortest = sorted(calibrated)[1] if len(calibrated) >= PRIOR_WEIGHT else inf
        heard = tuple((BIN * place, number) for place, number in bins.items())
        return cls(middle, passage, lags, uneven, min(max(share, 0.25), 3.0), heard, shortest)

    @cached_property
    def _one(self) -> dict[Company, Curve]:
        return {company: self._single(company) for company in Company}

    def _single(self, company: Company) -> Curve:
        wide = self.unevenness
        tumbling, pushed = TUMBLING[company] * self.tumbling, PUSHED[company]
        return (
            (1 - tumbling - pushed, 0.0, 0.138 * wide),
            (tumbling, 0.15 * wide, 0.28 * wide),
            (pushed, 0.9, 0.5),
        )

    def with_twos(self, lengths: Iterable[float]) -> Pulses:
        """As the merged pulses of this tower (passages) have shown."""
        (_, shift, narrow), (_, mean, sd) = TWO
        sides, rows, total = TWOS_DOUBT * self.side, TWOS_DOUBT * (1 - self.side), 0.0
        for length in lengths:
            beside = self.side * _density(((1.0, shift, narrow * self.unevenness),), length)
            behind = (1 - self.side) * _density(((1.0, mean, sd * self.unevenness),), length)
            part = beside / (beside + behind)
            sides, rows, total = sides + part, rows + 1 - part, total + (1 - part) * length
        believed = TWOS_DOUBT * (1 - self.side)
        return replace(self, side=sides / (sides + rows), row=(believed * mean + total) / rows)

    @cached_property
    def _two(self) -> Curve:
        (_, shift, narrow), (_, _, sd) = TWO
        return (
            (self.side, shift, narrow * self.unevenness),
            (1 - self.side, self.row, sqrt(sd**2 + 1.4 * 0.138**2 * (self.unevenness**2 - 1))),
        )

    @property
    def swallowed(self) -> float:
        """How much oftener than usual cubes run into one pulse: receivers that lag swallow the gaps."""
        return 1.0 + SWALLOWS * max(self.median - self.passage, 0.0) / self.passage

    def slow_beams(self) -> tuple[int, ...]:
        return tuple(outlet for outlet, lag in enumerate(self.lags) if lag >= SLOW)

    def passages(self, duration: float, outlet: int) -> float:
        """How much longer than the median, in units of one cube's passage; a slow beam's lag taken off."""
        return (duration - self.lags[outlet] - self.median) / self.passage

    def company(self, light: float | None) -> Company:
        """From the light since the last pulse of the same outlet; None: there was no such pulse."""
        if light is None:
            return Company.FIRST
        return Company.CLOSE if light < NEAR * self.passage else Company.LATER

    def likelihood(self, duration: float, outlet: int, cubes: int, company: Company = Company.LATER) -> float:
        """Density of a pulse of this length if so many cubes made it (none: the receiver's chatter)."""
        if cubes == 0:
            return exp(-duration / (CHATTER_MEAN * self.passage)) / CHATTER_MEAN + 1e-6
        length = self.passages(duration, outlet)
        if cubes == 1:
            return self._single_density(length, company)
        more = 0.75 * (cubes - 2)  # a third cube behind two, and so on
        curve = tuple((w, mean + more, sd + 0.1 * (cubes - 2)) for w, mean, sd in self._two)
        return _density(curve, length)

    def _single_density(self, length: float, company: Company) -> float:
        """As single cubes usually are, and more and more as this tower's own have been."""
        usual = _density(self._one[company], length)
        number = sum(n for _, n in self.heard)
        own = sum(n * _normal(length - at, SMOOTH * (1 + 3 * max(at - LONG, 0.0))) for at, n in self.heard)
        return max((DOUBT * usual + own) / (DOUBT + number), SELDOM * usual)

    def split(self, first: float, gap: float, second: float, outlet: int) -> float:
        """Density of two pulses this close if one tumbling cube made both, beside two cubes' light."""
        if not 0 <= gap <= 0.5 * self.passage:
            return 0.0
        whole = self.passages(first + gap + second, outlet)
        light = exp(-gap / (PARTED * self.passage)) / PARTED
        return _density(((1.0, 0.3, 0.25),), whole) * light / BEHIND

    def may_be_halves(self, first: float, gap: float, second: float, outlet: int) -> bool:
        """Whether two pulses, hardly any light between them, are no longer together than one cube may be."""
        whole = self.passages(first + gap + second, outlet)
        short = min(first, second) - self.lags[outlet] < self.shortest
        return short and 0 <= gap <= HALVES_LIGHT * self.passage and whole <= HALVES


class Practice:
    """A tower that knows its pulses better from drop to drop."""

    def __init__(
        self, durations: Sequence[float], beams: Mapping[int, Sequence[float]] | None = None
    ) -> None:
        self._durations, self._beams = tuple(durations), beams
        self._since: deque[float] = deque(maxlen=REMEMBERED)
        self.pulses = Pulses.learn(self._durations, self._beams)

    @property
    def since(self) -> tuple[float, ...]:
        """Lengths heard since the calibration, the beams' lags taken off."""
        return tuple(self._since)

    def hear(self, singles: Iterable[tuple[int, float]]) -> None:
        """Pulses (outlet, length) that were surely one cube each."""
        self.hear_lengths(length - self.pulses.lags[outlet] for outlet, length in singles)

    def hear_lengths(self, lengths: Iterable[float]) -> None:
        self._since.extend(lengths)
        self.pulses = Pulses.learn(self._durations, self._beams, list(self._since))


def _lags(beams: Mapping[int, Sequence[float]], calibrated: Sequence[float]) -> tuple[float, ...]:
    """Each beam's own lag, the more believed the more cubes it has seen and the less uneven they are."""
    middle = median(calibrated)
    spread = max(1.48 * median(abs(d - middle) for d in calibrated), SPREAD * USUAL)
    lags = []
    for outlet in range(OUTLETS):
        seen = beams.get(outlet) or (middle,)
        believed = (median(seen) - middle) * len(seen) / (len(seen) + (spread / LAGS) ** 2)
        lags.append(believed if abs(believed) >= 0.5 * SLOW else 0.0)
    return tuple(lags)


def _normal(away: float, sd: float) -> float:
    return exp(-0.5 * (away / sd) ** 2) / (sd * sqrt(2 * pi))


def _density(curve: Curve, length: float) -> float:
    return sum(w * _normal(length - mean, sd) for w, mean, sd in curve) + 1e-9
