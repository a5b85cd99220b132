"""Paths of cubes → dark beams: where a line crosses a box, and from when to when. Imports numpy only.

How far a line reaches into a box (its chord, negative where it misses) is a continuous function of time, so
the moment it becomes dark or clear is interpolated between two samples and is finer than they are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hardware.twin.shape import Beam

Span = tuple[float, float]


def chords(middles: np.ndarray, turns: np.ndarray, half: float, beam: Beam) -> np.ndarray:
    """How much of the beam each box covers, negative where it misses: (n, 3), (n, 3, 3) → (n,)."""
    start, end = np.array(beam.start), np.array(beam.end)
    length = float(np.linalg.norm(end - start))
    direction = np.einsum("nij,i->nj", turns, (end - start) / length)  # in each box's own axes
    origin = np.einsum("nij,ni->nj", turns, start - middles)
    slope = np.where(np.abs(direction) < 1e-9, 1e-9, direction)
    near, far = (-half - origin) / slope, (half - origin) / slope
    enter = np.maximum(np.minimum(near, far).max(axis=1), 0.0)
    leave = np.minimum(np.maximum(near, far).min(axis=1), length)
    return np.asarray(leave - enter)


def dark_spans(times: np.ndarray, covered: np.ndarray) -> list[Span]:
    """When one cube darkens one beam: (t,) times and (t,) chords → from, to."""
    dark = covered > 0
    spans, since = [], float(times[0]) if dark[0] else None
    for i in np.flatnonzero(dark[1:] != dark[:-1]):
        before, after = covered[i], covered[i + 1]
        at = float(times[i] + (times[i + 1] - times[i]) * before / (before - after))
        if since is None:
            since = at
        else:
            spans.append((since, at))
            since = None
    if since is not None:
        spans.append((since, float(times[-1])))
    return spans


def united(spans: Sequence[Span], lag: float = 0.0) -> list[Span]:
    """What one receiver shows: overlaps are one break; if it lags, it ends late and swallows gaps."""
    merged: list[Span] = []
    for start, end in sorted((start, end + lag) for start, end in spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
