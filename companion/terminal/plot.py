"""The picture of a batch: how games end, how long they last, and where it goes wrong.

May import: companion.advisor, companion.words, its own room, matplotlib.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

from companion.advisor import Row
from companion.words import Words

from .simulate import name_rows, title, varying

WON = "#2B8A3E"
LOST = ("#C92A2A", "#E8590C", "#F2B705", "#5F3DC4", "#868E96", "#343A40")
"""One for each way to lose, the most frequent first."""
INK = "#212529"
SHADES = ("Reds", "Greens", "Blues")
"""One for each kind of happening whose place is counted, in turn."""
DATELESS = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
"""Without the date, which would make the same figures another file every second."""


def plot(path: Path, found: list[Row], places: Sequence[str], words: Words) -> None:
    """One line for each table: its endings, its length, and how often each kind of mishap is where."""
    kinds = sorted({kind for row in found for kind in row.places}, reverse=True)
    figure = Figure(figsize=(13 + 3.2 * len(kinds), max(3.6, 0.42 * len(found) + 2.4)), layout="constrained")
    panels = figure.subplots(1, 2 + len(kinds), width_ratios=(6, 2.4, *(3.4 for _ in kinds)), squeeze=False)[
        0
    ]
    lines = range(len(found))
    _endings(panels[0], found, words)
    names = zip(name_rows(found, words), found, strict=True)
    panels[0].set_yticks(lines, [f"{name}   {100 * row.share:.0f} %" for name, row in names])
    figure.suptitle(title(found, words), x=0.01, ha="left")
    _lengths(panels[1], found, words)
    for panel, kind, shades in zip(panels[2:], kinds, cycle(SHADES), strict=False):
        _where(panel, kind, shades, found, places, words)
    for panel in panels:
        panel.set_ylim(len(found) - 0.5, -0.5)
        for line in _between_groups(found):
            panel.axhline(line, color=INK, linewidth=0.8)
    for panel in panels[1:]:
        panel.set_yticks(lines, [""] * len(found))
    with rc_context({"svg.hashsalt": "the same figures give the same file"}):
        figure.savefig(path, dpi=110, metadata=DATELESS.get(path.suffix.lower()))


def _endings(panel: Any, found: list[Row], words: Words) -> None:
    """Won from the left, with its interval; then every cause of defeat."""
    total: dict[str, int] = {}
    for row in found:
        for cause, count in row.causes.items():
            total[cause] = total.get(cause, 0) + count
    causes = sorted(total, key=lambda cause: (-total[cause], cause))
    lines = range(len(found))
    won = [100 * row.share if sum(row.causes.values()) < row.games else 0.0 for row in found]
    panel.barh(lines, won, color=WON, height=0.7, label=words.say("simulate.won-legend"))
    left = won[:]
    for number, cause in enumerate(causes):
        shares = [100 * row.causes.get(cause, 0) / row.games for row in found]
        colour = LOST[number % len(LOST)]
        label = words.name("reason", cause).rstrip(".")
        panel.barh(lines, shares, left=left, color=colour, height=0.7, alpha=0.75, label=label)
        left = [one + more for one, more in zip(left, shares, strict=True)]
    limits = [
        [max(100 * (row.share - row.low), 0) for row in found],
        [max(100 * (row.high - row.share), 0) for row in found],
    ]
    panel.errorbar(
        [100 * row.share for row in found],
        lines,
        xerr=limits,
        fmt="none",
        ecolor=INK,
        capsize=3,
        linewidth=1.4,
    )
    panel.set_xlim(0, 100)
    panel.set_xlabel(words.say("simulate.how-axis"))
    panel.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False, fontsize=8)


def _lengths(panel: Any, found: list[Row], words: Words) -> None:
    for line, row in enumerate(found):
        panel.plot(row.usual, (line, line), color=INK, linewidth=1.4)
        panel.plot(row.turns, line, "o", color=INK, markersize=5)
    panel.set_xlim(left=0)
    panel.grid(axis="x", alpha=0.3)
    panel.set_xlabel(words.say("simulate.length-axis"))


def _where(
    panel: Any, kind: str, shades: str, found: list[Row], places: Sequence[str], words: Words
) -> None:
    grid = [row.places.get(kind, [0.0] * len(places)) for row in found]
    panel.imshow(grid, aspect="auto", cmap=shades, vmin=0)
    most = max((rate for rates in grid for rate in rates), default=0.0)
    for line, rates in enumerate(grid):
        for place, rate in enumerate(rates):
            dark = rate > 0.6 * most
            panel.text(
                place,
                line,
                f"{rate:.2f}",
                ha="center",
                va="center",
                fontsize=7,
                color="white" if dark else INK,
            )
    panel.set_xticks(range(len(places)), places, rotation=45, ha="right")
    key = f"simulate.where.{kind}"
    panel.set_title(words.say(key).rstrip(" :") if key in words else kind, fontsize=10)


def _between_groups(found: list[Row]) -> list[float]:
    """Where the first option in which tables differ changes, a line is drawn."""
    first = next(iter(varying(found)), "")
    firsts = [row.options.get(first) for row in found]
    return [at + 0.5 for at in range(len(firsts) - 1) if firsts[at] != firsts[at + 1]]
