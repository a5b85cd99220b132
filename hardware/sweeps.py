"""Every step of the assembly, made with solids: what cannot reach its place, its hole or its screw is told.

Imports trimesh and numpy only. The parts are given: kept STL files, or solids drawn for another tower.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Set

import numpy as np
import trimesh

from hardware import assembly, meshes, solids
from hardware.assembly import Moment
from hardware.joints import DOWN, UP, screws
from hardware.layout import Layout
from hardware.solids import Rod
from hardware.tower import Tower

TOUCH = 0.12  # mm: facets of round parts that lie on each other
FAR = 60.0  # mm: so far from its place something from the side begins its way
# Holes that we do not draw: the spline's thread, those of the horn, those of the circuit board.
METAL = (
    {"screw horn 0": {"servo", "horn"}}
    | {f"screw gear {n}": {"horn"} for n in range(4)}
    | {f"screw board {n}": {"board"} for n in range(4)}
)


class Workbench:
    """A tower's parts where they sit in it: bought and screwed ones of its own, printed ones by `printed`."""

    def __init__(self, tower: Tower, printed: Callable[[str], trimesh.Trimesh]) -> None:
        self.tower = tower
        self.bought = solids.bought(tower)
        self.moments = list(assembly.moments(tower))
        self._printed = printed
        self._reach = Layout.of(tower).r_fence + 10
        self.mesh = functools.cache(self._mesh)
        self._lines = functools.cache(lambda name: meshes.Lines(self.mesh(name), reach=self._reach))

    def _mesh(self, name: str) -> trimesh.Trimesh:
        return meshes.joined(self.bought[name]) if name in self.bought else self._printed(name)

    def faults(self) -> Iterator[str]:
        for moment in self.moments:
            yield from self.blocked(moment)
            yield from self.out_of_hole(moment)
            yield from self.out_of_reach(moment)

    def blocked(self, moment: Moment) -> Iterator[str]:
        """What stands in the way of what comes."""
        upright = moment.step.way in (UP, DOWN)
        for name in moment.moving:
            for other in moment.present:
                if not upright:
                    if self.pulled(name, other, moment.step.way, FAR):
                        yield f"{name} cannot pass {other}"
                elif _near(self.mesh(name), self.mesh(other)):
                    depth = self._depth(moment, name, other)
                    if depth > TOUCH:
                        yield f"{name} cannot pass {other}: {depth:.2f} mm"

    def _depth(self, moment: Moment, name: str, other: str) -> float:
        way = meshes.in_the_way_up if moment.step.way == UP else meshes.in_the_way_down
        return way(self._lines(name), self._lines(other))

    def pulled(self, name: str, other: str, way: tuple[float, float, float], far: float) -> bool:
        """Whether something holds a small part that is pulled out to the side."""
        starts = _corners(self.mesh(name))
        return bool(meshes.crossed(self.mesh(other), starts, starts + np.array(way) * far).any())

    def out_of_reach(self, moment: Moment) -> Iterator[str]:
        """Screws of a step that no driver reaches."""
        counted: dict[str, int] = {}
        for one in screws(self.tower):
            n = counted[one.id] = counted.get(one.id, -1) + 1
            if f"screw {one.id} {n}" not in moment.screws:
                continue
            for tool in solids.driver(self.tower, one):
                assert isinstance(tool, Rod)
                for other in self.stuck(moment, tool):
                    yield f"the driver of screw {one.id} {n} meets {other}"

    def out_of_hole(self, moment: Moment) -> Iterator[str]:
        """Screws of a step whose shaft or head is in plastic where it should be in its hole."""
        for name in moment.screws:
            for part in self.bought[name]:
                assert isinstance(part, Rod)
                if part.tip is None:
                    for other in self.stuck(moment, part, METAL.get(name, set())):
                        yield f"{name} is not in its hole of {other}"

    def stuck(self, moment: Moment, solid: Rod, allowed: Set[str] = frozenset()) -> list[str]:
        starts, ends = meshes.rod_rays(solid)
        there = {*moment.present, *moment.moving} - allowed
        return [name for name in sorted(there) if meshes.crossed(self.mesh(name), starts, ends).any()]


def _near(a: trimesh.Trimesh, b: trimesh.Trimesh) -> bool:
    """Whether one lifted past the other could meet it: do they share a place in plan?"""
    return bool((a.bounds[0] < b.bounds[1])[:2].all() and (b.bounds[0] < a.bounds[1])[:2].all())


def _corners(part: trimesh.Trimesh) -> np.ndarray:
    """Of a small part, and the middles of its edges: a hair inside it, so that what only touches is free."""
    edges = part.vertices[part.edges_unique].mean(axis=1)
    points = np.vstack([part.vertices, edges])
    return np.asarray(points + (part.centroid - points) * 0.02)
