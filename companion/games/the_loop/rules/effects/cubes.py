"""Effects on energy and rifts [TERM-19, TERM-20, EFF-02, EFF-16].

May import: this game.
"""

from __future__ import annotations

from companion.engine.steps import slotted
from companion.games.the_loop.rules import missions, vortexes
from companion.games.the_loop.rules.eras import ERAS
from companion.games.the_loop.rules.happenings import EnergyAdded, EnergyRemoved, RiftsRemoved
from companion.games.the_loop.rules.state import State, energy_pool, rift_pool
from companion.games.the_loop.rules.steps import OPEN, Out, Step

from .places import at


@slotted
class AddEnergy(Step, name="add-energy"):
    cubes: int
    place: str

    def do(self, s: State, out: Out) -> None:
        at(s, self, self.place, AddEnergyOn(self.cubes))


@slotted
class AddEnergyOn(Step, name="add-energy-on"):
    """From the pool, as far as it goes [ACT-10, TERM-20, AMB-06]."""

    cubes: int
    era: int = OPEN

    def do(self, s: State, out: Out) -> None:
        era, cubes = self.era, min(self.cubes, max(energy_pool(s), 0))
        if cubes > 0:
            s.energy[era] += cubes
            out.append(EnergyAdded(era, cubes))
            missions.energy_added(s, out, era, cubes)
            s.setting.mode.energy_added(s, out, era, cubes)


@slotted
class RemoveRift(Step, name="remove-rift"):
    cubes: int
    place: str

    def do(self, s: State, out: Out) -> None:
        at(s, self, self.place, RemoveRiftOn(self.cubes))


@slotted
class RemoveRiftOn(Step, name="remove-rift-on"):
    """Back to the pool, as many as there are [ACT-11, TERM-19]."""

    cubes: int
    era: int = OPEN

    def do(self, s: State, out: Out) -> None:
        era, cubes = self.era, min(self.cubes, s.rifts[self.era])
        if cubes > 0:
            s.rifts[era] -= cubes
            out.append(RiftsRemoved(era, cubes))
            missions.rift_removed(s, out, era, cubes)


@slotted
class RemoveEnergy(Step, name="remove-energy"):
    cubes: int
    place: str

    def do(self, s: State, out: Out) -> None:
        at(s, self, self.place, RemoveEnergyOn(self.cubes))


@slotted
class RemoveEnergyOn(Step, name="remove-energy-on"):
    """Green cubes back to the pool, as many as there are."""

    cubes: int
    era: int = OPEN

    def do(self, s: State, out: Out) -> None:
        era, cubes = self.era, min(self.cubes, s.energy[self.era])
        if cubes > 0:
            s.energy[era] -= cubes
            out.append(EnergyRemoved(era, cubes))


@slotted
class PlaceRift(Step, name="place-rift"):
    cubes: int
    place: str

    def do(self, s: State, out: Out) -> None:
        at(s, self, self.place, PlaceRiftOn(self.cubes))


@slotted
class PlaceRiftOn(Step, name="place-rift-on"):
    """Rifts from any source can open a Vortex [VORTEX-17]."""

    cubes: int
    era: int = OPEN

    def do(self, s: State, out: Out) -> None:
        era, cubes = self.era, min(self.cubes, max(rift_pool(s), 0))
        vortexes.place_rifts(s, out, tuple([cubes if where == era else 0 for where in ERAS]))


@slotted
class CancelRift(Step, name="cancel-rift"):
    """For the next drop: that many landed rifts may be cancelled before they are placed [EFF-02]."""

    n: int

    def do(self, s: State, out: Out) -> None:
        s.shields += self.n


@slotted
class UntilEqual(Step, name="until-equal"):
    what: str
    place: str

    def do(self, s: State, out: Out) -> None:
        at(s, self, self.place, UntilEqualOn(self.what))


@slotted
class UntilEqualOn(Step, name="until-equal-on"):
    """Only the missing number; already equal or past it: nothing [EFF-16]."""

    what: str
    era: int = OPEN

    def do(self, s: State, out: Out) -> None:
        missing = s.rifts[self.era] - s.setting.mode.energy_at(s, self.era)
        if self.what == "energy":
            AddEnergyOn(missing, self.era).do(s, out)
        else:
            RemoveRiftOn(missing, self.era).do(s, out)
