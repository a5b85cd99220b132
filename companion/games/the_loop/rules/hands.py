"""What hands did to the board, as it is seen there and not as a card says it [ACT-03, ACT-08].

May import: the contract and this game. A change names a piece and how many, or where to: a cube is taken away
or added, a duplicate or an agent stands elsewhere, a card lies available. Missions, vortexes and what else
follows from it are the rules' affair, as if an effect had done the same. What leaves no trace on the board
is told too: a space of a tile, by its era, is taken or free again; rifts of the next drop may be cancelled.

    HandsDid((("rift", 3, -2), ("energy", 4, 1), ("duplicate", "1>5", 4), ("duplicate", "2>6", -1),
              ("agent", 0, 5), ("damage", 3, 1), ("space", 2, 6), ("card", 2, 1), ("shield", 0, 1)))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Refusal
from companion.engine.steps import slotted

from . import duplicates, missions
from .decks import UNKNOWN
from .effects.apply import apply_effect
from .effects.cubes import AddEnergyOn, CancelRift, PlaceRiftOn, RemoveEnergyOn, RemoveRiftOn
from .effects.moves import Bring, LandWith
from .effects.tokens import DestroyIt
from .eras import ERAS
from .happenings import CardAvailable, DuplicateGenerated
from .inputs import HandsDid
from .state import AT_ONCE, State, energy_pool, rift_pool
from .steps import Out, Step

ANY_SPACE = -1
GONE = -1
"""Where a duplicate goes that is put back into the bag."""
Change = tuple[str, Any, int]


def unsound(s: State, given: HandsDid) -> Refusal | None:
    """What of it cannot be: pieces that are not there once those before it were changed, or no change at all.
    Rules about who may do what are not asked: the table is right."""
    changes = given.changes
    if not isinstance(changes, tuple) or not changes:
        return _nonsense("")
    lying = s.copy()
    for change in changes:
        if not isinstance(change, tuple) or len(change) != 3 or change[0] not in _FITS:
            return _nonsense(str(change))
        kind, which, by = change
        if not isinstance(by, int) or not _FITS[kind](lying, which, by):
            return _nonsense(str(kind))
        _LIES[kind](lying, which, by)
    return None


def _nonsense(what: str) -> Refusal:
    return Refusal("cannot-have-changed", "ACT-03", (("changed", what),))


Fits = Callable[[State, Any, int], bool]


def _cubes(held: Callable[[State, int], int], pool: Callable[[State], int]) -> Fits:
    def fits(s: State, era: Any, by: int) -> bool:
        return era in ERAS and by != 0 and -held(s, era) <= by <= min(max(pool(s), 0), AT_ONCE)

    return fits


def _damage_fits(s: State, era: Any, by: int) -> bool:
    mission = s.setting.box.missions.get(s.tiles[era]) if era in ERAS else None
    if mission is None or by == 0:
        return False
    if by > 0 and mission.spaces == "per-era":
        return by == 1 and missions.has_room(s, era, s.pawns[s.active])
    cubes = len(s.damage[era]) + by
    return cubes >= 0 and (by < 0 or cubes <= mission.threshold)


def _space_fits(s: State, tile: Any, era: int) -> bool:
    return tile in ERAS and era in ERAS and _per_era(s, tile)


def _per_era(s: State, tile: int) -> bool:
    mission = s.setting.box.missions.get(s.tiles[tile])
    return mission is not None and mission.spaces == "per-era"


def _shield_fits(s: State, which: Any, by: int) -> bool:
    return which == 0 and by != 0 and s.shields + by >= 0


def _duplicate_fits(s: State, token: Any, to: int) -> bool:
    known = token in s.setting.box.tokens or token in s.setting.box.supas
    return known and (to in ERAS or to == GONE) and s.dups.get(token, GONE) != to


def _card_fits(s: State, era: Any, by: int) -> bool:
    if era not in ERAS or s.setting.tracks_huge:
        return False
    return by == 1 or (by == -1 and bool(s.available[era]))


def _agent_fits(s: State, agent: Any, to: int) -> bool:
    return agent in range(len(s.pawns)) and to in ERAS and s.pawns[agent] != to


_FITS: dict[Any, Fits] = {
    "rift": _cubes(lambda s, era: s.rifts[era], rift_pool),
    "energy": _cubes(lambda s, era: s.energy[era], energy_pool),
    "damage": _damage_fits,
    "space": _space_fits,
    "shield": _shield_fits,
    "duplicate": _duplicate_fits,
    "agent": _agent_fits,
    "card": _card_fits,
}


def _move_cubes(cubes: list[int], era: int, by: int) -> None:
    cubes[era] += by


def _move_damage(s: State, era: int, by: int) -> None:
    s.damage[era] += (s.pawns[s.active] if _per_era(s, era) else ANY_SPACE,) * by
    for _ in range(-by):
        s.damage[era] = _less(s, era)


def _move_space(s: State, tile: int, era: int) -> None:
    there = s.damage[tile]
    s.damage[tile] = tuple([one for one in there if one != era]) if era in there else (*there, era)


def _move_shield(s: State, by: int) -> None:
    s.shields += by


def _move_duplicate(s: State, token: str, to: int) -> None:
    s.dups.pop(token, None)
    if to != GONE:
        s.dups[token] = to


def _move_agent(s: State, agent: int, to: int) -> None:
    s.pawns[agent] = to


def _move_card(s: State, era: int, by: int) -> None:
    s.available[era] = s.available[era][:-1] if by < 0 else (*s.available[era], UNKNOWN[era])


_LIES: dict[str, Callable[[State, Any, int], None]] = {
    "rift": lambda s, era, by: _move_cubes(s.rifts, era, by),
    "energy": lambda s, era, by: _move_cubes(s.energy, era, by),
    "damage": _move_damage,
    "space": _move_space,
    "shield": lambda s, _, by: _move_shield(s, by),
    "duplicate": _move_duplicate,
    "agent": _move_agent,
    "card": _move_card,
}
"""How the pieces alone lie after a change; what follows from it by the rules is left out."""


def did(s: State, out: Out, given: HandsDid) -> None:
    """All of it in the order in which it was done."""
    apply_effect(s, s.actor, "", ())
    s.agenda.extend(reversed([_STEPS[kind](which, by) for kind, which, by in given.changes]))


_STEPS: dict[str, Callable[[Any, int], Step]] = {
    "rift": lambda era, by: PlaceRiftOn(by, era) if by > 0 else RemoveRiftOn(-by, era),
    "energy": lambda era, by: AddEnergyOn(by, era) if by > 0 else RemoveEnergyOn(-by, era),
    "damage": lambda era, by: MarkDamage(era, by),
    "space": lambda tile, era: MarkSpace(tile, era),
    "shield": lambda _, by: CancelRift(by),
    "duplicate": lambda token, to: DestroyIt(token) if to == GONE else PutDuplicate(token, to),
    "agent": lambda agent, to: LandWith(agent, to, ""),
    "card": lambda era, by: LayCard(era, by),
}


@slotted
class MarkDamage(Step, name="mark-damage"):
    """Somebody puts a cube on a tile, or takes one back; on a tile with a space per era it is the one of the
    agent's era, or else the last that was laid [MISSION-04, MISSION-21]."""

    tile: int
    by: int

    def do(self, s: State, out: Out) -> None:
        for _ in range(self.by):
            _mark(s, out, self.tile, s.pawns[s.active])
        for _ in range(-self.by):
            s.damage[self.tile] = _less(s, self.tile)
            s.red[self.tile] = min(s.red[self.tile], len(s.damage[self.tile]))


@slotted
class MarkSpace(Step, name="mark-space"):
    """A cube on the space of an era, or off it again: what damaged it may be seen nowhere else, a LOOP, say,
    or an era that was clean for a while [MISSION-04, MISSION-21]."""

    tile: int
    era: int

    def do(self, s: State, out: Out) -> None:
        if self.era in s.damage[self.tile]:
            _move_space(s, self.tile, self.era)
            s.red[self.tile] = min(s.red[self.tile], len(s.damage[self.tile]))
        else:
            _mark(s, out, self.tile, self.era)


def _mark(s: State, out: Out, tile: int, era: int) -> None:
    """What counts once per turn is counted then [MISSION-23]."""
    mission = s.tiles[tile]
    if missions.damage(s, out, tile, era) and s.setting.box.missions[mission].once and mission not in s.marks:
        s.marks += (mission,)


def _less(s: State, tile: int) -> tuple[int, ...]:
    """The cubes of a tile but one."""
    spaces, mine = list(s.damage[tile]), s.pawns[s.active]
    if spaces:
        spaces.remove(mine if mine in spaces else spaces[-1])
    return tuple(spaces)


@slotted
class PutDuplicate(Step, name="put-duplicate"):
    """To another era; one that was in the bag appears there [TERM-24, DUP-02]."""

    token: str
    era: int

    def do(self, s: State, out: Out) -> None:
        if self.token in s.dups:
            Bring(self.era, self.token).do(s, out)
            return
        s.bag = tuple([token for token in s.bag if token != self.token])
        s.dups[self.token] = self.era
        out.append(DuplicateGenerated(self.token, self.era))
        if duplicates.is_home(s, self.token):
            duplicates.destroy(s, out, self.token)


@slotted
class LayCard(Step, name="lay-card"):
    """A card of which only the era is known lies there now, or does not any more [TERM-22]."""

    era: int
    by: int

    def do(self, s: State, out: Out) -> None:
        if self.by > 0:
            s.available[self.era] += (UNKNOWN[self.era],)
            out.append(CardAvailable(UNKNOWN[self.era], self.era))
        else:  # a vortex may have taken it already [VORTEX-10]
            s.available[self.era] = s.available[self.era][:-1]
