"""Ways to throw: a handful, poured, one by one from a hand, or from a feeder. Imports mujoco (extra `twin`).

Made for thousands of drops: a cube that waits is out of the world, and so is one that is well past its beams,
so only those that fall are reckoned. Where cubes come to rest on the tray is for `hardware.twin.drop` to say.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from hardware.layout import Layout
from hardware.tower import Tower
from hardware.twin.drop import CHUNK, EVERY, MISSED_BY, STILL, _spans, any_turn, starts
from hardware.twin.model import STEP, build
from hardware.twin.shape import ROWS, sector

HELD = 3.0  # s after the last cube was let go: what is inside then is held
HURRY = 0.4  # s
AWAY = 15.0  # mm beyond the outer row of beams: a cube there does not come back
NOWHERE = 50.0  # m above the tower: cubes wait there, falling freely and touching nothing
FUMBLED = 0.05  # of a hand's cubes: let go together with the one before
TOGETHER = 0.02  # s


@dataclass(frozen=True)
class Way:
    """How cubes are let go; `pauses`: seconds between two of them, drawn evenly from this range."""

    name: str
    says: str
    at_once: bool = False
    pauses: tuple[float, float] = (0.0, 0.0)
    fumbled: float = 0.0

    def releases(self, cubes: int, lot: random.Random) -> list[float]:
        found = [0.0]
        for _ in range(cubes - 1):
            pause = lot.uniform(*self.pauses)
            if self.fumbled and lot.random() < self.fumbled:
                pause = TOGETHER
            found.append(found[-1] + pause)
        return found


WAYS = (
    Way("handful", "a handful, all at once", at_once=True),
    Way("poured", "poured, one close behind the other"),
    Way("hand", "one by one from the hand, 0.2–0.6 s", pauses=(0.2, 0.6), fumbled=FUMBLED),
    Way("feeder", "from a feeder, every 150–300 ms", pauses=(0.15, 0.30)),
)


@dataclass
class Heard:
    """One throw as the beams hear it; outlets are counted from the tower's front, times in ms."""

    thrown: int
    passed: list[int | None]
    spans: list[list[list[tuple[float, float]]]]  # by outlet, row and cube
    ended: float


def throw(tower: Tower, cubes: int, way: Way, lot: random.Random) -> Heard:
    limit = tower.servo["tolerance"]
    offset = max(min(lot.gauss(0.0, MISSED_BY), limit), -limit)
    model = build(tower, cubes, offset)
    data = mujoco.MjData(model)
    solid = _Solid(model, cubes)
    paused = way.pauses[1] > 0
    releases = way.releases(cubes, lot)
    if paused:
        places = [starts(tower, 1, lot, False)[0] for _ in range(cubes)]
    else:
        places = starts(tower, cubes, lot, way.at_once)
    begins = [(place, any_turn(lot), _speed(lot), _spin(lot)) for place in places]
    waiting = list(range(cubes))
    for n in waiting:
        data.qpos[7 * n : 7 * n + 7] = (0, 0, NOWHERE + n, 1, 0, 0, 0)
        solid.set(n, False)
    gone = (Layout.of(tower).r_outer + 2.0, tower.geometry["ring_radius"] + ROWS[-1] + AWAY)
    away = max(gone) / 1000
    falling: set[int] = set()
    rested = 0  # looks in a row at which nothing moved
    paths = []
    per_chunk = round(CHUNK / STEP / EVERY)
    while True:
        for _ in range(per_chunk):
            while waiting and data.time >= releases[waiting[0]]:
                n = waiting.pop(0)
                place, turn, speed, spin = begins[n]
                data.qpos[7 * n : 7 * n + 7] = (*place, *turn)
                data.qvel[6 * n : 6 * n + 6] = (*speed, *spin)
                solid.set(n, True)
                falling.add(n)
            paths.append(data.qpos.copy())
            mujoco.mj_step(model, data, EVERY)
        for n in list(falling):
            x, y = data.qpos[7 * n : 7 * n + 2]
            if np.hypot(x, y) > away:
                data.qpos[7 * n : 7 * n + 3] = (100 * x, 100 * y, NOWHERE + n)
                solid.set(n, False)
                falling.discard(n)
        since = data.time - releases[-1]
        if waiting or (falling and since < HURRY):
            continue
        rested = rested + 1 if falling and _at_rest(data, falling) else 0
        if not falling or since > HELD or rested == 2:
            break
    paths.append(data.qpos.copy())
    path = np.array(paths).reshape(len(paths), cubes, 7)
    times = np.arange(len(paths)) * STEP * EVERY * 1000
    radius = np.hypot(path[:, :, 0], path[:, :, 1])
    out = radius > tower.geometry["ring_radius"] / 1000
    passed: list[int | None] = []
    for n in range(cubes):
        inward = np.flatnonzero(~out[:, n])
        i = int(inward[-1]) + 1
        passed.append(sector(tower, path[i, n, 0], path[i, n, 1], offset) if out[-1, n] else None)
    return Heard(cubes, passed, _spans(tower, times, path, radius, offset), float(times[-1]))


def _speed(lot: random.Random) -> list[float]:
    return [lot.gauss(0, 0.1), lot.gauss(0, 0.1), -0.3]


def _spin(lot: random.Random) -> list[float]:
    return [lot.gauss(0, 8) for _ in range(3)]


def _at_rest(data: mujoco.MjData, falling: set[int]) -> bool:
    moving = data.qvel.reshape(-1, 6)[sorted(falling)] * (1, 1, 1, 0.008, 0.008, 0.008)
    return bool(np.abs(moving).max() < STILL)


class _Solid:
    """Whether a cube touches anything."""

    def __init__(self, model: mujoco.MjModel, cubes: int) -> None:
        self._model = model
        names = [mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, f"cube {n}") for n in range(cubes)]
        self._geoms: Sequence[int] = [int(model.body_geomadr[body]) for body in names]
        self._as_built = int(model.geom_contype[self._geoms[0]]), int(model.geom_conaffinity[self._geoms[0]])

    def set(self, cube: int, solid: bool) -> None:
        geom = self._geoms[cube]
        touches = self._as_built if solid else (0, 0)
        self._model.geom_contype[geom], self._model.geom_conaffinity[geom] = touches
