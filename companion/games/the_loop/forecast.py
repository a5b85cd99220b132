"""How likely each era is to break in the coming Foo phase, worked out exactly from what every player can
see.

May import: the contract and this game. Nothing is sampled: the bag is known, its order is not, so the
number of new duplicates on Dr Foo's era is a hypergeometric draw; the drop is a sum over all splits of its
cubes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import comb, factorial

from companion.games.game import Forecast

from .eras import NEXT, PREV
from .state import State, duplicates_on, rift_pool
from .vortexes import MOST, TILES


def forecast(s: State, shares: Sequence[float]) -> Forecast | None:
    """For the drop that is awaited, or for the next turn if nothing else is done; None when there will be
    none.

    `shares` are the chances of a cube to leave by the chute before the front, under it and after it.
    """
    if s.outcome is not None:
        return None
    places, any_vortex, defeat = [0.0] * 7, 0.0, 0.0
    front_total = 0.0
    for chance, front, cubes in _throws(s):
        front_total += chance
        for weight, landed in _landings(cubes, front, tuple(shares)):
            broken = [era for era, fallen in landed if s.rifts[era] + fallen > MOST]
            if broken:
                for era in broken:
                    places[era] += chance * weight
                any_vortex += chance * weight
                if _loses(s, broken):
                    defeat += chance * weight
    return Forecast(tuple(places), any_vortex, defeat) if front_total else None


def _loses(s: State, broken: list[int]) -> bool:
    """A vortex on a vortex, or one more than there are tiles [LOSE-01, LOSE-02]."""
    return any(s.vortex[era] for era in broken) or sum(s.vortex) + len(broken) > TILES


def _throws(s: State) -> Iterator[tuple[float, int, int]]:
    """How likely each front and number of cubes is."""
    steps = {step[0] for step in s.agenda}
    if s.phase == 1 and s.flying:
        yield 1.0, s.foo, s.flying + s.inside
        return
    if s.phase == 1 and "throw" in steps and not steps & {"reveal-foo", "foo-next"}:
        yield from _counted(s, 1.0, s.foo, 0)
        return
    cycle, seen = s.cycle, s.seen
    mode = s.setting.mode
    if s.phase > 1 and mode.cycle_is_over(s):
        if cycle == len(s.setting.box.duplicates_per_cycle):
            return
        cycle, seen = cycle + 1, ()
    fronts = mode.next_fronts(s, seen)
    drawn = _still_to_draw(s) if s.phase == 1 else s.setting.box.duplicates_per_cycle[cycle - 1]
    for front in fronts:
        yield from _counted(s, 1.0 / len(fronts), front, drawn)


def _still_to_draw(s: State) -> int:
    """Duplicates of this turn that are still in the bag."""
    left = 0
    for step in s.agenda:
        if step[0] == "draw-duplicates":
            left += step[1]
        elif step[0] == "draw-duplicate":
            left += 1
    return left


def _counted(s: State, chance: float, front: int, drawn: int) -> Iterator[tuple[float, int, int]]:
    """The drop there, for every number of new duplicates that may have come [FOO-03, FOO-10]."""
    there = len(duplicates_on(s, front))
    tokens, pool = s.setting.box.tokens, max(rift_pool(s), 0)
    bag = len(s.bag)
    drawn = min(drawn, bag)
    fitting = sum(tokens[token][0] == front != tokens[token][1] for token in s.bag)
    for new in range(min(drawn, fitting) + 1):
        ways = comb(fitting, new) * comb(bag - fitting, drawn - new)
        if ways:
            cubes = min(2 + there + new, pool) + s.inside
            yield chance * ways / comb(bag, drawn), front, cubes


@cache
def _landings(
    cubes: int, front: int, shares: tuple[float, ...]
) -> tuple[tuple[float, tuple[tuple[int, int], ...]], ...]:
    """Every split of the cubes over the three chutes and its chance."""
    left, middle, right = (share / sum(shares) for share in shares)
    found = []
    for before in range(cubes + 1):
        for at in range(cubes + 1 - before):
            after = cubes - before - at
            ways = factorial(cubes) // (factorial(before) * factorial(at) * factorial(after))
            weight = ways * left**before * middle**at * right**after
            found.append((weight, ((PREV[front], before), (front, at), (NEXT[front], after))))
    return tuple(found)
