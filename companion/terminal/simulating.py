"""`companion simulate`: many games by bots, as a table, as data, or as a picture.

May import: companion.games, companion.advisor, companion.words and its own room.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, TextIO

from companion.advisor import (
    BOTS,
    Batch,
    NoDask,
    NoScheduler,
    Results,
    Row,
    SchedulerLost,
    Stopped,
    play_batch,
    play_on_cluster,
    rows,
)
from companion.games import Game, Option, Plain, Refusal
from companion.words import Words

from . import flags

ALL = "all"
KEPT_ON_CTRL_C = 130
NOW_AND_THEN = 60.0  # seconds


def add_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument("--games", type=_count, default=100, metavar="N", help="at each table; default 100")
    for option in _table_options(game):
        legal = ", ".join(map(flags.written, option.values))
        parser.add_argument(f"--{option.id}", metavar=option.id.upper(), help=f"{legal}, or all")
    parser.add_argument(
        "--bot",
        type=_bots,
        default=("greedy",),
        metavar="NAME,…",
        help=f"who plays: {', '.join(BOTS)}, several of them, or all; default greedy",
    )
    parser.add_argument(
        "--seed", default="1", metavar="N", help="the same seed gives the same table; default 1"
    )
    workers = os.cpu_count() or 1
    parser.add_argument("--workers", type=_count, default=workers, metavar="N", help="default: all cores")
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler: tcp://host:8786"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    parser.add_argument(
        "--csv", type=_file, metavar="FILE", help="also write them as a table for a spreadsheet"
    )
    parser.add_argument("--plot", type=_picture, metavar="FILE.png", help="also draw them: png, svg or pdf")


def run(game: Game, args: argparse.Namespace, words: Words) -> int:
    """Plays, then shows. Ctrl-C keeps what is finished. Raises ValueError for a table that cannot be."""
    tables = tuple(_tables(game, args))
    batches = [Batch(game.name, tables, args.games, bot, args.seed, game.box) for bot in args.bot]
    found: list[Row] = []
    played, of, stopped = 0, len(batches) * len(tables) * args.games, False
    for batch in batches:
        try:
            results = _play(batch, args, progress(words, sys.stderr, played, of))
        except Stopped as early:
            results, stopped = early.results, True
            if isinstance(early, SchedulerLost):
                print(words.say("simulate.scheduler-lost", {"address": args.scheduler}), file=sys.stderr)
        played += len(results)
        found += rows(batch, results)
        if stopped:
            break
    if sys.stderr.isatty():
        print(file=sys.stderr)
    places = _place_names(game, words.lang)
    if args.csv:  # files first: whoever reads the table may stop reading
        _write_csv(args.csv, found)
    if args.plot:
        from .plotting import plot  # only here: matplotlib takes a second to load

        plot(args.plot, found, places, words)
    if args.json:
        print(json.dumps(_plain(game, args, found, played), ensure_ascii=False))
    else:
        for line in report(found, places, words):
            print(line)
    if stopped:
        print(words.say("simulate.stopped", {"games": played, "of": of}), file=sys.stderr)
    return KEPT_ON_CTRL_C if stopped else 0


def _play(batch: Batch, args: argparse.Namespace, tell: Callable[[int, int], None]) -> Results:
    if not args.scheduler:
        return play_batch(batch, args.workers, tell)
    try:
        return play_on_cluster(batch, args.scheduler, tell)
    except NoDask:
        raise Unable("simulate.no-dask") from None
    except NoScheduler:
        raise Unable("simulate.no-scheduler", {"address": args.scheduler}) from None


def _count(typed: str) -> int:
    if not typed.isdigit() or not int(typed):
        raise argparse.ArgumentTypeError(f"{typed!r} is not a number from 1 on")
    return int(typed)


def _file(typed: str) -> Path:
    """Looked at before the games are played: after an hour it would be a pity."""
    path = Path(typed)
    if path.is_dir() or not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{typed!r} cannot be written: name a file in a folder that exists")
    return path


def _picture(typed: str) -> Path:
    if Path(typed).suffix not in (".png", ".svg", ".pdf"):
        raise argparse.ArgumentTypeError(f"{typed!r} is no picture: .png, .svg or .pdf")
    return _file(typed)


def _bots(typed: str) -> tuple[str, ...]:
    names = tuple(BOTS) if typed == ALL else tuple(typed.split(","))
    for name in names:
        if name not in BOTS:
            raise argparse.ArgumentTypeError(f"{name!r} is no bot: {', '.join(BOTS)}, or all")
    return names


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
        flags.refuse_clashes(game, options)
        refused = game.start(options)
        if isinstance(refused, Refusal):
            raise BadTable(refused)
        yield options


class BadTable(ValueError):
    """Options that the game refuses."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.id)
        self.refusal = refusal


def progress(
    words: Words, out: TextIO, before: int, of: int, clock: Callable[[], float] = time.monotonic
) -> Callable[[int, int], None]:
    """A bar where somebody watches, a line now and then where it goes into a file."""
    told = clock()

    def tell(done: int, _of: int) -> None:
        nonlocal told
        said = words.say("simulate.progress", {"done": before + done, "of": of})
        if out.isatty():
            full = 40 * (before + done) // of
            print(f"\r[{'█' * full}{'·' * (40 - full)}] {said}", end="", file=out, flush=True)
        elif clock() - told >= NOW_AND_THEN:
            told = clock()
            print(said, file=out, flush=True)

    return tell


def _plain(game: Game, args: argparse.Namespace, found: Iterable[Row], played: int) -> dict[str, Plain]:
    return {
        "game": game.name,
        "bot": ",".join(args.bot),
        "seed": args.seed,
        "games": played,
        "tables": [row.plain() for row in found],
    }


def report(found: list[Row], places: Sequence[str], words: Words) -> Iterator[str]:
    """What people read: who wins and how long it takes, why not, and where it goes wrong."""
    names = name_rows(found)
    heads = [
        words.say(f"simulate.{name}") for name in ("table", "games", "won", "interval", "turns", "causes")
    ]
    cells = [heads]
    for name, row in zip(names, found, strict=True):
        causes = ", ".join(f"{cause} {_percent(count / row.games)}" for cause, count in row.causes.items())
        turns = f"{row.turns:.1f} ({row.usual[0]:.0f}–{row.usual[1]:.0f})"
        limits = f"{_percent(row.low)} – {_percent(row.high)}"
        cells.append([name, str(row.games), _percent(row.share), limits, turns, causes])
    yield from _columns(cells)
    for cause in sorted({cause for row in found for cause in row.causes}):
        told = words.name("reason", cause)
        if told != cause:
            yield f"{cause}: {told}"
    for kind in sorted({kind for row in found for kind in row.places}):
        yield ""
        yield words.say(f"simulate.where.{kind}") if f"simulate.where.{kind}" in words else kind
        rates = [row.places.get(kind, [0.0] * len(places)) for row in found]
        yield from _columns(
            [
                [words.say("simulate.table"), *places],
                *([name, *(f"{rate:.2f}" for rate in each)] for name, each in zip(names, rates, strict=True)),
            ]
        )


def name_rows(found: list[Row]) -> list[str]:
    """What tells the tables apart, and the bots if there are several."""
    several = len({row.bot for row in found}) > 1
    return [
        " ".join(
            [
                *(f"{name} {flags.written(value)}" for name, value in row.options.items()),
                *([row.bot] if several or not row.options else []),
            ]
        )
        for row in found
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _columns(cells: list[list[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


def _write_csv(path: Path, found: list[Row]) -> None:
    names = sorted({name for row in found for name in row.options})
    causes = sorted({cause for row in found for cause in row.causes})
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["bot", *names, "games", "won", "share", "low", "high", "turns", *causes])
        for row in found:
            writer.writerow(
                [
                    row.bot,
                    *(row.options.get(name, "") for name in names),
                    *(row.games, row.won, row.share, row.low, row.high, row.turns),
                    *(row.causes.get(cause, 0) for cause in causes),
                ]
            )


def _place_names(game: Game, lang: str) -> list[str]:
    start = game.start({})
    return [game.label(start, "era", place, lang) or str(place) for place in range(7)]


class Unable(ValueError):
    """Something that was asked for needs what is not there; the sentence says what to do."""

    def __init__(self, key: str, about: dict[str, str] | None = None) -> None:
        super().__init__(key)
        self.key, self.about = key, about or {}
