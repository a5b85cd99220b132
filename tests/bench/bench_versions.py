"""Random playouts of this tree beside those of 0.1.0: the same games, in turns, on one machine.

Imports games and git's own copy of the old version; where the history is not there, it says so.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Any, Self

from companion.games import load
from tests.games import every

ROOT = Path(__file__).parents[2]
VERSION = "0.1.0"
PAIRS = 15
SECONDS = 0.25
"""How long one of a pair takes, about."""
TARGET = 0.95


def commit_of(version: str) -> str | None:
    """The commit of a version, by its tag or as it was written down; None where the history lacks it."""
    written = (ROOT / "tests" / "journals" / version / "COMMIT").read_text().strip()
    for name in (version, written):
        asked = ["git", "rev-parse", "--quiet", "--verify", f"{name}^{{commit}}"]
        found = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return found.stdout.strip()
    return None


def unpacked(version: str) -> Path | None:
    """The program of that version, in build/."""
    return program_at(commit) if (commit := commit_of(version)) else None


def program_at(commit: str) -> Path:
    """The program as it was, in build/."""
    folder = ROOT / "build" / "versions" / commit
    if not (folder / "companion").exists():
        asked = ["git", "archive", commit, "companion"]
        packed = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
    return folder


class Player:
    """A process that plays with the code in a folder."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests" / "bench" / "playing_out.py")],
            env={**os.environ, "PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        told = json.loads(self._line())["file"]
        if not Path(told).is_relative_to(folder):
            raise RuntimeError(f"{told} was played instead of {folder}")

    def play(self, **asked: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        print(json.dumps(asked), file=self.process.stdin, flush=True)
        told: dict[str, Any] = json.loads(self._line())
        return told

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.kill()
        self.process.communicate()


def tables() -> Iterator[tuple[str, dict[str, Any]]]:
    """(name, options) of every way to play that has a speed of its own."""
    for mode in ("sabotage", "supa", "centrifuge", "ultramachina"):
        yield f"the-loop.{mode}", {"mode": mode, "players": 3}
    yield "the-loop.solo", {"solo": 3}
    for players in (3, 4, 5, 6):
        yield f"contre-temps.players{players}", {"players": players}
    yield "contre-temps.paradox", {"mode": "paradox"}
    yield "cyberion.base", {"players": 2}
    yield "cyberion.all", {**dict.fromkeys(every.extras(load("cyberion"))[-1], True), "players": 2}


def bench_playouts() -> Iterator[dict[str, Any]]:
    if (folder := unpacked(VERSION)) is None:
        print(f"The history does not reach version {VERSION} here: git fetch --unshallow, then again.")
        return
    with Player(ROOT) as new, Player(folder) as old:
        for name, options in tables():
            ratios = list(pairs(new, old, name.partition(".")[0], options))
            value = round(median(ratios), 3)
            yield {
                "name": f"{name}.beside_{VERSION}",
                "value": value,
                "unit": "×",
                "target": TARGET,
                "holds": value >= TARGET,
                "note": f"{min(ratios):.2f} to {max(ratios):.2f}",
            }


def pairs(new: Player, old: Player, game: str, options: dict[str, Any]) -> Iterator[float]:
    """How many times as fast the new one is, game by game."""
    for player in (old, new):
        warm = player.play(game=game, options=options, seed=0, inputs=2000)
    inputs = round(warm["inputs"] / warm["seconds"] * SECONDS)
    for seed in range(PAIRS):
        asked = {"game": game, "options": options, "seed": seed + 1, "inputs": inputs}
        in_turn = (new, old) if seed % 2 else (old, new)
        told = {player: player.play(**asked) for player in in_turn}
        speeds = {player: one["inputs"] / one["seconds"] for player, one in told.items()}
        yield speeds[new] / speeds[old]
