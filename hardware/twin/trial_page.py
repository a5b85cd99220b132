"""docs/twin/trial.md: what the trial of ways to throw came to. Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.advisor.figures import interval
from companion.tower.tracefile import Grade
from hardware.tower import ROOT
from hardware.twin.trial import FRICTIONS
from hardware.twin.verdict import DEALS, Verdict

PAGE = ROOT / "docs" / "twin" / "trial.md"
SAYS = {
    "hand": "one by one from the hand, 0.2–0.6 s apart",
    "feeder": "from a feeder, 0.15–0.30 s apart",
    "poured": "poured, one close behind the other",
    "handful": "a handful, all at once",
}
INSIDES = {
    "plain": "as in tower.toml",
    "open": "no baffles",
    "wide": "a wide shaft",
    "steep": "steep chutes",
}
Judged = Mapping[str, Mapping[str, Verdict]]
HEAD = (
    "something held after 3 s",
    "merged",
    "needless, 1–6",
    "needless, 7–8",
    "silently wrong",
    "truth in three, of asked",
    "drops",
)
ROWS = ("one row", "two rows")
ABOUT = """# How cubes are best thrown

*Written by `python -m hardware.twin.verdict`; every figure comes from the [digital twin](../twin.md), none
from a tower: **not yet built**.*

{total} drops of 1 to 8 cubes, each heard by one row of beams and by two (the second 6 mm further out), every
receiver late by 0 to 2.5 ms, calibrated anew every 40 drops with a dozen single cubes, counted by the
companion's own counter; each drop is dealt {deals} times into such evenings, and the mean is told.
*Needless*: asked although nothing stayed inside. *Merged*: a beam was dark less often than cubes passed. In
brackets the interval of 95 % (Wilson).

A hand lets two cubes go together one time in twenty; that is in the figures. Two rows are heard as one whose
pulses are lengths instead of times: the way between the rows by the time between the pulses is the speed.
"""


def page(judged: Judged) -> str:
    total = sum(round(ways["one row"].drops / DEALS) for ways in judged.values())
    usual = (
        (f"{says}; {how}", judged[f"{way} 0.35 plain 25"][how]) for way, says in SAYS.items() for how in ROWS
    )
    steep = ((f"gates 32°; {how}", judged["hand 0.35 plain 32"][how]) for how in ROWS)
    frictions = (
        (f"friction {friction}; {says}; {how}", _together(judged, way, friction, how))
        for way, says in SAYS.items()
        for friction in FRICTIONS
        for how in (ROWS if way == "hand" else ROWS[:1])
    )
    insides = (
        (f"{says}; {how}", _inside(judged, inside, how)) for inside, says in INSIDES.items() for how in ROWS
    )
    return "\n".join(
        [
            ABOUT.format(total=total, deals=DEALS),
            "## Friction 0.35, the inside as in tower.toml\n",
            *_table(usual),
            "\nThe same by hand with gates that fall 32° instead of 25°:\n",
            *_table(steep),
            "\n## Other frictions, all guesses of the inside together\n",
            *_table(frictions),
            "\n## Other insides, by hand, all frictions together\n",
            *_table(insides),
            "\n## What these drops can carry\n",
            *_claims(judged),
            "",
        ]
    )


def _together(judged: Judged, way: str, friction: float, how: str) -> Verdict:
    return _sum(judged[f"{way} {friction} {inside} 25"][how] for inside in INSIDES)


def _inside(judged: Judged, inside: str, how: str) -> Verdict:
    return _sum(judged[f"hand {friction} {inside} 25"][how] for friction in FRICTIONS)


def _sum(verdicts: Iterable[Verdict]) -> Verdict:
    found = Verdict()
    for one in verdicts:
        found += one
    return found


def _table(rows: Iterable[tuple[str, Verdict]]) -> list[str]:
    return [
        f"| | {' | '.join(HEAD)} |",
        "|" + "---|" * (len(HEAD) + 1),
        *(_row(name, one) for name, one in rows),
    ]


def _row(name: str, one: Verdict) -> str:
    both = [one.few, one.many]
    asked, right = (sum(getattr(grade, what) for grade in both) / DEALS for what in ("asked", "in_three"))
    cells = [
        share(one.held, one.drops),
        share(one.merged, one.drops),
        share(one.few.needless, one.few.drops),
        share(one.many.needless, one.many.drops),
        f"{_mean(silent(both))} of {one.drops // DEALS}",
        f"{right:.0f} of {asked:.0f}",
        str(one.drops // DEALS),
    ]
    return f"| {name} | {' | '.join(cells)} |"


def silent(grades: Sequence[Grade]) -> int:
    return sum(grade.silently_wrong for grade in grades)


def _mean(hits: int) -> str:
    return f"{hits / DEALS:.1f}".removesuffix(".0")


def bounds(hits: int, cases: int) -> tuple[float, float]:
    """Of drops: that each was dealt several times makes no more of them."""
    return interval(hits / DEALS, cases // DEALS)


def share(hits: int, cases: int) -> str:
    low, high = bounds(hits, cases)
    return f"{100 * hits / max(cases, 1):.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def _claims(judged: Judged) -> list[str]:
    """What so many drops can carry, and what they cannot."""
    lines = []
    for gate in (25, 32):
        for how in ROWS:
            one = judged[f"hand 0.35 plain {gate}"][how]
            for what, hits, cases, goal in (
                ("needless at 1–6 cubes", one.few.needless, one.few.drops, 0.005),
                ("needless at 7–8 cubes", one.many.needless, one.many.drops, 0.02),
                ("silently wrong", silent([one.few, one.many]), one.drops, 1 / 2000),
            ):
                high = bounds(hits, cases)[1]
                lines.append(
                    f"- By hand, gates {gate}°, {how}: {what} {_mean(hits)} of {cases // DEALS}, with 95 % "
                    f"at most {100 * high:.2f} %; "
                    f"{100 * goal:g} % is {_holds(hits / max(cases, 1), high, goal)}."
                )
    return lines


def _holds(seen: float, high: float, goal: float) -> str:
    if high <= goal:
        return "**shown**"
    return "seen, but more drops would have to show it" if seen <= goal else "**not reached**"
