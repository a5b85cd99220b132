"""Rifts that are placed, and eras that break under the fourth one [VORTEX-01 … VORTEX-19].

May import: the contract and this game.
"""

from __future__ import annotations

from companion.engine.steps import slotted

from . import missions
from .decks import DestroyCards
from .eras import FROM, PREV
from .happenings import RiftsPlaced, TileLost, VortexOpened
from .missions import RevealMissions
from .state import NO_TILE, State
from .steps import OPEN, Out, Step, lose, pick

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
        s.agenda.append(BreakEras())


def place_first_rift(s: State, out: Out, era: int) -> None:
    """Put there by the setup; where more were told by hand it may be the fourth [SETUP-12, DIFF-04]."""
    s.rifts[era] += 1
    out.append(RiftsPlaced(era, 1))
    if s.rifts[era] > MOST and s.setting.rules >= 2:
        s.agenda.append(BreakEras())


@slotted
class BreakEras(Step, name="break-eras"):
    """One era after the other: Dr Foo's, the next, the previous, then on around the ring [AMB-08]."""

    def do(self, s: State, out: Out) -> None:
        front = max(s.foo, 0)
        order = (front, FROM[front][1], PREV[front], *FROM[front][2:6])
        broken = tuple([era for era in order if s.rifts[era] > MOST])
        if not broken:
            return
        s.agenda.append(BreakEras())
        if s.setting.chosen_vortex_order:
            pick(s, self, "era", broken, OpenVortex())
        else:
            s.agenda.append(OpenVortex(broken[0]))


@slotted
class OpenVortex(Step, name="open-vortex"):
    """However many rifts overflow, one Vortex opens [VORTEX-09]."""

    era: int = OPEN

    def do(self, s: State, out: Out) -> None:
        if s.rifts[self.era] <= MOST:
            return  # while its turn was being chosen it was settled by a late cube or by hand
        if s.vortex[self.era]:
            lose(s, out, "LOSE-01")  # VORTEX-02
        if sum(s.vortex) >= TILES:
            lose(s, out, "LOSE-02")  # VORTEX-03
        s.vortex[self.era] = 1  # VORTEX-04
        out.append(VortexOpened(self.era, s.rifts[self.era]))
        s.rifts[self.era] = 0  # VORTEX-08
        if s.tiles[self.era] != NO_TILE:  # VORTEX-05
            mission = s.tiles[self.era]
            revealed = mission in s.setting.box.missions
            out.append(TileLost(self.era, mission if revealed else ""))
            missions.return_damage(s, out, self.era)  # VORTEX-06
            s.lost += (mission,)
            s.tiles[self.era] = NO_TILE
        s.agenda.append(DestroyCards(s.available[self.era]))  # VORTEX-10
        s.agenda.append(RevealMissions())  # VORTEX-07
