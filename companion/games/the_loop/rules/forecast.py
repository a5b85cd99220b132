"""How likely each era is to break up to the end of the coming Foo phase, worked out exactly from what every
player can see.

May import: the contract and this game. Every era that Dr Foo may go to is followed by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.game import Forecast

from .distribution import Phase, PlainStep
from .effects.places import There
from .foo import PREV_FRONT_NEXT
from .state import State
from .steps import Step


def forecast(s: State, shares: Sequence[float]) -> Forecast | None:
    """For the drop that is awaited, or for that of the next turn if nothing else is done; None when there
    will be none. What is being resolved is carried out first, and an era that breaks by it counts.

    `shares` are the chances of a cube to leave by the chute before the front, under it and after it; drops
    that the app draws have shares of their own, whatever a tower has shown. Rifts that may be cancelled are
    cancelled where that averts defeat, then where it averts most vortexes, of two eras alike on the earlier.
    """
    if s.outcome is not None or s.phase == 0:
        return None
    if s.setting.sources["drop"] == "app":
        shares = PREV_FRONT_NEXT
    ahead = _ahead(s)
    if ahead is None:
        return None
    steps, fronts, active = ahead
    total = sum(shares)
    places, somewhere, defeat = [0.0] * 7, 0.0, 0.0
    exact = True
    for front in fronts:
        phase = Phase(s, steps, front, active, tuple([share / total for share in shares]))
        for course, chance in phase.follow().items():
            for era in set(course.broken):
                places[era] += chance
            somewhere += chance * bool(course.broken or course.lost)
            defeat += chance * course.lost
        exact = exact and phase.exact
    return Forecast(
        tuple([p / len(fronts) for p in places]), somewhere / len(fronts), defeat / len(fronts), exact
    )


def _ahead(s: State) -> tuple[list[PlainStep], tuple[int, ...], int] | None:
    """The steps up to the next drop, where Dr Foo may be then, and whose turn it is; -1: not known yet."""
    agenda = _plain(step for left in reversed(s.agenda) for step in _known(s, left))
    ops = [step[0] for step in agenda]
    for drop in ("place-landed", "throw"):
        if s.phase == 1 and drop in ops:
            steps = agenda[: ops.index(drop) + 1]
            return steps, _fronts(s, ops, s.seen), s.active
    return _next_turn(s, agenda, ops)


def _next_turn(
    s: State, agenda: list[PlainStep], ops: list[str]
) -> tuple[list[PlainStep], tuple[int, ...], int] | None:
    """The rest of this turn, and the next one up to its drop."""
    mode, box, cycle, seen = s.setting.mode, s.setting.box, s.cycle, s.seen
    new: list[PlainStep] = []
    if ("end-turn" in ops or "end-cycle" in ops) and mode.cycle_is_over(s):
        if cycle == len(box.duplicates_per_cycle):
            return None
        cycle, seen, new = cycle + 1, (), _plain(mode.new_cycle(s, []))
    elif "next-cycle" in ops:
        cycle, seen = cycle + 1, ()
    foo = _plain(mode.foo_steps(s))
    steps = [
        *agenda,
        *new,
        ("begin-turn",),
        ("draw-duplicates", box.duplicates_per_cycle[cycle - 1], None),
        *foo,
        ("throw",),
    ]
    if s.setting.solo:
        active = -1 if _reveals_hands(agenda) else s.active
    else:
        active = (s.active + 1) % len(s.pawns)
    return steps, _fronts(s, [step[0] for step in foo], seen), active


def _known(s: State, step: Step) -> list[Step]:
    return step.now(s) if isinstance(step, There) else [step]


def _plain(steps: Iterable[Step]) -> list[PlainStep]:
    return [step.plain() for step in steps]


def _fronts(s: State, ops: Sequence[str], seen: tuple[int, ...]) -> tuple[int, ...]:
    """Where Dr Foo may be at the drop; without a Foo card that could be revealed he stays."""
    moves = "reveal-foo" in ops or "foo-next" in ops
    return (s.setting.mode.next_fronts(s, seen) if moves else ()) or (s.foo,)


def _reveals_hands(agenda: Sequence[PlainStep]) -> bool:
    """In solo: whether it is still open who plays next [SOLO-09]."""
    return any(
        step[0] in ("end-turn", "reveal-hands") or (step[0] == "pick" and step[3][0] == "activate")
        for step in agenda
    )
