"""What the trial's drops come to: every cell counted with one row of beams and with two. Standard library.

The drops of a cell are dealt out to towers, every drop once. Each tower has its own receivers (each late by
0 to 2.5 ms) and its own calibration of a dozen single cubes. It counts as the companion does at the table: at
first it is strange and asks sooner, and it learns from every drop whose end is known. What stays inside is
taken out before the next drop.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.tower.counting import Drop as Counted
from companion.tower.counting import count_drop
from companion.tower.learned import Learned
from companion.tower.pulses import Practice
from companion.tower.readings import BeamBroken
from companion.tower.tracefile import Grade, Truth
from hardware.twin.batch import Drop, read
from hardware.twin.beams import united
from hardware.twin.rows import as_one_row

LIFE = 200  # drops of one tower: five evenings
CALIBRATION = 12  # single cubes
LATEST = 2.5  # ms
FINEST = 0.25  # ms: what a board's clock tells
OUTLETS = 7
FEW, MOST = 6, 8  # cubes
KEPT = Path(__file__).with_name("trial.json")

Lags = list[tuple[float, float]]  # by outlet: inner and outer receiver
Judged = Mapping[str, Mapping[str, "Verdict"]]  # by cell and by what hears it
Hear = Callable[[Drop, Lags], list[BeamBroken]]


def one_row(drop: Drop, lags: Lags, row: int = 0) -> list[BeamBroken]:
    return [
        BeamBroken(outlet, _tick(start), _tick(end - start))
        for outlet, rows in enumerate(drop["spans"])
        for start, end in united([tuple(span) for span in rows[row]], lags[outlet][row])
    ]


def two_rows(drop: Drop, lags: Lags) -> list[BeamBroken]:
    return as_one_row(one_row(drop, lags, 0), one_row(drop, lags, 1))


HEARD: dict[str, Hear] = {"one row": one_row, "two rows": two_rows}


def _tick(time: float) -> float:
    return round(time / FINEST) * FINEST


@dataclass
class Verdict:
    """Some drops, heard in one way; `held`: something was inside after three seconds."""

    few: Grade = field(default_factory=Grade)
    many: Grade = field(default_factory=Grade)
    held: int = 0
    merged: int = 0

    def __add__(self, other: Verdict) -> Verdict:
        return Verdict(
            _sum(self.few, other.few),
            _sum(self.many, other.many),
            self.held + other.held,
            self.merged + other.merged,
        )

    @property
    def drops(self) -> int:
        return self.few.drops + self.many.drops

    def as_dict(self) -> dict[str, Any]:
        return {"few": vars(self.few), "many": vars(self.many), "held": self.held, "merged": self.merged}

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Verdict:
        return cls(Grade(**kept["few"]), Grade(**kept["many"]), kept["held"], kept["merged"])


def _sum(one: Grade, other: Grade) -> Grade:
    return Grade(**{name: value + vars(other)[name] for name, value in vars(one).items()})


def verdict(drops: Sequence[Drop], singles: Sequence[Drop], hear: Hear, seed: str) -> Verdict:
    """`singles`: cubes thrown alone into the same tower, for its calibrations."""
    found = Verdict()
    lot = random.Random(seed)
    good = [drop for drop in singles if None not in drop["passed"]]
    order = lot.sample(list(drops), len(drops))
    for first in range(0, len(order), LIFE):
        lags = [(lot.uniform(0, LATEST), lot.uniform(0, LATEST)) for _ in range(OUTLETS)]
        heard = [hear(drop, lags) for drop in lot.sample(good, min(len(good), 2 * CALIBRATION))]
        lengths = [one[0].duration for one in heard if len(one) == 1 and one[0].duration]
        tower = Learned(Practice(lengths[:CALIBRATION]))
        for drop in order[first : first + LIFE]:
            _count(drop, hear(drop, lags), tower, found)
    return found


def _count(drop: Drop, breaks: Sequence[BeamBroken], tower: Learned, found: Verdict) -> None:
    passed = [drop["passed"].count(outlet) for outlet in range(OUTLETS)]
    truth = Truth(tuple(passed), drop["passed"].count(None))
    asked = Counted(tuple(breaks), drop["thrown"], facing=0)
    count = count_drop(asked, tower.pulses, tower.habits)
    tower.counted(asked, count)
    tower.belief(truth.inside if count.asked else count.best.inside)  # people answer, and it learns
    (found.many if drop["thrown"] > FEW else found.few).add(asked, truth, count)
    found.held += truth.inside > 0
    seen = Counter(one.outlet for one in breaks)
    found.merged += any(seen[outlet] < passed[outlet] for outlet in range(OUTLETS))


def judge(drops: Iterable[Drop]) -> Judged:
    cells: dict[str, list[Drop]] = defaultdict(list)
    singles: dict[str, list[Drop]] = defaultdict(list)  # by tower, however they were thrown
    for drop in drops:
        cells[drop["cell"]].append(drop)
        if drop["thrown"] == 1:
            singles[_tower(drop["cell"])].append(drop)
    return {
        name: {
            how: verdict(fallen, singles[_tower(name)], hear, f"{name} {how}") for how, hear in HEARD.items()
        }
        for name, fallen in sorted(cells.items())
    }


def _tower(cell: str) -> str:
    """A cell's name without its way to throw."""
    return cell.partition(" ")[2]


def rounds() -> dict[str, Judged]:
    """What every round of the trial came to."""
    content = json.loads(KEPT.read_text(encoding="utf-8"))
    return {
        name: {cell: {how: Verdict.of(one) for how, one in ways.items()} for cell, ways in cells.items()}
        for name, cells in content.items()
    }


def together(judged: Iterable[Judged]) -> Judged:
    found: dict[str, dict[str, Verdict]] = defaultdict(lambda: defaultdict(Verdict))
    for cells in judged:
        for cell, ways in cells.items():
            for how, one in ways.items():
                found[cell][how] += one
    return found


def earlier(now: str) -> Counter[tuple[str, int]]:
    """Drops of the other rounds by cell and number of cubes: of few cubes all alike, and of many."""
    others = together(judged for name, judged in rounds().items() if name != now)
    return Counter(
        {
            (cell, cubes): one.few.drops // FEW if cubes <= FEW else one.many.drops // (MOST - FEW)
            for cell, ways in others.items()
            for one in [ways["one row"]]
            for cubes in range(1, MOST + 1)
        }
    )


def main() -> None:
    """Counts the drops of build/twin, keeps what they come to, and writes the page about it."""
    from hardware.twin import trial, trial_page, trial_rest

    fallen = judge(read(trial.kept()))
    found = rounds() | ({trial.ROUND: fallen} if fallen else {})
    written = (f"{json.dumps(name)}: {{\n{_lines(judged)}\n}}" for name, judged in found.items())
    KEPT.write_text("{\n" + ",\n".join(written) + "\n}\n", encoding="utf-8")
    trial_page.PAGE.write_text(trial_page.page(found, trial_rest.kept()), encoding="utf-8")
    print(f"counted {total(fallen)} drops, {sum(map(total, found.values()))} with the earlier rounds")


def total(judged: Judged) -> int:
    return sum(ways["one row"].drops for ways in judged.values())


def _lines(judged: Judged) -> str:
    return ",\n".join(
        f"{json.dumps(cell)}: {json.dumps({how: one.as_dict() for how, one in ways.items()})}"
        for cell, ways in judged.items()
    )


if __name__ == "__main__":
    main()
