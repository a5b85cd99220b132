"""How likely each era is to break in the coming Foo phase, worked out exactly from what every player can
see.

May import: the contract and this game. Nothing is sampled. For every era that Dr Foo may go to, the steps of
the phase are followed with what matters about the position alone: the rifts, the duplicates on his era, and
how many tokens in the bag would join them. Each step turns a distribution over such courses into the next;
the drop at the end is a sum over all splits of its cubes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb, factorial
from typing import NamedTuple, TypeAlias

from companion.games.game import Forecast

from .agenda import Step
from .eras import ADJACENT, NEXT, PREV
from .state import State, duplicates_on, rift_pool
from .vocabulary import Effect, verbs_of
from .vortexes import MOST, TILES

Bag: TypeAlias = tuple[int, int, int]
"""Tokens that would join Dr Foo's era when drawn, tokens that are destroyed there, and all others."""

HARMLESS = frozenset(
    {
        *("add-energy", "add-energy-on", "remove-energy", "remove-energy-on"),
        *("draw", "draw-all", "draw-next", "draw-cards", "draw-card", "discard", "discard-one", "discard-it"),
        *("destroy-card", "destroy-card-one", "destroy-card-it", "destroy-cards", "sweep-vortexes"),
        *("add-to-deck", "add-to-deck-one", "add-to-deck-it", "mix-hands", "deal"),
        *("make-available", "reveal-card", "reveal-missions", "turn-tile"),
        *("foo-next", "reveal-foo", "may-cancel", "end-effect"),
    }
)
"""Verbs and steps that change no rift, no duplicate and no pawn, or whose choice is counted elsewhere."""


class Course(NamedTuple):
    """What matters about a position for the eras that may break."""

    rifts: tuple[int, ...]
    vortex: tuple[int, ...]
    pool: int
    there: int
    """Duplicates on Dr Foo's era."""
    bag: Bag
    shields: int
    ultras: tuple[str, ...]
    """Cards that will strike there."""
    broken: tuple[int, ...] = ()
    lost: bool = False


Courses: TypeAlias = dict[Course, float]


def forecast(s: State, shares: Sequence[float]) -> Forecast | None:
    """For the drop that is awaited, or for the next turn if nothing else is done; None when there will be
    none.

    `shares` are the chances of a cube to leave by the chute before the front, under it and after it. Rifts
    that may be cancelled are cancelled where that averts defeat, then where it averts most vortexes.
    """
    if s.outcome is not None or s.phase == 0:
        return None
    ahead = _ahead(s)
    if ahead is None:
        return None
    steps, fronts, active = ahead
    total = sum(shares)
    places, somewhere, defeat = [0.0] * 7, 0.0, 0.0
    exact = True
    for front in fronts:
        phase = _Phase(s, front, active, tuple([share / total for share in shares]))
        for course, chance in phase.follow(steps).items():
            for era in set(course.broken):
                places[era] += chance
            somewhere += chance * bool(course.broken or course.lost)
            defeat += chance * course.lost
        exact = exact and phase.exact
    return Forecast(
        tuple([p / len(fronts) for p in places]), somewhere / len(fronts), defeat / len(fronts), exact
    )


def _ahead(s: State) -> tuple[list[Step], tuple[int, ...], int] | None:
    """The steps up to the next drop, where Dr Foo may be then, and whose turn it is; -1: not known yet."""
    mode, box = s.setting.mode, s.setting.box
    agenda = list(reversed(s.agenda))
    ops = [step[0] for step in agenda]
    if s.phase == 1 and "place-landed" in ops:
        return agenda[: ops.index("place-landed") + 1], (s.foo,), s.active
    if s.phase == 1 and "throw" in ops:
        steps = agenda[: ops.index("throw") + 1]
        if "reveal-foo" in ops:
            return steps, mode.next_fronts(s, s.seen), s.active
        return steps, (NEXT[s.foo] if "foo-next" in ops else s.foo,), s.active
    cycle, seen = s.cycle, s.seen
    new: list[Step] = []
    if s.phase < 5 or "end-cycle" in ops:
        if mode.cycle_is_over(s):
            if cycle == len(box.duplicates_per_cycle):
                return None
            cycle, seen = cycle + 1, ()
            new = list(mode.new_cycle(s, []))
    else:
        new = [step for step in agenda if step[0] in ("reveal-ultras", "reveal-ultra")]
    steps = [
        *new,
        ("draw-duplicates", box.duplicates_per_cycle[cycle - 1], None),
        *mode.foo_steps(s),
        ("throw",),
    ]
    if s.setting.solo:
        known = s.phase == 5 and "reveal-hands" not in ops
        return steps, mode.next_fronts(s, seen), s.active if known else -1
    return steps, mode.next_fronts(s, seen), (s.active + 1) % len(s.pawns)


class _Phase:
    """The rest of a Foo phase with Dr Foo on one era."""

    def __init__(self, s: State, front: int, active: int, shares: tuple[float, ...]) -> None:
        self.s, self.front, self.active, self.shares = s, front, active, shares
        self.exact = True
        abilities = s.setting.abilities
        self.able = (
            active >= 0 and abilities[active].when == "drop" and not (s.phase == 1 and "ability" in s.marks)
        )
        if active < 0 and any(ability.when == "drop" for ability in abilities):
            self.exact = False  # whose turn it will be is not known yet: nobody's ability is counted on
        bag = [0, 0, 0]
        for token in s.bag:
            bag[self._kind(token)] += 1
        self.start = Course(
            tuple(s.rifts),
            tuple(s.vortex),
            max(rift_pool(s), 0),
            len(duplicates_on(s, front)),
            (bag[0], bag[1], bag[2]),
            s.shields,
            s.extra.get("ultras", ((),) * 7)[front],
        )

    def _kind(self, token: str) -> int:
        if self.s.setting.mode.destruction_era(self.s, token) == self.front:
            return 1
        return 0 if self.s.setting.box.tokens[token][0] == self.front else 2

    def follow(self, steps: Sequence[Step]) -> Courses:
        courses: Courses = {self.start: 1.0}
        for step in steps:
            new: Courses = defaultdict(float)
            for course, chance in courses.items():
                if course.lost:
                    new[course] += chance
                    continue
                for after, share in self._after(course, step):
                    new[after] += chance * share
            courses = new
        return courses

    def _after(self, c: Course, step: Step) -> Iterator[tuple[Course, float]]:
        op = step[0]
        if op in ("draw-duplicates", "generate"):
            yield from self._drawn(c, step[1], step[2])
        elif op == "draw-duplicate":
            yield from self._drawn(c, 1, step[1])
        elif op in ("reveal-ultras", "reveal-ultra"):
            yield from self._revealed(c, step[1] if op == "reveal-ultras" else 1)
        elif op == "apply-ultras":
            yield from self._struck(c, c.ultras)
        elif op == "apply-ultras-left":
            yield from self._struck(c, step[1])
        elif op == "apply-ultra" or (op == "pick" and step[3][0] == "apply-ultra"):
            yield from self._struck(c, step[1] if op == "apply-ultra" else step[3][1])
        elif op in ("place-rift", "remove-rift"):
            yield self._changed(c, step[1] if op == "place-rift" else -step[1], step[2]), 1.0
        elif op == "cancel-rift":
            yield c._replace(shields=c.shields + step[1]), 1.0
        elif op == "throw":
            yield from self._landing(c, min(2 + c.there, c.pool) + self.s.inside)
        elif op == "land":
            yield from self._landing(c, self.s.flying + self.s.inside)
        elif op == "place-landed":
            yield self._dropped(c, [(era, n) for era, n in enumerate(self.s.landed) if n]), 1.0
        elif op == "place-rift-on":
            yield self._placed(c, _on(step[2], min(step[1], c.pool))), 1.0
        elif op == "break-eras":
            yield self._placed(c, (0,) * 7), 1.0
        else:
            if (step[3][0] if op == "pick" else op) not in HARMLESS:
                self._unforeseen(step)
            yield c, 1.0

    def _unforeseen(self, step: Step) -> None:
        """A choice of the players; one that only touches energy and cards does not matter."""
        inner = step[1] if step[0] == "by-one-agent" else (step,)
        if any(verb[0] not in HARMLESS for verb in verbs_of(inner)):
            self.exact = False

    # -- duplicates ----------------------------------------------------------------------------------------

    def _drawn(self, c: Course, tokens: int, at: int | str | None) -> Iterator[tuple[Course, float]]:
        """How many join Dr Foo's era [FOO-03, FOO-10]; one destroyed at once is back in the bag [DUP-06]."""
        here = at in ("foo", self.front)
        if at is not None and not here and isinstance(at, str):
            self.exact = False
        draws: dict[tuple[int, Bag, int], float] = {(c.there, c.bag, 0): 1.0}
        for _ in range(tokens):
            new: dict[tuple[int, Bag, int], float] = defaultdict(float)
            for (there, (fitting, home, other), held), chance in draws.items():
                bag = fitting + home + other
                if not bag:
                    new[there, (fitting, home, other), held] += chance
                    continue
                joins = 1 if at is None or here else 0
                if fitting:
                    new[there + joins, (fitting - 1, home, other), held] += chance * fitting / bag
                if other:
                    new[there + here, (fitting, home, other - 1), held] += chance * other / bag
                if home and here and self.s.setting.redraw_in_batch:
                    new[there, (fitting, home, other), held] += chance * home / bag
                elif home:
                    new[there, (fitting, home - 1, other), held + here] += chance * home / bag
            draws = new
        for (there, (fitting, home, other), held), chance in draws.items():
            yield c._replace(there=there, bag=(fitting, home + held, other)), chance

    # -- Ultramachina cards --------------------------------------------------------------------------------

    def _revealed(self, c: Course, cards: int) -> Iterator[tuple[Course, float]]:
        """Which of the new cards lie on Dr Foo's era [ULTRA-08]."""
        box, lying = self.s.setting.box, {card for on in self.s.extra["ultras"] for card in on}
        pile = [card for card in self.s.extra["ultra-pile"] if card not in lying and card not in c.ultras]
        mine = [card for card in pile if box.ultras[card].era == self.front]
        cards = min(cards, len(pile))
        for count in range(min(cards, len(mine)) + 1):
            ways = comb(len(pile) - len(mine), cards - count)
            for chosen in combinations(mine, count):
                if ways:
                    yield c._replace(ultras=c.ultras + chosen), ways / comb(len(pile), cards)

    def _struck(self, c: Course, cards: tuple[str, ...]) -> Iterator[tuple[Course, float]]:
        """Every card strikes before the drop [ULTRA-07]; the order makes no difference to what is counted."""
        courses: list[tuple[Course, float]] = [(c, 1.0)]
        for card in cards:
            effect: Effect = self.s.setting.box.ultras[card].effect
            self.exact = self.exact and bool(effect)  # without one nobody has described it
            for step in effect:
                courses = [
                    (after, chance * share)
                    for course, chance in courses
                    for after, share in ([(course, 1.0)] if course.lost else self._after(course, step))
                ]
        yield from courses

    # -- rifts ---------------------------------------------------------------------------------------------

    def _changed(self, c: Course, cubes: int, place: str) -> Course:
        """A card places or removes rifts."""
        for era in self._eras(c, place):
            if cubes < 0:
                gone = min(-cubes, c.rifts[era])
                rifts = tuple([n - gone * (at == era) for at, n in enumerate(c.rifts)])
                c = c._replace(rifts=rifts, pool=c.pool + gone)
            elif not c.lost:
                c = self._placed(c, _on(era, min(cubes, c.pool)))
        return c

    def _eras(self, c: Course, place: str) -> tuple[int, ...]:
        if place == "foo":
            return (self.front,)
        if place == "each-foo-neighbour":
            return ADJACENT[self.front]
        if place == "every-vortex":
            return tuple([era for era in range(7) if c.vortex[era]])
        if place == "each-agent":
            return tuple(sorted(set(self.s.pawns)))
        if place == "here" and self.active >= 0:
            return (self.s.pawns[self.active],)
        self.exact = False  # somebody chooses
        return ()

    def _placed(self, c: Course, landed: tuple[int, ...]) -> Course:
        """Rifts come to lie, and eras break under them [VORTEX-01 … VORTEX-09]."""
        rifts, vortex = [n + more for n, more in zip(c.rifts, landed, strict=True)], list(c.vortex)
        pool, broken, lost = c.pool - sum(landed), list(c.broken), False
        for era in [era for era in range(7) if rifts[era] > MOST]:
            broken.append(era)
            lost = lost or bool(vortex[era]) or sum(vortex) >= TILES
            vortex[era] = 1
            pool += rifts[era] + (self.s.red[era] if self.s.setting.damage_uses_pool else 0)
            rifts[era] = 0
        return c._replace(
            rifts=tuple(rifts), vortex=tuple(vortex), pool=pool, broken=tuple(broken), lost=lost
        )

    def _landing(self, c: Course, cubes: int) -> Iterator[tuple[Course, float]]:
        """All splits of the cubes over the three chutes; those in which nothing breaks are one."""
        eras = (PREV[self.front], self.front, NEXT[self.front])
        room = [MOST - c.rifts[era] for era in eras]
        quiet = 0.0
        for weight, split in landings(cubes, self.shares):
            if split[0] > room[0] or split[1] > room[1] or split[2] > room[2]:
                yield self._dropped(c, list(zip(eras, split, strict=True))), weight
            else:
                quiet += weight
        yield c, quiet

    def _dropped(self, c: Course, landed: list[tuple[int, int]]) -> Course:
        """What breaks when so many rifts have landed, after some were cancelled."""
        over = sorted([(era, c.rifts[era] + n - MOST) for era, n in landed if c.rifts[era] + n > MOST])
        broken = self._cancelled(c, over, c.shields + self.able)
        return c._replace(broken=c.broken + tuple(broken), lost=_loses(c, broken)) if broken else c

    def _cancelled(self, c: Course, over: list[tuple[int, int]], able: int) -> list[int]:
        """What still breaks when landed rifts are cancelled as well as possible [FOO-17, EFF-02]."""
        best = [era for era, _ in over]
        for kept in range(1, len(over) + 1):
            for saved in combinations(over, kept):
                if sum(cubes for _, cubes in saved) <= able:
                    left = [era for era, cubes in over if (era, cubes) not in saved]
                    best = min(best, left, key=lambda broken: (_loses(c, broken), len(broken)))
        return best


def _on(era: int, cubes: int) -> tuple[int, ...]:
    return tuple([cubes if at == era else 0 for at in range(7)])


def _loses(c: Course, broken: Sequence[int]) -> bool:
    """A vortex on a vortex, or one more than there are tiles [LOSE-01, LOSE-02]."""
    return any(c.vortex[era] for era in broken) or sum(c.vortex) + len(broken) > TILES


@cache
def landings(cubes: int, shares: tuple[float, ...]) -> tuple[tuple[float, tuple[int, int, int]], ...]:
    """Every split of the cubes over the three chutes and its chance."""
    left, middle, right = shares
    found = []
    for before in range(cubes + 1):
        for at in range(cubes + 1 - before):
            after = cubes - before - at
            ways = factorial(cubes) // (factorial(before) * factorial(at) * factorial(after))
            found.append((ways * left**before * middle**at * right**after, (before, at, after)))
    return tuple(found)
