"""How long cubes darken a beam: the likelihood of a pulse's length, learnt from single cubes.

Pure; imports the standard library only. All times are milliseconds.

Lengths are measured in *passages*: the time by which a pulse is longer than the tower's own median,
divided by the time a cube really takes. A slow receiver adds the same lag to every pulse, so it raises
the median but not the spread; that is why the calibration's spread, not its median alone, sets the unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, pi, sqrt
from statistics import median

SPREAD = 0.13  # standard deviation of one cube's pulse, in passages (five simulated towers: 0.12–0.14)
PRIOR_WEIGHT = 12  # as many imagined calibration pulses keep a dozen real ones from misjudging the spread
USUAL = 16.0  # ms: the model's median
SLOWER = 0.35  # of what a median is above the usual: how much is a slower cube, the rest a receiver's lag
SLOW = 2.0  # ms by which a beam must lag behind the others to be called slow

# Weighted normal curves (weight, mean, standard deviation) of a pulse's length in passages above the median.
Curve = tuple[tuple[float, float, float], ...]
ONE: Curve = ((0.965, 0.0, 0.138), (0.028, 0.15, 0.28), (0.007, 0.9, 0.5))  # tails: tumbling, pushed
TWO: Curve = ((0.17, 0.08, 0.16), (0.83, 0.95, 0.36))  # side by side, or one behind the other
CHATTER_MEAN = 0.06  # passages: a receiver's noise lasts about a millisecond


@dataclass(frozen=True)
class Pulses:
    """What the calibration knows of this tower's pulses."""

    median: float
    passage: float
    lags: tuple[float, ...] = (0.0,) * 7  # by how much each beam is slower than the median one

    @classmethod
    def learn(
        cls, durations: Sequence[float], beams: Mapping[int, Sequence[float]] | None = None
    ) -> Pulses:
        """From the pulses of single cubes; `beams` tells, where known, which of them each beam saw."""
        known = [d for d in durations if d > 0] or [USUAL]  # never calibrated: as the model has it
        middle = median(known)
        lags = tuple(_lag(beams.get(outlet, ()) if beams else (), middle) for outlet in range(7))
        expected = SPREAD * (middle if middle < USUAL else USUAL + SLOWER * (middle - USUAL))
        inner = [d for d in known if abs(d - middle) < 0.5 * middle]  # an odd cube must not widen it
        squares = sum((d - middle) ** 2 for d in inner)
        spread = sqrt((PRIOR_WEIGHT * expected**2 + squares) / (PRIOR_WEIGHT + len(inner)))
        return cls(middle, min(max(spread / SPREAD, 0.5 * middle), 1.15 * middle), lags)

    def slow_beams(self) -> tuple[int, ...]:
        return tuple(outlet for outlet, lag in enumerate(self.lags) if lag >= SLOW)

    def passages(self, duration: float, outlet: int) -> float:
        """How much longer than the median, in units of one cube's passage; a slow beam's lag taken off."""
        return (duration - self.lags[outlet] - self.median) / self.passage

    def likelihood(self, duration: float, outlet: int, cubes: int) -> float:
        """Density of a pulse of this length if so many cubes made it (none: the receiver's chatter)."""
        if cubes == 0:
            return exp(-duration / (CHATTER_MEAN * self.passage)) / CHATTER_MEAN + 1e-6
        length = self.passages(duration, outlet)
        if cubes == 1:
            return _density(ONE, length)
        more = 0.75 * (cubes - 2)  # a third cube behind two, and so on
        return _density(tuple((w, mean + more, sd + 0.1 * (cubes - 2)) for w, mean, sd in TWO), length)

    def split(self, first: float, gap: float, second: float, outlet: int) -> float:
        """Density of two pulses this close if one tumbling cube made both."""
        if not 0 <= gap <= 0.5 * self.passage:
            return 0.0
        whole = self.passages(first + gap + second, outlet)
        return _density(((1.0, 0.3, 0.25),), whole) * exp(-gap / (0.15 * self.passage))


def _lag(durations: Sequence[float], middle: float) -> float:
    """A beam's own lag, the more believed the more cubes it has seen."""
    if not durations:
        return 0.0
    excess = median(durations) - middle
    believed = excess * len(durations) / (len(durations) + 2)
    return believed if abs(believed) >= 0.5 * SLOW else 0.0


def _density(curve: Curve, length: float) -> float:
    return (
        sum(w * exp(-0.5 * ((length - mean) / sd) ** 2) / (sd * sqrt(2 * pi)) for w, mean, sd in curve)
        + 1e-9
    )
