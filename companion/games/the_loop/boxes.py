"""Boxes of The LOOP: reads the shipped box, lays an owner's pieces over it, and says what is wrong with them.

May import: pieces, vocabulary, the standard library. Box files are data: nothing in them is ever evaluated.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from .pieces import (
    BY_HAND,
    DIMENSIONS,
    ERA_IDS,
    FORMAT,
    Agent,
    Box,
    Card,
    Era,
    Mission,
    Plain,
)
from .vocabulary import PLACES, VERBS, Effect, Step, compile_effect, verbs_of

SHIPPED = Path(__file__).parent / "box"


def load_box(directory: Path | None = None) -> Plain:
    plain: Plain = {"version": FORMAT, "era": [], "hq": {}, "agent": [], "card": [], "mission": [], "duplicate": []}
    for file in sorted(SHIPPED.glob("*.toml")):
        for kind, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
            if kind == "hq":
                plain["hq"].update(entries)
            else:
                plain[kind].extend(entries)
    return plain
