"""What counting makes of many drops, in figures: part of the transcripts of `make transcripts`. Pure.

Drawn from seeds, so that they fall where nobody thought of them: pulses that touch, part, chatter, rest or
come late, outlets that are blind, cubes inside of one colour or another, towers that learn from all of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product

from companion.tower.belief import (
    Belief,
    Experience,
    Habits,
    believable,
    futures,
    known,
    likeliest,
    nearness,
    normal,
)
from companion.tower.counting import Count, Drop, Inside, count_drop, sure_singles
from companion.tower.explanations import crosstalk, expected_merges
from companion.tower.learned import Learned
from companion.tower.pulses import Company, Practice, Pulses
from companion.tower.readings import BeamBroken
from companion.tower.wire_table import OUTLETS

CALIBRATED = (15.1, 16.4, 17.2, 15.8, 16.9, 14.7, 24.9, 16.2, 15.5, 17.8, 16.1, 13.9)
BEAMS = {outlet: (CALIBRATED[outlet],) for outlet in range(OUTLETS)}  # beam 6 lags
ODDITIES = (
    "",
    "",
    "",
    "touch",
    "part",
    "chatter",
    "rest",
    "late",
    "beside",
    "unseen",
    "strange",
    "flood",
    "crowd",
)


def few(values: object) -> str:
    """Figures, no more of them than can be relied upon."""
    if isinstance(values, float):
        return f"{values:.4g}"
    if isinstance(values, tuple | list):
        return " ".join(map(few, values))
    return str(values)


def drawn(seed: int) -> Drop:
    """A drop with one oddity or none."""
    lot = random.Random(seed)
    thrown = lot.choice((1, 2, 3, 4, 5, 6, 7, 8, 12))
    facing = lot.choice((0, 3, 6, None))
    front = 2 if facing is None else facing
    inside = Inside(*lot.choice(((0, ""), (0, ""), (1, "red"), (2, "blue"), (3, "red"))))
    oddity = lot.choice(ODDITIES)
    at, breaks = 400.0, []
    for _ in range(max(thrown + lot.choice((0, 0, 0, -1, 1)) * (oddity == ""), 0)):
        outlet = (front + lot.choice((0, 0, 1, -1))) % OUTLETS
        length = 8.4 * (outlet == 6) + lot.gauss(16.0, 2.0)
        breaks.append(BeamBroken(outlet, at, length))
        at += lot.choice((4.0, 30.0, 90.0, 250.0)) + length
    first = breaks[0] if breaks else BeamBroken(front, 400.0, 16.0)
    odd: dict[str, list[BeamBroken]] = {
        "touch": [BeamBroken(first.outlet, at, 31.0), BeamBroken(first.outlet, at + 90, 47.0)],
        "part": [BeamBroken(first.outlet, at, 6.5), BeamBroken(first.outlet, at + 8.2, 7.4)],
        "chatter": [BeamBroken(front, at, 1.2), BeamBroken(front, at + 5, 2.9)],
        "rest": [BeamBroken(front, at, lot.choice((150.0, 200.0, 201.0, 800.0)), open=lot.random() < 0.3)],
        "late": [BeamBroken(front, at + 1000 + lot.choice((-100, 1, 500)), 16.0)],
        "beside": [
            BeamBroken((first.outlet + lot.choice((1, -1))) % OUTLETS, first.start + 0.9, first.duration or 0)
        ],
        "crowd": [BeamBroken((front + n) % OUTLETS, at + 0.3 * n, 16.0) for n in (-1, 0, 1)],
        "unseen": [BeamBroken(front, at, None)],
        "strange": [BeamBroken((front + 3) % OUTLETS, at, 16.0)],
        "flood": [BeamBroken(front, at + 20 * n, 12.0) for n in range(9)],
    }
    breaks += odd.get(oddity, [])
    return Drop(
        tuple(breaks),
        thrown,
        facing,
        "red",
        inside,
        blind=frozenset(lot.choice(((), (), (front,), (5,)))),
        lost=lot.random() < 0.05,
        outside=(BeamBroken(1, 0.0, 16.0),) * (lot.random() < 0.1),
        shakes=(shakes := lot.choice((0, 0, 0, 1, 2))),
        shaken_out=min(lot.choice((0, 1)), shakes, len(breaks)),
        moved=lot.random() < 0.04,
        early=lot.random() < 0.04,
    )


def told(drop: Drop) -> str:
    """What was heard."""
    heard = ", ".join(
        f"{one.outlet}@{one.start:.0f}" + ("+…" if one.open else f"+{few(one.duration)}")
        for one in drop.breaks
    )
    return (
        f"thrown {drop.thrown} facing {drop.facing} inside {drop.inside.cubes} {drop.inside.colour}: {heard}"
    )


def answered(count: Count) -> Iterator[str]:
    for one in count.answers:
        freed = f" freed {few(one.freed)}" if any(one.freed) else ""
        yield f"    {few(one.passed)} inside {one.inside} surplus {one.surplus}{freed} {one.probability:.4f}"
    yield f"    {'asked' if count.asked else 'sure'} {' '.join(count.reasons)}"
    yield f"    belief {' '.join(f'{one:.4f}' for one in count.belief)} more {count.more:.5f}"


def of_drops() -> list[str]:
    pulses, strange = Pulses.learn(CALIBRATED, BEAMS), Habits(watched=False, lone=3.0, wedges=2.0)
    text = []
    for seed in range(150):
        drop = drawn(seed)
        count = count_drop(drop, pulses, strange if seed % 5 == 0 else Habits())
        text += [f"{seed} {told(drop)}", *answered(count)]
        pairs, merges = crosstalk(drop.breaks), expected_merges(drop.breaks, pulses)
        text.append(
            f"    crosstalk {few(pairs)} merges {few(merges)} singles {few(sure_singles(drop, count))}"
        )
        for passed, inside in ((drop.thrown, drop.inside.cubes), (drop.thrown - 1, 1)):
            text.append(f"    if {passed}: {few(count.inside_after(passed, inside))}")
    return text


def of_beliefs() -> list[str]:
    text = [f"known {n}: {few(known(n))}" for n in (0, 1, 2, 5, 29, 30, 31)]
    beliefs: list[Belief] = [(), (1.0, 1.0, 2.0), (0.0, 0.0), (3.0, 1e-9), (1.0,) * 40, (-1.0, 2.0)]
    for one in beliefs:
        text.append(f"normal {len(one)} {few(normal(one))[:60]} believable {few(believable(one))[:60]}")
    text += [f"likeliest {few(one)}: {likeliest(one)}" for one in beliefs[1:4]]
    for starts in ((), (5.0,), (0.0, 0.0), (0.0, 180.0), (900.0, 0.0, 30.0), (0.0, 4000.0)):
        text.append(f"nearness {few(starts)}: {few(nearness(starts))}")
    taught = Experience()
    lot = random.Random(11)
    for n in range(60):
        before, thrown = lot.choice((0, 0, 0, 1, 2, 5)), lot.randint(1, 8)
        after = lot.choice((0, 0, 0, 1, 2, 7)) if not before else lot.choice((before, max(before - 1, 0)))
        taught.hear(before, thrown, after, lot.choice((1.0, 0.4, 0.05)))
        if n % 6 == 5:
            text.append(f"taught {n + 1}: {taught.as_data()}")
            text.append(f"    {few([*vars(taught.habits).values()])}")
    for habits in (Habits(), Habits(lone=900.0, wedges=90.0), taught.habits):
        for held in range(6):
            leaves = " ".join(f"{out} {few(chance)}" for out, chance in habits.leaves(held).items())
            text.append(f"leaves {held}: {leaves}")
        for thrown, near, held in product((1, 2, 6), (1.0, 0.25, 0.0), (0, 1, 4)):
            jams = [habits.jam(new, thrown, near, held) for new in range(8)]
            text.append(f"jam {thrown} {near} {held}: {few(jams)}")
        for belief, shakes, shaken_out in product(((1.0,), (0.0, 0.7, 0.3)), (0, 2), (0, 1)):
            found = futures(belief, 3, habits, 0.8, shakes, shaken_out)
            text.append(f"futures {few(belief)} {shakes} {shaken_out}: {few(sorted(found.items()))}")
    text.append(f"kept: {few([*vars(Experience(taught.as_data()).habits).values()])}")
    return text


def of_pulses() -> list[str]:
    text = []
    lot = random.Random(5)
    since = [lot.gauss(16, 2.2) for _ in range(130)] + [24.0, 26.0]
    uneven = tuple(lot.uniform(8, 30) for _ in range(14))
    learned = {
        "nothing": Pulses.learn(()),
        "bad": Pulses.learn((0.0, -3.0)),
        "few": Pulses.learn((15.0, 17.0, 60.0)),
        "calibrated": Pulses.learn(CALIBRATED, BEAMS),
        "since": Pulses.learn(CALIBRATED, BEAMS, since),
        "slow": Pulses.learn([ms + 9 for ms in CALIBRATED], {2: (41.0, 40.0, 39.5)}),
        "uneven": Pulses.learn(uneven, None, [lot.uniform(8, 30) for _ in range(40)]),
    }
    learned["twos"] = learned["since"].with_twos((0.05, 0.9, 1.1, 1.6, 0.8, -0.1))
    for name, one in learned.items():
        text.append(f"{name}: {few([getattr(one, key) for key in vars(one) if not key.startswith('_')])}")
        text.append(f"    swallowed {few(one.swallowed)} slow {few(one.slow_beams())}")
        for light in (None, 0.0, 0.79 * one.passage, 0.81 * one.passage):
            text.append(f"    company {few(one.company(light).value)}")
        for cubes, company in product(range(5), Company):
            curve = [
                one.likelihood(ms, outlet, cubes, company) for ms, outlet in ((3.0, 0), (16.5, 2), (33.0, 6))
            ]
            text.append(f"    {cubes} {company.value}: {few(curve)}")
        for gap in (-0.1, 0.0, 1.5, 4.0, 9.0, 30.0):
            halves = [one.may_be_halves(first, gap, 6.0, 6) for first in (5.0, 12.0, 26.0)]
            text.append(f"    parted {gap}: {few(one.split(7.0, gap, 7.5, 0))} {few(halves)}")
    return text


def of_learning() -> list[str]:
    """A tower over its evenings: what it is told of each drop, and what it makes of it."""
    tower, text = Learned(Practice(CALIBRATED, BEAMS)), []
    for seed in range(200, 260):
        drop = drawn(seed)
        belief = tower.belief(drop.inside.cubes)
        heard = Drop(**{**vars(drop), "inside": Inside(drop.inside.cubes, drop.inside.colour, belief)})
        count = count_drop(heard, tower.pulses, tower.habits)
        tower.counted(heard, count)
        if seed % 20 == 19:
            tower = Learned(Practice(CALIBRATED, BEAMS), tower.as_data())
        if seed % 4 == 3:
            text.append(f"{seed}: {few(belief)} {tower.as_data()}")
            text.append(
                f"    {few([tower.pulses.merges, tower.pulses.splits, tower.pulses.side, tower.pulses.row])}"
            )
    anew = tower.recalibrated(Practice((20.0,) * 12))
    return [*text, f"recalibrated: {anew.as_data()} {few(anew.pulses.median)}"]


TABLES: dict[str, Callable[[], list[str]]] = {
    "counted-drops": of_drops,
    "counted-beliefs": of_beliefs,
    "counted-pulses": of_pulses,
    "counted-learning": of_learning,
}
