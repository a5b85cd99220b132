"""One drop: cubes are thrown, fall, pass beams and come to rest. Imports mujoco (extra `twin`).

The truth is where each cube's middle crossed the beams' circle; the breaks are what the beams would show.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import mujoco
import numpy as np

from hardware.tower import Tower
from hardware.twin.beams import Span, chords, dark_spans
from hardware.twin.model import STEP, build, matrices
from hardware.twin.shape import Beam, beams, sector

EVERY = 2  # steps between two samples of the paths: 0.5 ms, and edges are interpolated
CHUNK = 0.1  # s between two looks at whether everything is at rest
LONGEST = 3.0  # s of one drop
STILL = 0.02  # m/s, and 0.02 · edge as a spin: at rest
HURRY = 0.5  # s: nothing is looked at before
MISSED_BY = 1.3  # degrees, standard deviation of where the tower stands; ± the servo's tolerance


@dataclass(frozen=True)
class Shake:
    """How the tower is turned to and fro: in the servo's µs, as the board's settings have them."""

    amplitude: float = 40.0
    cycles: int = 3
    speed: float = 1000.0  # µs/s
    acceleration: float = 4000.0  # µs/s²

    def path(self, tower: Tower) -> list[float]:
        """Radians for every sample of a drop: to one side, to the other, …, and back."""
        per_radian = math.degrees(
            (tower.servo["pulse_max"] - tower.servo["pulse_min"]) / (tower.servo["travel"] * tower.gear)
        )
        at, found = 0.0, []
        for goal in [self.amplitude, -self.amplitude] * self.cycles + [0.0]:
            found += [at + part for part in self._leg(goal - at)]
            at = goal
        return [pulse / per_radian for pulse in found]

    def _leg(self, way: float) -> list[float]:
        """Speeds up, goes on, slows down."""
        length, sign = abs(way), math.copysign(1.0, way)
        top = min(self.speed, math.sqrt(length * self.acceleration))
        ramp = top / self.acceleration
        total = length / top + ramp
        samples = max(int(total / (STEP * EVERY)), 1)
        found = []
        for n in range(1, samples + 1):
            t = total * n / samples
            if t < ramp:
                gone = self.acceleration * t * t / 2
            elif t < total - ramp:
                gone = top * (t - ramp / 2)
            else:
                gone = length - self.acceleration * (total - t) ** 2 / 2
            found.append(sign * gone)
        return found


@dataclass
class Fallen:
    """What became of one throw. Times in ms from the throw; outlets are counted from the tower's front."""

    thrown: int
    offset: float
    spans: list[list[list[Span]]]  # by outlet, row of beams and cube: when it was dark
    passed: list[int | None]  # by cube: the outlet whose beam it passed
    rested: list[int | None]  # by cube: the era where it lies
    crossed: list[float | None]  # by cube: ms at which its middle crossed the beam
    ended: float
    state: np.ndarray = field(repr=False)  # where the cubes are at the end

    @property
    def stuck(self) -> np.ndarray:
        """The cubes that are still inside, as `throw` and `shake` take them."""
        inside = [n for n, outlet in enumerate(self.passed) if outlet is None]
        return self.state.reshape(-1, 7)[inside].reshape(-1)

    @property
    def inside(self) -> int:
        return sum(outlet is None for outlet in self.passed)


def throw(
    tower: Tower,
    cubes: int,
    lot: random.Random,
    *,
    at_once: bool = False,
    stuck: np.ndarray | None = None,
    offset: float | None = None,
    apart: Sequence[float] = (),
) -> Fallen:
    """Throws cubes by hand, one after the other or all at once; `stuck`: cubes that lie inside already.

    `apart`: seconds between a cube and the one before it, for hands that let them go one by one.
    """
    limit = tower.servo["tolerance"]
    if offset is None:
        offset = max(min(lot.gauss(0.0, MISSED_BY), limit), -limit)
    held = np.zeros(0) if stuck is None else stuck
    total = cubes + len(held) // 7
    model = build(tower, total, offset)
    data = mujoco.MjData(model)
    held_up = []
    for n, (x, y, z) in enumerate(starts(tower, cubes, lot, at_once)):
        data.qpos[7 * n : 7 * n + 3] = (x, y, z)
        held_up.append(sum(apart[:n]))
        data.qpos[7 * n + 3 : 7 * n + 7] = any_turn(lot)
        data.qvel[6 * n : 6 * n + 3] = (lot.gauss(0, 0.1), lot.gauss(0, 0.1), -0.3)
        data.qvel[6 * n + 3 : 6 * n + 6] = [lot.gauss(0, 8) for _ in range(3)]
    data.qpos[7 * cubes :] = held
    return watch(tower, model, data, total, offset, held_up=held_up if apart else ())


def shake(tower: Tower, stuck: np.ndarray, how: Shake, offset: float) -> Fallen:
    """The tower with so many cubes inside is shaken."""
    cubes = len(stuck) // 7
    model = build(tower, cubes, offset, shaken=True)
    data = mujoco.MjData(model)
    data.qpos[: 7 * cubes] = stuck
    return watch(tower, model, data, cubes, offset, how.path(tower))


def starts(tower: Tower, cubes: int, lot: random.Random, at_once: bool) -> list[tuple[float, float, float]]:
    """Where the cubes are when they are let go (m): one above the other, later ones higher, or side by side.

    No two may touch, however they are turned: they would burst apart.
    """
    room = tower.geometry["cube"] / 1000 * 1.75  # more than a cube's diagonal
    height = tower.data["inside"]["height"] / 1000
    places = []
    turn = 0.0
    for n in range(cubes):
        if at_once:
            turn = lot.uniform(0, math.pi) if n % 2 == 0 else turn + math.pi
            height += room if n % 2 == 0 else 0.0
            away = 0.52 * room
        else:
            turn = lot.uniform(0, 2 * math.pi)
            height += room + lot.uniform(0.0, 0.012)
            away = 0.010 * math.sqrt(lot.random())
        places.append((away * math.cos(turn), away * math.sin(turn), height))
    return places


def watch(
    tower: Tower,
    model: mujoco.MjModel,
    data: mujoco.MjData,
    cubes: int,
    offset: float,
    turning: Sequence[float] = (),
    held_up: Sequence[float] = (),
) -> Fallen:
    """Lets the model run until all is at rest, and reads the beams. `turning`: radians, sample by sample;
    `held_up`: seconds for which a hand still holds each cube."""
    ring = tower.geometry["ring_radius"] / 1000
    per_chunk = round(CHUNK / STEP / EVERY)
    paths = [data.qpos[: 7 * cubes].copy()]
    hand = _Hand(data, held_up)
    while data.time < LONGEST + hand.empty:
        for _ in range(per_chunk):
            if len(paths) < len(turning):
                data.ctrl[0] = turning[len(paths)]
            hand.hold(data)
            mujoco.mj_step(model, data, EVERY)
            paths.append(data.qpos[: 7 * cubes].copy())
        if data.time > HURRY + hand.empty and len(paths) > len(turning) and _at_rest(data, cubes):
            break
    path = np.array(paths).reshape(len(paths), cubes, 7)
    times = np.arange(len(paths)) * STEP * EVERY * 1000
    radius = np.hypot(path[:, :, 0], path[:, :, 1])
    out = radius > ring
    passed: list[int | None] = []
    crossed: list[float | None] = []
    rested: list[int | None] = []
    for n in range(cubes):
        if not out[-1, n]:
            passed.append(None)
            crossed.append(None)
            rested.append(None)
            continue
        inward = np.flatnonzero(~out[:, n])
        i = int(inward[-1]) + 1 if len(inward) else 0
        passed.append(sector(tower, path[i, n, 0], path[i, n, 1], offset))
        crossed.append(float(times[i]))
        rested.append(sector(tower, path[-1, n, 0], path[-1, n, 1], offset))
    spans = _spans(tower, times, path, radius, offset)
    return Fallen(
        cubes, offset, spans, passed, rested, crossed, float(times[-1]), data.qpos[: 7 * cubes].copy()
    )


class _Hand:
    """Keeps cubes where they are until each is let go, just above the tower whatever came before it."""

    def __init__(self, data: mujoco.MjData, held_up: Sequence[float]) -> None:
        self.empty = max(held_up, default=0.0)
        self._held = [
            (until, n, data.qpos[7 * n : 7 * n + 7].copy(), data.qvel[6 * n : 6 * n + 6].copy())
            for n, until in enumerate(held_up)
            if until
        ]
        self._from = data.qpos[2] if held_up else 0.0

    def hold(self, data: mujoco.MjData) -> None:
        for until, n, place, speed in self._held:
            data.qpos[7 * n : 7 * n + 7], data.qvel[6 * n : 6 * n + 6] = place, speed
            if data.time >= until:
                data.qpos[7 * n + 2] = self._from
        self._held = [one for one in self._held if data.time < one[0]]


def _spans(
    tower: Tower, times: np.ndarray, path: np.ndarray, radius: np.ndarray, offset: float
) -> list[list[list[Span]]]:
    """By outlet, row and cube. Only the samples in which a cube can be near a beam are looked at closely."""
    half = tower.geometry["cube"] / 2
    reach = half * math.sqrt(3) + 1.0
    found = []
    for outlet in beams(tower, offset):
        rows = []
        for beam in outlet:
            middle = (np.array(beam.start) + np.array(beam.end)) / 2
            away = math.hypot(middle[0], middle[1])
            normal = middle[:2] / away
            row: list[Span] = []
            for n in range(path.shape[1]):
                depth = path[:, n, :2] @ normal * 1000 - away  # signed distance from the beam's plane
                near = (np.abs(depth) < reach) & (np.abs(radius[:, n] * 1000 - away) < reach + 2.0)
                if near.any():
                    row += _near_spans(times, path[:, n], near, half, beam)
            rows.append(row)
        found.append(rows)
    return found


def _near_spans(times: np.ndarray, path: np.ndarray, near: np.ndarray, half: float, beam: Beam) -> list[Span]:
    covered = np.full(len(times), -1.0)
    turns = matrices(path[near, 3:])
    covered[near] = chords(path[near, :3] * 1000, turns, half, beam)
    return dark_spans(times, covered)


def _at_rest(data: mujoco.MjData, cubes: int) -> bool:
    return bool(
        np.abs(data.qvel[: 6 * cubes].reshape(cubes, 6) * (1, 1, 1, 0.008, 0.008, 0.008)).max() < STILL
    )


def any_turn(lot: random.Random) -> tuple[float, ...]:
    four = [lot.gauss(0, 1) for _ in range(4)]
    size = math.sqrt(sum(v * v for v in four))
    return tuple(v / size for v in four)
