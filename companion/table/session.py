"""One game night: input → rules → journal → happenings → subscribers; undo, amend, resume.

May import: companion.engine, its own room, the standard library.

The state is a fold over the journal. The states on the way are kept in memory, so an undo replays nothing.
One-shot effects (a sound, an alert) hang on `Happened` events; resume, undo and amend replay without any.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from companion.engine import (
    Game,
    Input,
    Outcome,
    Phrase,
    Plain,
    Question,
    Refusal,
    Source,
    State,
    from_plain,
)
from companion.engine.phrases import reason_of

from .amend import Amendment, Old, Unknown, Way, amended
from .chance import Asked, Sources
from .errors import JournalTooNew, OptionsRefused
from .journal import Amend, Clock, Header, Journal, Kept, Record, Undo
from .live_line import Amended, Entry, Event, Happened, LiveLine, Undone, VisibleEntry, answered, as_lines

Subscriber = Callable[[Event], None]
LoadGame = Callable[[str, Plain], Game]


class Session:
    """A game being played, with its journal open for writing. Belongs to one thread."""

    def __init__(self, game: Game, start: State, seed: int | str, journal: Journal | None) -> None:
        """Use `begin` or `resume`."""
        self.game = game
        self.sources = Sources(game, start)
        self.amendment: Amendment | None = None
        """Set when a journal made under older rules was resumed; it must be settled before anything else."""
        self._line = LiveLine(game, start, seed)
        self._journal = journal
        self._position = journal.position if journal else 0
        self._cut = journal.cut if journal else 0
        self._ids = dict(journal.tokens) if journal else {}
        self._undone: list[tuple[Kept, ...]] = list(journal.undone) if journal else []
        self._subscribers: list[Subscriber] = []

    @classmethod
    def begin(
        cls,
        game: Game,
        options: Mapping[str, Any],
        path: Path | None = None,
        seed: int | str = 0,
        clock: Clock | None = time.time,
        people: tuple[str, ...] = (),
    ) -> Self:
        """Starts a game. Without a path nothing is written: for simulations, scenarios and tests. Without a
        clock the journal tells no times: bots are not at the table."""
        start = game.start(options)
        if isinstance(start, Refusal):
            raise OptionsRefused(file=game.name, refusal=start)
        journal = None
        if path is not None:
            chosen = dict(game.chosen(start))
            header = Header(game.name, game.version, chosen, seed, _program(), game.box, people)
            journal = Journal.create(path, header, clock)
        return cls(game, start, seed, journal)

    @classmethod
    def resume(cls, path: Path, load: LoadGame) -> Self:
        """Goes on with a journal: the box in its header, every input replayed, no effect fired again."""
        journal, live = Journal.open(path)
        try:
            session = cls._opened(journal, load)
            session._replay(live)
        except BaseException:  # whatever it was, the lock must not outlive the attempt
            journal.close()
            raise
        return session

    @classmethod
    def _opened(cls, journal: Journal, load: LoadGame) -> Self:
        header = journal.header
        game = game_of(header, journal.path, load)
        start = game.begun(header.options)
        if isinstance(start, Refusal):
            raise OptionsRefused(file=str(journal.path), refusal=start)
        return cls(game, start, header.seed, journal)

    # -- what stands
    @property
    def state(self) -> State:
        return self._line.state

    @property
    def start(self) -> State:
        """The position before anything happened."""
        return self._line.start

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All inputs that stand, with the states before and after each."""
        return tuple(self._line.entries)

    @property
    def position(self) -> int:
        """Where the journal stands: the number of its lines, undos and amends included; it only grows."""
        return self._position

    @property
    def tokens(self) -> Mapping[str, int]:
        """The commands that clients named, and the position that each led to, also of what was taken back."""
        return MappingProxyType(self._ids)

    @property
    def seed(self) -> int | str:
        return self._line.seed

    @property
    def path(self) -> Path | None:
        return self._journal.path if self._journal else None

    @property
    def seated(self) -> tuple[str, ...]:
        """Who sits where, by their ids; empty: nobody is named."""
        return self._journal.header.people if self._journal else ()

    @property
    def times(self) -> tuple[int, ...]:
        """When the lines of the journal were written, in UTC seconds since 1970, as far as they tell."""
        return tuple(self._journal.times) if self._journal else ()

    @property
    def pauses(self) -> tuple[int, ...]:
        """For each of the times: seconds before it in which the table paused."""
        return tuple(self._journal.pauses) if self._journal else ()

    def paused(self, seconds: int) -> None:
        """The table paused so long; the next line tells it."""
        if self._journal is not None:
            self._journal.paused += seconds

    @property
    def message(self) -> Phrase | None:
        """What was repaired when the journal was resumed."""
        return self._journal.message if self._journal else None

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def asked(self) -> tuple[Asked, ...]:
        """Everything that is awaited, with who is expected to answer. After `advance` nothing waits for the
        app."""
        return tuple(
            Asked(question, self.sources.of(question), self._since(question))
            for question in self.game.awaited(self.state)
        )

    def _since(self, question: Question) -> int:
        """The position at which a question was opened: looked for backwards, as long as it was asked in the
        same words and the answer was to another. An undo or amend opens everything anew."""
        position = self._position
        for entry in reversed(self._line.entries):
            if position <= self._cut:
                break
            before = self.game.awaited(entry.before)
            if question not in before or answered(before, entry.given) == question:
                break
            position -= 1
        return position

    def history(self, seat: int | None = None) -> tuple[VisibleEntry, ...]:
        """The live line as that seat may read it; None: as everybody may."""
        return as_lines(self.game, self._line.entries, seat)

    # -- what happens
    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Tells this subscriber every event from now on; the returned function ends it."""
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    def submit(
        self, given: Input, source: Source = "player", position: int | None = None, token: str = ""
    ) -> Entry | Refusal:
        """Applies one input. It carries the position it was made for: a stale or doubled one is refused."""
        entries = self.submit_all((given,), source, position, token)
        return entries if isinstance(entries, Refusal) else entries[-1]

    def submit_all(
        self,
        inputs: Iterable[Input],
        source: Source,
        position: int | None = None,
        token: str = "",
        believed: tuple[float, ...] = (),
    ) -> tuple[Entry, ...] | Refusal:
        """Applies several inputs in one write, or none: a new piece, and the answer that names it. `believed`
        belongs to the last: what is inside the tower after a drop."""
        if refusal := self._unready(position):
            return refusal
        scratch, fresh = self._line.branch(len(self._line.entries)), []
        for given in inputs:
            attempted = scratch.attempt(given, source)
            if isinstance(attempted, Refusal):
                return attempted
            fresh.append(scratch.push(attempted))
        fresh[-1] = fresh[-1]._replace(token=token, believed=believed)
        return self._stand(fresh)

    def advance(self) -> tuple[Entry, ...]:
        """Answers what the app must draw, in one write, until somebody else is awaited."""
        scratch, drawn = self._line.branch(len(self._line.entries)), []
        while self.amendment is None:
            mine = [one for one in self.game.awaited(scratch.state) if self.sources.of(one) == "app"]
            attempted = scratch.attempt(scratch.draw(mine[0]), "app", mine[0].stream) if mine else None
            if not isinstance(attempted, Entry):
                break
            drawn.append(scratch.push(attempted))
        return self._stand(drawn) if drawn else ()

    def undo(self, position: int | None = None, to: int | None = None, token: str = "") -> Undone | Refusal:
        """Back to the last answer that a person or the tower gave; the app's own draws after it go too. `to`:
        as often as it takes until this entry is gone."""
        if refusal := self._unready(position):
            return refusal
        answers = [index for index, entry in enumerate(self._line.entries) if entry.source != "app"]
        if not answers:
            return Refusal("nothing-to-undo", "")
        earlier = answers if to is None else [index for index in answers if index < to]
        keep, now = earlier[-1] if earlier else answers[0], self.state
        before = self._undone[:]
        self._write(Undo(keep, token))
        dropped = self._line.cut(keep)
        self._undone = [*before, tuple(entry.kept() for entry in dropped)]
        undone = Undone(dropped, self.game.differences(now, self.state))
        self._tell(undone)
        return undone

    @property
    def redoable(self) -> bool:
        """Whether an undo was the last that was done."""
        return bool(self._undone)

    def redo(self, token: str = "") -> Amended | Refusal:
        """What the last undo took back is done again, in one line; whatever else is done forgets it."""
        if refusal := self._unready(None):
            return refusal
        scratch, fresh, now = self._line.branch(len(self._line.entries)), [], self.state
        for kept in self._undone[-1] if self._undone else ():
            given = self._read(kept)
            if isinstance(given, Unknown):
                break
            attempted = scratch.attempt(given, kept.source, kept.stream, kept.token)
            if isinstance(attempted, Refusal):
                break
            fresh.append(scratch.push(attempted._replace(believed=kept.believed)))
        if not fresh or len(fresh) < len(self._undone[-1]):
            return Refusal("nothing-to-redo", "")
        before = self._undone[:-1]
        self._write(Amend(len(self._line.entries), tuple(entry.kept() for entry in fresh), token))
        self._undone = before
        for entry in fresh:
            self._line.push(entry)
        amended = Amended((), tuple(fresh), self.game.differences(now, self.state))
        self._tell(amended)
        return amended

    def amend(
        self, number: int, given: Input | None, source: Source | None = None, learn: Sequence[Input] = ()
    ) -> Amendment | Refusal:
        """Replaces or drops entry `number` and replays the rest on scratch paper; nothing changes yet."""
        if refusal := self._unready(None):
            return refusal
        return amended(self._line, self.sources, self._position, number, given, source, learn)

    def settle(self, amendment: Amendment, way: Way = "all", token: str = "") -> Amended | Refusal:
        """Keeps an amendment in one of its ways; one that was made for another position is stale."""
        if self.amendment is not None and not amendment.older:
            return Refusal("settle-first", "")
        if amendment.begun != self._position:
            return Refusal("stale", "", (("position", amendment.begun), ("now", self._position)))
        entries = amendment.kept(way)
        if isinstance(entries, Refusal):
            return entries
        keep, now = amendment.unchanged, self.state
        then = entries[keep:]
        self._write(Amend(keep, tuple(entry.kept() for entry in then), token))
        dropped = self._line.cut(keep)
        for entry in then:
            self._line.push(entry)
        self.amendment = None
        amended = Amended(dropped, then, self.game.differences(now, self.state))
        self._tell(amended)
        return amended

    def close(self) -> None:
        """Lets others write to the journal. Everything is on the disk already."""
        if self._journal is not None:
            self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- inside

    def _unready(self, position: int | None) -> Refusal | None:
        if self.amendment is not None:
            return Refusal("settle-first", "")
        if position is not None and position != self._position:
            return Refusal("stale", "", (("position", position), ("now", self._position)))
        return None

    def _stand(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        self._write(*(entry.kept() for entry in entries))
        for entry in entries:
            self._line.push(entry)
            self._tell(Happened(entry))
        return tuple(entries)

    def _write(self, *records: Record) -> None:
        if self._journal is not None:
            self._journal.append(*records)
        self._undone.clear()
        for record in records:
            self._position += 1
            if record.token:
                self._ids[record.token] = self._position
            if not isinstance(record, Kept):
                self._cut = self._position

    def _tell(self, event: Event) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber(event)

    def _replay(self, live: list[Kept]) -> None:
        """Folds the live line of a journal. Where it breaks off, the rest must be settled as an amendment."""
        for number, kept in enumerate(live, 1):
            given = self._read(kept)
            attempted: Entry | Refusal | None = None
            if not isinstance(given, Unknown):
                attempted = self._line.attempt(given, kept.source, kept.stream, kept.token)
            if not isinstance(attempted, Entry):
                rest = [
                    Old(later, self._read(old), old.source, old.stream, None)
                    for later, old in enumerate(live[number - 1 :], number)
                ]
                line = self._line.branch(number - 1)
                self.amendment = Amendment(line, rest, None, self.sources, self._position, number - 1)
                return
            self._line.push(attempted._replace(believed=kept.believed))

    def _read(self, kept: Kept) -> Input | Unknown:
        try:
            return from_plain(self.game.inputs, kept.given)
        except ValueError:
            return Unknown(kept.given)


def game_of(header: Header, path: Path, load: LoadGame) -> Game:
    """The game and box that the journal at this path was played with."""
    try:
        game = load(header.game, header.box)
    except KeyError as unknown:
        if unknown.args != (header.game,):
            raise
        raise JournalTooNew(file=str(path), game=header.game) from None
    except ValueError as unreadable:
        raise JournalTooNew(file=str(path), why=reason_of(unreadable)) from None
    if header.version > game.version:
        raise JournalTooNew(file=str(path), version=header.version)
    return game


def _program() -> str:
    """The version that writes; a program that was packed without its papers, as for Android, has none."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and needed here alone

    try:
        return version("loop-companion")
    except PackageNotFoundError:
        return "packed"
