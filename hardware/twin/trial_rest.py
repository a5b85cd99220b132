"""Where cubes come to rest on the tray: over the fence, in a wrong sector, how far out. Part of the trial.

`python -m hardware.twin.trial_rest` lets them fall and keeps what they come to; needs MuJoCo (extra `twin`).
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from companion.advisor.figures import interval
from hardware.layout import Layout
from hardware.tower import Tower

KEPT = Path(__file__).with_name("trial_rest.json")
DROPS = 16  # of each number of cubes, from one to eight
HAND = (0.2, 0.6)  # s between two cubes
FREE = 175.0  # mm from the axis: what lies farther out is among the players' things


@dataclass(frozen=True)
class Case:
    says: str
    changes: Mapping[str, float]
    by_hand: bool = True
    drops: int = DROPS


FRESH = "fence 25 mm, by hand, fresh seeds"  # fell after it had been settled what a fence must keep in
CASES = (
    *(Case(f"fence {high} mm, by hand", {"geometry__fence": float(high)}) for high in (15, 20, 25, 30)),
    Case(FRESH, {"geometry__fence": 25.0}, drops=2 * DROPS),
    Case("as in tower.toml, a handful", {}, by_hand=False),
    Case("as in tower.toml, friction 0.2, by hand", {"inside__friction": 0.2}),
    Case("as in tower.toml, friction 0.5, by hand", {"inside__friction": 0.5}),
)


@dataclass
class Rest:
    """Of the cubes that left the tower."""

    cubes: int = 0
    over: int = 0  # the fence's place
    far: int = 0
    wrong: int = 0  # rest in another sector than that of the beam they passed
    middle: float = 0.0  # mm from the axis


def let_fall(case: Case) -> Rest:
    from hardware.twin.drop import throw  # the only line that needs MuJoCo

    tower = Tower.load().with_changes(**case.changes)
    fence = Layout.of(Tower.load()).r_fence
    found, radii = Rest(), []
    for cubes in range(1, 9):
        for index in range(case.drops):
            lot = random.Random(f"rest {case.says} {cubes} {index}")
            apart = [lot.uniform(*HAND) for _ in range(cubes)] if case.by_hand else []
            fallen = throw(tower, cubes, lot, at_once=not case.by_hand, apart=apart)
            for place, passed, rested in zip(
                fallen.state.reshape(-1, 7), fallen.passed, fallen.rested, strict=True
            ):
                if passed is None:
                    continue
                radius = math.hypot(place[0], place[1]) * 1000
                radii.append(radius)
                found.cubes += 1
                found.over += radius > fence
                found.far += radius > FREE
                found.wrong += passed != rested
    found.middle = round(median(radii), 1)
    return found


def kept() -> dict[str, Rest]:
    content: dict[str, dict[str, Any]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return {says: Rest(**one) for says, one in content.items()}


def lines(found: Mapping[str, Rest]) -> Iterator[str]:
    """Markdown for the trial's page."""
    fence = Layout.of(Tower.load()).r_fence
    yield f"| | beyond {fence:.0f} mm: the fence | beyond {FREE:.0f} mm | wrong sector | middle one | cubes |"
    yield "|---|---|---|---|---|---|"
    for says, one in found.items():
        shares = " | ".join(_share(hits, one.cubes) for hits in (one.over, one.far, one.wrong))
        yield f"| {says} | {shares} | {one.middle:.0f} mm | {one.cubes} |"


def _share(hits: int, cubes: int) -> str:
    low, high = interval(hits, cubes)
    return f"{hits} ({100 * low:.1f}–{100 * high:.1f} %)"


def main() -> None:
    """Goes on where it was stopped; without the kept file it begins anew."""
    found = kept() if KEPT.exists() else {}
    for case in CASES:
        if case.says not in found:
            found[case.says] = let_fall(case)
            content = {case.says: asdict(found[case.says]) for case in CASES if case.says in found}
            KEPT.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
