"""The evening at one moment, for whoever looks on. Nothing in it ever changes, so it may cross threads.

May import: companion.engine, companion.tower (its public names), its own room.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from companion.engine import Applied, Game, Input, Manifest, Outcome, Phrase, Refusal, Source, State
from companion.tower import DARK, Identity, Lights

from .amend import Amendment, amended
from .chance import Asked, Sources
from .commands import Todo
from .live_line import Entry, Event, LiveLine, VisibleEntry, as_lines
from .running_drop import RunningDrop


class TowerNow(NamedTuple):
    """The tower at the table."""

    identity: Identity
    facing: int | None
    linked: bool
    lights: Lights = DARK  # what its strip shows, or would show


class Snapshot(NamedTuple):
    game: Game
    manifest: Manifest
    start: State
    """The position before anything happened."""
    seed: int | str
    sources: Sources
    path: Path | None
    message: Phrase | None
    """What was repaired when the journal was resumed."""
    setup: tuple[Todo, ...]
    """What to put on the table before the first turn."""

    position: int
    """Where the journal stands: the number of its lines; it only grows."""
    state: State
    entries: tuple[Entry, ...]
    """All inputs that stand, with the states before and after each."""
    times: tuple[int, ...]
    """When the lines of the journal were written, in UTC seconds since 1970, as far as they tell."""
    pauses: tuple[int, ...]
    """For each of the times: seconds before it in which the table paused."""
    asked: tuple[Asked, ...]
    """Everything that is awaited of people and the tower; after a full disk perhaps of the app."""
    outcome: Outcome | None
    older: Amendment | None
    """A journal that was made under older rules, to be settled first; take a `copy`."""
    cancellable: bool
    """Whether the open question belongs to an action that can still be taken back whole."""

    seated: tuple[str, ...] = ()
    """Who sits where, by their ids; empty: nobody is named."""
    people: tuple[str, ...] = ()
    """What they are called, seat by seat; empty: nobody is named there."""

    redoable: bool = False
    """Whether what an undo took back can be done again."""

    todo: tuple[Todo, ...] = ()
    """What is to be done with hands since the last action."""
    alerts: tuple[Todo, ...] = ()
    """What waits until somebody has seen it."""
    refused: Refusal | None = None
    """Why the last command, or the last count of the tower, was not taken."""
    behind: bool = False
    """The disk was full: the app may have draws to make that could not be written."""

    paused: bool = False
    """Nothing is taken until somebody goes on."""

    drop: RunningDrop | None = None
    counted: Input | None = None
    """The last drop that the tower counted, as long as nothing else was decided."""
    tower: TowerNow | None = None
    fallen: tuple[int, ...] = ()
    """Per outlet: beams broken while nobody threw and a cube was inside: asked, never counted."""
    lost_readings: int = 0
    """What the tower said while too much was waiting."""

    events: tuple[Event, ...] = ()
    """What is new since the snapshot before: sounds and the like hang on it."""

    @property
    def first(self) -> Asked | None:
        """What is asked first."""
        return self.asked[0] if self.asked else None

    @property
    def simulated(self) -> bool:
        return self.tower is not None and self.tower.identity.pretended

    def defeat(self, given: Sequence[Input]) -> Outcome | None:
        """The end, if an answer of the players loses the game at once, whatever chance brings."""
        state = self.state
        for one in given if self.outcome is None else ():
            made = self.game.apply(state, one, "player")
            if not isinstance(made, Applied):
                return None
            state = made.state
        lost = self.game.outcome(state) if self.outcome is None else None
        return lost if lost is not None and lost.result == "lost" else None

    def history(self, seat: int | None = None) -> tuple[VisibleEntry, ...]:
        """The live line as that seat may read it; None: as everybody may."""
        return as_lines(self.game, self.entries, seat)

    def amend(
        self, number: int, given: Input | None, source: Source | None = None, learn: Sequence[Input] = ()
    ) -> Amendment | Refusal:
        """Replaces or drops an entry on scratch paper, in the thread of whoever asks; `Settle` keeps it."""
        if self.older is not None:
            return Refusal("settle-first", "")
        line = LiveLine(self.game, self.start, self.seed, self.entries)
        return amended(line, self.sources, self.position, number, given, source, learn)
