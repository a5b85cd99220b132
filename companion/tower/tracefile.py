"""Trace files of recorded or simulated drops: read, counted, and graded where they tell the truth.

May import: the standard library, `counting` and `pulses`. A file is JSON: `format` (1), `calibration`
(break durations of single cubes) and `drops`, each with `thrown`, `facing`, `breaks` [outlet, start, length]
and, where the truth is known, `passed` and `inside`. Times are milliseconds. What else it holds is left.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from pathlib import Path
from typing import Any

from companion.tower.counting import Count, Drop, Inside, count_drop, edge_count, sure_singles
from companion.tower.pulses import Practice
from companion.tower.readings import BeamBroken
from companion.tower.wire_table import OUTLETS

FORMAT = 1
UNIT = "ms"


class BadTrace(ValueError):
    """The file is no trace; `advice` is the sentence that says where it stops being one."""

    def __init__(self, key: str, path: Path, **about: str | int) -> None:
        super().__init__(f"{path}: {key} {about}")
        self.advice = f"tower.trace.{key}"
        self.params = {"file": str(path), **about}


@dataclass(frozen=True)
class Truth:
    passed: tuple[int, ...]
    inside: int


@dataclass(frozen=True)
class Trace:
    """One file: the drops of one tower, and what its calibration knew."""

    name: str
    calibration: tuple[float, ...]
    drops: tuple[Drop, ...]
    truths: tuple[Truth | None, ...]

    def counted(self) -> list[Count]:
        """One evening: the drops in their order, the tower learning from those that are sure."""
        practice = Practice(self.calibration)
        counts = []
        for drop in self.drops:
            counts.append(count_drop(drop, practice.pulses))
            practice.hear(sure_singles(drop, counts[-1]))
        return counts


@dataclass
class Grade:
    """How well a set of drops was counted. Needless: asked although no new cube stayed inside."""

    drops: int = 0
    silently_wrong: int = 0
    asked: int = 0
    needless: int = 0
    first_right: int = 0
    in_three: int = 0
    edges_right: int = 0

    def add(self, drop: Drop, truth: Truth, count: Count) -> None:
        right = [
            (answer.passed, answer.inside) == (truth.passed, truth.inside) for answer in count.answers[:3]
        ]
        self.drops += 1
        self.edges_right += edge_count(drop.breaks) == truth.passed
        if count.asked:
            self.asked += 1
            self.needless += truth.inside <= drop.inside.cubes
            self.first_right += right[0]
            self.in_three += any(right)
        else:
            self.silently_wrong += not right[0]

    def as_dict(self) -> dict[str, int]:
        return dict(vars(self))


@dataclass
class Grades:
    """Few cubes (up to 6) and many are judged by different targets."""

    few: Grade = field(default_factory=Grade)
    many: Grade = field(default_factory=Grade)

    def add(self, trace: Trace, counts: Sequence[Count]) -> None:
        for drop, truth, count in zip(trace.drops, trace.truths, counts, strict=True):
            if truth is not None:
                (self.many if drop.thrown > 6 else self.few).add(drop, truth, count)


def read_trace(path: Path) -> Trace:
    """`-` is what is piped in."""
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8-sig")
        content = json.loads(text)
    except (OSError, UnicodeDecodeError) as fault:
        raise BadTrace("unreadable", path, why=str(getattr(fault, "strerror", "") or fault)) from fault
    except (json.JSONDecodeError, RecursionError) as fault:
        raise BadTrace("not-json", path, why=str(fault)) from fault
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadTrace("not-a-trace", path, format=FORMAT)
    if content.get("unit", UNIT) != UNIT:
        raise BadTrace("other-unit", path, unit=UNIT, given=str(content["unit"]))
    try:
        calibration = tuple(float(d) for d in content.get("calibration") or ())
        drops = list(content["drops"])
    except (KeyError, TypeError, ValueError) as fault:
        raise BadTrace("no-drops", path, why=str(fault)) from fault
    if not all(map(isfinite, calibration)):
        raise BadTrace("no-duration", path)
    read = [_read_drop(path, number, drop) for number, drop in enumerate(drops)]
    return Trace(str(path), calibration, tuple(drop for drop, _ in read), tuple(truth for _, truth in read))


def _read_drop(path: Path, number: int, drop: Any) -> tuple[Drop, Truth | None]:
    try:
        breaks = tuple(BeamBroken(int(o), float(start), float(length)) for o, start, length in drop["breaks"])
        before = drop.get("inside_before") or {}
        read = Drop(
            breaks,
            thrown=int(drop["thrown"]),
            facing=None if drop["facing"] is None else int(drop["facing"]),
            colour=str(drop.get("colour", "")),
            inside=Inside(int(before.get("cubes", 0)), str(before.get("colour", ""))),
        )
        if (outlets := len(drop.get("passed") or ())) not in (0, OUTLETS):
            raise BadTrace("other-outlets", path, drop=number, outlets=OUTLETS, named=outlets)
        truth = _truth(drop, read.cubes)
    except BadTrace:
        raise
    except KeyError as fault:
        raise BadTrace("missing", path, drop=number, what=str(fault)) from fault
    except (TypeError, ValueError, AttributeError, OverflowError) as fault:
        raise BadTrace("wrong", path, drop=number, why=str(fault)) from fault
    if not all(isfinite(b.start) and b.duration is not None and 0 <= b.duration < inf for b in breaks):
        raise BadTrace("no-break", path, drop=number)
    return read, truth


def _truth(drop: Any, cubes: int) -> Truth | None:
    """However it is hidden (left out, null, an empty list), nothing is known then."""
    passed = drop.get("passed")
    if not passed:
        return None
    landed = tuple(int(n) for n in passed)
    inside = drop.get("inside")
    return Truth(landed, cubes - sum(landed) if inside is None else int(inside))


def as_data(trace: Trace, counts: Iterable[Count]) -> dict[str, Any]:
    """A counted file as plain data: the answers of every drop, best first, and nothing else."""
    return {
        "file": trace.name,
        "drops": [
            {
                "asked": count.asked,
                "answers": [{"passed": list(one.passed), "inside": one.inside} for one in count.answers],
            }
            for count in counts
        ],
    }


def explained(count: Count) -> dict[str, Any]:
    """A drop as people read it: also how sure each answer is, and why it is asked."""
    return {
        "asked": count.asked,
        "answers": [
            {
                "passed": list(answer.passed),
                "inside": answer.inside,
                "probability": round(answer.probability, 4),
            }
            for answer in count.answers
        ],
        "reasons": [str(reason) for reason in count.reasons],
    }
