"""The solids of the tower as triangles, and what can be asked of them without a CAD kernel.

Imports trimesh and numpy only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import trimesh

from hardware.solids import Box, Rod, Solid, Tube

CELL = 0.5  # mm between the upright lines on which parts are lifted past each other
SIDES = 48  # of a round solid


def spun(mesh: trimesh.Trimesh, degrees: float) -> trimesh.Trimesh:
    turned = mesh.copy()
    turn = trimesh.transformations.rotation_matrix(math.radians(degrees), (0, 0, 1))
    turned.apply_transform(turn)
    return turned


def of(solid: Solid) -> trimesh.Trimesh:
    if isinstance(solid, Box):
        ranges = (solid.x, solid.y, solid.z)
        box = trimesh.creation.box(extents=[b - a for a, b in ranges])
        box.apply_translation([(a + b) / 2 for a, b in ranges])
        return spun(box, solid.spin)
    if isinstance(solid, Tube):
        low, high = solid.z
        if solid.r_inner > 0:
            tube = trimesh.creation.annulus(solid.r_inner, solid.r_outer, high - low, sections=2 * SIDES)
        else:
            tube = trimesh.creation.cylinder(solid.r_outer, high - low, sections=2 * SIDES)
        tube.apply_translation((solid.x, 0, (low + high) / 2))
        assert isinstance(tube, trimesh.Trimesh)
        return tube
    return _rod(solid)


def _rod(rod: Rod) -> trimesh.Trimesh:
    """A cylinder or a cone with flat ends, between two points."""
    start, end = np.array(rod.start), np.array(rod.end)
    axis = (end - start) / np.linalg.norm(end - start)
    side = np.cross(axis, (1, 0, 0) if abs(axis[0]) < 0.9 else (0, 1, 0))
    side /= np.linalg.norm(side)
    other = np.cross(axis, side)
    turns = np.linspace(0, 2 * math.pi, SIDES, endpoint=False)
    circle = np.outer(np.cos(turns), side) + np.outer(np.sin(turns), other)
    tip = rod.radius if rod.tip is None else rod.tip
    points = np.vstack([start + rod.radius * circle, end + tip * circle, [start, end]])
    faces = []
    for n in range(SIDES):
        m = (n + 1) % SIDES
        faces += [
            (n, m, SIDES + n),
            (m, SIDES + m, SIDES + n),
            (2 * SIDES, m, n),
            (2 * SIDES + 1, SIDES + n, SIDES + m),
        ]
    return trimesh.Trimesh(points, faces, process=False)


def joined(solids: Iterable[Solid]) -> trimesh.Trimesh:
    whole = trimesh.util.concatenate([of(solid) for solid in solids])
    assert isinstance(whole, trimesh.Trimesh)
    return whole


def crossed(mesh: trimesh.Trimesh, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Which of these straight ways go through the surface. Möller and Trumbore, all triangles at once."""
    hit = np.zeros(len(starts), bool)
    low = np.minimum(starts.min(0), ends.min(0))
    high = np.maximum(starts.max(0), ends.max(0))
    triangles = mesh.triangles
    near = (triangles.max(1) >= low).all(1) & (triangles.min(1) <= high).all(1)
    a, b, c = (triangles[near][:, n] for n in range(3))
    if not len(a):
        return hit
    ab, ac = b - a, c - a
    for n, (start, end) in enumerate(zip(starts, ends, strict=True)):
        way = end - start
        p = np.cross(way, ac)
        det = np.einsum("ij,ij->i", ab, p)
        facing = np.abs(det) > 1e-9
        inverse = np.where(facing, 1 / np.where(facing, det, 1), 0)
        s = start - a
        u = np.einsum("ij,ij->i", s, p) * inverse
        q = np.cross(s, ab)
        v = q @ way * inverse
        t = np.einsum("ij,ij->i", ac, q) * inverse
        hit[n] = bool((facing & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0) & (t < 1)).any())
    return hit


def rod_rays(rod: Rod, rays: int = 16) -> tuple[np.ndarray, np.ndarray]:
    """Lines along a rod: on its skin (a hair inside), at half its radius and in its middle."""
    start, end = np.array(rod.start), np.array(rod.end)
    axis = (end - start) / np.linalg.norm(end - start)
    side = np.cross(axis, (1, 0, 0) if abs(axis[0]) < 0.9 else (0, 1, 0))
    side /= np.linalg.norm(side)
    other = np.cross(axis, side)
    start, end = start + 0.04 * axis, end - 0.04 * axis  # what it only touches is free
    offsets = [np.zeros(3)]
    for radius in (rod.radius - 0.05, rod.radius / 2):
        for turn in np.linspace(0, 2 * math.pi, rays, endpoint=False):
            offsets.append(radius * (math.cos(turn) * side + math.sin(turn) * other))
    shift = np.array(offsets)
    return start + shift, end + shift


class Lines:
    """Where a solid begins and ends on a grid of upright lines; infinite where a line misses it."""

    def __init__(self, mesh: trimesh.Trimesh, *, reach: float) -> None:
        cells = 2 * int(reach / CELL)
        self.lowest = np.full((cells, cells), np.inf)
        self.highest = np.full((cells, cells), -np.inf)
        places = (np.arange(cells) + 0.5) * CELL - reach + 0.0137  # on no edge of any part
        for triangle in mesh.triangles:
            self._add(triangle, places)

    def _add(self, triangle: np.ndarray, places: np.ndarray) -> None:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) < 1e-12:
            return
        i0, i1 = np.searchsorted(places, (min(ax, bx, cx), max(ax, bx, cx)))
        j0, j1 = np.searchsorted(places, (min(ay, by, cy), max(ay, by, cy)))
        if i0 == i1 or j0 == j1:
            return
        x, y = places[i0:i1, None], places[None, j0:j1]
        u = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        v = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        inside = (u >= 0) & (v >= 0) & (u + v <= 1)
        z = az + u * (bz - az) + v * (cz - az)
        part = np.s_[i0:i1, j0:j1]
        self.lowest[part] = np.minimum(self.lowest[part], np.where(inside, z, np.inf))
        self.highest[part] = np.maximum(self.highest[part], np.where(inside, z, -np.inf))


def in_the_way_up(moving: Lines, standing: Lines) -> float:
    """By how much something standing lies above something that must be lifted past it; negative: free."""
    both = np.isfinite(moving.lowest) & np.isfinite(standing.highest)
    return float((standing.highest - moving.lowest)[both].max()) if both.any() else -np.inf


def in_the_way_down(moving: Lines, standing: Lines) -> float:
    both = np.isfinite(moving.highest) & np.isfinite(standing.lowest)
    return float((moving.highest - standing.lowest)[both].max()) if both.any() else -np.inf
