"""The courses that a Foo phase may take, with Dr Foo on one era: what the forecast adds up.

May import: the contract and this game. Nothing is sampled. The steps are followed with what matters about
the position alone: the rifts, the duplicates on his era, and how many tokens in the bag would join them. Each
step turns a distribution over such courses into the next; the drop at the end is a sum over all splits of its
cubes. Whatever a player's choice could change is not foreseen, and then the forecast is not exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any, NamedTuple, TypeAlias

from .eras import ADJACENT, NEXT, PREV
from .foo import thrown
from .state import NOWHERE, State, duplicates_on, rift_pool
from .vocabulary import Effect, verbs_of
from .vortexes import MOST, TILES

PlainStep: TypeAlias = tuple[Any, ...]
"""A step as it is saved: its name and its fields."""
Bag: TypeAlias = tuple[int, ...]
"""How many tokens of each kind."""
Kind: TypeAlias = tuple[bool, int]
"""Whether a token comes in on Dr Foo's era, and where it is destroyed if that matters, else -1."""

ENERGY = frozenset({"add-energy", "add-energy-on"})
"""In an action, energy damages the Ultramachina cards of its era [ULTRA-10]."""
HARMLESS = ENERGY | frozenset(
    {
        *("remove-energy", "remove-energy-on", "throw-energy", "land-energy"),
        *("draw", "draw-all", "draw-next", "draw-cards", "draw-card", "discard", "discard-one", "discard-it"),
        *("ready", "ready-one", "ready-it"),
        *("destroy-card", "destroy-card-one", "destroy-card-it", "destroy-cards", "sweep-vortexes"),
        *("add-to-deck", "add-to-deck-one", "add-to-deck-it", "mix-hands", "deal"),
        *("make-available", "reveal-card", "reveal-missions", "turn-tile"),
        *("bonus", "reveal-bonus", "share-bonus", "pick-bonus", "give-bonus", "destroy-rest"),
        *("refill", "reveal-hands", "reveal-next", "place-card", "activate"),
        *("foo-next", "reveal-foo", "may-cancel", "end-effect"),
        *("begin-actions", "act", "end-action", "may-damage", "phase", "take-card", "archive", "go-on"),
        *("end-cycle", "next-cycle", "next-turn", "begin-turn"),
        "open-vortex",
    }
)
"""Verbs and steps that change no rift, no duplicate and no pawn, or that are counted elsewhere: eras break
all together, whichever is opened first, and a turn is passed on without a further action."""
JOINTS = ("choose", "optional", "if-agent", "by-one-agent")
"""Verbs that only hold others."""
SPARE = 12
"""More rifts than the rest of an action can take from the pool to damage tiles with [AMB-07]."""
FLANKS = 2
"""Rifts that the moment before the first action can take: one for each tile face up [MISSION-10]."""
FEW = 4
"""So many cards on one era are tried in every order."""


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


class Phase:
    """The steps up to the end of a Foo phase, with Dr Foo on one era in it."""

    def __init__(
        self, s: State, steps: Sequence[PlainStep], front: int, active: int, shares: tuple[float, ...]
    ) -> None:
        self.s, self.steps, self.front, self.active, self.shares = s, together(steps), front, active, shares
        self.exact = True
        self.foo, self.actor = s.foo, s.actor
        self.harmless = HARMLESS - ENERGY if s.acting and "ultras" in s.setting.mode.own else HARMLESS
        coming = ("begin-turn",) in self.steps
        abilities = s.setting.abilities
        self.able = active >= 0 and abilities[active].when == "drop" and (coming or "ability" not in s.marks)
        if active < 0 and any(ability.when == "drop" for ability in abilities):
            self.exact = False  # whose turn it will be is not known yet: nobody's ability is counted on
        ops = [step[0] for step in self.steps]
        spare = SPARE if "end-action" in ops else FLANKS if "begin-actions" in ops else 0
        self.spare = spare if s.setting.damage_uses_pool else 0
        self.fixed = {front, s.foo, *(step[2] for step in self.steps if step[0] == "draw-duplicates")}
        self.kinds: list[Kind] = sorted({self._kind(token) for token in s.bag})
        self.start = Course(
            tuple(s.rifts),
            tuple(s.vortex),
            rift_pool(s),
            len(duplicates_on(s, front)),
            self._counted(s.bag),
            s.shields,
            s.extra.ultras[front],
        )

    def follow(self) -> Courses:
        courses: Courses = {self.start: 1.0}
        for step in self.steps:
            if step[0] == "end-effect":
                self.actor = step[1]
            elif step[0] == "end-action":
                self.harmless = HARMLESS
            elif step[0] == "begin-turn":
                self.actor = self.active
            elif step[0] in ("reveal-foo", "foo-next"):
                self.foo = self.front
            elif step[0] == "throw":
                courses = _bag_closed(courses)
            if step[0] not in self.harmless:
                courses = self._stepped(courses, step)
        return courses

    def _stepped(self, courses: Courses, step: PlainStep) -> Courses:
        new: Courses = defaultdict(float)
        for course, chance in courses.items():
            if course.lost:
                new[course] += chance
                continue
            for after, share in self._after(course, step):
                new[after] += chance * share
        return new

    def _after(self, c: Course, step: PlainStep) -> Iterator[tuple[Course, float]]:
        op = step[0]
        if op in ("draw-duplicates", "generate"):
            yield from self._drawn(c, step[1], step[2], step[3] if len(step) > 3 else ())
        elif op == "reveal-ultras":
            yield from self._revealed(c, step[1])
        elif op == "apply-ultras":
            yield from self._struck(c, c.ultras)
        elif op == "apply-ultras-left":
            yield from self._struck(c, step[1])
        elif op == "pick" and step[3][0] == "apply-ultra":
            yield from self._struck(c, step[3][1])
        elif op in ("place-rift", "remove-rift"):
            yield self._changed(c, step[1] if op == "place-rift" else -step[1], self._eras(c, step[2])), 1.0
        elif op in ("place-rift-on", "remove-rift-on"):
            yield self._changed(c, step[1] if op == "place-rift-on" else -step[1], (step[2],)), 1.0
        elif op == "cancel-rift":
            yield c._replace(shields=c.shields + step[1]), 1.0
        elif op == "throw":
            cubes = self._thrown(c)
            yield from self._landing(c, cubes + self.s.inside if cubes else 0)
        elif op == "land":
            yield from self._landing(c, self.s.flying + self.s.inside)
        elif op == "place-landed":
            yield self._dropped(c, self.s.landed or (0,) * 7), 1.0
        elif op == "break-eras":
            yield self._placed(c, (0,) * 7), 1.0
        elif op == "end-turn":
            yield self._turn_ended(c), 1.0
        else:
            if self._matters(step):
                self.exact = False
            yield c, 1.0

    def _matters(self, step: PlainStep) -> bool:
        """Whether this, or any side of a choice, could change what is counted."""
        if step[0] == "pick":
            step = step[3]
        parts: Effect = (step,)
        if step[0] in ("by-this-agent", "if-wanted"):
            parts = step[1]
        elif step[0] == "chosen":
            parts = tuple([part for option in step[1] for part in option])
        return any(verb[0] not in self.harmless for verb in verbs_of(parts) if verb[0] not in JOINTS)

    def _turn_ended(self, c: Course) -> Course:
        """On a Mega Vortex that is defeat [MEGA-02]; who can still act is trusted to walk away from it."""
        over = self.s.phase > 2 and self.s.setting.mega and c.vortex[self.s.pawns[self.s.active]]
        return c._replace(lost=True) if over else c

    # -- duplicates ----------------------------------------------------------------------------------------

    def _kind(self, token: str) -> Kind:
        home = self.s.setting.mode.destruction_era(self.s, token)
        return self.s.setting.box.tokens[token][0] == self.front, home if home in self.fixed else -1

    def _counted(self, tokens: Iterable[str]) -> Bag:
        kinds = [self._kind(token) for token in tokens]
        return tuple([kinds.count(kind) for kind in self.kinds])

    def _drawn(
        self, c: Course, tokens: int, at: int | str | None, batch: tuple[str, ...]
    ) -> Iterator[tuple[Course, float]]:
        """How many join Dr Foo's era [FOO-03, FOO-10]; one destroyed at once is back in the bag [DUP-06], and
        as ruled may come again in the same batch or lies aside until its end [AMB-56]."""
        if isinstance(at, str) and at != "foo":
            self.exact = False  # somebody chooses where
        era = self.foo if at == "foo" else at
        aside = self._counted(batch)
        bag = tuple([all_of - out for all_of, out in zip(c.bag, aside, strict=True)])
        draws: dict[tuple[int, Bag, Bag], float] = {(c.there, bag, aside): 1.0}
        for _ in range(tokens):
            new: dict[tuple[int, Bag, Bag], float] = defaultdict(float)
            for (there, bag, aside), chance in draws.items():
                total = sum(bag)
                if not total:
                    new[there, bag, aside] += chance
                for at_kind, ((comes_here, home), count) in enumerate(zip(self.kinds, bag, strict=True)):
                    if not count:
                        continue
                    share = chance * count / total
                    if era is None or home != era:
                        joins = comes_here if era is None else era == self.front
                        new[there + joins, _less(bag, at_kind, 1), aside] += share
                    elif self.s.setting.redraw_in_batch:
                        new[there, bag, aside] += share
                    else:
                        new[there, _less(bag, at_kind, 1), _less(aside, at_kind, -1)] += share
            draws = new
        for (there, bag, aside), chance in draws.items():
            back = tuple([left + out for left, out in zip(bag, aside, strict=True)])
            yield c._replace(there=there, bag=back), chance

    # -- Ultramachina cards --------------------------------------------------------------------------------

    def _revealed(self, c: Course, cards: int) -> Iterator[tuple[Course, float]]:
        """Which of the new cards lie on Dr Foo's era [ULTRA-08]."""
        box, lying = self.s.setting.box, {card for on in self.s.extra.ultras for card in on}
        pile = [card for card in self.s.extra.ultra_pile if card not in lying]
        mine = [card for card in pile if box.ultras[card].era == self.front]
        cards = min(cards, len(pile))
        for count in range(min(cards, len(mine)) + 1):
            ways = comb(len(pile) - len(mine), cards - count)
            for chosen in combinations(mine, count):
                if ways:
                    yield c._replace(ultras=c.ultras + chosen), ways / comb(len(pile), cards)

    def _struck(self, c: Course, cards: tuple[str, ...]) -> Iterator[tuple[Course, float]]:
        """Every card strikes before the drop [ULTRA-07], in the order that the team chooses [AMB-19]: where
        that makes a difference, it is not foreseen."""
        effects = [self.s.setting.box.ultras[card].effect for card in cards]
        striking = [effect for effect in effects if any(map(self._matters, effect))]
        if not all(effects) or len(striking) > FEW:
            self.exact = False  # without an effect nobody has described it
            striking = striking[:FEW]
        ways = [self._applied(c, order) for order in dict.fromkeys(permutations(striking))]
        if any(_counts(way) != _counts(ways[0]) for way in ways):
            self.exact = False
        yield from ways[0].items()

    def _applied(self, c: Course, effects: Iterable[Effect]) -> Courses:
        courses: Courses = {c: 1.0}
        for effect in effects:
            for step in effect:
                courses = self._stepped(courses, step)
        return courses

    # -- rifts ---------------------------------------------------------------------------------------------

    def _thrown(self, c: Course) -> int:
        """The rifts of the drop, as the rules count them [FOO-10]."""
        cubes = thrown(self.s, c.there, c.pool)
        if self.spare and thrown(self.s, c.there, c.pool - self.spare) < cubes:
            self.exact = False  # it depends on how many rifts have gone to damage tiles by then
        return cubes

    def _taken(self, c: Course, cubes: int) -> int:
        """Rifts out of the pool, as far as it goes [AMB-05]."""
        if self.spare and c.pool - self.spare < cubes:
            self.exact = False  # it depends on how many rifts have gone to damage tiles by then
        return min(cubes, max(c.pool, 0))

    def _changed(self, c: Course, cubes: int, eras: tuple[int, ...]) -> Course:
        """A card places or removes rifts."""
        for era in eras:
            if cubes < 0:
                gone = min(-cubes, c.rifts[era])
                c = c._replace(rifts=_less(c.rifts, era, gone), pool=c.pool + gone)
            elif not c.lost:
                c = self._placed(c, _less((0,) * 7, era, -self._taken(c, cubes)))
        return c

    def _eras(self, c: Course, place: str) -> tuple[int, ...]:
        if place == "foo":
            return (self.foo,)
        if place == "each-foo-neighbour":
            return ADJACENT[self.foo]
        if place == "every-vortex":
            return tuple([era for era in range(7) if c.vortex[era]])
        if place == "each-agent":
            first = max(self.actor, 0)  # you, then around the table
            return tuple(dict.fromkeys([*self.s.pawns[first:], *self.s.pawns[:first]]))
        here = self.s.pawns[self.actor] if self.actor >= 0 else NOWHERE
        around = {
            "here": (here,),
            "previous": (PREV[here],),
            "next": (NEXT[here],),
            "each-adjacent": ADJACENT[here],
        }
        if here != NOWHERE and place in around:
            return around[place]
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
            rifts=tuple(rifts), vortex=tuple(vortex), pool=pool, broken=tuple(sorted(broken)), lost=lost
        )

    def _landing(self, c: Course, cubes: int) -> Iterator[tuple[Course, float]]:
        """All splits of the cubes over the three chutes; those in which nothing breaks are one."""
        before, at, after = PREV[self.front], self.front, NEXT[self.front]
        room = (MOST - c.rifts[before], MOST - c.rifts[at], MOST - c.rifts[after])
        spilling = max(c.rifts) > MOST  # set so by hand: it breaks with the next rifts placed anywhere
        quiet = 0.0
        for weight, split in landings(cubes, self.shares):
            if spilling or split[0] > room[0] or split[1] > room[1] or split[2] > room[2]:
                landed = [0] * 7
                landed[before], landed[at], landed[after] = split
                yield self._dropped(c, tuple(landed)), weight
            else:
                quiet += weight
        yield c, quiet

    def _dropped(self, c: Course, landed: tuple[int, ...]) -> Course:
        """What breaks when so many rifts have landed, after some were cancelled."""
        full = zip(c.rifts, landed, strict=True)
        over = [(era, was + n - MOST, n) for era, (was, n) in enumerate(full) if was + n > MOST]
        broken = self._cancelled(c, over, c.shields + self.able)
        return c._replace(broken=c.broken + tuple(broken), lost=_loses(c, broken)) if broken else c

    def _cancelled(self, c: Course, over: list[tuple[int, int, int]], able: int) -> list[int]:
        """What still breaks when landed rifts are cancelled as well as possible [FOO-17, EFF-02]."""
        best = [era for era, _, _ in over]
        savable = [(era, cubes) for era, cubes, landed in over if cubes <= landed]
        for kept in range(1, len(savable) + 1):
            for saved in combinations(savable, kept):
                if sum(cubes for _, cubes in saved) <= able:
                    spared = [era for era, _ in saved]
                    left = [era for era, _, _ in over if era not in spared]
                    best = min(best, left, key=lambda broken: (_loses(c, broken), len(broken)))
        return best


def together(steps: Iterable[PlainStep]) -> list[PlainStep]:
    """The steps, with the one token or card that is asked for now counted with those of its batch that
    follow."""
    found: list[PlainStep] = []
    begun = ""
    for step in steps:
        if step[0] == begun:
            step = (begun, step[1] + 1, *step[2:])
            found.pop()
        begun = {"draw-duplicate": "draw-duplicates", "reveal-ultra": "reveal-ultras"}.get(step[0], "")
        found.append((begun, 1, *step[1:]) if begun else step)
    return found


def _bag_closed(courses: Courses) -> Courses:
    """What is left in the bag makes no difference to a drop: there are far fewer courses without it."""
    new: Courses = defaultdict(float)
    for course, chance in courses.items():
        new[course._replace(bag=())] += chance
    return new


def _less(counts: tuple[int, ...], at: int, n: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] - n, *counts[at + 1 :])


def _counts(courses: Courses) -> dict[Course | None, float]:
    """A distribution to be compared with another: how a game was lost makes no difference."""
    counts: dict[Course | None, float] = defaultdict(float)
    for course, chance in courses.items():
        counts[None if course.lost else course] += chance
    return {course: round(chance, 12) for course, chance in counts.items()}


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
