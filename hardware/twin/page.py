"""docs/twin.md: the prose of page.md, every figure in it from the drops that were made. Imports numpy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from companion.tower.backends.drop_model import DropModel
from hardware.twin.batch import Drop
from hardware.twin.fit import own_lengths
from hardware.twin.study import COLUMNS, Share, came_out, share, stuck, wandered
from hardware.twin.variants import PLAIN, Variant

TEMPLATE = Path(__file__).with_name("page.md")
QUESTIONS: tuple[tuple[str, str | tuple[str, ...]], ...] = (
    ("Outlet width", "outlet-"),
    ("Roof", "roof-"),
    ("The fall of the gates", "gate-"),
    ("Dividers", "divider-"),
    ("How it is thrown, and what the walls are like", ("at-once", "rough-", "smooth-")),
)


def page(
    plain: Sequence[Drop],
    studied: Mapping[Variant, Sequence[Drop]],
    freed: Mapping[str, Share],
    model: DropModel,
    figures: Mapping[str, Sequence[float]],
    fresh: Mapping[str, tuple[Share, Share]],
    evening_drops: int,
) -> str:
    numbers = sorted({drop["thrown"] for drop in plain})
    one = np.quantile(own_lengths(plain), (0.05, 0.5, 0.95))
    return TEMPLATE.read_text(encoding="utf-8").format(
        friction=PLAIN.tower().data["inside"]["friction"],
        slope=PLAIN.tower().geometry["gate_slope"],
        drops=len(plain),
        fewest=numbers[0],
        most=numbers[-1],
        shares=_shares(plain, numbers),
        one=_three(one),
        pulses=_three(figures["pulse of the twin"]),
        model_pulses=_three(figures["pulse of the model"]),
        gaps=_three(figures["gap of the twin"]),
        model_gaps=_three(figures["gap of the model"]),
        lone=f"{100 * model.lone_jam:.1f}",
        pair=f"{100 * model.jam_per_pair:.2f}",
        front_of_one=f"{model.front[0]:.2f}",
        front_of_eight=f"{model.front[-1]:.2f}",
        later=f"{1000 * model.later:.0f}",
        fades=f"{1000 * model.fades:.0f}",
        beside=f"{100 * model.jam_per_held:.0f}",
        comes_out=" / ".join(f"{100 * share:.0f}" for share in model.comes_out),
        evening_drops=f"{evening_drops:,}",
        fresh=_table(
            ["fresh evenings", "twin", "of", "model"],
            [
                [what, str(twin), str(twin.of), f"{100 * made.share:.1f} %"]
                for what, (twin, made) in fresh.items()
            ],
        ),
        least=f"{model.room[0]:.1f}",
        enough=f"{model.room[1]:.1f}",
        freed=_table(["", "stuck cubes freed", "of"], [[way, str(s), str(s.of)] for way, s in freed.items()]),
        questions="\n\n".join(_questions(plain, studied)),
    )


def _questions(plain: Sequence[Drop], studied: Mapping[Variant, Sequence[Drop]]) -> Iterator[str]:
    head = ["2, 4 and 6 cubes", *(name for name, _ in COLUMNS), "cubes"]
    same = [drop for drop in plain if drop["thrown"] in {2, 4, 6}]
    for title, prefix in QUESTIONS:
        rows = [[PLAIN.says, *_row(same)]]
        rows += [[v.says, *_row(fallen)] for v, fallen in studied.items() if v.name.startswith(prefix)]
        yield f"### {title}\n\n{_table(head, rows)}"


def _three(values: Iterable[float]) -> str:
    return " / ".join(f"{value:.0f}" for value in values)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def _row(drops: Sequence[Drop]) -> list[str]:
    return [*(str(share(drops, count)) for _, count in COLUMNS), str(sum(drop["thrown"] for drop in drops))]


def _shares(plain: Sequence[Drop], numbers: Sequence[int]) -> str:
    rows = []
    for n in numbers:
        fallen = [drop for drop in plain if drop["thrown"] == n]
        outlets = [str(share(fallen, partial(came_out, outlet=outlet))) for outlet in (0, 1, 6)]
        rows.append(
            [str(n), *outlets, str(share(fallen, stuck)), str(share(fallen, wandered)), str(len(fallen))]
        )
    return _table(["cubes", "front", "next", "previous", "still inside", "wandered", "drops"], rows)
