"""The picture of a batch: who wins how often, and where it goes wrong.

May import: companion.advisor, companion.words, matplotlib.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from companion.advisor import Row
from companion.words import Words

from . import flags

WIN, BAR = "#2B8A3E", "#C92A2A"


def plot(path: Path, found: list[Row], names_of_places: Sequence[str], words: Words) -> None:
    """Win rates with their 95 % intervals on the left; how often a vortex opens on each place, right."""
    height = max(3.0, 0.4 * len(found) + 1.6)
    figure = Figure(figsize=(12, height), layout="constrained")
    rates, places = figure.subplots(1, 2, width_ratios=(3, 2))
    names = [
        " ".join(flags.written(value) for value in row.options.values()) or words.say("simulate.table")
        for row in found
    ]
    lines = range(len(found))
    rates.barh(lines, [100 * row.share for row in found], color=WIN, height=0.6)
    rates.errorbar(
        [100 * row.share for row in found],
        lines,
        xerr=[
            [100 * (row.share - row.low) for row in found],
            [100 * (row.high - row.share) for row in found],
        ],
        fmt="none",
        ecolor="black",
        capsize=3,
    )
    rates.set_yticks(lines, names)
    rates.invert_yaxis()
    rates.set_xlim(0, 100)
    rates.set_xlabel(words.say("simulate.won-axis"))
    kind = next((kind for row in found for kind in row.places if "Vortex" in kind), None)
    if kind is not None:
        grid = [row.places.get(kind, [0.0] * 7) for row in found]
        shown = places.imshow(grid, aspect="auto", cmap="Reds")
        places.set_yticks(lines, [""] * len(found))
        places.set_xticks(range(len(names_of_places)), names_of_places, rotation=45, ha="right")
        figure.colorbar(shown, ax=places, label=words.say("simulate.places-axis"))
    figure.savefig(path, dpi=110)
