"""Rifts that are placed, and eras that break under the fourth one [VORTEX-01 … VORTEX-19].

May import: the contract and this game.
"""

from __future__ import annotations

from . import missions
from .agenda import Out, does, lose, pick
from .eras import FROM, PREV
from .happenings import RiftsPlaced, TileLost, VortexOpened
from .state import NO_TILE, State

MOST = 3
"""Rifts that an era holds at rest [ERA-04, VORTEX-19]."""
TILES = 3
"""Vortex tiles in the box."""


def place_rifts(s: State, out: Out, landed: tuple[int, ...]) -> None:
    """All rifts are placed first; then every era with a fourth one breaks [FOO-13, VORTEX-16, VORTEX-17]."""
    for era, cubes in enumerate(landed):
        if cubes:
            s.rifts[era] += cubes
            out.append(RiftsPlaced(era, cubes))
    if max(s.rifts) > MOST:
        s.agenda.append(("break-eras",))


@does("break-eras")
def break_eras(s: State, out: Out) -> None:
    """One era after the other: Dr Foo's, the next, the previous, then on around the ring [AMB-08]."""
    front = max(s.foo, 0)
    order = (front, FROM[front][1], PREV[front], *FROM[front][2:6])
    broken = tuple([era for era in order if s.rifts[era] > MOST])
    if not broken:
        return
    s.agenda.append(("break-eras",))
    if s.setting.chosen_vortex_order:
        pick(s, "era", broken, ("open-vortex",))
    else:
        s.agenda.append(("open-vortex", broken[0]))


@does("open-vortex")
def open_vortex(s: State, out: Out, era: int) -> None:
    """However many rifts overflow, one Vortex opens [VORTEX-09]."""
    if s.rifts[era] <= MOST:
        return  # while its turn was being chosen it was settled by a late cube or by hand
    if s.vortex[era]:
        lose(s, out, "LOSE-01")  # VORTEX-02
    if sum(s.vortex) >= TILES:
        lose(s, out, "LOSE-02")  # VORTEX-03
    s.vortex[era] = 1  # VORTEX-04
    out.append(VortexOpened(era, s.rifts[era]))
    s.rifts[era] = 0  # VORTEX-08
    if s.tiles[era] != NO_TILE:  # VORTEX-05
        mission = s.tiles[era]
        revealed = mission in s.setting.box.missions
        out.append(TileLost(era, mission if revealed else ""))
        missions.return_damage(s, out, era)  # VORTEX-06
        s.lost += (mission,)
        s.tiles[era] = NO_TILE
    s.agenda.append(("destroy-cards", s.available[era]))  # VORTEX-10
    s.agenda.append(("reveal-missions",))  # VORTEX-07
