"""*Lead us*: which hints are due now, for the person who is taught.

May import: companion.engine, its own room. A shell tells it what happened and what is asked, shows what it
hands out, and says what was shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import Happening, Manifest, Question

from .hints import TIMES, Hint, Hints
from .taught import Taught


class Guide:
    """The hints of one game for one person, the first times each is due."""

    def __init__(self, manifest: Manifest, taught: Taught) -> None:
        self.game = manifest.name
        self.hints = Hints.of(manifest)
        self.taught = taught

    def due(self, happenings: Iterable[Happening], question: Question | None) -> list[Hint]:
        """What is still new of that: first what happened, then what is asked."""
        asked = self.hints.asked(question) if question is not None else None
        found = [*self.hints.story(happenings), *([asked] if asked is not None else [])]
        new = [hint for hint in found if self.taught.times(self.game, hint.id) < TIMES]
        return list(dict.fromkeys(new))

    def shown(self, hint: Hint) -> None:
        self.taught.count(self.game, hint.id)
