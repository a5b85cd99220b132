"""The live line: the inputs that stand, and the state after each of them.

May import: companion.engine, its own room, the standard library.

The session keeps one that is true, an amendment one on scratch paper.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

from companion.engine import (
    CHANCE,
    Applied,
    Game,
    Happening,
    Input,
    Phrase,
    Question,
    Refusal,
    Source,
    State,
    to_plain,
)

from .chance import draw
from .incidents import kept_mistake
from .journal import Kept


class Entry(NamedTuple):
    """One input that stands."""

    number: int
    """From 1, in the order of the live line."""
    given: Input
    source: Source
    stream: str
    """For a result of chance: what it was drawn from."""
    happenings: tuple[Happening, ...]
    before: State
    after: State
    token: str = ""
    """Of the command that gave it, where the client named one."""
    believed: tuple[float, ...] = ()
    """For a drop that the tower heard: the chances of 0, 1, 2, … cubes inside it afterwards."""

    def kept(self) -> Kept:
        return Kept(to_plain(self.given), self.source, self.stream, self.token, self.believed)


class VisibleEntry(NamedTuple):
    """One entry as a seat may read it."""

    number: int
    source: Source
    given: Input | None
    """None: secret to this seat."""
    happenings: tuple[Happening, ...]
    before: State
    """For the names of pieces."""


class Happened(NamedTuple):
    """A new input stands. The only event that sounds and alerts may hang on."""

    entry: Entry


class Undone(NamedTuple):
    dropped: tuple[Entry, ...]
    put_back: tuple[Phrase, ...]
    """What to do with the pieces so that the table shows the earlier position."""


class Amended(NamedTuple):
    dropped: tuple[Entry, ...]
    """What stood from the amended entry on."""
    replayed: tuple[Entry, ...]
    """What stands there now."""
    put_back: tuple[Phrase, ...]


Event = Happened | Undone | Amended


class LiveLine:
    """Inputs and states; knows neither file nor screen."""

    def __init__(self, game: Game, start: State, seed: int | str, entries: Iterable[Entry] = ()) -> None:
        self.game = game
        self.start = start
        self.seed = seed
        self.entries = list(entries)

    def branch(self, keep: int) -> Self:
        """A second line that shares the first `keep` entries."""
        return type(self)(self.game, self.start, self.seed, self.entries[:keep])

    @property
    def state(self) -> State:
        return self.entries[-1].after if self.entries else self.start

    def attempt(
        self, given: Input, source: Source, stream: str | None = None, token: str = ""
    ) -> Entry | Refusal:
        """The entry that this input would make. Nothing changes; `push` takes it in."""
        try:
            applied = self.game.apply(self.state, given, source)
            if isinstance(applied, Applied):  # a position that cannot be asked about is none to go on from
                self.game.awaited(applied.state)
                self.game.outcome(applied.state)
        except Exception as error:  # noqa: BLE001  a mistake of ours, whatever it is, is no end of the evening
            return kept_mistake(self.game, self.state, given, error)
        if isinstance(applied, Refusal):
            return applied
        if stream is None:
            asked = answered(self.game.awaited(self.state), given)
            stream = asked.stream if asked is not None else ""
        number = len(self.entries) + 1
        return Entry(number, given, source, stream, applied.happenings, self.state, applied.state, token)

    def push(self, entry: Entry) -> Entry:
        self.entries.append(entry)
        return entry

    def cut(self, keep: int) -> tuple[Entry, ...]:
        """Drops all but the first `keep` entries and gives back what was dropped."""
        dropped = tuple(self.entries[keep:])
        del self.entries[keep:]
        return dropped

    def draw(self, question: Question) -> Input:
        """The app's next draw for this question of chance."""
        drawn = sum(entry.stream == question.stream for entry in self.entries)
        return draw(self.seed, question.stream, drawn + 1, question)


def as_lines(game: Game, entries: Iterable[Entry], seat: int | None) -> tuple[VisibleEntry, ...]:
    """Entries as a seat may read them; None: as everybody may. Secret inputs show neither themselves nor what
    they caused, until a later one has revealed them."""
    lines = tuple(entries)
    now = lines[-1].after if lines else None
    return tuple(
        VisibleEntry(entry.number, entry.source, None, (), entry.before)
        if game.secret(entry.before, entry.given, seat, now)
        else VisibleEntry(entry.number, entry.source, entry.given, entry.happenings, entry.before)
        for entry in lines
    )


def answered(awaited: Iterable[Question], given: Input) -> Question | None:
    """Which of the questions this input answers; None for a correction and the like."""
    asked = tuple(awaited)
    for question in asked:
        if given in question.answers:
            return question
    for question in asked:  # what lay on the table need not be what the rules expected
        seen = question.open or question.owner == CHANCE
        if seen and any(given.kind == answer.kind for answer in question.answers):
            return question
    return None
