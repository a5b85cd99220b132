"""Whether the robots at hand could repair a machine, its microbot apart: counted, not tried.

May import: the pieces. Bots ask this at every step; which robots do it, `repair` knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from .pieces import MODELS, SIZES, Requirement


def met(need: Requirement, models: Sequence[str], sizes: Sequence[int], virtual: int) -> bool:
    """Whether some of these robots are what the machine requires. A free half, "" or 0, is what is wanted."""
    n = need.n
    if len(models) + virtual < n:
        return False
    if need.kind == "model_count":
        return models.count(need.model) + models.count("") + virtual >= n
    if need.kind == "size_count":
        return sizes.count(need.size) + sizes.count(0) + virtual >= n
    if need.kind == "identical":
        robots = list(zip(models, sizes, strict=True))
        wanted = set(robots) if all(models) and all(sizes) else product(MODELS, SIZES)
        return virtual >= n or any(
            sum([model in ("", one) and size in (0, other) for model, size in robots]) + virtual >= n
            for one, other in wanted
        )
    free = sizes.count(0) + virtual
    sizes = [size for size in sizes if size]
    match need.kind:
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
