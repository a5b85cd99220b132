"""How often a row of frames flashes, as WCAG 2.2 counts it (success criterion 2.3.1).

A flash is a pair of opposing changes of relative luminance by a tenth or more, the darker side below 0.8, on
a quarter of any field of 341 × 256 pixels of 1024 × 768: a third of the window each way. Within one second
all flashes of a field count as simultaneous, which is stricter than the criterion.
"""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np

GRID = (48, 30)
"""Cells of a frame, across and down; a field is a third of them each way."""
CHANGE, DARKER, SHARE = 0.1, 0.8, 0.25
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
    """The most that a quarter of any field goes through in any second: pairs of opposing changes at one and
    the same place. An edge that moves across is light here and dark there; that is no flash."""
    seen = changes([luminance(frame) for frame in frames]) != 0
    before = np.concatenate([np.zeros((1, *seen.shape[1:]), dtype=int), seen.cumsum(axis=0)])
    wide, high, worst = GRID[0] // 3, GRID[1] // 3, 0
    for begin in range(len(seen)):
        flashes = (before[min(begin + round(per_second), len(seen))] - before[begin]) // 2
        for x in range(0, GRID[0] - wide + 1, wide // 4):
            for y in range(0, GRID[1] - high + 1, high // 5):
                field = np.sort(flashes[y : y + high, x : x + wide], axis=None)[::-1]
                worst = max(worst, int(field[ceil(SHARE * field.size) - 1]))
    return worst
