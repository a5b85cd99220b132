"""`make soak SOAK="NAME --seed N --minutes M"`: runs one soak of tests/soak and says what it found.

One JSON line per run: name, seed, commit, tried (in the soak's unit), cpu_s, found; the exit code is 1 when
something was found. Each finding is a file that `--replay FILE` shows again. `--planted` puts the soak's own
defects in, one after the other: `found` then counts those that it noticed. Without a name it lists the soaks.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import cast

from tests.soak import Attempt, Soak

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "soak"
KEPT = ROOT / "build" / "soak"
MOST_FILES = 20  # findings of one run that are written down


def names() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.py") if file.stem != "__init__")


def in_memory() -> None:
    """Folders of an attempt lie in memory where there is a place for it: nobody waits for a disk."""
    place = Path("/dev/shm")
    if place.is_dir() and os.access(place, os.W_OK):
        tempfile.tempdir = str(place)


def load(name: str) -> Soak:
    return cast(Soak, importlib.import_module(f"tests.soak.{name}"))


def until_all(soak: Soak) -> tuple[float | None, int | None]:
    """How long it runs by itself: where all that there is to try can be counted, all of it."""
    counted = getattr(soak, "cases", None)
    return (1.0, None) if counted is None else (None, len(counted()))


def one(soak: Soak, seed: int, index: int, planted: str) -> Attempt:
    """An exception that gets out of an attempt is a finding, too."""
    try:
        return soak.attempt(seed, index, planted)
    except Exception:  # noqa: BLE001  whatever it is, that is what soaks are for
        return Attempt(1, traceback.format_exc())


class Limit:
    """So many minutes, or so many tries, whichever ends first."""

    def __init__(self, minutes: float | None, count: int | None) -> None:
        self.count = count
        self._end = None if minutes is None else time.monotonic() + 60 * minutes

    def reached(self, tried: int) -> bool:
        over = self._end is not None and time.monotonic() >= self._end
        return over or (self.count is not None and tried >= self.count)


def attempts(
    soak: Soak, seed: int, planted: str, limit: Limit, part: tuple[int, int] = (0, 1)
) -> Iterator[tuple[int, Attempt]]:
    """`part`: the first index, and how many share them."""
    (index, parts), tried = part, 0
    while True:
        got = one(soak, seed, index, planted)
        yield index, got
        index, tried = index + parts, tried + got.tried
        if limit.reached(tried):
            return


def keep(name: str, seed: int, index: int, planted: str, found: str) -> Path:
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{'-'.join([name, str(seed), str(index), *planted.split()])}.json"
    told = {"name": name, "seed": seed, "index": index, "planted": planted, "found": found}
    path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def run(
    name: str,
    seed: int,
    minutes: float | None,
    count: int | None,
    plant: bool,
    part: tuple[int, int] = (0, 1),
) -> tuple[int, int]:
    """(tried, found). Planted defects share the time and the tries."""
    in_memory()
    soak = load(name)
    plants = soak.PLANTED if plant else ("",)
    tried = found = 0
    for planted in plants:
        share = (None if minutes is None else minutes / len(plants), count and -(-count // len(plants)))
        for index, got in attempts(soak, seed, planted, Limit(*share), part):
            tried += got.tried
            if not got.found:
                continue
            found += 1
            if found <= MOST_FILES:
                path = keep(name, seed, index, planted, got.found)
                print(f"{got.found.strip().splitlines()[-1]}\n  → --replay {path}", file=sys.stderr)
            if planted:
                break  # this one is found; the next
    return tried, found


def run_together(
    name: str, seed: int, minutes: float | None, count: int | None, plant: bool, jobs: int
) -> tuple[int, int]:
    """The same in several processes, each with its share of the indices."""
    each = count and -(-count // jobs)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        shares = [pool.submit(run, name, seed, minutes, each, plant, (k, jobs)) for k in range(jobs)]
        done = [share.result() for share in shares]
    return sum(tried for tried, _ in done), sum(found for _, found in done)


def replay(path: Path) -> int:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        soak, place = load(told["name"]), (int(told["seed"]), int(told["index"]), str(told["planted"]))
    except (OSError, ValueError, KeyError, TypeError, ModuleNotFoundError) as fault:
        print(f"{path} is no finding of a soak: {fault}", file=sys.stderr)
        return 2
    got = one(soak, *place)
    print(got.found or "nothing is found any more")
    return 1 if got.found else 0


def commit() -> str:
    words = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make soak", description="Long random runs.")
    parser.add_argument("name", nargs="?", choices=names(), metavar="NAME", help="none: list them")
    parser.add_argument("--seed", type=int, help="else one that nobody chose")
    parser.add_argument("--minutes", type=float, help="how long; else all there is, or one minute")
    parser.add_argument("--count", type=int, help="how many tries, in the soak's unit")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the tries")
    parser.add_argument("--planted", action="store_true", help="find the soak's own defects")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="show a finding again")
    chosen = parser.parse_args(argv)
    if chosen.replay is not None:
        return replay(chosen.replay)
    if chosen.name is None:
        for name in names():
            soak = load(name)
            print(f"{name:12} {(soak.__doc__ or '').splitlines()[0]} [{soak.UNIT}]")
        return 0
    seed = secrets.randbits(31) if chosen.seed is None else chosen.seed
    minutes, count = chosen.minutes, chosen.count
    if minutes is None and count is None:
        minutes, count = until_all(load(chosen.name))
    begun = time.process_time() + sum(_children())
    given = (chosen.name, seed, minutes, count, chosen.planted)
    tried, found = run_together(*given, chosen.jobs) if chosen.jobs > 1 else run(*given)
    spent = time.process_time() + sum(_children()) - begun
    row = {"name": chosen.name, "seed": seed, "commit": commit(), "tried": tried}
    more = getattr(load(chosen.name), "figures", dict) if chosen.jobs == 1 else dict
    print(json.dumps({**row, **more(), "cpu_s": round(spent, 1), "found": found}))
    return 1 if found else 0


def _children() -> tuple[float, float]:
    """Processor time of processes that have ended, an emulated board's for example."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime, used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
