"""Which robots repair which machine: every way that there is, and quickly whether there is one [CY-REPAIR].

May import: the pieces.

A robot with a free half takes one model and one size for the whole repair [CY-MULTI-06]. No requirement
ties a model to a size, so the two halves are decided apart: the models alone, then the sizes alone. Robots
that are alike for the machine at hand form a class; teams are tried class by class, and only then spelt out
card by card.

A team is counted in one number: a unit stands for one robot of a class (or of a model, or of a size), every
class has bits of its own, and adding units adds robots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal, NamedTuple, TypeAlias

from .pieces import CARDS, MODELS, SIZES, Code, Microbot, Requirement, Robot, Row, Team
from .requirements import met

Half: TypeAlias = Literal["model", "size"]
Sight: TypeAlias = Literal["shown", "hidden", "either"]
"""Whether what the microbot asks for has to be, may not be, or may be among the values of a team."""
Flaw: TypeAlias = Literal["", "team", "microbot", "surplus"]

_VALUES: dict[Half, tuple[Any, ...]] = {"model": MODELS, "size": SIZES}
_EVERY_MODEL = ("identical",)
_EVERY_SIZE = ("sum_at_least", "sum_at_most", "straight", "two_pairs", "identical")
_BITS = 4
"""For the number of robots that are alike: three rows of five fit."""
_MASK = (1 << _BITS) - 1
_UNITS: dict[Any, int] = {
    "": 0,
    0: 0,
    **{value: 1 << _BITS * place for values in (MODELS, SIZES) for place, value in enumerate(values)},
}


@lru_cache(maxsize=64)
def ways(
    need: Requirement,
    rows: Team,
    prepared: bool = False,
    microbot: Microbot = "",
    virtual_meets: bool = True,
) -> tuple[Team, ...]:
    """Every set of robots that repairs the machine now, row by row, those with the fewest robots first.

    Equal robots of one row are told once; equal robots of two rows are two ways, since rows are not alike.
    """
    bench = _Bench(need, rows, prepared, microbot, virtual_meets)
    platform, flash, stock = (_choices(row, bench.unit) for row in rows)
    found: list[Team] = []
    for many, good in bench.teams().items():
        for first in range(min(many, len(rows[0])) + 1):
            for second in range(min(many - first, len(rows[1])) + 1):
                if (third := many - first - second) <= len(rows[2]):
                    found += [
                        (a, b, c)
                        for units, a in platform[first]
                        for more, b in flash[second]
                        for most, c in stock[third]
                        if units + more + most in good
                    ]
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def repairable(
    need: Requirement,
    rows: Team,
    prepared: bool = False,
    microbot: Microbot = "",
    virtual_meets: bool = True,
) -> bool:
    """Whether the machine can be repaired now at all."""
    robots = [CARDS[code] for row in rows for code in row]
    if not _met(need, robots, int(prepared)):
        return False
    if not microbot:
        return True
    if not prepared and all(robot.model and robot.size for robot in robots):
        others = [robot for robot in robots if microbot not in (robot.model, str(robot.size))]
        if len(others) == len(robots):
            return False
        if _met(need, others, 0):  # they do it among themselves, and one that meets the microbot is left
            return True
    return _Bench(need, rows, prepared, microbot, virtual_meets).any_team()


def _met(need: Requirement, robots: Sequence[Robot], virtual: int) -> bool:
    return met(need, [robot.model for robot in robots], [robot.size for robot in robots], virtual)


def flaw(
    need: Requirement,
    team: Team,
    prepared: bool = False,
    microbot: Microbot = "",
    virtual_meets: bool = True,
) -> Flaw:
    """What is wrong with these robots, no more and no fewer, as a repair; "" when nothing is.

    `team`: they are not what the machine requires. `microbot`: only its microbot's condition is not met.
    `surplus`: one of them is for a microbot that another one meets already [CY-MICRO-06].
    """
    bench = _Bench(need, team, prepared, microbot, virtual_meets)
    many = sum(map(len, team))
    units = sum(bench.unit[code] for row in team for code in row)
    if units in bench.teams().get(many, ()):
        return ""
    least = need.n - bench.virtual
    if microbot and many in (least, least + 1) and repairable(need, team, prepared):
        return "surplus" if repairable(need, team, prepared, microbot, virtual_meets) else "microbot"
    return "team"


class _Class(NamedTuple):
    """Robots that the machine cannot tell apart."""

    unit: int
    model: int
    """The unit of its model; 0 where that is free."""
    size: int
    meets: bool
    """Is what the microbot asks for, whatever it is taken for."""
    extra: bool
    """Could be the one that meets the microbot's condition."""


class _Bench:
    """One machine, the robots at hand, and the teams of classes that repair it."""

    def __init__(
        self, need: Requirement, rows: Team, prepared: bool, microbot: Microbot, virtual_meets: bool
    ) -> None:
        self.need = need
        self.microbot = microbot
        self.virtual = int(prepared)
        self.blind = prepared and not virtual_meets
        """The virtual robot cannot meet the microbot's condition [CY-AMB-24]."""
        known = _classes(need, microbot)
        self.unit = {code: known[code].unit for row in rows for code in row}
        robots: dict[_Class, int] = {}
        for row in rows:
            for code in row:
                robots[known[code]] = robots.get(known[code], 0) + 1
        self.classes = tuple(robots.items())

    def teams(self) -> dict[int, set[int]]:
        """The numbers of robots that do it, and for each the teams."""
        least = self.need.n - self.virtual
        if not self.microbot:
            return {least: self._fitting(least, self.virtual, "either")}
        return {least: self._fitting(least, self.virtual, "shown"), least + 1: self._with_extra()}

    def any_team(self) -> bool:
        sight: Sight = "shown" if self.microbot else "either"
        if self._fitting(self.need.n - self.virtual, self.virtual, sight):
            return True
        return bool(self.microbot and self._with_extra())

    def _with_extra(self) -> set[int]:
        """One robot more, only for the microbot, and only where nobody in the team meets it [CY-MICRO-05,
        CY-MICRO-06]. A virtual robot may stand in for it [CY-COMBO-08]."""
        extras = [(one.unit, robots) for one, robots in self.classes if one.extra]
        teams: set[int] = set()
        if extras:
            without = self._fitting(self.need.n - self.virtual, self.virtual, "hidden")
            for unit, robots in extras:
                place = unit.bit_length() - 1
                teams.update([units + unit for units in without if units >> place & _MASK < robots])
        if self.virtual and not self.blind:
            teams |= self._fitting(self.need.n, 0, "hidden")
        return teams

    def _fitting(self, many: int, virtual: int, sight: Sight) -> set[int]:
        """The teams of so many robots, and the virtual one, that the machine asks for."""
        blind = bool(self.blind and virtual)
        about = (self.need, many, virtual and not blind, blind, self.microbot, sight)
        classes = self.classes
        if sight == "hidden":
            classes = tuple((one, robots) for one, robots in classes if not one.meets)
        picks = _picks(classes, many)
        models = {model for model in {model for _, model, _ in picks} if _half_fits("model", model, *about)}
        sizes = {size for size in {size for _, _, size in picks} if _half_fits("size", size, *about)}
        return {units for units, model, size in picks if model in models and size in sizes}


@lru_cache(maxsize=1 << 10)
def _classes(need: Requirement, microbot: Microbot) -> dict[Code, _Class]:
    """The class of every card: what makes no difference to this machine is made the same."""
    size_wanted = int(microbot) if microbot.isdigit() else 0
    model_wanted = "" if size_wanted else microbot
    units: dict[Robot, int] = {}
    classes = {}
    for code, robot in CARDS.items():
        model, size = robot
        if need.kind not in _EVERY_MODEL:
            model = _stand_for(model, {need.model, model_wanted} - {""}, MODELS)
        if need.kind not in _EVERY_SIZE:
            size = _stand_for(size, {need.size, size_wanted} - {0}, SIZES)
        unit = units.setdefault(Robot(model, size), 1 << _BITS * len(units))
        meets = bool(microbot) and (size == size_wanted if size_wanted else model == model_wanted)
        extra = meets or not (size if size_wanted else model)
        classes[code] = _Class(unit, _UNITS[model], _UNITS[size], meets, extra)
    return classes


def _stand_for(value: Any, telling: set[Any], values: tuple[Any, ...]) -> Any:
    """The value, or one that stands for all those that tell nothing."""
    if value in telling or (telling and not value):
        return value
    return next(one for one in values if one not in telling)


def _picks(classes: Sequence[tuple[_Class, int]], many: int) -> list[tuple[int, int, int]]:
    """Every choice of so many robots: how many of every class, of every model, of every size."""
    picks: list[list[tuple[int, int, int]]] = [[(0, 0, 0)], *([] for _ in range(many))]
    for (unit, model, size, *_), robots in classes:
        for have in range(many, 0, -1):  # downwards: what is added for this class is not added to again
            for taken in range(1, min(robots, have) + 1):
                units, models, sizes = taken * unit, taken * model, taken * size
                picks[have] += [(u + units, m + models, s + sizes) for u, m, s in picks[have - taken]]
    return picks[many]


def _choices(row: Row, unit: dict[Code, int]) -> list[list[tuple[int, Row]]]:
    """What can be taken out of a row, by the number of robots, each with its classes."""
    return [
        [(sum(unit[code] for code in taken), taken) for taken in dict.fromkeys(combinations(row, many))]
        for many in range(len(row) + 1)
    ]


@lru_cache(maxsize=1 << 16)
def _half_fits(
    half: Half,
    units: int,
    need: Requirement,
    many: int,
    wild: int,
    blind: bool,
    microbot: Microbot,
    sight: Sight,
) -> bool:
    """Whether the free halves can be chosen so that this half of the requirement holds.

    `wild`: so many virtual robots take part. `blind`: one does, and the microbot does not look at it.
    """
    values = _VALUES[half]
    fixed = [value for value in values for _ in range(units // _UNITS[value] & _MASK)]
    wanted: Any = int(microbot) if microbot.isdigit() else microbot
    looks = wanted in values and sight != "either"
    for chosen in _fillings(need, half, fixed, many - len(fixed) + wild + blind, wanted if looks else None):
        if not _fits(need, half, sorted((*fixed, *chosen))):
            continue
        unseen = range(len(chosen)) if blind else (None,)
        for place in unseen:
            seen = (*fixed, *(value for at, value in enumerate(chosen) if at != place))
            if not looks or (wanted in seen) == (sight == "shown"):
                return True
    return False


def _fillings(
    need: Requirement, half: Half, fixed: list[Any], free: int, wanted: Any
) -> Iterator[tuple[Any, ...]]:
    """Values for the free halves: not all that there are, but for every one left out another as good."""
    if half == "size" and need.kind == "straight":
        for first in range(1, len(SIZES) - need.n + 2):
            missing = tuple(size for size in range(first, first + need.n) if size not in fixed)
            if len(missing) == free:
                yield missing
        return
    if half == "size" and need.kind in ("sum_at_least", "sum_at_most"):
        ends = (5, 4) if need.kind == "sum_at_least" else (1, 2)
        for end in ends:  # the second where the microbot may not see the first
            yield (end,) * free
            if free and wanted:
                yield (wanted, *(end,) * (free - 1))
        return
    odd: tuple[Any, ...] = ()
    if half == "size" and need.kind == "two_pairs":
        odd = tuple(size for size in SIZES if fixed.count(size) % 2)
    if len(odd) <= free:
        for value in _VALUES[half]:
            yield odd + (value,) * (free - len(odd))


def _fits(need: Requirement, half: Half, values: Sequence[Any]) -> bool:
    """Whether the models, or the sizes in their order, are what is asked for."""
    match need.kind, half:
        case ("model_count", "model"):
            return all(model == need.model for model in values)
        case ("size_count", "size"):
            return all(size == need.size for size in values)
        case ("sum_at_least", "size"):
            return bool(sum(values) >= need.total)  # the bound itself will do [CY-REQ-08]
        case ("sum_at_most", "size"):
            return bool(sum(values) <= need.total)
        case ("straight", "size"):
            return values == list(range(values[0], values[0] + len(values)))
        case ("two_pairs", "size"):
            return values[::2] == values[1::2]
        case ("identical", _):
            return len(set(values)) <= 1
    return True
