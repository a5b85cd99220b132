"""What a client of the evening can ask for. May import: companion.engine, companion.tower, its own room.

Each is plain data, posted with `Evening.post`; what comes of it is `Done` or a refusal.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from companion.engine import Happening, Input, Owner, Phrase, State
from companion.tower import Watching

from .amend import Amendment, Way
from .live_line import Amended, Entry, Undone


class Todo(NamedTuple):
    """Something that happened in the books and is still to be done, or to be seen, at the table."""

    said: Happening | Phrase
    state: State
    """For the names of pieces."""


# -- the game


class Answer(NamedTuple):
    """The answer to a question, in one input, or in two where a piece had to be described first.

    A question is named by its owner and by the position at which it was opened: what others answer meanwhile
    does not make the answer stale. Without a name it is an answer to whatever is asked."""

    given: tuple[Input, ...]
    owner: Owner | None = None
    since: int | None = None


class Correct(NamedTuple):
    """Sets the table right, or carries out what a finding offered; a drop that is running goes on."""

    given: Input


class Undo(NamedTuple):
    """Back to the last answer. With a position: only if nothing was written since then."""

    at: int | None = None


class Redo(NamedTuple):
    """Does again what the last undo took back, as long as nothing else was done since."""


class BackTo(NamedTuple):
    """Takes back everything from an entry on, as so many undos."""

    number: int


class Pause(NamedTuple):
    """Everything rests: no answer is taken, the tower does not move, the clock stands still."""


class GoOn(NamedTuple):
    """Ends a pause."""


class CallAnew(NamedTuple):
    """Somebody who sits here was renamed or removed."""


class Cancel(NamedTuple):
    """Takes the action back that is being resolved, with all that was chosen for it."""


class Settle(NamedTuple):
    """Keeps an amendment in one of its ways; see `Snapshot.amend`."""

    amendment: Amendment
    way: Way


class CatchUp(NamedTuple):
    """Makes the draws that could not be written a moment ago."""


class MarkSeen(NamedTuple):
    """Somebody has seen an alert."""

    alert: Todo


# -- the drop and the tower


class Watch(NamedTuple):
    """How long the tower waits and how it shakes, from the next drop on."""

    watching: Watching


class Light(NamedTuple):
    """The tower's strip of lights on or off."""

    on: bool


class Throw(NamedTuple):
    """Brings the tower to its place and listens."""


class AllThrown(NamedTuple):
    """The players say that all cubes are thrown and their hands away: only now the tower may shake."""


class EarlyThrow(NamedTuple):
    """Whether the cubes that fell before the tower listened were the throw."""

    was: bool


class EndDrop(NamedTuple):
    """The players say that nothing more will fall."""


class ByHand(NamedTuple):
    """The players tell this drop themselves, beginning with what was heard of it."""


class ChangeDrop(NamedTuple):
    """Cubes more or fewer on places, as (place, by)."""

    changes: tuple[tuple[int, int], ...]


class ChangeThrown(NamedTuple):
    """So many cubes more were thrown than were asked for, or fewer."""

    by: int


class ConfirmDrop(NamedTuple):
    """The count is right as it stands, or this other one is."""

    other: Input | None = None


class SeenFallen(NamedTuple):
    """Somebody was asked about the cubes that fell between drops."""


Command: TypeAlias = (
    Answer | Correct | Undo | Redo | Pause | GoOn | CallAnew | BackTo | Cancel | Settle | CatchUp | MarkSeen
    | Watch | Light | Throw | AllThrown | EarlyThrow | EndDrop | ByHand | ChangeDrop | ChangeThrown
    | ConfirmDrop | SeenFallen
)  # fmt: skip


class Done(NamedTuple):
    """It was done."""

    position: int
    """Where the journal stood after it; a repeat is told the same."""
    what: Entry | Undone | Amended | None = None
    """What it changed; None: nothing, or what is meanwhile taken back."""
