"""docs/twin/trial.md: what the trial of ways to throw came to. Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from companion.advisor.figures import interval
from companion.tower.tracefile import Grade
from hardware.tower import ROOT
from hardware.twin import trial_rest
from hardware.twin.trial import CELLS, FRICTIONS, wanted
from hardware.twin.trial_rest import Rest
from hardware.twin.verdict import LIFE, Judged, Verdict, together, total

PLANNED = sum(8 * wanted(cell) for cell in CELLS)
PAGE = ROOT / "docs" / "twin" / "trial.md"
SAYS = {
    "hand": "one by one from the hand, 0.2–0.6 s apart",
    "feeder": "from a feeder, 0.15–0.30 s apart",
    "poured": "poured, one close behind the other",
    "handful": "a handful, all at once",
}
CLAIMS = {"hand": "By hand", "feeder": "From a feeder"}
INSIDES = {
    "plain": "as in tower.toml",
    "open": "no baffles",
    "wide": "a wide shaft",
    "steep": "steep chutes",
}
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

{total} of {planned} drops of 1 to 8 cubes, on seeds that nobody had looked at; how many of which are wanted,
and in which order, was settled before the first fell. They fell in {rounds} rounds ({each}), each stopped by
the clock and counted after it had ended: the first of them when the recommended throw had all of its own.
Nothing before the tray knows of its fence, which was 15 mm high in that one. Each drop is heard by one row of
beams and by two (the second 6 mm further out) and counted **once**, by the companion's own counter, the same
in all rounds: {life} drops make a tower with its own receivers, each late by 0 to 2.5 ms, calibrated with a
dozen single cubes, strange at first and learning as it does at the table.
*Needless*: asked although nothing stayed inside. *Merged*: a beam was dark less often than cubes passed. In
brackets the interval of 95 % (Wilson).

A hand lets two cubes go together one time in twenty; that is in the figures. Two rows are heard as one whose
pulses are lengths instead of times: the way between the rows by the time between the pulses is the speed.
"""


def page(rounds: Mapping[str, Judged], rest: Mapping[str, Rest]) -> str:
    judged, each = together(rounds.values()), [total(one) for one in rounds.values()]
    usual = (
        (f"{says}; {how}", judged[f"{way} 0.35 plain 25"][how]) for way, says in SAYS.items() for how in ROWS
    )
    steep = ((f"gates 32°; {how}", judged["hand 0.35 plain 32"][how]) for how in ROWS)
    return "\n".join(
        [
            ABOUT.format(
                total=f"{sum(each):,}",
                planned=f"{PLANNED:,}",
                rounds=len(each),
                each=", ".join(f"{drops:,}" for drops in each),
                life=LIFE,
            ),
            "## Friction 0.35, the inside as in tower.toml\n",
            *_table(usual),
            "\nThe same by hand with gates that fall 32° instead of 25°:\n",
            *_table(steep),
            "\n## What these drops can carry\n",
            *_claims(judged),
            "\n## Other frictions, other insides\n",
            "In every cell: something held after 3 s · merged · asked needlessly · silently wrong of all "
            "drops · truth in three of those asked.\n",
            *_everywhere(judged),
            "\n## Where they come to rest\n",
            "Cubes that left the tower; the tray's sector walls are as high as its fence.\n",
            *trial_rest.lines(rest),
            "",
        ]
    )


def _everywhere(judged: Judged) -> Iterator[str]:
    yield f"| | inside | {' | '.join(f'friction {friction}' for friction in FRICTIONS)} |"
    yield "|---|---|" + "---|" * len(FRICTIONS)
    towers = [("hand", 25), ("hand", 32), *((way, 25) for way in SAYS if way != "hand")]
    for (way, gate), how in product(towers, ROWS):
        for inside, about in INSIDES.items():
            cells = (judged[f"{way} {friction} {inside} {gate}"][how] for friction in FRICTIONS)
            yield f"| {way}, gates {gate}°, {how} | {about} | {' | '.join(map(_short, cells))} |"


def _short(one: Verdict) -> str:
    needless = one.few.needless + one.many.needless
    shares = (f"{100 * hits / max(one.drops, 1):.1f} %" for hits in (one.held, one.merged, needless))
    asked, right = (
        sum(getattr(grade, what) for grade in (one.few, one.many)) for what in ("asked", "in_three")
    )
    return f"{' · '.join(shares)} · {silent([one.few, one.many])}/{one.drops} · {right}/{asked}"


def _table(rows: Iterable[tuple[str, Verdict]]) -> list[str]:
    return [
        f"| | {' | '.join(HEAD)} |",
        "|" + "---|" * (len(HEAD) + 1),
        *(_row(name, one) for name, one in rows),
    ]


def _row(name: str, one: Verdict) -> str:
    both = [one.few, one.many]
    asked, right = (sum(getattr(grade, what) for grade in both) for what in ("asked", "in_three"))
    cells = [
        share(one.held, one.drops),
        share(one.merged, one.drops),
        share(one.few.needless, one.few.drops),
        share(one.many.needless, one.many.drops),
        f"{silent(both)} of {one.drops}",
        f"{right} of {asked}",
        str(one.drops),
    ]
    return f"| {name} | {' | '.join(cells)} |"


def silent(grades: Sequence[Grade]) -> int:
    return sum(grade.silently_wrong for grade in grades)


def share(hits: int, cases: int) -> str:
    low, high = interval(hits, cases)
    return f"{100 * hits / max(cases, 1):.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def _claims(judged: Judged) -> list[str]:
    """What so many drops can carry, and what they cannot."""
    lines = []
    for way, gate in (("hand", 25), ("hand", 32), ("feeder", 25)):
        for how in ROWS:
            one = judged[f"{way} 0.35 plain {gate}"][how]
            for what, hits, cases, goal in (
                ("needless at 1–6 cubes", one.few.needless, one.few.drops, 0.005),
                ("needless at 7–8 cubes", one.many.needless, one.many.drops, 0.02),
                ("silently wrong", silent([one.few, one.many]), one.drops, 1 / 2000),
            ):
                high = interval(hits, cases)[1]
                lines.append(
                    f"- {CLAIMS[way]}, gates {gate}°, {how}: {what} {hits} of {cases}, with 95 % "
                    f"at most {100 * high:.2f} %; "
                    f"{100 * goal:g} % is {_holds(hits / max(cases, 1), high, goal)}."
                )
    return lines


def _holds(seen: float, high: float, goal: float) -> str:
    if high <= goal:
        return "**shown**"
    return "seen, but more drops would have to show it" if seen <= goal else "**not reached**"
