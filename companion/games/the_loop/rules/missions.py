"""Sabotage tiles: which are turned over, and what damages them [MISSION-01 … MISSION-25].

May import: the contract and this game. What counts and where is box data; this file knows the six triggers.
"""

from __future__ import annotations

from typing import Any

from companion.engine.game import CHANCE, Question, Refusal, Source
from companion.engine.steps import slotted

from .cubes import colour_for_damage
from .eras import ADJACENT, FROM, NEXT, PREV
from .happenings import DamageDone, DamageReturned, MissionTurned
from .inputs import PICKS, MissionRevealed, PickOption, mission_revealed
from .state import HIDDEN, State, duplicates_on, revealed_tiles
from .steps import Ask, Out, Step, seat_of

# -- turning tiles over ------------------------------------------------------------------------------------


@slotted
class RevealMissions(Step, name="reveal-missions"):
    """Two are face up: turn the next hidden tile, clockwise from Dr Foo [MISSION-02], while there is one
    [MISSION-03]."""

    def do(self, s: State, out: Out) -> None:
        era = next_hidden(s)
        if era is not None:
            s.agenda += (RevealMissions(), TurnTile(era))


def next_hidden(s: State) -> int | None:
    """The tile that is turned over next; None: enough are, none is left, or Dr Foo is nowhere yet."""
    if len(revealed_tiles(s)) >= 2 or (s.foo < 0 and s.setting.rules >= 2):
        return None
    return next((era for era in FROM[s.foo] if s.tiles[era] == HIDDEN), None)


@slotted
class TurnTile(Ask[MissionRevealed], name="turn-tile"):
    era: int

    def anew(self, s: State) -> TurnTile | None:
        """Dr Foo may stand elsewhere, or the tile be gone; in the setup it is the one that was drawn."""
        if s.setting.rules < 2 or not s.phase:
            return self
        era = next_hidden(s)
        return None if era is None else TurnTile(era)

    def ask(self, s: State) -> tuple[Question, ...]:
        if s.tiles[self.era] != HIDDEN and s.setting.rules >= 2:
            return ()  # a surprise has turned it over, or broken its era [MISSION-02, VORTEX-05]
        return (
            Question(
                "reveal-mission",
                CHANCE,
                tuple(map(mission_revealed, s.unseen)),
                stream="missions",
                about=(("era", self.era),),
                open="missions" in s.setting.by_hand,
            ),
        )

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        """A real tile is never refused for our data's sake; only one that is already on the table is."""
        if type(given) is not MissionRevealed or str(given.mission) not in s.setting.box.missions:
            return Refusal("unknown-mission", "SETUP-03", (("mission", getattr(given, "mission", "")),))
        if given.mission in (*s.tiles, *s.archived, *s.lost):
            return Refusal("piece-in-use", "SETUP-03", (("mission", given.mission),))
        return None

    def answer(self, s: State, out: Out, given: MissionRevealed) -> None:
        s.tiles[self.era] = given.mission
        s.unseen = tuple([mission for mission in s.unseen if mission != given.mission])
        out.append(MissionTurned(self.era, given.mission))


# -- damage -----------------------------------------------------------------------------------------------


def rift_removed(s: State, out: Out, era: int, cubes: int) -> None:
    """You removed rifts on an era [MISSION-12, MISSION-15]."""
    for tile in _damageable(s, "remove-rift", era):
        last_only = s.setting.m6_last_rift_only and s.setting.box.missions[s.tiles[tile]].place == "any"
        if not (last_only and s.rifts[era]):  # AMB-10
            _damage(s, out, tile, era, cubes)


def loop_done(s: State, out: Out, era: int) -> None:
    """You did a LOOP on an era [MISSION-13, MISSION-16]."""
    for tile in _damageable(s, "loop", era):
        _damage(s, out, tile, era, 1)


def duplicate_destroyed(s: State, out: Out, era: int) -> None:
    """You destroyed a duplicate on an era [MISSION-14, MISSION-17]."""
    for tile in _damageable(s, "destroy-duplicate", era):
        _damage(s, out, tile, era, 1)


def energy_added(s: State, out: Out, era: int, cubes: int) -> None:
    """You added energy to an era [MISSION-18, MISSION-19]."""
    for tile in _damageable(s, "add-energy", era):
        if s.powered or not s.setting.box.missions[s.tiles[tile]].powered:
            _damage(s, out, tile, era, cubes)


def _damageable(s: State, trigger: str, era: int) -> list[int]:
    """Revealed tiles that this trigger damages when it happens on this era, in your action [MISSION-05,
    FOO-18]."""
    if not s.acting or not (s.setting.credit_others or s.actor == s.active):  # AMB-40
        return []
    found = []
    missions = s.setting.box.missions
    for tile, mission_id in enumerate(s.tiles):
        if mission_id and mission_id != HIDDEN:
            mission = missions[mission_id]
            if mission.trigger == trigger:
                place = mission.place
                if place == "any" or era == (s.foo if place == "foo" else tile):
                    found.append(tile)
    return found


def _damage(s: State, out: Out, tile: int, era: int, times: int) -> None:
    if s.setting.auto_damage:
        for _ in range(times):
            damage(s, out, tile, era)
    else:
        s.agenda += [MayDamage(tile, era)] * times


@slotted
class MayDamage(Ask[PickOption], name="may-damage"):
    tile: int
    era: int

    def ask(self, s: State) -> tuple[Question, ...]:
        option = PICKS["option"]
        return (
            Question(
                "may-damage",
                seat_of(s, s.active),
                (option(1), option(0)) if has_room(s, self.tile, self.era) else (),
                about=(("era", self.tile),),
            ),
        )

    def answer(self, s: State, out: Out, given: PickOption) -> None:
        if given.option:
            damage(s, out, self.tile, self.era)


def has_room(s: State, tile: int, era: int) -> bool:
    """A matching free space [MISSION-04]: one per era [MISSION-21], or as many as the threshold [AMB-43]."""
    mission = s.setting.box.missions.get(s.tiles[tile])
    if mission is None:  # none is turned up there
        return False
    if mission.spaces == "per-era":
        return era not in s.damage[tile]
    return len(s.damage[tile]) < mission.threshold


def damage(s: State, out: Out, tile: int, era: int) -> bool:
    """One cube on the tile, from the fuller pool [AMB-07]; no free space or no cube: nothing."""
    if not has_room(s, tile, era):
        return False
    colour = colour_for_damage(s)
    if colour is None:
        return False
    space = era if s.setting.box.missions[s.tiles[tile]].spaces == "per-era" else -1
    s.damage[tile] += (space,)
    s.red[tile] += colour == "rift"
    out.append(DamageDone(tile, s.tiles[tile], space, colour))
    return True


def return_damage(s: State, out: Out, tile: int) -> None:
    """The cubes of a tile that leaves go back to their pools [VORTEX-06, ARCH-03]."""
    if s.damage[tile]:
        red = s.red[tile]
        out.append(DamageReturned(tile, red, len(s.damage[tile]) - red))
    s.damage[tile], s.red[tile] = (), 0


def is_complete(s: State, tile: int) -> bool:
    """[MISSION-09]"""
    mission = s.setting.box.missions.get(s.tiles[tile])
    return mission is not None and len(s.damage[tile]) >= mission.threshold


# -- the two missions that look at the position -----------------------------------------------------------


@slotted
class Boundary(Step, name="boundary"):
    """No action is being resolved: the moment for the flank mission [MISSION-10, AMB-13]."""

    def do(self, s: State, out: Out) -> None:
        here, foo = s.pawns[s.active], s.foo
        if foo < 0 or here not in ADJACENT[foo]:
            return
        other = NEXT[foo] if here == PREV[foo] else PREV[foo]
        if other in s.pawns:
            for tile in _once_per_turn(s, "flank"):
                if damage(s, out, tile, here):
                    s.marks += (s.tiles[tile],)


BOUNDARY = Boundary()


def clean_era_tile(s: State) -> int | None:
    """The tile on which your era may be claimed as clean [MISSION-11]; a taken space: none [AMB-54]."""
    here = s.pawns[s.active]
    if s.rifts[here]:
        return None
    for tile in _once_per_turn(s, "clean-era"):
        if here not in s.damage[tile] and not duplicates_on(s, here):
            return tile
    return None


def claim_clean_era(s: State, out: Out) -> None:
    tile = clean_era_tile(s)
    if tile is not None and damage(s, out, tile, s.pawns[s.active]):
        s.marks += (s.tiles[tile],)


def _once_per_turn(s: State, trigger: str) -> list[int]:
    missions, marks = s.setting.box.missions, s.marks
    return [
        tile
        for tile, mission_id in enumerate(s.tiles)
        if mission_id in missions and missions[mission_id].trigger == trigger and mission_id not in marks
    ]
