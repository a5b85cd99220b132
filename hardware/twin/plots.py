"""The model beside the twin, as one picture. Imports matplotlib and numpy."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")  # no screen; must stand before pyplot
import matplotlib.pyplot as plt
import numpy as np

from companion.tower.backends.drop_model import DropModel
from hardware.twin.batch import Drop
from hardware.twin.beams import united
from hardware.twin.study import came_out, drops_with_stuck, share
from hardware.twin.traces import breaks

MODELLED = 1500  # drops of the model for each number of cubes
COLOURS = {"front": "#7a3b8f", "next": "#c26a1b", "previous": "#2d7f86", "inside": "#444444"}
OUTLETS = {"front": 0, "next": 1, "previous": 6, "inside": None}


class Modelled:
    """Many drops of the model: what left by each outlet, how long the beams were dark, the light between."""

    def __init__(self, model: DropModel, thrown: int) -> None:
        lot = random.Random(thrown)
        self.shares = dict.fromkeys(OUTLETS, 0)
        self.lengths: list[float] = []
        self.gaps: list[float] = []
        self.jams = 0
        for _ in range(MODELLED):
            stuck = model.stuck(thrown, lot)
            self.jams += stuck > 0
            self.shares["inside"] += stuck
            spans: dict[int, list[tuple[float, float]]] = {}
            for one in model.drop(thrown - stuck, lot):
                start = 1000 * one.after
                spans.setdefault(one.outlet % 7, []).append((start, start + one.milliseconds))
                if one.cube:
                    name = {0: "front", 1: "next", 6: "previous"}[one.outlet % 7]
                    self.shares[name] += 1
            for outlet in spans.values():
                dark = united(outlet)
                self.lengths += [end - start for start, end in dark]
                self.gaps += [b[0] - a[1] for a, b in pairwise(dark)]
        self.cubes = MODELLED * thrown


def seen_gaps(drops: Sequence[Drop]) -> list[float]:
    """Light between two breaks of one beam, ms."""
    found = []
    for drop in drops:
        for rows in drop["spans"]:
            dark = united([(a, b) for a, b in rows[0]])
            found += [b[0] - a[1] for a, b in pairwise(dark)]
    return found


def draw(drops: Sequence[Drop], model: DropModel, path: Path) -> dict[str, list[float]]:
    """Returns the quantiles (5, 50, 95 %) of pulse lengths and gaps, of twin and model, for the page."""
    numbers = sorted({drop["thrown"] for drop in drops})
    modelled = {n: Modelled(model, n) for n in numbers}
    figure, axes = plt.subplots(2, 2, figsize=(11, 8))
    ax = axes[0, 0]
    for shift, (name, outlet) in enumerate(OUTLETS.items()):
        found = [
            share([d for d in drops if d["thrown"] == n], partial(came_out, outlet=outlet)) for n in numbers
        ]
        middle = np.array([s.share for s in found])
        bars = np.abs(np.array([[s.share - s.low, s.high - s.share] for s in found])).T
        at = np.array(numbers) + 0.1 * (shift - 1.5)
        ax.errorbar(at, 100 * middle, 100 * bars, fmt="o", ms=4, color=COLOURS[name], label=f"{name}, twin")
        line = [100 * modelled[n].shares[name] / modelled[n].cubes for n in numbers]
        ax.plot(numbers, line, "-", lw=1.2, color=COLOURS[name])
    ax.set(
        title="Where cubes go", xlabel="cubes thrown", ylabel="% of the cubes (lines: model)", ylim=(0, 60)
    )
    ax.legend(fontsize=8, ncols=2)
    ax = axes[0, 1]
    found = [share([d for d in drops if d["thrown"] == n], drops_with_stuck) for n in numbers]
    bars = np.abs(np.array([[s.share - s.low, s.high - s.share] for s in found])).T
    ax.errorbar(numbers, [100 * s.share for s in found], 100 * bars, fmt="o", ms=4, color="k", label="twin")
    ax.plot(numbers, [100 * modelled[n].jams / MODELLED for n in numbers], color="#7a3b8f", label="model")
    ax.set(title="Drops with a stuck cube", xlabel="cubes thrown", ylabel="% of the drops")
    ax.legend(fontsize=8)
    figures = {
        "pulse of the twin": [length for drop in drops for _, _, length in breaks(drop) if length < 200],
        "pulse of the model": [length for n in numbers for length in modelled[n].lengths],
        "gap of the twin": seen_gaps(drops),
        "gap of the model": [gap for n in numbers for gap in modelled[n].gaps],
    }
    for ax, what, most in ((axes[1, 0], "pulse", 90), (axes[1, 1], "gap", 250)):
        for whose, colour in (("twin", "k"), ("model", "#7a3b8f")):
            values = np.sort(figures[f"{what} of the {whose}"])
            ax.plot(values, np.linspace(0, 100, len(values)), color=colour, label=whose)
        title = "How long a beam is dark" if what == "pulse" else "Light between two breaks of one beam"
        ax.set(title=title, xlabel="ms", ylabel="% of them are shorter", xlim=(0, most))
        ax.legend(fontsize=8)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    plt.close(figure)
    return {
        name: [round(float(v), 1) for v in np.quantile(values, (0.05, 0.5, 0.95))]
        for name, values in figures.items()
    }
