"""What The LOOP sounds like where no single happening tells it.

May import: the rules of this game, companion.table.
"""

from __future__ import annotations

from companion.games.the_loop.manifest import MANIFEST
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.rules.vortexes import MOST
from companion.table import Entry

GRAVER = {"VortexOpened", "TileArchived"}


def danger(state: State) -> int:
    """Eras that are full."""
    return sum(rifts >= MOST for rifts in state.rifts)


def cue(entry: Entry) -> str:
    kinds = {said.kind for said in entry.happenings}
    if kinds & GRAVER:
        return ""
    if "TurnBegan" in kinds and entry.after.turn == MANIFEST.facts["turns"]:
        return "last-turn"
    pairs = zip(entry.before.rifts, entry.after.rifts, strict=True)
    return "full" if any(before < MOST <= after for before, after in pairs) else ""
