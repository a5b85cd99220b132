"""Questions of design, answered by drops: what each figure does to stuck, merged and wandering cubes.

Imports numpy. Cubes of one drop are not independent, so intervals come from drawing whole drops anew.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from companion.advisor import interval
from hardware.twin.batch import KEPT, Drop, fingerprint, read
from hardware.twin.beams import united
from hardware.twin.fit import BLOCKED
from hardware.twin.traces import breaks

REDRAWN = 600
NEXT = "four more cubes thrown"


@dataclass(frozen=True)
class Share:
    """A share with its interval of 95 %, and of how many cubes or drops."""

    share: float
    low: float
    high: float
    of: int

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ({100 * self.low:.1f}–{100 * self.high:.1f})"


def share(drops: Sequence[Drop], count: Callable[[Drop], tuple[int, int]]) -> Share:
    """`count` gives hits and cases of one drop; whole drops are drawn anew."""
    pairs = np.array([count(drop) for drop in drops] or [(0, 1)])
    hits, cases = int(pairs[:, 0].sum()), max(int(pairs[:, 1].sum()), 1)
    lot = np.random.default_rng(1)
    redrawn = pairs[lot.integers(0, len(pairs), (REDRAWN, len(pairs)))].sum(axis=1)
    shares = redrawn[:, 0] / np.maximum(redrawn[:, 1], 1)
    low, high = np.quantile(shares, (0.025, 0.975))
    if hits == 0:  # none seen: the rule of three
        high = min(3 / cases, 1.0)
    return Share(hits / cases, float(low), float(high), cases)


def came_out(drop: Drop, outlet: int | None) -> tuple[int, int]:
    """Of how many that were thrown; `None`: not at all."""
    return drop["passed"].count(outlet), drop["thrown"]


def stuck(drop: Drop) -> tuple[int, int]:
    return came_out(drop, None)


def drops_with_stuck(drop: Drop) -> tuple[int, int]:
    return int(None in drop["passed"]), 1


def wandered(drop: Drop) -> tuple[int, int]:
    """Cubes that came to rest in another era than the one whose beam they passed."""
    pairs = [(a, b) for a, b in zip(drop["passed"], drop["rested"], strict=True) if a is not None]
    return sum(a != b for a, b in pairs), len(pairs)


def unseen(drop: Drop) -> tuple[int, int]:
    """Cubes that passed an outlet without darkening its beam, each looked at by itself: they jumped it."""
    missing = cubes = 0
    for outlet, rows in enumerate(drop["spans"]):
        passed = drop["passed"].count(outlet)
        cubes += passed
        missing += max(passed - len([span for span in rows[0] if span[1] - span[0] >= 1.0]), 0)
    return missing, cubes


def merged(drop: Drop) -> tuple[int, int]:
    """Drops in which some outlet shows fewer breaks than cubes."""
    return int(_fewer(drop, (0,))), 1


def merged_for_both(drop: Drop) -> tuple[int, int]:
    """The same with a second beam 6 mm further out: both show fewer breaks than cubes."""
    return int(_fewer(drop, (0, 1))), 1


def rests_in_the_beam(drop: Drop) -> tuple[int, int]:
    return sum(length > BLOCKED for _, _, length in breaks(drop)), drop["thrown"]


def _fewer(drop: Drop, rows: Iterable[int]) -> bool:
    for outlet, spans in enumerate(drop["spans"]):
        seen = max(len(united([(a, b) for a, b in spans[row]])) for row in rows)
        if seen < drop["passed"].count(outlet):
            return True
    return False


COLUMNS: tuple[tuple[str, Callable[[Drop], tuple[int, int]]], ...] = (
    ("cubes stuck", stuck),
    ("drops with a stuck cube", drops_with_stuck),
    ("drops with merged cubes", merged),
    ("the same, two beams", merged_for_both),
    ("cubes no beam saw", unseen),
    ("cubes resting in a beam", rests_in_the_beam),
    ("cubes that wandered", wandered),
)


def shaken(drops: Sequence[Drop], tell: Callable[[], None], most: int) -> dict[str, tuple[int, int]]:
    """What becomes of stuck cubes: freed by each way of shaking, or by the next drop; hits and cases."""
    from hardware.twin.drop import Shake, shake, throw  # the only line that needs MuJoCo
    from hardware.twin.variants import PLAIN

    tower = PLAIN.tower()
    ways = {
        "shaken as configured (±7°, 3 times, soft)": Shake(),
        "shaken hard (±7°, 3 times)": Shake(40.0, 3, 2500.0, 50_000.0),
        "shaken hard (±14°, 3 times)": Shake(80.0, 3, 2500.0, 50_000.0),
        "shaken hard (±7°, 8 times)": Shake(40.0, 8, 2500.0, 50_000.0),
    }
    found = dict.fromkeys((*ways, NEXT), (0, 0))
    path = KEPT / f"shaken-{fingerprint(tower, False)}.jsonl"
    have = {(one["thrown"], one["index"]): one["freed"] for one in read(path)}
    for drop in [d for d in drops if None in d["passed"]][:most]:
        inside = [n for n, outlet in enumerate(drop["passed"]) if outlet is None]
        key = drop["thrown"], drop["index"]
        if key not in have:
            state = np.array(drop["state"]).reshape(-1, 7)[inside].reshape(-1)
            freed = {
                way: len(inside) - shake(tower, state, how, drop["offset"]).inside
                for way, how in ways.items()
            }
            lot = random.Random(f"next {drop['thrown']} {drop['index']}")
            after = throw(tower, 4, lot, stuck=state, offset=drop["offset"])
            freed[NEXT] = sum(outlet is not None for outlet in after.passed[4:])
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"thrown": key[0], "index": key[1], "freed": freed}) + "\n")
            have[key] = freed
        for way, (hits, cases) in found.items():
            found[way] = hits + have[key][way], cases + len(inside)
        tell()
    return found


def wilson(hits: int, cases: int) -> Share:
    """A share of independent cases with its interval of 95 %."""
    return Share(hits / max(cases, 1), *interval(hits, cases), cases)
