"""What a tower has shown of itself over its evenings: pulse lengths, merges, outlets, jams. Pure.

May import: `counting`, `explanations`, `belief`, `pulses`. Every drop whose end is known teaches a little.
It is plain data between two evenings (`as_data`), kept per tower by whoever opens it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.tower.belief import Belief, Experience, Habits, known, nearness
from companion.tower.counting import Count, Drop, sure_singles
from companion.tower.explanations import SPLIT, expected_merges
from companion.tower.pulses import Practice, Pulses
from companion.tower.wire_table import OUTLETS

FORMAT = 1
MERGES = 1.5  # merged pulses that stand for the usual share before a tower's own is believed
FEWEST, MOST = 0.3, 8.0  # and how far from the usual it may be
SPLITS = 0.02  # the same of cubes that made two pulses
TWOS = 60  # merged pulses that are remembered
LARGEST = 1e6  # no count or length of ours comes near it


@dataclass(frozen=True)
class Past:
    """A drop that is over, and what was counted; what people made of it is known only later."""

    drop: Drop
    count: Count

    @property
    def near(self) -> float:
        return nearness([one.start for one in self.drop.breaks if not one.open])


class Learned:
    def __init__(self, practice: Practice, data: Mapping[str, Any] | None = None) -> None:
        self._practice = practice
        self._experience = Experience()
        self.drops = 0
        self.shares = [0, 0, 0]  # cubes that left by the front, the next and the previous outlet
        self._merges = [0.0, 0.0]  # expected, seen
        self._splits = [0.0, 0.0]
        self._twos: deque[float] = deque(maxlen=TWOS)  # lengths of merged pulses, in passages
        self._last: Past | None = None
        if data is not None:
            self._take(data)
        self.pulses = self._pulses()

    # ------------------------------------------------------------------ what counting uses

    @property
    def habits(self) -> Habits:
        return self._experience.habits

    def belief(self, cubes: int) -> Belief:
        """What is inside, the books saying so many; the drop before is over now, and teaches."""
        last, self._last = self._last, None
        if last is None:
            return known(cubes)
        passed = last.drop.cubes - cubes
        self._learn(last, passed, cubes)
        if not last.count.asked and cubes == last.count.best.inside:
            return last.count.belief
        if cubes <= last.drop.inside.cubes and (belief := last.count.inside_if(passed)):
            return belief
        return known(cubes)

    def counted(self, drop: Drop, count: Count) -> None:
        self._last = Past(drop, count)
        if singles := sure_singles(drop, count):
            self._practice.hear(singles)
            self.pulses = self._pulses()

    def _learn(self, last: Past, passed: int, cubes: int) -> None:
        drop, count = last.drop, last.count
        if not 0 <= passed <= drop.cubes or drop.lost or drop.early or drop.moved or drop.blind:
            return
        self.drops += 1
        self._experience.hear(drop.inside.cubes, drop.thrown, cubes + drop.shaken_out, last.near)
        breaks = [one for one in drop.breaks if not drop.is_chatter(one)]
        merged = passed - len(breaks)
        self._merges[0] += expected_merges(breaks, self.pulses)
        self._merges[1] += max(merged, 0)
        self._splits[0] += SPLIT * len(breaks)
        self._splits[1] += max(-merged, 0)
        answer = next((one for one in count.answers if sum(one.passed) == passed), None)
        if answer is None:
            return
        if drop.facing is not None:
            for place, step in enumerate((0, 1, OUTLETS - 1)):
                self.shares[place] += answer.passed[(drop.facing + step) % OUTLETS]
        if merged == 1:
            for outlet in range(OUTLETS):
                here = [one.duration for one in breaks if one.outlet == outlet and one.duration is not None]
                if here and answer.passed[outlet] == len(here) + 1:
                    self._twos.append(self.pulses.passages(max(here), outlet))
        self.pulses = self._pulses()

    def _pulses(self) -> Pulses:
        scale = (MERGES + self._merges[1]) / (MERGES + self._merges[0])
        splits = max((SPLITS + self._splits[1]) / (SPLITS + self._splits[0]), 1.0)
        known = replace(self._practice.pulses, merges=min(max(scale, FEWEST), MOST), splits=splits)
        return known.with_twos(self._twos)

    # ------------------------------------------------------------------ between two evenings

    def as_data(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "drops": self.drops,
            "shares": list(self.shares),
            "merges": [round(one, 3) for one in self._merges],
            "splits": [round(one, 3) for one in self._splits],
            "twos": [round(one, 3) for one in self._twos],
            "pulses": [round(one, 2) for one in self._practice.since],
            "holding": self._experience.as_data(),
        }

    def recalibrated(self, practice: Practice) -> Learned:
        """The same tower with its pulses measured anew; how it holds cubes and shares them out stays."""
        return Learned(practice, {**self.as_data(), "pulses": [], "twos": []})

    def _take(self, data: Mapping[str, Any]) -> None:
        """ValueError: these are none of ours."""
        if data.get("format") != FORMAT:
            raise ValueError("format")
        try:
            self.drops = int(_numbers([data["drops"]], 1)[0])
            self.shares = [int(one) for one in _numbers(data["shares"], 3)]
            self._merges = _numbers(data["merges"], 2)
            self._splits = _numbers(data["splits"], 2)
            self._twos.extend(_numbers(data["twos"], low=-MOST))
            self._practice.hear_lengths(_numbers(data["pulses"]))
            usual = Experience().as_data()
            held = {name: _numbers(data["holding"][name], len(kept)) for name, kept in usual.items()}
            self._experience = Experience(held)
        except (KeyError, TypeError, AttributeError, OverflowError) as fault:
            raise ValueError(str(fault)) from fault


def _numbers(values: Sequence[Any], length: int | None = None, low: float = 0.0) -> list[float]:
    found = [float(one) for one in values]
    if not all(low <= one <= LARGEST for one in found) or (length is not None and len(found) != length):
        raise ValueError("numbers")
    return found
