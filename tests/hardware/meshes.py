"""The kept STL files where they sit in the tower, and straight rays through them.

Imports trimesh and numpy only.
"""

from __future__ import annotations

import functools

import numpy as np
import trimesh

from hardware import prints
from hardware.layout import Layout, bearing_of
from hardware.tower import Tower

TOWER = Tower.load()
LAY = Layout.of(TOWER)
Vector = tuple[float, float, float]


@functools.cache
def printed(name: str) -> trimesh.Trimesh:
    """As it lies on the printer's bed."""
    return trimesh.load_mesh(prints.stl(name))


@functools.cache
def placed(name: str) -> trimesh.Trimesh:
    """As it sits in the tower."""
    place = prints.places()[name]
    mesh = printed(name).copy()
    mesh.apply_translation(place.move)
    mesh.apply_transform(trimesh.transformations.rotation_matrix(np.radians(place.turn), (1, 0, 0)))
    mesh.apply_transform(trimesh.transformations.rotation_matrix(np.radians(place.spin), (0, 0, 1)))
    return mesh


def crossings(mesh: trimesh.Trimesh, start: Vector, end: Vector) -> list[float]:
    """Distances from `start` at which the straight way to `end` goes through the surface, in order.

    Möller and Trumbore over all triangles at once: a few rays need no search tree.
    """
    origin, way = np.array(start, float), np.array(end, float) - np.array(start, float)
    length = float(np.linalg.norm(way))
    way /= length
    a, b, c = (mesh.triangles[:, n] for n in range(3))
    ab, ac = b - a, c - a
    p = np.cross(way, ac)
    det = np.einsum("ij,ij->i", ab, p)
    facing = np.abs(det) > 1e-12
    inverse = np.where(facing, 1 / np.where(facing, det, 1), 0)
    s = origin - a
    u = np.einsum("ij,ij->i", s, p) * inverse
    q = np.cross(s, ab)
    v = q @ way * inverse
    t = np.einsum("ij,ij->i", ac, q) * inverse
    hit = facing & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 1e-9) & (t < length)
    distances = np.sort(t[hit])
    # A ray through the edge of two triangles crosses the surface once.
    return [float(d) for n, d in enumerate(distances) if n == 0 or d - distances[n - 1] > 1e-4]


def polar(radius: float, degrees: float, z: float) -> Vector:
    return radius * float(np.cos(np.radians(degrees))), radius * float(np.sin(np.radians(degrees))), z


def across(era: int, y: float, z: float, dx: float = 0.0) -> Vector:
    """A point beside the middle of an era's gate, on the line of its beam."""
    angle = np.radians(bearing_of(TOWER, era))
    x = TOWER.geometry["ring_radius"] + dx
    return (
        float(x * np.cos(angle) - y * np.sin(angle)),
        float(x * np.sin(angle) + y * np.cos(angle)),
        z,
    )
