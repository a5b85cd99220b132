"""Finds a way for every track of the carrier board: a wave over a grid, on two layers. Imports numpy."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field

import numpy as np

CELL = 0.25  # mm
VIA = 0.8
DRILL = 0.4
LAYERS = (0, 1)  # front, back
VIA_COST = 12.0

Point = tuple[float, float]


@dataclass
class Pad:
    net: str
    at: Point
    half: Point  # half its width and height
    ref: str = ""
    layers: tuple[int, ...] = LAYERS


@dataclass
class Track:
    net: str
    layer: int
    start: Point
    end: Point
    width: float


@dataclass
class Router:
    """What lies on the board already, and the ways found so far."""

    size: Point
    clearance: float
    edge: float
    pads: list[Pad]
    tracks: list[Track] = field(default_factory=list)
    vias: list[tuple[str, Point]] = field(default_factory=list)

    def grid(self) -> tuple[np.ndarray, np.ndarray]:
        x = np.arange(0, self.size[0] + CELL / 2, CELL)
        y = np.arange(0, self.size[1] + CELL / 2, CELL)
        return x[:, None], y[None, :]

    def blocked(self, net: str, width: float) -> list[np.ndarray]:
        """Cells where a track's middle must not lie, for each layer."""
        x, y = self.grid()
        room = width / 2 + self.clearance
        found = []
        margin = self.edge + width / 2
        out = (x < margin) | (x > self.size[0] - margin) | (y < margin) | (y > self.size[1] - margin)
        for layer in LAYERS:
            bad = np.broadcast_to(out, (x.shape[0], y.shape[1])).copy()
            for pad in self.pads:
                if pad.net != net and layer in pad.layers:
                    dx = np.maximum(np.abs(x - pad.at[0]) - pad.half[0], 0)
                    dy = np.maximum(np.abs(y - pad.at[1]) - pad.half[1], 0)
                    bad |= dx**2 + dy**2 < room**2
            for track in self.tracks:
                if track.net != net and track.layer == layer:
                    bad |= _distance(x, y, track.start, track.end) < room + track.width / 2
            for other, at in self.vias:
                if other != net:
                    bad |= (x - at[0]) ** 2 + (y - at[1]) ** 2 < (room + VIA / 2) ** 2
            found.append(bad)
        return found

    def connect(self, net: str, width: float, terminals: list[Pad]) -> bool:
        """Joins all pads of a net, each to what is joined already by the shortest way."""
        walls = self.blocked(net, width)
        vias = self.blocked(net, VIA)
        x, y = self.grid()
        no_via = vias[0] | vias[1]
        for pad in self.pads:  # no hole in a hole, not even of the same net
            dx = np.maximum(np.abs(x - pad.at[0]) - pad.half[0], 0)
            dy = np.maximum(np.abs(y - pad.at[1]) - pad.half[1], 0)
            no_via |= dx**2 + dy**2 < (VIA / 2 + 0.2) ** 2
        joined = self._cells(terminals[0])
        for pad in sorted(terminals[1:], key=lambda p: math.dist(p.at, terminals[0].at)):
            goal = self._cells(pad)
            way = _search(joined, goal, walls, no_via)
            if way is None:
                return False
            self._lay(net, width, way)
            joined |= set(way) | goal
        return True

    def _cells(self, pad: Pad) -> set[tuple[int, int, int]]:
        i, j = round(pad.at[0] / CELL), round(pad.at[1] / CELL)
        return {(layer, i, j) for layer in pad.layers}

    def _lay(self, net: str, width: float, way: list[tuple[int, int, int]]) -> None:
        start = way[0]
        for n in range(1, len(way)):
            here, last = way[n], way[n - 1]
            if here[0] != last[0]:
                self._track(net, width, start, last)
                self.vias.append((net, (here[1] * CELL, here[2] * CELL)))
                start = here
            elif n + 1 < len(way) and _turns(last, here, way[n + 1]):
                self._track(net, width, start, here)
                start = here
        self._track(net, width, start, way[-1])

    def _track(self, net: str, width: float, a: tuple[int, int, int], b: tuple[int, int, int]) -> None:
        if a[1:] != b[1:]:
            ends = [(cell[1] * CELL, cell[2] * CELL) for cell in (a, b)]
            self.tracks.append(Track(net, a[0], ends[0], ends[1], width))


def _turns(a: tuple[int, int, int], b: tuple[int, int, int], c: tuple[int, int, int]) -> bool:
    return (b[1] - a[1], b[2] - a[2]) != (c[1] - b[1], c[2] - b[2]) or c[0] != b[0]


def _distance(x: np.ndarray, y: np.ndarray, a: Point, b: Point) -> np.ndarray:
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    t = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / long, 0, 1) if long else 0.0
    return np.hypot(x - a[0] - t * dx, y - a[1] - t * dy)


def _search(
    starts: set[tuple[int, int, int]],
    goals: set[tuple[int, int, int]],
    walls: list[np.ndarray],
    no_via: np.ndarray,
) -> list[tuple[int, int, int]] | None:
    """A star: straight and slanting steps, and through the board where a via has room."""
    gi = [g[1] for g in goals]
    gj = [g[2] for g in goals]
    i0, i1, j0, j1 = min(gi), max(gi), min(gj), max(gj)

    def left(i: int, j: int) -> float:
        dx, dy = max(i0 - i, 0, i - i1), max(j0 - j, 0, j - j1)
        return max(dx, dy) + 0.414 * min(dx, dy)

    wide, high = walls[0].shape
    best = dict.fromkeys(starts, 0.0)
    came: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    queue = [(left(cell[1], cell[2]), 0.0, cell) for cell in starts]
    heapq.heapify(queue)
    while queue:
        _, cost, cell = heapq.heappop(queue)
        if cell in goals:
            way = [cell]
            while way[-1] in came:
                way.append(came[way[-1]])
            return way[::-1]
        if cost > best[cell]:
            continue
        layer, i, j = cell
        steps = []
        for di in (-1, 0, 1):
            for dj in (-1, 0, 1):
                u, v = i + di, j + dj
                if (di or dj) and 0 <= u < wide and 0 <= v < high:
                    to = (layer, u, v)
                    if not walls[layer][u, v] or to in goals:
                        steps.append((to, 1.414 if di and dj else 1.0))
        if not no_via[i, j]:
            steps.append(((1 - layer, i, j), VIA_COST))
        for to, price in steps:
            if cost + price < best.get(to, math.inf) - 1e-9:
                best[to] = cost + price
                came[to] = cell
                heapq.heappush(queue, (cost + price + left(to[1], to[2]), cost + price, to))
    return None
