"""Whether the robots at hand could repair a machine, its microbot apart: counted, not tried.

May import: the pieces. Bots ask this at every step; which robots do it, `repair` knows.
"""

from __future__ import annotations

from collections.abc import Sequence

from .pieces import MODELS, SIZES, Requirement, Robot


def manned(need: Requirement, robots: Sequence[Robot], virtual: int) -> bool:
    """Whether some of these robots are what the machine requires. A free half is what is wanted."""
    n = need.n
    if len(robots) + virtual < n:
        return False
    if need.kind == "model_count":
        return sum([robot.model in ("", need.model) for robot in robots]) + virtual >= n
    if need.kind == "identical":
        return any(
            sum([robot.model in ("", model) and robot.size in (0, size) for robot in robots]) + virtual >= n
            for model in MODELS
            for size in SIZES
        )
    sizes = [robot.size for robot in robots if robot.size]
    free = len(robots) - len(sizes) + virtual
    match need.kind:
        case "size_count":
            return sizes.count(need.size) + free >= n
        case "sum_at_least":
            return sum(sorted([*sizes, *(SIZES[-1:] * free)])[-n:]) >= need.total
        case "sum_at_most":
            return sum(sorted([*sizes, *(SIZES[:1] * free)])[:n]) <= need.total
        case "straight":
            there = set(sizes)
            starts = range(1, len(SIZES) - n + 2)
            return any(len(there & {*range(one, one + n)}) + free >= n for one in starts)
        case "two_pairs":
            counts = [sizes.count(size) for size in SIZES]
            single = min(free, sum([count % 2 for count in counts]))
            return sum([count // 2 for count in counts]) + single + (free - single) // 2 >= n // 2
    return True
