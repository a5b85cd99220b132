"""By what a batch of games was played: code, box, options and seed in one short word.

May import: the batch, the standard library. Two results with the same word are the same; machines whose code
has another word do not play together.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from .batch import Batch

LENGTH = 12
ROOMS = ("engine", "games", "advisor")
"""What the course of a game by bots depends on."""


@cache
def of_the_code() -> str:
    """Rules, boxes and bots as they are installed here."""
    house = Path(__file__).parents[1]
    files = [path for room in ROOMS for end in ("py", "toml") for path in (house / room).rglob(f"*.{end}")]
    said = sha256()
    for path in sorted(files):
        said.update(path.relative_to(house).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return said.hexdigest()[:LENGTH]


def fingerprint(batch: Batch) -> str:
    facts = [of_the_code(), batch.game, batch.box, batch.tables, batch.games, batch.bot, str(batch.seed)]
    return sha256(json.dumps(facts, sort_keys=True, default=str).encode()).hexdigest()[:LENGTH]
