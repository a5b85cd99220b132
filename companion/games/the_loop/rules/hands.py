"""What hands did to the board, as it is seen there and not as a card says it [ACT-03, ACT-08].

May import: the contract and this game. A change names a piece and how many, or where to: a cube is taken away
or added, a duplicate or an agent stands elsewhere, a card lies available. Missions, vortexes and what else
follows from it are the rules' affair, as if an effect had done the same.

    HandsDid((("rift", 3, -2), ("energy", 4, 1), ("duplicate", "1>5", 4), ("duplicate", "2>6", -1),
              ("agent", 0, 5), ("damage", 3, 1), ("card", 2, 1)))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Refusal
from companion.engine.steps import slotted

from . import duplicates, missions
from .decks import UNKNOWN, without
from .effects.apply import apply_effect
from .effects.cubes import AddEnergyOn, PlaceRiftOn, RemoveEnergyOn, RemoveRiftOn
from .effects.moves import Bring, LandWith
from .effects.tokens import DestroyIt
from .eras import ERAS
from .happenings import CardAvailable, DuplicateGenerated
from .inputs import HandsDid
from .state import State, energy_pool, rift_pool
from .steps import Out, Step

GONE = -1
"""Where a duplicate goes that is put back into the bag."""
Change = tuple[str, Any, int]


def unsound(s: State, given: HandsDid) -> Refusal | None:
    """What of it cannot be: pieces that are not there, or no change at all. Rules about who may do what
    are not asked: the table is right."""
    changes = given.changes
    if not isinstance(changes, tuple) or not changes:
        return _nonsense("")
    for change in changes:
        if not isinstance(change, tuple) or len(change) != 3 or change[0] not in _FITS:
            return _nonsense(str(change))
        if not isinstance(change[2], int) or not _FITS[change[0]](s, change[1], change[2]):
            return _nonsense(str(change[0]))
    return None


def _nonsense(what: str) -> Refusal:
    return Refusal("cannot-have-changed", "ACT-03", (("changed", what),))


Fits = Callable[[State, Any, int], bool]


def _cubes(held: Callable[[State, int], int], pool: Callable[[State], int]) -> Fits:
    def fits(s: State, era: Any, by: int) -> bool:
        return era in ERAS and by != 0 and -held(s, era) <= by <= max(pool(s), 0)

    return fits


def _damage_fits(s: State, era: Any, by: int) -> bool:
    mission = s.setting.box.missions.get(s.tiles[era]) if era in ERAS else None
    return mission is not None and by != 0 and 0 <= len(s.damage[era]) + by <= mission.threshold


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
    "duplicate": _duplicate_fits,
    "agent": _agent_fits,
    "card": _card_fits,
}


def did(s: State, out: Out, given: HandsDid) -> None:
    """All of it in the order in which it was done."""
    apply_effect(s, s.active, "", ())
    s.agenda.extend(reversed([_STEPS[kind](which, by) for kind, which, by in given.changes]))


_STEPS: dict[str, Callable[[Any, int], Step]] = {
    "rift": lambda era, by: PlaceRiftOn(by, era) if by > 0 else RemoveRiftOn(-by, era),
    "energy": lambda era, by: AddEnergyOn(by, era) if by > 0 else RemoveEnergyOn(-by, era),
    "damage": lambda era, by: MarkDamage(era, by),
    "duplicate": lambda token, to: DestroyIt(token) if to == GONE else PutDuplicate(token, to),
    "agent": lambda agent, to: LandWith(agent, to, ""),
    "card": lambda era, by: LayCard(era, by),
}


@slotted
class MarkDamage(Step, name="mark-damage"):
    """Somebody puts a cube on a tile, or takes one back; on a tile with a space per era it is the one of the
    agent's era [MISSION-04, MISSION-21]."""

    tile: int
    by: int

    def do(self, s: State, out: Out) -> None:
        for _ in range(self.by):
            missions.damage(s, out, self.tile, s.pawns[s.active])
        for _ in range(-self.by):
            s.damage[self.tile] = s.damage[self.tile][:-1]
            s.red[self.tile] = min(s.red[self.tile], len(s.damage[self.tile]))


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
        else:
            s.available[self.era] = without(s.available[self.era], s.available[self.era][-1])
