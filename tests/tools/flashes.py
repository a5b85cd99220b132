"""How often a row of frames flashes, as WCAG 2.2 counts it (success criterion 2.3.1).

A flash is a pair of opposing changes of relative luminance by a tenth or more, the darker side below 0.8, at
the same time on a quarter of any field of 341 × 256 pixels of 1024 × 768: a third of the window each way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

GRID = (48, 30)
"""Cells of a frame, across and down; a field is a third of them each way."""
CHANGE, DARKER, SHARE = 0.1, 0.8, 0.25
TOGETHER = 0.1
"""Seconds within which changes of several cells are one."""
MOST = 3
"""Flashes in any second."""


def luminance(frame: Any) -> Any:
    """Relative luminance of each cell, from sRGB pixels."""
    rows, columns = frame.shape[0] // GRID[1], frame.shape[1] // GRID[0]
    cut = frame[: rows * GRID[1], : columns * GRID[0]] / 255.0
    linear = np.where(cut <= 0.04045, cut / 12.92, ((cut + 0.055) / 1.055) ** 2.4)
    light = linear @ np.array([0.2126, 0.7152, 0.0722])
    return light.reshape(GRID[1], rows, GRID[0], columns).mean(axis=(1, 3))


def changes(lights: Any) -> Any:
    """For each frame and cell: +1 or -1 where a change of a tenth is complete, else 0."""
    low = high = lights[0]
    way = np.zeros_like(low, dtype=int)
    found = [np.zeros_like(way)]
    for light in lights[1:]:
        low, high = np.minimum(low, light), np.maximum(high, light)
        up = (light - low >= CHANGE) & (low < DARKER) & (way <= 0)
        down = (high - light >= CHANGE) & (light < DARKER) & (way >= 0) & ~up
        turned = up | down
        way = np.where(up, 1, np.where(down, -1, way))
        low = np.where(turned | ((way < 0) & (light <= low)), light, low)
        high = np.where(turned | ((way > 0) & (light >= high)), light, high)
        found.append(np.where(up, 1, np.where(down, -1, 0)))
    return np.array(found)


def most_flashes(frames: list[Any], per_second: float) -> int:
    """In any second, in any field of the window."""
    seen = changes([luminance(frame) for frame in frames])
    span = max(1, round(TOGETHER * per_second))
    wide, high = GRID[0] // 3, GRID[1] // 3
    worst = 0
    for x in range(0, GRID[0] - wide + 1, wide // 2):
        for y in range(0, GRID[1] - high + 1, high // 2):
            field = seen[:, y : y + high, x : x + wide].reshape(len(seen), -1)
            worst = max(worst, _flashes(field, span, per_second))
    return worst


def _flashes(field: Any, span: int, per_second: float) -> int:
    """Pairs of opposing changes that a quarter of the field makes together, in the worst second."""
    need, turns = SHARE * field.shape[1], list[tuple[int, int]]()
    for now in range(len(field)):
        window = field[max(0, now - span + 1) : now + 1]
        for way in (1, -1):
            together = (window == way).any(axis=0).sum() >= need
            if together and (not turns or turns[-1][1] != way):
                turns.append((now, way))
    second = [sum(1 for at, _ in turns if begin <= at < begin + per_second) for begin, _ in turns]
    return max(second, default=0) // 2
