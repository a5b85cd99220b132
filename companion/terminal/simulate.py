"""`companion simulate`: many games by bots, as a table, as data, or as a picture.

May import: companion.engine, companion.store, companion.advisor, companion.words and its own room.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, TextIO, TypeVar

from companion import store
from companion.advisor import (
    BOTS,
    Batch,
    KeptGames,
    NoDask,
    NoScheduler,
    NotInstalled,
    NoWorkers,
    Results,
    Row,
    SchedulerLost,
    Stopped,
    WorkersDied,
    fingerprint,
    play_batch,
    play_on_cluster,
    rows,
)
from companion.engine import Game, Option, Plain, Refusal
from companion.engine.terms import OUTLET
from companion.words import Speech, Words, helped

from . import flags

T = TypeVar("T")

ALL = "all"
FAILED = 1
KEPT_ON_CTRL_C = 130
NOW_AND_THEN = 60.0  # seconds


def add_arguments(parser: argparse.ArgumentParser, game: Game, words: Words) -> None:
    def help_text(key: str, **about: Any) -> str:
        return helped(words, f"simulate.{key}", about)

    number, address, file = (words.say(f"help.value.{key}") for key in ("number", "address", "file"))
    known = ", ".join(BOTS)
    count = _typed(_count, help_text("from-one"))
    parser.add_argument("--games", type=count, default=100, metavar=number, help=help_text("games"))
    for option in _table_options(game):
        legal = help_text("or-all", legal=", ".join(map(flags.written, option.values)))
        default = flags.with_default(legal, option, words)
        parser.add_argument(f"--{option.id}", metavar=option.id.upper(), help=default)
    parser.add_argument(
        "--bot",
        type=_typed(_bots, help_text("bots", known=known)),
        default=("greedy",),
        metavar="BOT",
        help=help_text("bot", known=known),
    )
    parser.add_argument("--seed", default="1", metavar=number, help=help_text("seed"))
    parser.add_argument("--workers", type=count, default=_cores(), metavar=number, help=help_text("workers"))
    folder = words.say("help.value.folder")
    parser.add_argument("--box", type=Path, metavar=folder, help=helped(words, "flag.box"))
    parser.add_argument("--scheduler", metavar=address, help=help_text("scheduler"))
    parser.add_argument("--resume", action="store_true", help=help_text("resume"))
    parser.add_argument("--json", action="store_true", help=help_text("json"))
    writable = partial(_file, words)
    parser.add_argument("--csv", type=writable, metavar=file, help=help_text("csv"))
    picture = _typed(lambda typed: writable(str(_picture(typed))), help_text("picture"))
    parser.add_argument("--plot", type=picture, metavar=f"{file}.png", help=help_text("plot"))


def _typed(read: Callable[[str], T], name: str) -> Callable[[str], T]:
    """With the name by which argparse calls what it should have been."""

    def named(typed: str) -> T:
        return read(typed)

    named.__name__ = name
    return named


def run(
    game: Game,
    load: Callable[[str, Plain | None], Game],
    args: argparse.Namespace,
    words: Words,
    box: Plain | None = None,
) -> int:
    """Plays, then shows. Ctrl-C keeps what is finished. Raises ValueError for a table that cannot be.
    `box`: the owner's, with which `game` was loaded."""
    tables = tuple(_tables(game, args))
    if args.plot:
        from . import plot as _  # noqa: F401  # what is missing is told before the games, not after them
    batches = [Batch(load, game.name, tables, args.games, bot, args.seed, box) for bot in args.bot]
    found: list[Row] = []
    finished: list[KeptGames] = []
    played, of, code = 0, len(batches) * len(tables) * args.games, 0
    for batch in batches:
        kept = KeptGames.begin(store.home() / "batches", batch, args.resume)
        if kept.results:
            print(words.say("simulate.resumed", {"games": len(kept.results)}), file=sys.stderr)
        try:
            results = _play(batch, args, kept, progress(words, sys.stderr, played, of), words)
        except Stopped as early:
            results, code = early.results, KEPT_ON_CTRL_C
            if isinstance(early, SchedulerLost | WorkersDied):
                why = "scheduler-lost" if isinstance(early, SchedulerLost) else "workers-died"
                print(words.say(f"simulate.{why}", {"address": args.scheduler}), file=sys.stderr)
                code = FAILED
        finally:
            kept.save(now=True)
        finished.append(kept)
        played += len(results)
        found += rows(batch, results)
        if code:
            break
    for kept in finished:  # all of them, or --resume goes on where this one stopped
        kept.close(finished=played == of)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    # Files first: whoever reads the table may stop reading.
    if found and not _written(args, found, _place_names(game, words), words):
        code = code or FAILED
    if args.json:
        document = {**_plain(game, args, found, played), "fingerprint": "-".join(map(fingerprint, batches))}
        print(json.dumps(document, ensure_ascii=False))
    elif found:
        for line in report(found, _place_names(game, words), words):
            print(line)
        print(words.say("simulate.fingerprint", {"word": "-".join(map(fingerprint, batches))}))
    if played < of:
        print(words.say("simulate.stopped", {"games": played, "of": of}), file=sys.stderr)
    return code


def _written(args: argparse.Namespace, found: list[Row], places: Sequence[str], words: Words) -> bool:
    """The files that were asked for. One that cannot be written must not cost the games that were played."""
    wanted: list[tuple[Path, Callable[[], None]]] = []
    if args.csv:
        wanted.append((args.csv, lambda: _write_csv(args.csv, found, places)))
    if args.plot:
        from .plot import plot  # only here: matplotlib takes a second to load

        wanted.append((args.plot, lambda: plot(args.plot, found, places, words)))
    whole = True
    for path, write in wanted:
        try:
            write()
        except OSError as error:
            about = {"file": str(path), "why": error.strerror or str(error)}
            print(words.say("simulate.not-written", about), file=sys.stderr)
            whole = False
    return whole


def _play(
    batch: Batch, args: argparse.Namespace, kept: KeptGames, shown: Callable[[int, int], None], words: Words
) -> Results:
    def tell(done: int, of: int) -> None:
        kept.save()
        shown(done, of)

    def stalled() -> None:
        print(words.say("simulate.stalled", {"address": args.scheduler}), file=sys.stderr, flush=True)

    if not args.scheduler:
        return play_batch(batch, args.workers, tell, kept.results)
    try:
        return play_on_cluster(batch, args.scheduler, tell, kept.results, stalled)
    except NoDask:
        raise Unable("simulate.no-dask") from None
    except NoScheduler:
        raise Unable("simulate.no-scheduler", {"address": args.scheduler}) from None
    except NoWorkers:
        raise Unable("simulate.no-workers", {"address": args.scheduler}) from None
    except NotInstalled:
        raise Unable("simulate.not-installed", {"address": args.scheduler}) from None


def _cores() -> int:
    """Those that this program may use: a container or `taskset` may leave it fewer than there are."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux tells
        return os.cpu_count() or 1


def _count(typed: str) -> int:
    if not typed.isdecimal() or not int(typed):
        raise ValueError(typed)
    return int(typed)


def _file(words: Words, typed: str) -> Path:
    """Looked at before the games are played: after an hour it would be a pity."""
    path = Path(typed)
    new = not path.exists()
    try:
        path.open("ab").close()
        if new:
            path.unlink()
    except OSError as error:
        about = {"typed": repr(typed), "why": error.strerror}
        raise argparse.ArgumentTypeError(words.say("help.simulate.not-written", about)) from None
    return path


def _picture(typed: str) -> Path:
    if Path(typed).suffix.lower() not in (".png", ".svg", ".pdf"):
        raise ValueError(typed)
    return Path(typed)


def _bots(typed: str) -> tuple[str, ...]:
    names = tuple(BOTS) if typed == ALL else tuple(typed.split(","))
    for name in names:
        if name not in BOTS:
            raise ValueError(name)
    return names


def _table_options(game: Game) -> list[Option]:
    return [option for option in game.options() if option.group == "table" and option.values]


def _tables(game: Game, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Every table that the flags name, in the order of the game's own options; what is not named is as
    usual."""
    known = _table_options(game)
    replaced = {option.instead_of for option in known if getattr(args, option.id) is not None}
    axes: list[list[tuple[str, Any]]] = []
    for option in known:
        typed = getattr(args, option.id)
        if typed == ALL:
            axes.append([(option.id, value) for value in option.values if value])
        elif typed is not None:
            axes.append([(option.id, flags.value_of(option, typed))])
        elif option.default and option.id not in replaced:
            axes.append([(option.id, option.default)])
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
    last_shown = clock()

    def tell(done: int, _of: int) -> None:
        nonlocal last_shown
        said = words.say("simulate.progress", {"done": before + done, "of": of})
        if out.isatty():
            full = 40 * (before + done) // of
            print(f"\r[{'█' * full}{'·' * (40 - full)}] {said}", end="", file=out, flush=True)
        elif clock() - last_shown >= NOW_AND_THEN:
            last_shown = clock()
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
    yield title(found, words)
    names = name_rows(found, words)
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
        reason = words.name("reason", cause)
        if reason != cause:
            yield f"{cause}: {reason}"
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


def title(found: list[Row], words: Words) -> str:
    """Who played, how often, and what all tables have in common."""
    games = "–".join(map(str, sorted({row.games for row in found})))
    bots = ", ".join(dict.fromkeys(row.bot for row in found))
    same = [name for name in found[0].options if name not in varying(found)]
    common = ", ".join(_value_text(name, found[0], words) for name in same)
    return words.say("simulate.title", {"games": games, "bot": bots}) + (f" ({common})" if common else "")


def name_rows(found: list[Row], words: Words) -> list[str]:
    """What tells the tables apart, and the bots if there are several."""
    fields = varying(found)
    several = len({row.bot for row in found}) > 1
    return [
        " ".join(
            [
                *(_value_text(name, row, words) for name in fields),
                *([row.bot] if several or not fields else []),
            ]
        )
        for row in found
    ]


def _value_text(name: str, row: Row, words: Words) -> str:
    key = f"simulate.option.{name}"
    return f"{words.say(key) if key in words else name} {flags.written(row.options[name])}"


def varying(found: list[Row]) -> list[str]:
    """Options in which the tables differ."""
    return [name for name in found[0].options if len({row.options[name] for row in found}) > 1]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _columns(cells: list[list[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


def _write_csv(path: Path, found: list[Row], places: Sequence[str]) -> None:
    """All that the table tells; where something happens: how often per game on each place."""
    names = sorted({name for row in found for name in row.options})
    causes = sorted({cause for row in found for cause in row.causes})
    kinds = sorted({kind for row in found for kind in row.places})
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(
            [
                *("bot", *names, "games", "won", "share", "low", "high"),
                *("turns", "turns-low", "turns-high", *causes),
                *(f"{kind}: {place}" for kind in kinds for place in places),
            ]
        )
        for row in found:
            writer.writerow(
                [
                    row.bot,
                    *(row.options.get(name, "") for name in names),
                    *(row.games, row.won, row.share, row.low, row.high, row.turns, *row.usual),
                    *(row.causes.get(cause, 0) for cause in causes),
                    *(rate for kind in kinds for rate in row.places.get(kind, [0.0] * len(places))),
                ]
            )


def _place_names(game: Game, words: Words) -> list[str]:
    speech = Speech(words, game, game.start({}))
    return [speech.name(OUTLET, place) for place in range(game.places)]


class Unable(ValueError):
    """Something that was asked for needs what is not there; the sentence says what to do."""

    def __init__(self, key: str, about: dict[str, str] | None = None) -> None:
        super().__init__(key)
        self.key, self.about = key, about or {}
