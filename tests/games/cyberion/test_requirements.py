"""What robots could repair is counted; here it is tried, robot by robot [CY-REPAIR-01]."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from companion.games.cyberion.rules.pieces import MODELS, SIZES, Requirement
from companion.games.cyberion.rules.requirements import met

KINDS = (
    *(Requirement("model_count", n, model=MODELS[0]) for n in (1, 2, 3)),
    *(Requirement("size_count", n, size=SIZES[1]) for n in (1, 2, 3)),
    *(Requirement("identical", n) for n in (2, 3)),
    *(Requirement("sum_at_least", n, total=total) for n in (2, 3) for total in (5, 8, 9)),
    *(Requirement("sum_at_most", n, total=total) for n in (2, 3) for total in (3, 4, 7)),
    *(Requirement("straight", n) for n in (2, 3, 4)),
    Requirement("two_pairs", 4),
)


def fits(need: Requirement, team: tuple[tuple[str, int], ...]) -> bool:
    """Exactly these robots, nothing free about them."""
    models, sizes = [model for model, _ in team], sorted(size for _, size in team)
    match need.kind:
        case "model_count":
            return all(model == need.model for model in models)
        case "size_count":
            return all(size == need.size for size in sizes)
        case "identical":
            return len(set(team)) == 1
        case "sum_at_least":
            return sum(sizes) >= need.total
        case "sum_at_most":
            return sum(sizes) <= need.total
        case "straight":
            return sizes == list(range(sizes[0], sizes[0] + need.n))
        case _:
            return sizes[0] == sizes[1] and sizes[2] == sizes[3]


def tried(need: Requirement, robots: list[tuple[str, int]], virtual: int) -> bool:
    """Every team of the right number, every meaning of what is free."""
    everything = [*robots, *[("", 0)] * virtual]
    meant = [
        [(m, s) for m in ((model,) if model else MODELS) for s in ((size,) if size else SIZES)]
        for model, size in everything
    ]
    return any(
        fits(need, team)
        for chosen in combinations(range(len(everything)), need.n)
        for team in product(*(meant[one] for one in chosen))
    )


@pytest.mark.parametrize("need", KINDS, ids=str)
def test_what_is_counted_is_what_can_be_done(need: Requirement) -> None:
    lot, seen = Random(str(need)), set()
    for _ in range(300):
        robots = [
            (lot.choice((*MODELS[:2], *MODELS[:2], "")), lot.choice((*SIZES, *SIZES, 0)))
            for _ in range(lot.randint(0, 5))
        ]
        virtual = lot.choice((0, 0, 1))
        if sum(not model or not size for model, size in robots) + virtual > 2:
            continue  # too many meanings to try
        said = met(need, [model for model, _ in robots], [size for _, size in robots], virtual)
        assert said == tried(need, robots, virtual), (robots, virtual)
        seen.add(said)
    assert seen == {True, False}, "both happened"
