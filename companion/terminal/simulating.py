"""`companion simulate`: many games by bots, as a table, as data, or as a picture.

May import: companion.games, companion.advisor, companion.words and its own room.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, TextIO

from companion.advisor import BOTS, Batch, Results, Row, Stopped, play_batch, rows
from companion.games import Game, Option, Plain, Refusal
from companion.words import Words

from . import flags

ALL = "all"
KEPT_ON_CTRL_C = 130


def add_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument("--games", type=_count, default=100, metavar="N", help="at each table; default 100")
    for option in _table_options(game):
        legal = ", ".join(map(flags.written, option.values))
        parser.add_argument(f"--{option.id}", metavar=option.id.upper(), help=f"{legal}, or all")
    parser.add_argument("--bot", choices=tuple(BOTS), default="greedy", help="who plays; default greedy")
    parser.add_argument(
        "--seed", default="1", metavar="N", help="the same seed gives the same table; default 1"
    )
    workers = os.cpu_count() or 1
    parser.add_argument("--workers", type=_count, default=workers, metavar="N", help="default: all cores")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="also write them as a table for a spreadsheet"
    )
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="also draw them (needs matplotlib)")


def run(game: Game, args: argparse.Namespace, words: Words) -> int:
    """Plays, then shows. Ctrl-C keeps what is finished. Raises ValueError for a table that cannot be."""
    tables = tuple(_tables(game, args))
    batch = Batch(game.name, tables, args.games, args.bot, args.seed, game.box)
    plot = _plotter() if args.plot else None
    stopped = False
    try:
        results = play_batch(batch, args.workers, _progress(words, sys.stderr))
    except Stopped as early:
        results, stopped = early.results, True
    if sys.stderr.isatty():
        print(file=sys.stderr)
    found = rows(batch, results)
    if args.json:
        print(json.dumps(_plain(batch, results, found), ensure_ascii=False))
    else:
        for line in _lines(found, words):
            print(line)
    if args.csv:
        _write_csv(args.csv, found)
    if args.plot and plot is not None:
        plot(args.plot, found, _place_names(game, words.lang), words)
    if stopped:
        about = {"games": len(results), "of": len(tables) * args.games}
        print(words.say("simulate.stopped", about), file=sys.stderr)
    return KEPT_ON_CTRL_C if stopped else 0


def _count(typed: str) -> int:
    if not typed.isdigit() or not int(typed):
        raise argparse.ArgumentTypeError(f"{typed!r} is not a number from 1 on")
    return int(typed)


def _table_options(game: Game) -> list[Option]:
    return [option for option in game.options() if option.group == "table" and option.values]


def _tables(game: Game, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Every table that the flags name, in the order of the game's own options."""
    axes: list[list[tuple[str, Any]]] = []
    for option in _table_options(game):
        typed = getattr(args, option.id)
        if typed == ALL:
            axes.append([(option.id, value) for value in option.values if value])
        elif typed is not None:
            axes.append([(option.id, flags.value_of(option, typed))])
    for chosen in product(*axes):
        options = dict(chosen)
        refused = game.start(options)
        if isinstance(refused, Refusal):
            raise BadTable(refused)
        yield options


class BadTable(ValueError):
    """Options that the game refuses."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.id)
        self.refusal = refusal


def _progress(words: Words, out: TextIO) -> Callable[[int, int], None]:
    """A bar where somebody watches, nothing where nobody does."""

    def tell(done: int, of: int) -> None:
        if out.isatty():
            full = 40 * done // of
            said = words.say("simulate.progress", {"done": done, "of": of})
            out.write(f"\r[{'█' * full}{'·' * (40 - full)}] {said}")
            out.flush()

    return tell


def _plain(batch: Batch, results: Results, found: Iterable[Row]) -> dict[str, Plain]:
    return {
        "game": batch.game,
        "bot": batch.bot,
        "seed": batch.seed,
        "games": len(results),
        "tables": [row.plain() for row in found],
    }


def _lines(found: list[Row], words: Words) -> Iterator[str]:
    heads = [
        words.say(f"simulate.{name}") for name in ("table", "games", "won", "interval", "turns", "causes")
    ]
    cells = [heads]
    for row in found:
        table = " ".join(f"{name} {flags.written(value)}" for name, value in row.options.items())
        causes = ", ".join(f"{cause} {count}" for cause, count in row.causes.items())
        share, low, high = (f"{100 * part:.1f} %" for part in (row.share, row.low, row.high))
        cells.append([table or "–", str(row.games), share, f"{low} – {high}", f"{row.turns:.1f}", causes])
    widths = [max(len(line[column]) for line in cells) for column in range(len(heads))]
    for line in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


def _write_csv(path: Path, found: list[Row]) -> None:
    names = sorted({name for row in found for name in row.options})
    causes = sorted({cause for row in found for cause in row.causes})
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*names, "games", "won", "share", "low", "high", "turns", *causes])
        for row in found:
            writer.writerow(
                [
                    *(row.options.get(name, "") for name in names),
                    *(row.games, row.won, row.share, row.low, row.high, row.turns),
                    *(row.causes.get(cause, 0) for cause in causes),
                ]
            )


def _place_names(game: Game, lang: str) -> list[str]:
    start = game.start({})
    return [game.label(start, "era", place, lang) or str(place) for place in range(7)]


def _plotter() -> Callable[[Path, list[Row], Sequence[str], Words], None]:
    """Asked for before the games are played, so that nobody waits for a picture that cannot be drawn."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise NoMatplotlib from None
    mpl.use("Agg")
    from .plotting import plot

    return plot


class NoMatplotlib(ValueError):
    """The picture needs a library that is not installed."""
