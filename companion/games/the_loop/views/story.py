"""The story of a game of The LOOP, for the page of its end.

May import: companion.engine, companion.table, companion.words, the app's presenters; never Kivy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.app.presenters.outcome import turning_points
from companion.engine import Manifest
from companion.table import Entry
from companion.words import Speech

KEYS = {"TileArchived": "archived", "VortexOpened": "vortex", "CycleBegan": "cycle"}


def story(speech: Speech, manifest: Manifest, entries: Sequence[Entry]) -> tuple[str, ...]:
    """The turning points, what never came to pass, and what was done most."""
    counts = Counter(said.kind for entry in entries for said in entry.happenings)
    never = {"TileArchived": "none-saved", "VortexOpened": "quiet"}
    quiet = [speech.say(f"screen-outcome.story.{key}") for kind, key in never.items() if not counts[kind]]
    about = {"n": counts["DuplicateDestroyed"], "loops": counts["LoopDone"]}
    done = speech.say("screen-outcome.story.destroyed", about)
    return (*turning_points(speech, manifest, entries, KEYS), *quiet, done)
