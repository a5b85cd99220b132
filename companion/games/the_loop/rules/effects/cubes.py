"""Effects on energy and rifts [TERM-19, TERM-20, EFF-02, EFF-16].

May import: this game.
"""

from __future__ import annotations

from companion.games.the_loop.rules import missions, vortexes
from companion.games.the_loop.rules.agenda import Out, does
from companion.games.the_loop.rules.eras import ERAS
from companion.games.the_loop.rules.happenings import EnergyAdded, EnergyRemoved, RiftsRemoved
from companion.games.the_loop.rules.state import State, energy_pool, rift_pool

from .places import at


@does("add-energy")
def add_energy(s: State, out: Out, cubes: int, place: str) -> None:
    at(s, place, ("add-energy-on", cubes))


@does("add-energy-on")
def add_energy_on(s: State, out: Out, cubes: int, era: int) -> None:
    """From the pool, as far as it goes [ACT-10, TERM-20, AMB-06]."""
    cubes = min(cubes, max(energy_pool(s), 0))
    if cubes > 0:
        s.energy[era] += cubes
        out.append(EnergyAdded(era, cubes))
        missions.energy_added(s, out, era, cubes)
        s.setting.mode.energy_added(s, out, era, cubes)


@does("remove-rift")
def remove_rift(s: State, out: Out, cubes: int, place: str) -> None:
    at(s, place, ("remove-rift-on", cubes))


@does("remove-rift-on")
def remove_rift_on(s: State, out: Out, cubes: int, era: int) -> None:
    """Back to the pool, as many as there are [ACT-11, TERM-19]."""
    cubes = min(cubes, s.rifts[era])
    if cubes > 0:
        s.rifts[era] -= cubes
        out.append(RiftsRemoved(era, cubes))
        missions.rift_removed(s, out, era, cubes)


@does("remove-energy")
def remove_energy(s: State, out: Out, cubes: int, place: str) -> None:
    at(s, place, ("remove-energy-on", cubes))


@does("remove-energy-on")
def remove_energy_on(s: State, out: Out, cubes: int, era: int) -> None:
    """Green cubes back to the pool, as many as there are."""
    cubes = min(cubes, s.energy[era])
    if cubes > 0:
        s.energy[era] -= cubes
        out.append(EnergyRemoved(era, cubes))


@does("place-rift")
def place_rift(s: State, out: Out, cubes: int, place: str) -> None:
    at(s, place, ("place-rift-on", cubes))


@does("place-rift-on")
def place_rift_on(s: State, out: Out, cubes: int, era: int) -> None:
    """Rifts from any source can open a Vortex [VORTEX-17]."""
    cubes = min(cubes, max(rift_pool(s), 0))
    vortexes.place_rifts(s, out, tuple([cubes if where == era else 0 for where in ERAS]))


@does("cancel-rift")
def cancel_rift(s: State, out: Out, n: int) -> None:
    """For the next drop: that many landed rifts may be cancelled before they are placed [EFF-02]."""
    s.shields += n


@does("until-equal")
def until_equal(s: State, out: Out, what: str, place: str) -> None:
    at(s, place, ("until-equal-on", what))


@does("until-equal-on")
def until_equal_on(s: State, out: Out, what: str, era: int) -> None:
    """Only the missing number; already equal or past it: nothing [EFF-16]."""
    missing = s.rifts[era] - s.setting.mode.energy_at(s, era)
    if what == "energy":
        add_energy_on(s, out, missing, era)
    else:
        remove_rift_on(s, out, missing, era)
