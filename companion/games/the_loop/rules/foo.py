"""Phase I: Dr Foo's duplicates, a new card, his move and the drop [FOO-01 … FOO-18, TOWER-01 … TOWER-08].

May import: the contract and this game.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, Protocol, runtime_checkable

from companion.engine.game import CHANCE, Question, Refusal, Source
from companion.engine.steps import slotted

from . import missions, vortexes
from .eras import ERAS, NEXT, PREV
from .happenings import AbilityUsed, FooMoved, RiftCancelled, RiftsInside, RiftsThrown
from .inputs import FOO_CARDS, PICKS, FooRevealed, PickEra, RiftsLanded
from .state import AT_ONCE, State, duplicates_on, rift_pool
from .steps import Ask, Out, Step, seat_of

PREV_FRONT_NEXT = (26, 48, 26)
"""How often a cube leaves by each chute, in a hundred, where the app draws the drop [AMB-03]."""


@slotted
class RevealFoo(Ask[FooRevealed], name="reveal-foo"):
    def ask(self, s: State) -> tuple[Question, ...]:
        return foo_cards(s)

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        if type(given) is FooRevealed and given.era in s.seen:
            return Refusal("foo-card-seen", "FOO-15", (("era", given.era),))
        return Refusal("not-an-answer", "FOO-08", (("question", "reveal-foo"),))

    def answer(self, s: State, out: Out, given: FooRevealed) -> None:
        s.seen += (given.era,)
        move_foo(s, out, given.era)


def foo_cards(s: State) -> tuple[Question, ...]:
    """Seen cards stay out until the cycle ends [FOO-15]."""
    seen = s.seen
    cards = tuple([card for card in FOO_CARDS if card.era not in seen])
    return (Question("reveal-foo", CHANCE, cards, stream="foo"),)


def move_foo(s: State, out: Out, era: int) -> None:
    """The machine's front is turned to his new era [FOO-09]. Where a correction left a mission to be turned
    while he was nowhere, it is turned as soon as he comes [MISSION-02]."""
    if s.foo < 0 and s.setting.rules >= 2:
        s.agenda.append(missions.RevealMissions())
    s.foo = era
    out.append(FooMoved(era))


# -- the drop ---------------------------------------------------------------------------------------------


def thrown(s: State, duplicates: int, pool: int) -> int:
    """Two rifts and one for each duplicate on Dr Foo's era [FOO-10], as far as the pool goes [AMB-05]."""
    return min(2 + duplicates, max(pool, 0))


@slotted
class Throw(Step, name="throw"):
    def do(self, s: State, out: Out) -> None:
        cubes = thrown(s, len(duplicates_on(s, s.foo)), rift_pool(s))
        s.agenda += (PLACE_LANDED, MAY_CANCEL)
        if cubes:
            out.append(RiftsThrown(cubes))
            s.flying = cubes
            s.agenda.append(LAND)


def most_thrown(flying: int, pool: int) -> int:
    """As many as hands can have thrown instead [TOWER-06, SETUP-04]."""
    return max(flying, min(flying + max(pool, 0), AT_ONCE))


@runtime_checkable
class Landing(Protocol):
    """Cubes are in the air; hands may have thrown others than were asked for [TOWER-06]."""

    def most(self, s: State) -> int:
        """As many as can have been thrown."""

    def throw(self, s: State, out: Out, cubes: int) -> None: ...


@slotted
class Land(Ask[RiftsLanded], name="land"):
    def most(self, s: State) -> int:
        return most_thrown(s.flying, rift_pool(s))

    def throw(self, s: State, out: Out, cubes: int) -> None:
        s.flying = cubes
        out.append(RiftsThrown(cubes))

    def ask(self, s: State) -> tuple[Question, ...]:
        results, odds = splits(s.flying + s.inside, s.foo)
        return (
            Question(
                "drop",
                CHANCE,
                results,
                stream="drop",
                odds=odds,
                about=(("cubes", s.flying), ("outlet", s.foo), ("most", self.most(s))),
                open="drop" in s.setting.by_hand,
            ),
        )

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        """What people or sensors saw may be any split over any eras, as long as no cube is lost [TOWER-03,
        TOWER-06]."""
        if type(given) is not RiftsLanded or source not in ("hand", "tower"):
            return Refusal("not-an-answer", "TOWER-03", (("question", "drop"),))
        return wrong_count(given.landed, given.inside, s.flying + s.inside)

    def answer(self, s: State, out: Out, given: RiftsLanded) -> None:
        if given.inside or s.inside:
            out.append(RiftsInside(given.inside))
        s.landed, s.inside, s.flying = given.landed, given.inside, 0


@cache
def splits(cubes: int, front: int, result: Any = RiftsLanded) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """Every way the cubes can leave the three chutes [TOWER-03, TOWER-06], and how likely each is."""
    results, odds = [], []
    left, middle, right = PREV_FRONT_NEXT
    for before in range(cubes + 1):
        for at in range(cubes + 1 - before):
            after = cubes - before - at
            landed = [0] * 7
            landed[PREV[front]], landed[front], landed[NEXT[front]] = before, at, after
            results.append(result(tuple(landed)))
            odds.append(
                comb(cubes, before) * comb(cubes - before, at) * left**before * middle**at * right**after
            )
    return tuple(results), tuple(odds)


def wrong_count(landed: Any, inside: Any, cubes: int) -> Refusal | None:
    counted = count(landed, inside)
    if counted == cubes:
        return None
    return Refusal("cubes-do-not-add-up", "TOWER-06", (("cubes", cubes), ("told", max(counted, 0))))


def count(landed: Any, inside: Any) -> int:
    """How many cubes somebody tells of; -1 when that is no count of cubes on seven eras and inside."""
    if not isinstance(landed, tuple) or len(landed) != len(ERAS):
        return -1
    numbers = (*landed, inside)
    return sum(numbers) if all(type(n) is int and n >= 0 for n in numbers) else -1


@slotted
class MayCancel(Ask[PickEra], name="may-cancel"):
    def ask(self, s: State) -> tuple[Question, ...]:
        """A landed rift may be sent back before it is placed: by an ability for this moment, once [FOO-17,
        AMB-09], or by a card that was played for it."""
        able = s.shields or (s.setting.abilities[s.active].when == "drop" and "ability" not in s.marks)
        eras = tuple([era for era, cubes in enumerate(s.landed) if cubes]) if able else ()
        if not eras:
            return ()
        choice = PICKS["era"]
        ways = (*map(choice, eras), choice(-1))
        return (Question("cancel-rift", seat_of(s, s.active), ways, about=(("landed", s.landed),)),)

    def answer(self, s: State, out: Out, given: PickEra) -> None:
        """The rift never causes a Vortex, and it is not "removed" [EFF-02, FOO-18]."""
        era = given.era
        if era < 0:
            return
        s.landed = tuple([cubes - (at == era) for at, cubes in enumerate(s.landed)])
        if s.shields:
            s.shields -= 1
        else:
            s.marks += ("ability",)
            out.append(AbilityUsed(s.active))
        out.append(RiftCancelled(era))
        s.agenda.append(self)


@slotted
class PlaceLanded(Step, name="place-landed"):
    def do(self, s: State, out: Out) -> None:
        landed, s.landed, s.shields = s.landed, (), 0
        vortexes.place_rifts(s, out, landed)


LAND, MAY_CANCEL, PLACE_LANDED = Land(), MayCancel(), PlaceLanded()
