"""What The LOOP sounds like where no single happening tells it.

May import: the rules of this game, companion.table.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine import Happening
from companion.games.the_loop.manifest import MANIFEST
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.rules.vortexes import MOST
from companion.table import Entry

GRAVER = {"VortexOpened", "TileArchived"}


def danger(state: State) -> int:
    """Eras that are full."""
    return sum(rifts >= MOST for rifts in state.rifts)


def lights(state: State) -> tuple[tuple[float, ...], tuple[int, ...], tuple[str, ...]]:
    """Of each era how near it is to its vortex; those that have one; in which colour each is drawn."""
    full = tuple([min(rifts / MOST, 1.0) for rifts in state.rifts])
    torn = tuple([era for era, vortex in enumerate(state.vortex) if vortex])
    return full, torn, tuple([era.colour for era in state.setting.box.eras])


def cue(entry: Entry) -> str:
    kinds = {said.kind for said in entry.happenings}
    if kinds & GRAVER:
        return ""
    if "TurnBegan" in kinds and entry.after.turn == MANIFEST.facts["turns"]:
        return "last-turn"
    return "full" if filled(entry) else ""


def filling(entry: Entry, placed: Sequence[Happening]) -> Happening:
    """Of the rifts that were placed, those that filled an era."""
    full = filled(entry)
    return next((said for said in placed if said._asdict()["era"] in full), placed[0])


def filled(entry: Entry) -> list[int]:
    """Eras on which the third rift has just fallen."""
    pairs = zip(entry.before.rifts, entry.after.rifts, strict=True)
    return [era for era, (before, after) in enumerate(pairs) if before < MOST <= after]
